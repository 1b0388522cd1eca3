"""The private picker: piece, then target, each from the legal moves, then Play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogs import deeds
from cogs.acts import Act, chosen, pressed
from cogs.answers import whisper
from cogs.cards import match_picture
from cogs.choosing import PIECE, PLAY, choices, ways
from cogs.controls import Item, button, in_rows, select, text_view
from cogs.names import called
from cogs.speech import said
from cogs.verbs import Play, PlayChosen, play_button
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


@pressed(AnotherPiece)
async def on_another_piece(interaction: Interaction, act: AnotherPiece, _values: list[str]) -> None:
    """Go back to the choice of a piece."""
    match = await _mine(interaction, act.match, act.seen)
    await _ask(interaction, match, again=True)


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
    again: bool = False,
) -> None:
    """Ask for a piece, or for one of its moves, whose targets are then marked on the board."""
    listed = choices(match.position, piece, skip)
    if not listed:
        raise Refusal("That piece cannot move now; choose another.")
    question = "Where to?" if piece else "Which piece?"
    rows = [select(question, listed, Choose(match.number, match.count, piece, skip))]
    if piece:
        rows += in_rows([_back(match)])
    targets = tuple(dict.fromkeys(move.path[-1] for move in ways(match.position, piece)))
    words = f"Where to from `{piece}`?" if piece else question
    await _show(interaction, match, words, rows, targets, again=again)


async def _confirm(interaction: Interaction, match: KeptMatch, move: Move) -> None:
    """Show a move in words and on the board, with the button that plays it."""
    row = in_rows([play_button(match, move.text, f"Play {move.text}"), _back(match)])
    words = f"`{move.text}`: {said(match.position.tell(move))}."
    await _show(interaction, match, words, row, move.path[-1:], again=True)


async def _mine(interaction: Interaction, number: int, seen: int) -> KeptMatch:
    """Load a match in which this person is to move, as the person saw it."""
    match = await interaction.client.store.matches.find(number)
    deeds.refuse_stale(match, seen)
    verbs.refuse_unless_to_move(match, interaction.user.id)
    return match


async def _show(
    interaction: Interaction,
    match: KeptMatch,
    words: str,
    rows: Sequence[Item],
    targets: tuple[str, ...],
    *,
    again: bool,
) -> None:
    """Show the board from the player's own side, with a question and its choices."""
    side = match.turn
    picture, gallery = await match_picture(
        match, interaction.client.settings.theme, seen_from=side, targets=targets
    )
    heading = f"{match.position.name} #{match.number} against {called(match, 1 - side)}"
    view = text_view(heading, words, rows=[gallery, *rows])
    if again:
        await interaction.response.edit_message(view=view, attachments=[picture])
    else:
        await whisper(interaction, view=view, files=[picture])


def _back(match: KeptMatch) -> Item:
    return button("Another piece", AnotherPiece(match.number, match.count))
