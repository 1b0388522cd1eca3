"""Leaderboards: who is best at a game, drawn as a table, page by page."""

from dataclasses import replace
from datetime import timedelta

import discord
from discord import app_commands
from discord.ext import commands

from interactions import Bot, Interaction, label, say
from interactions.audience import public_appearance, public_language
from interactions.command_translations import translated
from interactions.components import Item, Layout, button, in_rows, select
from interactions.custom_ids import CustomId, OutOfDate, handles
from interactions.names import place
from interactions.speech import speaking
from languages import Language
from rules import GAMES, Refusal, Sentence, capital
from views.leaderboard_table import notes, table

PAGE = 10
"""So many lines are drawn at once, and that of whoever asks."""
MOST_PAGES = 1_000_000
"""No leaderboard is longer."""
HERE, ANYWHERE = "server", "everywhere"
PLACES = {HERE: Sentence("this server"), ANYWHERE: Sentence("everywhere")}
PERIODS = {
    0: Sentence("all time"),
    30: Sentence("last {number} day", "last {number} days", number=30),
    365: Sentence("last year"),
}
"""The times that can be chosen, in days."""
GAME_CHOICES = [
    app_commands.Choice(name=rules.name, value=key) for key, rules in [*GAMES.items()][:25]
]
SCOPES = [
    app_commands.Choice(name=translated(capital(words)), value=scope)
    for scope, words in PLACES.items()
]
PERIOD_CHOICES = [
    app_commands.Choice(name=translated(capital(words)), value=days)
    for days, words in PERIODS.items()
]


class TurnLeaderboard(CustomId, name="leaderboard"):
    """Turn to a page of a game's leaderboard; server 0 is everywhere, 0 days are all time.

    `control` tells which select changes something before: the game, or the place and the time.
    """

    game: str
    server: int
    page: int
    days: int = 0
    control: str = ""


class LeaderboardCog(commands.Cog):
    """Who is best."""

    @app_commands.command(description="Show who is best at a game.")
    @app_commands.describe(
        game="Which game; left out, the one that is played most",
        scope="This server, or everywhere",
        period="Of all time, or only who has played lately",
    )
    @app_commands.choices(game=GAME_CHOICES, scope=SCOPES)
    @app_commands.choices(period=PERIOD_CHOICES)
    async def leaderboard(
        self,
        interaction: Interaction,
        game: str | None = None,
        scope: str = HERE,
        period: int = 0,
    ) -> None:
        """Show who is best at a game."""
        server = (interaction.guild_id or 0) if scope == HERE else 0
        most_rated = interaction.client.store.ratings.most_rated
        key = game or await most_rated(server or None) or ""
        asked = TurnLeaderboard(key if key in GAMES else next(iter(GAMES)), server, 0, period)
        with speaking(await _language(interaction)):
            view, files = await leaderboard_page(interaction, asked)
        await interaction.response.send_message(view=view, files=files)


@handles(TurnLeaderboard)
async def on_page(interaction: Interaction, pressed: TurnLeaderboard, values: list[str]) -> None:
    """Turn to another page of a leaderboard, or to another leaderboard."""
    if pressed.page > MOST_PAGES:
        raise OutOfDate
    if values and pressed.control == "game":
        pressed = replace(pressed, game=values[0], page=0)
    elif values:
        scope, _, days = values[0].partition(" ")
        server = (interaction.guild_id or 0) if scope == HERE else 0
        pressed = replace(pressed, server=server, days=int(days), page=0)
    if pressed.game not in GAMES or pressed.days not in PERIODS:
        raise Refusal("This leaderboard is kept no longer; `/leaderboard` shows those there are.")
    with speaking(await _language(interaction)):
        view, files = await leaderboard_page(interaction, pressed)
    await interaction.response.edit_message(view=view, attachments=files)


async def _language(interaction: Interaction) -> Language:
    """Give the language in which all read a leaderboard."""
    return await public_language(interaction.client, place(interaction), interaction.user.id)


async def leaderboard_page(
    interaction: Interaction, asked: TurnLeaderboard
) -> tuple[discord.ui.LayoutView, list[discord.File]]:
    """Build a page of a leaderboard as it is now, with the line of whoever asks."""
    now, asker = discord.utils.utcnow(), interaction.user.id
    first = asked.page * PAGE
    ranked = await interaction.client.store.ratings.leaderboard(
        asked.game,
        now,
        asked.server or None,
        PAGE + 1,
        first,
        since=now - timedelta(days=asked.days) if asked.days else None,
        asker=asker,
    )
    lines = [line for line in ranked if first < line.rank <= first + PAGE or line.person == asker]
    if asked.page and all(line.person == asker for line in lines):
        return await leaderboard_page(interaction, replace(asked, page=0))
    title, where = GAMES[asked.game].name, _where(asked)
    heading = say("### {game}: {where}", game=title, where=where)
    parts: list[Item] = [discord.ui.TextDisplay(heading)]
    files = []
    if lines:
        style = await public_appearance(interaction.client, place(interaction))
        file, gallery = await table(title, where, lines, asker, style.theme)
        files.append(file)
        parts.append(gallery)
    parts.append(discord.ui.TextDisplay("\n".join(notes(asked.game, lines, asker))))
    turns = []
    if asked.page:
        turns.append(button("Higher up", replace(asked, page=asked.page - 1, control="")))
    if ranked and ranked[-1].rank > first + PAGE:
        turns.append(button("Further down", replace(asked, page=asked.page + 1, control="")))
    rows = in_rows(turns) if turns else []
    return Layout(discord.ui.Container(*parts, *_selects(asked), *rows)), files


def _where(asked: TurnLeaderboard) -> Sentence:
    return _told(HERE if asked.server else ANYWHERE, asked.days)


def _told(scope: str, days: int) -> Sentence:
    return Sentence("{place} · {period}", place=PLACES[scope], period=PERIODS[days])


def _selects(asked: TurnLeaderboard) -> list[Item]:
    """Build the selects of the game, and of the place and the time."""
    games = [
        discord.SelectOption(label=rules.name, value=key, default=key == asked.game)
        for key, rules in GAMES.items()
    ]
    places = [
        discord.SelectOption(
            label=label(capital(_told(scope, days)))[:100],
            value=f"{scope} {days}",
            default=(scope == HERE) == bool(asked.server) and days == asked.days,
        )
        for scope in PLACES
        for days in PERIODS
    ]
    return [
        select("Another game", games, replace(asked, control="game")),
        select("Where and when", places, replace(asked, control="where")),
    ]


async def setup(bot: Bot) -> None:
    """Load the cog."""
    await bot.add_cog(LeaderboardCog())
