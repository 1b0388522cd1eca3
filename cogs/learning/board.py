"""The message of a board to try: the picture, the moves so far, what can be chosen, and steps.

Nothing of it is stored. The message itself holds all there is: how the board began stands in every
`custom_id`, and the moves stand in the text that lists them, from where they are played again at
every press. So a board works after a restart and costs nothing to forget.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from cogs.acts import Act
from cogs.controls import Item, Layout, button, in_rows, select
from cogs.learning.picks import FROM_THE_BEGINNING, At, Pick
from cogs.learning.steps import ChooseToTry, PickToTry, TakeStep
from cogs.learning.trials import Step, Trial
from cogs.looks import Style
from cogs.matches.choosing import Choice, choices, to_choose, ways
from cogs.showing import Look, board_picture
from cogs.speech import said, say
from cogs.watching.acts import ChooseFrom, PickFrom, StepFrom
from rules import Move, Outcome, Position, Sentence
from rules.sentence import Code, message

if TYPE_CHECKING:
    from cogs.answers import Interaction

RECORD = 77
"""The number of the component that lists the moves."""
MOST_WRITTEN = 2500
"""When the moves are written in so many characters, the board is full; a message holds 4,000."""
MOST_COMPONENTS = 40
"""So many components a message holds."""
ALWAYS = 5
"""So many of them a board has besides its rows: what holds all, the picture, three texts."""
MOST_BUTTONS = 15
"""Of more choices than this there is a list, so that there is room for all else."""
MOST_BELOW = 4
"""So much of what stands below a board is shown, for a message's characters."""
NOTHING_KEPT = Sentence("-# You play both sides; nobody sees it, and nothing is kept.")
LABELS = {
    Step.BACK: message("Step back"),
    Step.ON: message("Step on"),
    Step.NOW: message("Present"),
    Step.AGAIN: message("Start again"),
    Step.TURN: message("Turn the board"),
    Step.OTHER: message("Another piece"),
    Step.WHOLE: message("Whole game"),
}


@dataclass(frozen=True)
class Besides:
    """What a board that goes on from a match says and carries besides."""

    note: Sentence = NOTHING_KEPT
    words: str = ""
    buttons: tuple[Item, ...] = ()
    below: tuple[Item, ...] = ()
    more: str = ""
    """What is said where not all that stands below has room."""


NOTHING_BESIDES = Besides()


async def board(
    trial: Trial, style: Style, at: At = FROM_THE_BEGINNING, besides: Besides = NOTHING_BESIDES
) -> tuple[discord.ui.LayoutView, discord.File]:
    """Build a board to try, with what can be chosen marked on it."""
    position, before, last = await asyncio.to_thread(trial.stands)
    is_full = len(trial.moved) >= MOST_WRITTEN
    found = [] if is_full else to_choose(position, at.piece, at.end)
    names = {choice.cell: choice.cell for choice in found}
    look = Look(last=last, before=before, seen_from=trial.seen, chosen=at.piece, choices=names)
    file, gallery = await board_picture(position, style, look)
    steps = [button(LABELS[step], _take(trial, step)) for step in trial.useful(at.piece)]
    rows = [*_choices(trial, position, found, at), *in_rows([*steps, *besides.buttons])]
    below = besides.below[: _room(rows)]
    heading = "\n".join((f"### {said(trial.heading)}", *_lines(trial, position, before, last)))
    told = [besides.words, "" if trial.moves or at.piece else said(besides.note)]
    told.append(besides.more if len(below) < len(besides.below) else "")
    parts: list[Item] = [
        discord.ui.TextDisplay(heading),
        gallery,
        discord.ui.TextDisplay(said(trial.written), id=RECORD),
        *([discord.ui.TextDisplay("\n".join(filter(None, told)))] if any(told) else []),
        *rows,
        *below,
    ]
    return Layout(discord.ui.Container(*parts)), file


def _room(rows: Sequence[Item]) -> int:
    """Say how many lines with a button, of three components each, fit below some rows."""
    taken = ALWAYS + sum(
        1 + len(row.children) for row in rows if isinstance(row, discord.ui.ActionRow)
    )
    return min(MOST_BELOW, (MOST_COMPONENTS - taken) // 3)


def moves_listed(interaction: Interaction) -> tuple[str, ...]:
    """Read the moves made on a board from the message that shows it."""
    assert interaction.message is not None, "a button or a select stands on a message"
    message = discord.ui.LayoutView.from_message(interaction.message, timeout=None)
    record = message.find_item(RECORD)
    written = record.content if isinstance(record, discord.ui.TextDisplay) else ""
    listed = re.search(r"`([^`]+)`", written)
    return tuple(listed[1].split()) if listed else ()


def _choices(trial: Trial, position: Position, found: Sequence[Choice], at: At) -> list[Item]:
    """Make the buttons of what can be chosen, as in the picker; where there is much, a list."""
    if len(found) <= MOST_BUTTONS:
        return in_rows(
            [button(one.label, _pick(trial, position, one, at), one.style) for one in found]
        )
    where_to = Sentence("Where to from {cell}?", cell=Code(at.piece))
    question = where_to if at.piece else Sentence("What is your move?")
    return [select(question, choices(position, at.piece, at.skip), _choose(trial, at.piece))]


def _pick(trial: Trial, position: Position, choice: Choice, at: At) -> Act:
    """Give what the button of a choice does."""
    piece, end, way = at.piece or choice.cell, "", 0
    if len(choice.moves) == 1:
        way = ways(position, piece).index(choice.moves[0]) + 1
    elif at.piece:
        end = choice.cell
    pick = Pick(piece, end, way).written
    if begun := trial.begun:
        return PickFrom(begun.source, begun.number, begun.ply, trial.seen, pick)
    return PickToTry(trial.key, trial.page, trial.seen, pick)


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


def _lines(
    trial: Trial, position: Position, before: Position | None, last: Move | None
) -> list[str]:
    """Say what happened last and whose turn it is; at first, what to try."""
    lines = []
    if before is not None and last is not None:
        mover = position.side(before.turn)
        lines.append(say("{Side} {deed}.", side=mover, deed=before.tell(last)))
    if ending := position.outcome():
        lines.append(said(_ended(position, ending)))
    elif len(trial.moved) >= MOST_WRITTEN:
        lines.append(say("This board is full; step back, or start again."))
    else:
        lines.append(say("**{Side} to move.**", side=position.side(position.turn)))
    if not trial.moves and trial.picture and trial.picture.last:
        caption = trial.picture.caption
        lines.append(say("Try what the page shows: {caption}", caption=caption))
    return lines


def _ended(position: Position, ending: Outcome) -> Sentence:
    """Say who won, and by what."""
    if ending.winner is None:
        return Sentence("**A draw.** {reason}", reason=ending.reason)
    winner = position.side(ending.winner)
    return Sentence("**{Side} wins.** {reason}", side=winner, reason=ending.reason)
