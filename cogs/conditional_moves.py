"""`/match ahead`: conditional moves, stored while the opponent thinks; all of it is private."""

import re

from discord import app_commands

from cogs.autocomplete import MOST_ENTRIES, my_match
from cogs.resolve_match import find_match, typed_move
from interactions import Interaction, handles, whisper
from interactions.access import mark_seen, visible_match
from match.conditional import played
from rules import Refusal
from rules.move import PASS
from views.conditional_moves_page import DeletePlan, conditional_moves_page

LONGEST_ENTRY = 100
"""Longest entry of an autocomplete, in characters (Discord's limit)."""
_SEPARATOR = re.compile(r"[,;\s]+")


@handles(DeletePlan)
async def on_delete(interaction: Interaction, pressed: DeletePlan, _values: list[str]) -> None:
    """Delete a stored line, and show those that are left."""
    plans, person = interaction.client.store.conditional_moves, interaction.user.id
    match = await visible_match(interaction, pressed.match)
    await plans.delete(pressed.match, person, pressed.plan)
    left = await plans.of(pressed.match, person)
    await interaction.response.edit_message(
        view=conditional_moves_page(match, match.side_of(person), left)
    )


async def next_moves(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the legal moves that may follow the moves typed so far."""
    assert interaction.channel_id is not None, "a command is typed in a channel"
    number = getattr(interaction.namespace, "match", None)
    try:
        match = await find_match(interaction, number)
        match.side_of(interaction.user.id)
        *complete, beginning = _SEPARATOR.split(typed.lstrip())
        _, moves, position = played(match.position, [*map(typed_move, complete)])
    except Refusal:
        return []
    matching = [
        text for text in position.moves() if beginning.lower() in text.lower() and text != PASS
    ]
    offered = [" ".join([*moves, text]) for text in matching[:MOST_ENTRIES]]
    return [
        app_commands.Choice(name=each, value=each) for each in offered if len(each) <= LONGEST_ENTRY
    ]


@app_commands.command()
@app_commands.describe(
    moves="Your opponent's move, your answer, and so on, such as: b c",
    match="Which match (default: your only one here)",
)
@app_commands.autocomplete(moves=next_moves)
@app_commands.autocomplete(match=my_match)
async def ahead(
    interaction: Interaction,
    moves: app_commands.Range[str, 1, 400] | None = None,
    match: app_commands.Range[int, 1] | None = None,
) -> None:
    """Save your answer to a move your opponent may play, or see your saved lines."""
    kept = await mark_seen(interaction, await find_match(interaction, match))
    plans, person = interaction.client.store.conditional_moves, interaction.user.id
    side = kept.side_of(person)
    if moves is not None:
        await plans.store(kept.number, person, _moves(moves), kept.count)
    stored = await plans.of(kept.number, person)
    await whisper(interaction, view=conditional_moves_page(kept, side, stored))


def _moves(typed: str) -> list[str]:
    """Split typed text into moves, at blanks, commas and semicolons."""
    return [typed_move(move) for move in _SEPARATOR.split(typed) if move]
