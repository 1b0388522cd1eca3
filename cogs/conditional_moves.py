"""`/ahead`: lines kept while the opponent thinks, listed and deleted, all of it privately."""

import re

from discord import app_commands
from discord.ext import commands

from cogs.autocomplete import MOST, my_match
from cogs.resolve_match import find, typed_move
from interactions import Bot, Interaction, whisper
from interactions.access import mark_seen, visible_match
from interactions.custom_ids import handles
from match.conditional import played
from rules import Refusal
from rules.move import PASS
from views.conditional_moves_page import DeletePlan, conditional_moves_page

WIDEST = 100
"""So many characters an entry of a list may have."""
_BETWEEN = re.compile(r"[,;\s]+")


@handles(DeletePlan)
async def on_delete(interaction: Interaction, pressed: DeletePlan, _values: list[str]) -> None:
    """Delete it, and show what is left."""
    plans, person = interaction.client.store.conditional_moves, interaction.user.id
    match = await visible_match(interaction, pressed.match)
    await plans.delete(pressed.match, person, pressed.plan)
    left = await plans.of(pressed.match, person)
    await interaction.response.edit_message(
        view=conditional_moves_page(match, match.side_of(person), left)
    )


async def next_moves(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer what may come next in a plan, after the moves that are typed so far."""
    assert interaction.channel_id is not None, "a command is typed in a channel"
    number = getattr(interaction.namespace, "match", None)
    try:
        match = await find(interaction, number)
        match.side_of(interaction.user.id)
        *before, begun = _BETWEEN.split(typed.lstrip())
        _, moves, position = played(match.position, [*map(typed_move, before)])
    except Refusal:
        return []
    fitting = [text for text in position.moves() if begun.lower() in text.lower() and text != PASS]
    offered = [" ".join([*moves, text]) for text in fitting[:MOST]]
    return [app_commands.Choice(name=each, value=each) for each in offered if len(each) <= WIDEST]


class ConditionalMovesCog(commands.Cog):
    """Answers that are stored."""

    @app_commands.command()
    @app_commands.describe(
        moves="What your opponent may play, your answer, and so on, such as `b c`",
        match="Which match; left out, your only one here",
    )
    @app_commands.autocomplete(moves=next_moves)
    @app_commands.autocomplete(match=my_match)
    async def ahead(
        self,
        interaction: Interaction,
        moves: app_commands.Range[str, 1, 400] | None = None,
        match: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """Keep your answer to what your opponent may play, or see the lines that you keep."""
        kept = await mark_seen(interaction, await find(interaction, match))
        plans, person = interaction.client.store.conditional_moves, interaction.user.id
        side = kept.side_of(person)
        if moves is not None:
            await plans.store(kept.number, person, _moves(moves), kept.count)
        stored = await plans.of(kept.number, person)
        await whisper(interaction, view=conditional_moves_page(kept, side, stored))


def _moves(typed: str) -> list[str]:
    """Take apart what somebody typed: moves with blanks or commas between them."""
    return [typed_move(move) for move in _BETWEEN.split(typed) if move]


async def setup(bot: Bot) -> None:
    """Load the cog."""
    await bot.add_cog(ConditionalMovesCog())
