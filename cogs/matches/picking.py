"""The private picker: a piece, then where it goes, then what comes of it, then Play.

What can be chosen stands on buttons, in the order in which it lies on the board as the player sees
it; where there is more than buttons can hold, in a list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from cogs.acts import Act, chosen, pressed
from cogs.answers import whisper
from cogs.controls import Item, button, in_rows, select, text_view
from cogs.matches import deeds
from cogs.matches.cards import match_picture
from cogs.matches.choosing import (
    MOST,
    PIECE,
    PLAY,
    Choice,
    choices,
    ends_to_choose,
    pieces_to_choose,
    ways,
    ways_to_choose,
)
from cogs.matches.seeing import visible
from cogs.matches.verbs import Play, PlayChosen, play_button
from cogs.names import called
from cogs.showing import Look, board_picture
from cogs.speech import said
from data import KeptMatch
from rules import Move, Refusal, verbs

if TYPE_CHECKING:
    from cogs.answers import Interaction


@dataclass(frozen=True)
class AnotherPiece(Act, name="pick"):
    """Choose another piece, in a match of which this many events were seen."""

    match: int
    seen: int


@dataclass(frozen=True)
class Choose(Act, name="choose"):
    """Choose a piece, or where the one on a cell may go.

    The piece and the place in a long list tell one list from the next: under the same name a client
    goes on showing what was chosen in the one before.
    """

    match: int
    seen: int
    piece: str
    skip: int


@dataclass(frozen=True)
class ChoosePiece(Act, name="piece"):
    """Choose the piece on a cell, in a match of which this many events were seen."""

    match: int
    seen: int
    piece: str


@dataclass(frozen=True)
class ChooseEnd(Act, name="end"):
    """Choose where a piece goes to which it can go in several ways."""

    match: int
    seen: int
    piece: str
    end: str


@dataclass(frozen=True)
class ChooseWay(Act, name="way"):
    """See what comes of a move, in a match of which this many events were seen."""

    match: int
    seen: int
    text: str


@pressed(AnotherPiece)
async def on_another_piece(interaction: Interaction, act: AnotherPiece, _values: list[str]) -> None:
    """Go back to the choice of a piece."""
    match = await _mine(interaction, act.match, act.seen)
    await _ask(interaction, match, again=True)


@pressed(ChoosePiece)
async def on_choose_piece(interaction: Interaction, act: ChoosePiece, _values: list[str]) -> None:
    """Show where the piece may go."""
    match = await _mine(interaction, act.match, act.seen)
    await _ask(interaction, match, act.piece, again=True)


@pressed(ChooseEnd)
async def on_choose_end(interaction: Interaction, act: ChooseEnd, _values: list[str]) -> None:
    """Show the ways in which the piece may go there."""
    match = await _mine(interaction, act.match, act.seen)
    await _ask(interaction, match, act.piece, end=act.end, again=True)


@pressed(ChooseWay)
async def on_choose_way(interaction: Interaction, act: ChooseWay, _values: list[str]) -> None:
    """Show what comes of the move."""
    match = await _mine(interaction, act.match, act.seen)
    await _confirm(interaction, match, match.position.read(act.text))


@pressed(Choose)
async def on_choose(interaction: Interaction, act: Choose, values: list[str]) -> None:
    """Show where the chosen piece may go, or the chosen move, or more of a long list."""
    match = await _mine(interaction, act.match, act.seen)
    kind, _, value = chosen(values).partition(" ")
    if kind == PLAY:
        await _confirm(interaction, match, match.position.read(value))
    elif kind == PIECE:
        await _ask(interaction, match, value, again=True)
    else:
        await _ask(interaction, match, act.piece, int(value), again=True)


@pressed(Play)
async def on_play(interaction: Interaction, act: Play, _values: list[str]) -> None:
    """Play the move on a button."""
    await deeds.play(interaction, act.match, act.text, act.seen)


@pressed(PlayChosen)
async def on_play_chosen(interaction: Interaction, act: PlayChosen, values: list[str]) -> None:
    """Play the move chosen in a card's select."""
    await deeds.play(interaction, act.match, chosen(values), act.seen)


