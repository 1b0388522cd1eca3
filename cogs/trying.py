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

from cogs.answers import whisper
from cogs.choosing import PLAY, SKIP, choices, ways
from cogs.controls import Item, Layout, button, pressed, select
from cogs.showing import board_picture
from rulebook import Picture, rulebook
from rules import GAMES, IllegalMove, Move, Position, Refusal

if TYPE_CHECKING:
    from cogs.answers import Interaction

RECORD = 77
"""The number of the component that lists the moves."""
MOST_WRITTEN = 2500
"""When the moves are written in so many characters, the board is full; a message holds 4,000."""
BUTTONS = {
    "back": "Step back",
    "again": "Start again",
    "turn": "Turn the board",
    "other": "Another piece",
    "whole": "Whole game",
}


@dataclass(frozen=True)
class Trial:
    """A board to try: the page it began with, the side it is seen from, the moves so far."""

    key: str
    page: int
    seen: int = 0
    moves: tuple[str, ...] = ()

    @property
    def picture(self) -> Picture | None:
        """The picture that the board began with, if its page has one.

        Raises `Refusal` where the texts have changed since the board was put up.
        """
        pages = rulebook(self.key).pages if self.key in GAMES else ()
        if self.page >= len(pages):
            raise _gone()
        return pages[self.page].picture

    def stands(self) -> tuple[Position, Position | None, Move | None]:
        """Give the position, the one before it and the move between.

        Raises `Refusal` where the texts have changed since the board was put up.
        """
        position = self.picture.before if self.picture else GAMES[self.key].start({})
        before = move = None
        try:
            for text in self.moves:
                before = position
                move, position = position.play(text)
        except IllegalMove as illegal:
            raise _gone() from illegal
        return position, before, move

    @property
    def written(self) -> str:
        """The moves as the message lists them."""
        return f"-# Moves: `{' '.join(self.moves)}`" if self.moves else "-# No moves yet."

    @property
    def words(self) -> tuple[str, int, int]:
        """What every button and select of this board carries."""
        return self.key, self.page, self.seen


def _gone() -> Refusal:
    return Refusal("This board is of an older version; start a new one with **Try it**.")


def try_button(key: str, page: int = 0) -> Item:
    """Make a button that puts up a board to try, set up as a page of the rules shows it."""
    return button("Try it", "try", key, page, style=discord.ButtonStyle.primary)


@pressed("try")
async def _started(interaction: Interaction, words: list[str], _values: list[str]) -> None:
    """Put up a board for this person alone, seen by whoever is to move there."""
    trial = Trial(words[0], int(words[1]))
    trial = replace(trial, seen=trial.stands()[0].turn)
    view, file = await board(trial, interaction.client.settings.theme)
    await whisper(interaction, view=view, files=[file])


@pressed("tried")
async def _used(interaction: Interaction, words: list[str], _values: list[str]) -> None:
    """Step back, start again, look from the other side, or choose another piece."""
    what, trial = words[0], _read(interaction, words[1:])
    match what:
        case "back":
            trial = replace(trial, moves=trial.moves[:-1])
        case "again":
            trial = replace(trial, moves=())
        case "turn":
            trial = replace(trial, seen=1 - trial.seen)
        case "whole":
            trial = Trial(trial.key, 0, trial.seen)
    await _show(interaction, trial)


@pressed("tries")
async def _chosen(interaction: Interaction, words: list[str], values: list[str]) -> None:
    """Play the chosen move, or show where the chosen piece may go."""
    *board_words, piece, _ = words
    trial = _read(interaction, board_words)
    kind, _, value = values[0].partition(" ")
    if kind == PLAY:
        await _show(interaction, replace(trial, moves=(*trial.moves, value)))
    elif kind == SKIP:
        await _show(interaction, trial, piece, int(value))
    else:
        await _show(interaction, trial, value)


def _read(interaction: Interaction, words: list[str]) -> Trial:
    """Read a board from its words and from the message that shows it."""
    assert interaction.message is not None, "a button or a select stands on a message"
    message = discord.ui.LayoutView.from_message(interaction.message, timeout=None)
    record = message.find_item(RECORD)
    written = record.content if isinstance(record, discord.ui.TextDisplay) else ""
    listed = re.search(r"`([^`]+)`", written)
    key, page, seen = words
    return Trial(key, int(page), int(seen), tuple(listed[1].split()) if listed else ())


async def _show(interaction: Interaction, trial: Trial, piece: str = "", skip: int = 0) -> None:
    """Show the board as it now stands in place of the old one."""
    view, file = await board(trial, interaction.client.settings.theme, piece, skip)
    await interaction.response.edit_message(view=view, attachments=[file])


async def board(
    trial: Trial, theme: str, piece: str = "", skip: int = 0
) -> tuple[discord.ui.LayoutView, discord.File]:
    """Build a board to try, with the ways of a piece marked where one is chosen."""
    position, before, last = await asyncio.to_thread(trial.stands)
    targets = tuple(dict.fromkeys(move.path[-1] for move in ways(position, piece)))
    file, gallery = await board_picture(
        position, theme, last=None if piece else last, targets=targets, seen_from=trial.seen
    )
    parts: list[Item] = [
        discord.ui.TextDisplay(f"### {_heading(trial)}\n{_words(trial, position, before, last)}"),
        gallery,
        discord.ui.TextDisplay(trial.written, id=RECORD),
    ]
    options = choices(position, piece, skip)
    if options and len(trial.written) < MOST_WRITTEN:
        question = f"Where to from {piece}?" if piece else "What is your move?"
        # The number of moves makes it a new select at every turn: one that comes back under the
        # same name goes on showing what was chosen in it before.
        parts.append(select(question, options, "tries", *trial.words, piece, len(trial.moves)))
    buttons = [button(BUTTONS[name], "tried", name, *trial.words) for name in _useful(trial, piece)]
    parts.append(discord.ui.ActionRow(*buttons))
    return Layout(discord.ui.Container(*parts)), file


def _useful(trial: Trial, piece: str) -> list[str]:
    """Name the buttons that do something now; the last two come and go without moving the rest."""
    names = ["other"] if piece else []
    names.append("turn")
    if trial.picture and trial.picture.before != GAMES[trial.key].start({}):
        names.append("whole")
    return names + (["back", "again"] if trial.moves else [])


def _heading(trial: Trial) -> str:
    pages = rulebook(trial.key).pages
    heading = f"Try it: {pages[0].title}"
    return f"{heading} · {pages[trial.page].title}" if trial.page else heading


def _words(trial: Trial, position: Position, before: Position | None, last: Move | None) -> str:
    """Say what happened last and whose turn it is; at first, what to try."""
    lines = []
    if before is not None and last is not None:
        lines.append(f"{position.sides[before.turn].capitalize()} {before.tell(last)}.")
    if ending := position.outcome():
        winner = "A draw" if ending.winner is None else position.sides[ending.winner].capitalize()
        lines.append(f"**{winner}{'' if ending.winner is None else ' wins'}.** {ending.reason}")
    elif len(trial.written) >= MOST_WRITTEN:
        lines.append("This board is full; step back, or start again.")
    else:
        lines.append(f"**{position.sides[position.turn].capitalize()} to move.**")
    if not trial.moves:
        if trial.picture and trial.picture.last:
            lines.append(f"Try what the page shows: {trial.picture.caption}")
        lines.append("-# You play both sides; nobody sees it, and nothing is kept.")
    return "\n".join(lines)
