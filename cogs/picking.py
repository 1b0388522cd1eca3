"""The private picker: piece, then target, each from the legal moves, then Play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import discord

from cogs import deeds
from cogs.answers import whisper
from cogs.cards import board_picture, ending_words, play_button
from cogs.controls import SELECT_MOST, Item, button, in_rows, pressed, select, text_view
from cogs.names import called
from data import KeptMatch
from rules import Move, Refusal

if TYPE_CHECKING:
    from cogs.answers import Interaction

NO_PIECE = "other"
"""The entry for moves that no piece makes, such as a pass."""


@pressed("pick")
async def on_pick(interaction: Interaction, words: list[str], _values: list[str]) -> None:
    """Go back to the choice of a piece."""
    await show_pieces(interaction, int(words[0]), int(words[1]), again=True)


@pressed("piece")
async def on_piece(interaction: Interaction, words: list[str], values: list[str]) -> None:
    """Show where the chosen piece may go; its targets are marked on the board."""
    match = await _mine(interaction, int(words[0]), int(words[1]))
    piece = values[0]
    moves = _by_piece(match.position.moves()).get(piece)
    if not moves:
        raise Refusal("That piece cannot move now; choose another.")
    if piece == NO_PIECE:
        await _confirm(interaction, match, moves[0])
        return
    options = [
        discord.SelectOption(
            label=" → ".join(move.path[1:])[:100], value=move.text, description=_takes(move)
        )
        for move in moves
    ]
    pages = [options[at : at + SELECT_MOST] for at in range(0, len(options), SELECT_MOST)]
    rows = [
        select(
            f"Where to? ({page[0].label} … {page[-1].label})" if pages[1:] else "Where to?",
            page,
            "target",
            match.number,
            match.count,
            number,
        )
        for number, page in enumerate(pages)
    ]
    rows += in_rows([_back(match)])
    targets = tuple(dict.fromkeys(move.path[-1] for move in moves))
    await _show(interaction, match, f"Where to from `{piece}`?", rows, targets, again=True)


@pressed("target")
async def on_target(interaction: Interaction, words: list[str], values: list[str]) -> None:
    """Show the chosen move, to be played."""
    match = await _mine(interaction, int(words[0]), int(words[1]))
    await _confirm(interaction, match, match.position.read(values[0]))


@pressed("play")
async def on_play(interaction: Interaction, words: list[str], _values: list[str]) -> None:
    """Play the move on a button; where that stands in the private picker, put the picker away."""
    number, seen, text = int(words[0]), int(words[1]), words[2]
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        match = await _mine(interaction, number, seen)
        match.position.read(text)
        view = text_view(f"You play `{text}`.")
        await interaction.response.edit_message(view=view, attachments=[])
    await deeds.play(interaction, number, text, seen)


@pressed("plays")
async def on_plays(interaction: Interaction, words: list[str], values: list[str]) -> None:
    """Play the move chosen in a card's select."""
    await deeds.play(interaction, int(words[0]), values[0], int(words[1]))


async def show_pieces(
    interaction: Interaction, number: int, seen: int, *, again: bool = False
) -> None:
    """Let the player to move choose a piece, privately."""
    match = await _mine(interaction, number, seen)
    options = [
        discord.SelectOption(
            label=moves[0].text if piece == NO_PIECE else piece,
            value=piece,
            description=_ways(moves),
        )
        for piece, moves in _by_piece(match.position.moves()).items()
    ]
    row = select("Which piece?", options, "piece", number, seen)
    await _show(interaction, match, "Which piece?", [row], (), again=again)


async def _confirm(interaction: Interaction, match: KeptMatch, move: Move) -> None:
    """Show a move in words and on the board, with the button that plays it."""
    row = in_rows([play_button(match, move.text, f"Play {move.text}"), _back(match)])
    words = f"`{move.text}`: {match.position.tell(move)}."
    await _show(interaction, match, words, row, move.path[-1:], again=True)


async def _mine(interaction: Interaction, number: int, seen: int) -> KeptMatch:
    """Load a match in which this person is to move, as the person saw it."""
    match = await interaction.client.store.matches.find(number)
    deeds.refuse_stale(match, seen)
    side = match.side_of(interaction.user.id)
    if match.result:
        raise Refusal("The match is over. {reason}", reason=match.result.reason)
    if side != match.position.turn:
        name = match.names[1 - side]
        raise Refusal("It is not your turn: you are waiting for {name}.", name=name)
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
    side = match.position.turn
    picture, gallery = await board_picture(
        match, interaction.client.settings.theme, seen_from=side, targets=targets
    )
    heading = f"{match.position.name} #{match.number} against {called(match, 1 - side)}"
    view = text_view(heading, words, rows=[gallery, *rows])
    if again:
        await interaction.response.edit_message(view=view, attachments=[picture])
    else:
        await whisper(interaction, view=view, files=[picture])


def _back(match: KeptMatch) -> Item:
    return button("Another piece", "pick", match.number, match.count)


def _by_piece(moves: Mapping[str, Move]) -> dict[str, list[Move]]:
    """Sort moves by the cell where they start."""
    pieces: dict[str, list[Move]] = {}
    for move in moves.values():
        pieces.setdefault(move.path[0] if move.path else NO_PIECE, []).append(move)
    return pieces


def _ways(moves: Sequence[Move]) -> str:
    """Say in small print what a piece can do."""
    if not moves[0].path:
        return ending_words(moves[0])
    words = "1 move" if len(moves) == 1 else f"{len(moves)} moves"
    taking = sum(1 for move in moves if move.taken)
    return f"{words}, {taking} with a capture" if taking else words


def _takes(move: Move) -> str | None:
    """Say in small print what a move takes off the board."""
    return f"takes {', '.join(move.taken)}"[:100] if move.taken else None