async def show_pieces(interaction: Interaction, number: int, seen: int) -> None:
    """Let the player to move choose a piece, privately."""
    await _ask(interaction, await _mine(interaction, number, seen))


async def _ask(
    interaction: Interaction,
    match: KeptMatch,
    piece: str = "",
    skip: int = 0,
    *,
    end: str = "",
    again: bool = False,
) -> None:
    """Ask for a piece, for where it goes, or which way, with the choice marked on the board."""
    position = match.position
    if end:
        found = ways_to_choose(position, piece, end)
    else:
        found = ends_to_choose(position, piece) if piece else pieces_to_choose(position)
    if not found:
        raise Refusal("That piece cannot move now; choose another.")
    if len(found) <= MOST:
        rows = in_rows([_choice_button(match, choice, piece) for choice in found])
    else:
        listed = choices(position, piece, skip)
        rows = [select("Choose", listed, Choose(match.number, match.count, piece, skip))]
    if piece:
        rows += in_rows([_back(match)])
    words = f"Where to from `{piece}`?" if piece else "Which piece?"
    if end:
        words = f"Which way from `{piece}` to `{end}`?"
    drawn = await match_picture(
        match,
        interaction.client.settings.theme,
        chosen=piece,
        choices={choice.cell: choice.cell for choice in found},
    )
    await _show(interaction, match, words, rows, drawn, again=again)


async def _confirm(interaction: Interaction, match: KeptMatch, move: Move) -> None:
    """Show what comes of a move, in words and on the board, with the button that plays it."""
    before = match.position
    style = discord.ButtonStyle.danger if before.loses(move) else discord.ButtonStyle.success
    buttons = [play_button(match, move.text, f"Play {move.text}", style)]
    if move.path and len(ways(before, move.path[0])) > 1:
        buttons.append(button("Another way", _piece(match, move.path[0])))
    words = f"`{move.text}`: {said(before.tell(move))}."
    look = Look(last=move, before=before, seen_from=before.turn, names=match.names)
    name = f"{match.game}-{match.number}-{match.count + 1}"
    drawn = await board_picture(
        before.after(move), interaction.client.settings.theme, look, name=name
    )
    rows = in_rows([*buttons, _back(match)])
    await _show(interaction, match, words, rows, drawn, again=True)


async def _mine(interaction: Interaction, number: int, seen: int) -> KeptMatch:
    """Load a match in which this person is to move, as the person saw it."""
    match = await visible(interaction, number)
    deeds.refuse_stale(match, seen)
    verbs.refuse_unless_to_move(match, interaction.user.id)
    return match


async def _show(
    interaction: Interaction,
    match: KeptMatch,
    words: str,
    rows: Sequence[Item],
    drawn: tuple[discord.File, Item],
    *,
    again: bool,
) -> None:
    """Show a board with a question and its choices."""
    picture, gallery = drawn
    heading = f"{match.position.name} #{match.number} against {called(match, 1 - match.turn)}"
    view = text_view(heading, words, rows=[gallery, *rows])
    if again:
        await interaction.response.edit_message(view=view, attachments=[picture])
    else:
        await whisper(interaction, view=view, files=[picture])


def _choice_button(match: KeptMatch, choice: Choice, piece: str) -> Item:
    """Make the button of a piece or of where it goes; where only one move is left, of that move."""
    if len(choice.moves) == 1:
        act: Act = ChooseWay(match.number, match.count, choice.moves[0].text)
    elif piece:
        act = ChooseEnd(match.number, match.count, piece, choice.cell)
    else:
        act = _piece(match, choice.cell)
    return button(choice.label, act, choice.style)


def _piece(match: KeptMatch, cell: str) -> ChoosePiece:
    return ChoosePiece(match.number, match.count, cell)


def _back(match: KeptMatch) -> Item:
    return button("Another piece", AnotherPiece(match.number, match.count))
