"""`/parlour`: what those who manage a server choose, and what they decide about its matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.hosting.local import show_settings
from cogs.hosting.managers import IN_A_SERVER, MANAGERS, refuse_others
from cogs.localising import shown
from cogs.matches.offering import match_here
from cogs.messages import telling
from data import NoMatch, Place, StoredMatch
from match import verbs
from rules import Refusal

if TYPE_CHECKING:
    from datetime import datetime

    from bot import Parlour
    from cogs.answers import Interaction
    from match.event import Event

Number = app_commands.Range[int, 1]
Reason = app_commands.Range[str, 3, 200]
DRAW = 2
"""How a draw is written where the choice is otherwise the winner's side."""
WORDS = {
    "match": shown("Which match"),
    "reason": shown("Why; both players see it, and it is kept"),
}


class Ruling(commands.Cog):
    """What administrators decide when people quarrel or vanish."""

    parlour = app_commands.Group(
        name="parlour",
        description="For those who manage the server: its settings, and what becomes of a match.",
        allowed_contexts=IN_A_SERVER,
        default_permissions=MANAGERS,
    )
    match = app_commands.Group(
        name="match", description="Decide about a match of this server.", parent=parlour
    )

    @parlour.command()
    async def settings(self, interaction: Interaction) -> None:
        """Choose how matches go in this server: where, how they show themselves, who looks on."""
        await show_settings(interaction)

    @match.command()
    @app_commands.describe(**WORDS)
    @app_commands.autocomplete(match=match_here)
    async def end(self, interaction: Interaction, match: Number, reason: Reason) -> None:
        """End a match without a result."""
        await _rule(interaction, match, reason, verbs.stop)

    @match.command()
    @app_commands.describe(winner="Which side wins, or a draw", **WORDS)
    @app_commands.choices(
        winner=[
            app_commands.Choice(name="The side that is named first on the card", value=0),
            app_commands.Choice(name="The side that is named second on the card", value=1),
            app_commands.Choice(name="A draw", value=DRAW),
        ]
    )
    @app_commands.autocomplete(match=match_here)
    async def decide(
        self, interaction: Interaction, match: Number, winner: int, reason: Reason
    ) -> None:
        """Decide how a match ends; it changes no ratings."""
        side = None if winner == DRAW else winner
        await _rule(
            interaction,
            match,
            reason,
            lambda kept, now, why: verbs.adjudicate(kept, now, why, side),
        )

    @match.command()
    @app_commands.describe(**WORDS)
    @app_commands.autocomplete(match=match_here)
    async def lock(self, interaction: Interaction, match: Number, reason: Reason) -> None:
        """Let nobody move in a match, and its clock stand still."""
        await _rule(interaction, match, reason, verbs.lock)

    @match.command()
    @app_commands.describe(**WORDS)
    @app_commands.autocomplete(match=match_here)
    async def unlock(self, interaction: Interaction, match: Number, reason: Reason) -> None:
        """Let a locked match go on."""
        await _rule(interaction, match, reason, verbs.unlock)

    @match.command()
    @app_commands.describe(channel="Where it goes on", **WORDS)
    @app_commands.autocomplete(match=match_here)
    async def move(
        self,
        interaction: Interaction,
        match: Number,
        channel: discord.TextChannel | discord.Thread,
        reason: Reason,
    ) -> None:
        """Let a match go on in another channel."""
        before = await _of_this_server(interaction, match)
        happened = await interaction.client.store.matches.relocate(
            before.number,
            Place(channel.id, interaction.guild_id),
            discord.utils.utcnow(),
            _in_a_line(reason),
            interaction.id,
        )
        await telling.show(interaction, happened.after, happened.before)


async def _rule(
    interaction: Interaction,
    number: int,
    reason: str,
    decide: Callable[[StoredMatch, datetime, str], Event],
) -> None:
    """Let happen what an administrator decides, and tell both players why."""
    match, now = await _of_this_server(interaction, number), discord.utils.utcnow()
    if interaction.user.id in match.seats:
        raise Refusal("You play in this match yourself; let another administrator decide.")
    before, after, _ = await interaction.client.store.matches.happen(
        match, lambda match: decide(match, now, _in_a_line(reason)), request=interaction.id
    )
    await telling.show(interaction, after, before)


async def _of_this_server(interaction: Interaction, number: int) -> StoredMatch:
    """Find a match that lives in the server of an administrator. Raises `Refusal` for others."""
    server = refuse_others(interaction)
    match = await interaction.client.store.matches.find(number)
    if match.place.server != server:
        raise NoMatch(number)
    return match


def _in_a_line(reason: str) -> str:
    return " ".join(reason.split())


async def setup(bot: Parlour) -> None:
    """Load the cog."""
    await bot.add_cog(Ruling())
