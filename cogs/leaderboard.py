"""`/leaderboard`: the best players of a game, drawn as a table, page by page."""

from dataclasses import replace
from datetime import timedelta

import discord
from discord import app_commands

from cogs.autocomplete import game_choices
from delivery.lost_access import may_be_told_in
from interactions import CustomId, Interaction, OutOfDate, chosen_number, handles
from interactions.command_translations import translated
from interactions.components import Item, Layout, MessageParts, button, in_rows, select
from interactions.people import place, public_appearance, public_language
from interactions.speech import label, pool_name, say, speaking
from languages import Language
from match.rating import game_of, pool_of
from rules import GAMES, Refusal, Sentence, capital
from views.leaderboard_picture import champion_notes, leaderboard_notes, leaderboard_picture

PAGE_SIZE = 10
"""How many lines a page has, besides that of the person who asks."""
MOST_PAGES = 1_000_000
"""More pages than any leaderboard has."""
HERE, ANYWHERE = "server", "everywhere"
SCOPES = {HERE: Sentence("this server"), ANYWHERE: Sentence("everywhere")}
PERIODS = {
    0: Sentence("all time"),
    30: Sentence("past {number} day", "past {number} days", number=30),
    365: Sentence("past year"),
}
"""The periods that can be chosen, in days; 0 is all time."""
SCOPE_CHOICES = [
    app_commands.Choice(name=translated(capital(words)), value=scope)
    for scope, words in SCOPES.items()
]
PERIOD_CHOICES = [
    app_commands.Choice(name=translated(capital(words)), value=days)
    for days, words in PERIODS.items()
]


class TurnLeaderboard(CustomId, name="leaderboard"):
    """Show a page of a game's leaderboard; server 0 is everywhere, 0 days are all time.

    The game may be the pool of its live matches. `control` names the select that is to change a
    field first: the game, or the scope and period.
    """

    game: str
    server: int
    page: int
    days: int = 0
    control: str = ""


@app_commands.command(description="Show the best players of a game.")
@app_commands.describe(
    game="Which game (default: the most played)",
    scope="This server, or everywhere",
    period="All time, or only recent players",
)
@app_commands.choices(game=game_choices(), scope=SCOPE_CHOICES)
@app_commands.choices(period=PERIOD_CHOICES)
async def leaderboard(
    interaction: Interaction, game: str | None = None, scope: str = HERE, period: int = 0
) -> None:
    """Show the best players of a game."""
    server = (interaction.guild_id or 0) if scope == HERE else 0
    most_played = interaction.client.store.ratings.most_played
    request = TurnLeaderboard(game or await most_played(server or None), server, 0, period)
    with speaking(await _language(interaction)):
        page = await _leaderboard_page(interaction, request)
    await interaction.response.send_message(**page._asdict())


@handles(TurnLeaderboard)
async def on_page(interaction: Interaction, pressed: TurnLeaderboard, values: list[str]) -> None:
    """Show another page of a leaderboard, or another leaderboard."""
    if pressed.page > MOST_PAGES:
        raise OutOfDate
    game, live = game_of(pressed.game)
    if values and pressed.control == "game":
        game = values[0]
        pressed = replace(pressed, game=pool_of(game, live=live), page=0)
    elif values:
        scope, _, days = values[0].partition(" ")
        server = (interaction.guild_id or 0) if scope == HERE else 0
        pressed = replace(pressed, server=server, days=chosen_number(days), page=0)
    if game not in GAMES or pressed.days not in PERIODS:
        raise Refusal("This leaderboard no longer exists; `/leaderboard` shows the current ones.")
    with speaking(await _language(interaction)):
        view, files = await _leaderboard_page(interaction, pressed)
    await interaction.response.edit_message(view=view, attachments=files)


async def _language(interaction: Interaction) -> Language:
    """Return the language in which everybody reads a leaderboard."""
    return await public_language(interaction.client, place(interaction), interaction.user.id)


async def _leaderboard_page(interaction: Interaction, request: TurnLeaderboard) -> MessageParts:
    """Build a page of the present leaderboard, with the line of the person who asks."""
    now, asker = discord.utils.utcnow(), interaction.user.id
    first = request.page * PAGE_SIZE
    ranked = await interaction.client.store.ratings.leaderboard(
        request.game,
        now,
        request.server or None,
        PAGE_SIZE + 1,
        first,
        since=now - timedelta(days=request.days) if request.days else None,
        asker=asker,
    )
    lines = [
        line for line in ranked if first < line.rank <= first + PAGE_SIZE or line.person == asker
    ]
    if request.page and all(line.person == asker for line in lines):
        return await _leaderboard_page(interaction, replace(request, page=0))
    title = pool_name(request.game)
    filter_words = _scope_words(HERE if request.server else ANYWHERE, request.days)
    heading = say("### {game}: {where}", game=title, where=filter_words)
    parts: list[Item] = [discord.ui.TextDisplay(heading)]
    files = []
    if lines:
        style = await public_appearance(interaction.client, place(interaction))
        file, gallery = await leaderboard_picture(title, filter_words, lines, asker, style.theme)
        files.append(file)
        parts.append(gallery)
    notes = leaderboard_notes(request.game, lines, asker)
    if request.server and request.server == interaction.guild_id:
        champions = await interaction.client.store.contests.champions(request.server, request.game)
        shown = [
            one
            for one in champions
            if await may_be_told_in(interaction.client, place(interaction), one.contest.place)
        ]
        notes[:0] = champion_notes(shown, lines)
    parts.append(discord.ui.TextDisplay("\n".join(notes)))
    buttons = []
    if request.page:
        buttons.append(button("Higher up", replace(request, page=request.page - 1, control="")))
    if ranked and ranked[-1].rank > first + PAGE_SIZE:
        buttons.append(button("Further down", replace(request, page=request.page + 1, control="")))
    rows = in_rows([*buttons, _other_pool(request)])
    view = Layout(discord.ui.Container(*parts, *_selects(request), *rows))
    return MessageParts(view, files)


def _other_pool(request: TurnLeaderboard) -> Item:
    """Return the button to the leaderboard of live matches, or back to that of days."""
    game, live = game_of(request.game)
    other = replace(request, game=pool_of(game, live=not live), page=0, control="pool")
    return button("Correspondence matches" if live else "Live matches", other)


def _scope_words(scope: str, days: int) -> Sentence:
    return Sentence("{place} · {period}", place=SCOPES[scope], period=PERIODS[days])


def _selects(request: TurnLeaderboard) -> list[Item]:
    """Build the selects of the game, and of the scope and period."""
    game, _ = game_of(request.game)
    games = [
        discord.SelectOption(label=rules.name, value=key, default=key == game)
        for key, rules in GAMES.items()
    ]
    places = [
        discord.SelectOption(
            label=label(capital(_scope_words(scope, days)))[:100],
            value=f"{scope} {days}",
            default=(scope == HERE) == bool(request.server) and days == request.days,
        )
        for scope in SCOPES
        for days in PERIODS
    ]
    return [
        select("Another game", games, replace(request, control="game")),
        select("Where and when", places, replace(request, control="where")),
    ]
