"""`/match ahead`: conditional moves, stored while the opponent thinks; all of it is private."""

import re

import discord
from discord import app_commands

from cogs.autocomplete import LONGEST_ENTRY, MOST_ENTRIES, my_match
from cogs.find_match import find_match
from cogs.move_and_board import typed_move
from data import StoredMatch
from interactions import Interaction, answer_privately, handles
from interactions.access import mark_seen, visible_match
from match.conditional_moves import conditional_line, play_moves
from rules import Refusal
from rules.move import PASS
from rules.typed_text import plain_move, plain_text, words_in
from views.conditional_moves_page import DeleteConditionalLine, conditional_moves_page
from views.which_match import SaveLineIn

_SEPARATOR = re.compile(r"[,;]")


@handles(DeleteConditionalLine)
async def on_delete(interaction: Interaction, pressed: DeleteConditionalLine) -> None:
    """Delete a stored line, and show those that are left."""
    stored, person = interaction.client.store.conditional_moves, interaction.user.id
    match = await visible_match(interaction, pressed.match)
    await stored.delete(pressed.match, person, pressed.line)
    left = await stored.find(pressed.match, person)
    await interaction.response.edit_message(
        view=conditional_moves_page(match, match.side_of(person), left)
    )


async def next_moves(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the legal moves that may follow the moves typed so far."""
    number = getattr(interaction.namespace, "match", None)
    try:
        match = await find_match(interaction, number, lambda each: SaveLineIn(each.number))
        match.side_of(interaction.user.id)
        line = _moves(typed)
        beginning = plain_move(line.pop()) if line and plain_text(typed)[-1] not in ",; " else ""
        _, moves, position = play_moves(match.position, line)
    except Refusal:
        return []
    matching = [text for text in position.moves() if beginning in text.lower() and text != PASS]
    offered = [" ".join([*moves, text]) for text in matching[:MOST_ENTRIES]]
    return [
        app_commands.Choice(name=each, value=each) for each in offered if len(each) <= LONGEST_ENTRY
    ]


@app_commands.command(name="ahead")
@app_commands.describe(
    moves="Your opponent's move, your answer, and so on, for example: b c",
    match="Which match (default: your only one here)",
)
@app_commands.autocomplete(moves=next_moves)
@app_commands.autocomplete(match=my_match)
async def conditional_moves(
    interaction: Interaction,
    moves: app_commands.Range[str, 1, 400] | None = None,
    match: app_commands.Range[int, 1] | None = None,
) -> None:
    """Plan your answer to a move your opponent might play, or see your plans."""
    person, line = interaction.user.id, _moves(moves or "")
    kept = await find_match(
        interaction,
        match,
        lambda each: _save_line_in(each.number, line),
        rule=lambda each: _refuse_line(each, person, line),
    )
    await answer_privately(interaction, await _saved(interaction, kept, line))


@handles(SaveLineIn)
async def on_save_line_in(interaction: Interaction, pressed: SaveLineIn) -> None:
    """Save a line in the match that was chosen, and list those saved."""
    match = await visible_match(interaction, pressed.match)
    page = await _saved(interaction, match, _moves(pressed.moves))
    await interaction.response.edit_message(view=page)


async def _saved(
    interaction: Interaction, match: StoredMatch, line: list[str]
) -> discord.ui.LayoutView:
    """Save a line, if it has any moves, and build the list of those saved."""
    match = await mark_seen(interaction, match)
    stored, person = interaction.client.store.conditional_moves, interaction.user.id
    side = match.side_of(person)
    if line:
        await stored.store(match.number, person, line, match.count)
    return conditional_moves_page(match, side, await stored.find(match.number, person))


def _refuse_line(match: StoredMatch, person: int, line: list[str]) -> None:
    """Raise `Refusal` for a match in which a line cannot be saved now, or, empty, any line."""
    if line:
        conditional_line(match, person, line, [])
    elif match.to_move == person:
        raise Refusal(
            "It's your turn: make your move, and save plans while {name} is thinking.",
            name=match.name(1 - match.turn),
        )


def _save_line_in(match: int, line: list[str]) -> SaveLineIn:
    """Return what saves a line in a match. Raises `Refusal` for one that is too long for that."""
    custom_id = SaveLineIn(match, " ".join(line))
    try:
        _ = custom_id.encoded
    except ValueError as too_long:
        raise Refusal(
            "These moves fit several matches here; choose one with `match`."
        ) from too_long
    return custom_id


def _moves(typed: str) -> list[str]:
    """Split typed text into moves, at blanks, commas and semicolons."""
    return [typed_move(move) for move in words_in(_SEPARATOR.sub(" ", plain_text(typed)))]
