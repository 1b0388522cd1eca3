"""A profile: somebody's ratings, results and last matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import whisper
from cogs.controls import text_view
from cogs.matches.seeing import may_see
from cogs.names import game_name, own_name, safe
from cogs.words import rating_words, result_words
from data import ListedMatch, Standing
from rules import GAMES, Position

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

LATELY = 5
"""So many changes of a rating, and so many finished matches, a profile tells."""


class Profiles(commands.Cog):
    """Who plays how well."""

    @app_commands.command()
    @app_commands.describe(player="Whose profile; left out, your own")
    async def profile(self, interaction: Interaction, player: discord.User | None = None) -> None:
        """Show somebody's ratings and results."""
        who = player or interaction.user
        ratings = interaction.client.store.ratings
        standings = await ratings.of(who.id)
        lines = [f"### {safe(own_name(who))}"]
        now = discord.utils.utcnow()
        for key, standing in sorted(standings.items()):
            if key in GAMES:
                lines.append(_standing(GAMES[key], standing))
                changes = await ratings.history(who.id, key, LATELY)
                steps = " → ".join(rating_words(change.after) for change in changes)
                settled = standing.as_of(now).deviation
                lines.append(f"-# lately {steps} · give or take {2 * settled:.0f}")
        if not standings:
            lines.append("No rated match yet.")
        if who.id != interaction.user.id:
            between = await ratings.head_to_head(interaction.user.id, who.id)
            lines.append(
                f"You against {safe(own_name(who))}: {between.wins} won, {between.draws} drawn, "
                f"{between.losses} lost."
            )
        finished = await interaction.client.store.matches.finished(who.id)
        seen = [match for match in finished if may_see(interaction, match)]
        lines += [_finished(match, who.id) for match in seen[:LATELY]]
        await whisper(interaction, view=text_view(*lines))


def _standing(rules: type[Position], standing: Standing) -> str:
    rating = rating_words(standing.as_of(discord.utils.utcnow()))
    return f"**{rules.name}** {rating} · {standing.wins}–{standing.draws}–{standing.losses}"


def _finished(match: ListedMatch, person: int) -> str:
    side = match.seats.index(person)
    if match.ended is None:
        return ""
    when = discord.utils.format_dt(match.ended, "d")
    result = f"{result_words(match, side)}, {when}"
    return f"-# {_name(match)} against {safe(match.names[1 - side])}: {result}"


def _name(match: ListedMatch) -> str:
    return f"{game_name(match.game)} #{match.number}"


async def setup(bot: Parlour) -> None:
    """Load the cog."""
    await bot.add_cog(Profiles())
