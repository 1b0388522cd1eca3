"""Looking: a match as text, leaderboards and profiles."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.acts import Act, OutOfDate, pressed
from cogs.answers import whisper
from cogs.controls import button, in_rows, text_view
from cogs.names import game_name, own_name, safe
from cogs.offering import any_match
from cogs.seeing import may_see, visible
from cogs.words import rating_words, result_words
from data import ListedMatch, Ranked, Standing
from rules import GAMES, Position, Refusal

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

PAGE = 15
"""So many lines of a leaderboard fit a phone."""
MOST_PAGES = 1_000_000
"""No leaderboard is longer."""
LATELY = 5
"""So many changes of a rating, and so many finished matches, a profile tells."""
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


class Looking(commands.Cog):
    """What there is to see."""

    @app_commands.command()
    @app_commands.describe(match="Which match")
    @app_commands.autocomplete(match=any_match)
    async def record(self, interaction: Interaction, match: app_commands.Range[int, 1]) -> None:
        """Give a match as text, with every move."""
        await visible(interaction, match)
        text = await interaction.client.store.matches.record(match)
        file = discord.File(io.BytesIO(text.encode()), f"match-{match}.txt")
        view = text_view(f"Match #{match} as text:", rows=[discord.ui.File(file)])
        await whisper(interaction, view=view, files=[file])

    @app_commands.command()
    @app_commands.describe(game="Which game", scope="This server, or everywhere")
    @app_commands.choices(game=GAME_CHOICES, scope=SCOPES)
    async def leaderboard(self, interaction: Interaction, game: str, scope: str = "server") -> None:
        """Show who is best at a game."""
        server = interaction.guild_id if scope == "server" else None
        await interaction.response.send_message(
            view=await _leaderboard(interaction, GAMES[game], server, 0)
        )

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
    await bot.add_cog(Looking())
