"""The board to try a game on: one person plays both sides by the real rules, and may step back.

Nothing of it is stored. The message itself holds all there is: which page of the rules the board
began with stands in every `custom_id`, and the moves stand in the text that lists them, from where
they are played again at every press. So a board works after a restart and costs nothing to forget.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import discord

from cogs.acts import Act, chosen, pressed
from cogs.answers import whisper
from cogs.controls import Item, Layout, button, select
from cogs.learning.trials import Step, Trial
from cogs.looks import Style, private_look
from cogs.matches.choosing import PLAY, SKIP, choices, ways
from cogs.showing import Look, board_picture
from cogs.speech import said
from cogs.watching.acts import ChooseFrom, StepFrom
from rules import Move, Position

if TYPE_CHECKING:
    from cogs.answers import Interaction

RECORD = 77
"""The number of the component that lists the moves."""
MOST_WRITTEN = 2500
"""When the moves are written in so many characters, the board is full; a message holds 4,000."""
LABELS = {
    Step.BACK: "Step back",
    Step.AGAIN: "Start again",
    Step.TURN: "Turn the board",
    Step.OTHER: "Another piece",
    Step.WHOLE: "Whole game",
}


@dataclass(frozen=True)
class TryOut(Act, name="try"):
    """Put up a board to try a game, set up as a page of its rules shows it."""

    game: str
    page: int


@dataclass(frozen=True)
class TakeStep(Act, name="tried"):
    """Do something with a board that began with this page and is seen from this side."""

    step: Step
    game: str
    page: int
    seen: int


@dataclass(frozen=True)
class ChooseToTry(Act, name="tries"):
    """Choose a piece on such a board, or where the one on a cell may go.

    The number of moves makes it a new select at every turn: one that comes back under the same name
    goes on showing what was chosen in it before.
    """

    game: str
    page: int
    seen: int
    piece: str
    moves: int


def try_button(key: str, page: int = 0) -> Item:
    """Make a button that puts up a board to try, set up as a page of the rules shows it."""
    return button("Try it", TryOut(key, page), discord.ButtonStyle.primary)


@pressed(TryOut)
async def _started(interaction: Interaction, act: TryOut, _values: list[str]) -> None:
    """Put up a board for this person alone, seen by whoever is to move there."""
    trial = Trial(act.game, act.page)
    style = await private_look(interaction)
    trial = replace(trial, seen=style.side(trial.stands()[0].turn))
    view, file = await board(trial, style)
    await whisper(interaction, view=view, files=[file])


@pressed(TakeStep)
async def _stepped(interaction: Interaction, act: TakeStep, _values: list[str]) -> None:
    """Step back, start again, look from the other side, or choose another piece."""
    await take_step(interaction, _trial(interaction, act), act.step)


@pressed(ChooseToTry)
async def _chosen(interaction: Interaction, act: ChooseToTry, values: list[str]) -> None:
    """Play the chosen move, or show where the chosen piece may go."""
    await take_choice(interaction, _trial(interaction, act), act.piece, chosen(values))


def _trial(interaction: Interaction, act: TakeStep | ChooseToTry) -> Trial:
    """Read a board that began with a page of the rules."""
    return Trial(act.game, act.page, act.seen, moves_listed(interaction))


async def take_step(interaction: Interaction, trial: Trial, step: Step) -> None:
    """Show a board after a step."""
    await _show(interaction, trial.after(step))


async def take_choice(interaction: Interaction, trial: Trial, piece: str, choice: str) -> None:
    """Show a board after a choice in its list, which was of a piece's ways where one is named."""
    kind, _, value = choice.partition(" ")
    if kind == PLAY:
        await _show(interaction, replace(trial, moves=(*trial.moves, value)))
    elif kind == SKIP:
        await _show(interaction, trial, piece, int(value))
    else:
        await _show(interaction, trial, value)


def moves_listed(interaction: Interaction) -> tuple[str, ...]:
    """Read the moves made on a board from the message that shows it."""
    assert interaction.message is not None, "a button or a select stands on a message"
    message = discord.ui.LayoutView.from_message(interaction.message, timeout=None)
    record = message.find_item(RECORD)
    written = record.content if isinstance(record, discord.ui.TextDisplay) else ""
    listed = re.search(r"`([^`]+)`", written)
    return tuple(listed[1].split()) if listed else ()


async def _show(interaction: Interaction, trial: Trial, piece: str = "", skip: int = 0) -> None:
    """Show the board as it now stands in place of the old one."""
    view, file = await board(trial, await private_look(interaction), piece, skip)
    await interaction.response.edit_message(view=view, attachments=[file])


async def board(
    trial: Trial, style: Style, piece: str = "", skip: int = 0
) -> tuple[discord.ui.LayoutView, discord.File]:
    """Build a board to try, with the ways of a piece marked where one is chosen."""
    position, before, last = await asyncio.to_thread(trial.stands)
    ends = {end: end for move in ways(position, piece) for end in move.path[-1:]}
    look = Look(last=last, before=before, seen_from=trial.seen, chosen=piece, choices=ends)
    file, gallery = await board_picture(position, style, look)
    parts: list[Item] = [
        discord.ui.TextDisplay(f"### {trial.heading}\n{_words(trial, position, before, last)}"),
        gallery,
        discord.ui.TextDisplay(trial.written, id=RECORD),
    ]
    options = choices(position, piece, skip)
    if options and len(trial.written) < MOST_WRITTEN:
        question = f"Where to from {piece}?" if piece else "What is your move?"
        parts.append(select(question, options, _choose(trial, piece)))
    buttons = [button(LABELS[step], _take(trial, step)) for step in trial.useful(piece)]
    parts.append(discord.ui.ActionRow(*buttons))
    return Layout(discord.ui.Container(*parts)), file


def _choose(trial: Trial, piece: str) -> Act:
    """Give what a board's list does."""
    seen, made, begun = trial.seen, len(trial.moves), trial.begun
    if begun:
        return ChooseFrom(begun.source, begun.number, begun.ply, seen, piece, made)
    return ChooseToTry(trial.key, trial.page, seen, piece, made)


def _take(trial: Trial, step: Step) -> Act:
    """Give what a board's button does."""
    if begun := trial.begun:
        return StepFrom(step, begun.source, begun.number, begun.ply, trial.seen)
    return TakeStep(step, trial.key, trial.page, trial.seen)


def _words(trial: Trial, position: Position, before: Position | None, last: Move | None) -> str:
    """Say what happened last and whose turn it is; at first, what to try."""
    lines = []
    if before is not None and last is not None:
        lines.append(f"{position.sides[before.turn].capitalize()} {said(before.tell(last))}.")
    if ending := position.outcome():
        winner = "A draw" if ending.winner is None else position.sides[ending.winner].capitalize()
        lines.append(
            f"**{winner}{'' if ending.winner is None else ' wins'}.** {said(ending.reason)}"
        )
    elif len(trial.written) >= MOST_WRITTEN:
        lines.append("This board is full; step back, or start again.")
    else:
        lines.append(f"**{position.sides[position.turn].capitalize()} to move.**")
    if not trial.moves:
        if trial.picture and trial.picture.last:
            lines.append(f"Try what the page shows: {trial.picture.caption}")
        lines.append("-# You play both sides; nobody sees it, and nothing is kept.")
    return "\n".join(lines)
