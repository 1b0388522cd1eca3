"""Leaderboards: who is best at a game, page by page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.acts import Act, OutOfDate, pressed
from cogs.controls import button, in_rows, text_view
from cogs.names import safe
from cogs.words import rating_words
from data import Ranked
from rules import GAMES, Position, Refusal

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

PAGE = 15
"""So many lines of a leaderboard fit a phone."""
MOST_PAGES = 1_000_000
"""No leaderboard is longer."""
MINUS = "\N{MINUS SIGN}"
GAME_CHOICES = [app_commands.Choice(name=rules.name, value=key) for key, rules in GAMES.items()][
    :25
]
SCOPES = [
    app_commands.Choice(name="This server", value="server"),
    app_commands.Choice(name="Everywhere", value="everywhere"),
]


@dataclass(frozen=True)
class TurnLeaderboard(Act, name="leaderboard"):
    """Turn to a page of a game's leaderboard; server 0 is everywhere."""

    game: str
    server: int
    page: int


class Leaderboards(commands.Cog):
    """Who is best."""

    @app_commands.command()
    @app_commands.describe(game="Which game", scope="This server, or everywhere")
    @app_commands.choices(game=GAME_CHOICES, scope=SCOPES)
    async def leaderboard(self, interaction: Interaction, game: str, scope: str = "server") -> None:
        """Show who is best at a game."""
        server = interaction.guild_id if scope == "server" else None
        await interaction.response.send_message(
            view=await _leaderboard(interaction, GAMES[game], server, 0)
        )


@pressed(TurnLeaderboard)
async def on_page(interaction: Interaction, act: TurnLeaderboard, _values: list[str]) -> None:
    """Turn to another page of a leaderboard."""
    if act.page > MOST_PAGES:
        raise OutOfDate
    if act.game not in GAMES:
        raise Refusal("This game is no longer played here.")
    view = await _leaderboard(interaction, GAMES[act.game], act.server or None, act.page)
    await interaction.response.edit_message(view=view)


async def _leaderboard(
    interaction: Interaction, rules: type[Position], server: int | None, page: int
) -> discord.ui.LayoutView:
    """Show a page of a leaderboard, as it is now."""
    ranked = await interaction.client.store.ratings.leaderboard(
        rules.key, discord.utils.utcnow(), server, PAGE + 1, page * PAGE
    )
    where = "everywhere" if server is None else "this server"
    lines = [f"### {rules.name}: leaderboard, {where}", *map(_ranked, ranked[:PAGE])]
    if not ranked:
        lines.append(f"Nobody has a rated match yet. Be the first: `/{rules.key}`.")
    results = "won–drawn–lost" if server is None else "won–drawn–lost in this server"
    own = "" if server is None else ", the rating from everywhere"
    lines.append(f"-# Glicko-2{own} · ? while unsure · {results} · change over 30 days")
    turns = []
    if page:
        turns.append(button("Higher up", TurnLeaderboard(rules.key, server or 0, page - 1)))
    if len(ranked) > PAGE:
        turns.append(button("Further down", TurnLeaderboard(rules.key, server or 0, page + 1)))
    return text_view(*lines, rows=in_rows(turns))


def _ranked(line: Ranked) -> str:
    change = f" ({line.change:+.0f})".replace("-", MINUS) if round(line.change) else ""
    return (
        f"{line.rank}\\. **{safe(line.name)}** {rating_words(line.rating)}{change} "
        f"· {line.wins}–{line.draws}–{line.losses}"
    )


async def setup(bot: Parlour) -> None:
    """Load the cog."""
    await bot.add_cog(Leaderboards())
