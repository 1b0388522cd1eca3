"""`/profile`: a player's ratings, results, achievements and last matches."""

from collections.abc import Mapping

import discord
from discord import app_commands

from data import ListedMatch, Visibility
from data.player_rating import Standing
from interactions import Bot, CustomId, Interaction, answer_privately, chosen, handles, speech
from interactions.access import may_see, may_see_contest, sees_channel
from interactions.components import Item, Layout, MessageParts, in_rows, select
from interactions.people import own_name, private_appearance
from interactions.speech import label, plain, safe, say
from match.rating import game_of
from rules import GAMES, Listed, ListStyle, Name, Refusal, Sentence
from views.begin_against_computer_page import play_page_button
from views.contest_words import title
from views.lesson_page import lessons_words
from views.profile_picture import ProfileCard

LAST_FINISHED, MOST_FINISHED = 25, 5
"""Of how many finished matches a profile lists how many that may be seen."""
MOST_PANELS = 4
"""How many games are drawn one below the other."""
ALL = "all"
"""The value of the select that means every game."""


class ShowProfile(CustomId, name="profile"):
    """Show a player's profile, of all games or of the one that is chosen, a pool of ratings."""

    person: int
    game: str = ALL


@app_commands.command()
@app_commands.describe(player="Whose profile (default: yours)")
async def profile(interaction: Interaction, player: discord.User | None = None) -> None:
    """Show someone's ratings and results."""
    who = player or interaction.user
    if interaction.client.user == who:
        raise Refusal(
            "Matches against me aren't rated. `/profile` shows which of my levels someone "
            "has beaten."
        )
    await answer_privately(interaction, *await _profile_page(interaction, who.id, own_name(who)))


@handles(ShowProfile)
async def on_game(interaction: Interaction, pressed: ShowProfile, values: list[str]) -> None:
    """Show the profile of one game, or of all."""
    game = chosen(values)
    name = await interaction.client.store.people.name_of(pressed.person)
    if name is None or (game != ALL and game_of(game)[0] not in GAMES):
        raise Refusal("This profile no longer exists; `/profile` shows yours, or another player's.")
    view, files = await _profile_page(interaction, pressed.person, name, game)
    await interaction.response.edit_message(view=view, attachments=files)


async def _profile_page(
    interaction: Interaction, person: int, name: str, pool: str = ALL
) -> MessageParts:
    """Build a player's profile, as far as the person who asks may see it."""
    store, asker = interaction.client.store, interaction.user.id
    rated = await store.ratings.find(person)
    standings = {pool: rated[pool] for pool in rated if game_of(pool)[0] in GAMES}
    statistics = await store.statistics.summarize(
        person,
        pool=None if pool == ALL else pool,
        channels=await _visible_channels(interaction, person),
        asker=asker,
    )
    lines = [f"### {safe(name)}", *(_rating_line(key, standings[key]) for key in standings)]
    if not standings:
        lines.append(
            say("You have no rated matches yet.")
            if person == asker
            else say("{name} has no rated matches yet.", name=Name(name))
        )
    if person != asker:
        head_to_head = await store.statistics.head_to_head(asker, person)
        lines.append(
            say(
                "You against {name}: {won} won, {drawn} drawn, {lost} lost.",
                name=Name(name),
                won=head_to_head.wins,
                drawn=head_to_head.draws,
                lost=head_to_head.losses,
            )
        )
    lines += await _titles(interaction, person)
    lines += await _achievements(interaction.client, person)
    parts: list[Item] = [discord.ui.TextDisplay("\n".join(lines))]
    files, unwritten = [], list[str]()
    if shown := _panels(standings, pool):
        style = await private_appearance(interaction)
        profile_card = ProfileCard(person, name, shown, statistics, discord.utils.utcnow())
        file, gallery = await profile_card.picture(store, style.theme)
        files.append(file)
        parts.append(gallery)
        unwritten = profile_card.speech.names_below()
    finished = await store.lists.finished(person, LAST_FINISHED)
    visible = [match for match in finished if await may_see(interaction, match)][:MOST_FINISHED]
    if texts := [*unwritten, *(_finished_line(match, person) for match in visible)]:
        parts.append(discord.ui.TextDisplay("\n".join(texts)))
    if len(standings) > 1:
        parts.append(_game_select(person, standings, pool))
    if not standings and person == asker:
        parts += in_rows([play_page_button()])
    return MessageParts(Layout(discord.ui.Container(*parts)), files)


def _panels(standings: Mapping[str, Standing], pool: str) -> dict[str, Standing]:
    """Choose the pools to draw: those with the most rated matches, or the one that is chosen."""
    if pool != ALL:
        return {key: standing for key, standing in standings.items() if key == pool}
    by_number = sorted(standings, key=lambda key: -_rated_matches(standings[key]))
    return {key: standings[key] for key in by_number[:MOST_PANELS]}


async def _visible_channels(interaction: Interaction, person: int) -> list[int] | None:
    """List the channels whose matches the person who asks may see; None means all."""
    if person == interaction.user.id:
        return None
    store, server = interaction.client.store, interaction.guild_id
    if (await store.server_settings.find(server)).visibility is Visibility.PLAYERS:
        return []
    channels = [interaction.channel_id or 0]
    if server:
        channels += await store.statistics.channels(person, server)
    return [channel for channel in channels if sees_channel(interaction, channel)]


def _rated_matches(standing: Standing) -> int:
    return standing.wins + standing.draws + standing.losses


def _rating_line(pool: str, standing: Standing) -> str:
    rating = standing.as_of(discord.utils.utcnow())
    return say(
        "**{game}** {rating} ± {deviation} · {results}",
        game=speech.pool_name(pool),
        rating=speech.rating_words(rating),
        results=f"{standing.wins}–{standing.draws}–{standing.losses}",
        deviation=f"{2 * rating.deviation:.0f}",
    )


async def _titles(interaction: Interaction, person: int) -> list[str]:
    """Say which leagues and cups of this server somebody was the last to win."""
    if interaction.guild_id is None:
        return []
    champions = await interaction.client.store.contests.champions(interaction.guild_id)
    titles = tuple(
        Sentence("{event} ({game})", event=title(each.contest), game=each.contest.terms.rules.name)
        for each in champions
        if each.person == person and may_see_contest(interaction, each.contest)
    )
    if not titles:
        return []
    return [say("🏆 Champion: {events}", events=Listed(titles, ListStyle.COMMA))]


async def _achievements(bot: Bot, person: int) -> list[str]:
    """Say in a line each which levels a player has beaten, and how they do in puzzles."""
    beaten = await bot.store.computer.best_beaten(person)
    solved = await bot.store.puzzles.solved(person)
    lines = []
    if learnt := lessons_words(await bot.store.lessons.done(person)):
        lines.append(learnt)
    if beaten:
        levels = tuple(
            Sentence("level {level} at {game}", level=level, game=speech.game_name(game))
            for game, level in beaten.items()
        )
        lines.append(say("Best wins against me: {levels}", levels=Listed(levels, ListStyle.COMMA)))
    if solved:
        numbers = tuple(
            Sentence("{number} in {game}", number=number, game=speech.game_name(game))
            for game, number in solved.items()
        )
        lines.append(say("Puzzles solved: {numbers}", numbers=Listed(numbers, ListStyle.COMMA)))
    if solver := await bot.store.puzzles.solver(person):
        rating = solver.as_of(discord.utils.utcnow())
        lines.append(
            say(
                "Puzzle rating: {rating} ± {deviation}",
                rating=speech.rating_words(rating),
                deviation=f"{2 * rating.deviation:.0f}",
            )
        )
    if best := await bot.store.rushes.best(person):
        lines.append(say("Best puzzle rush: {number}", number=best))
    return lines


def _game_select(person: int, standings: Mapping[str, Standing], pool: str) -> Item:
    """Build the select of the games; live matches are one of their own."""
    options = [
        discord.SelectOption(label=label("All games"), value=ALL, default=pool == ALL),
        *(
            discord.SelectOption(label=plain(speech.pool_name(key)), value=key, default=key == pool)
            for key in standings
        ),
    ]
    return select("Show one game", options, ShowProfile(person, pool))


def _finished_line(match: ListedMatch, person: int) -> str:
    side = match.seats.index(person)
    assert match.ended is not None, "it is finished"
    return say(
        "-# {game} #{match} against {name}: {result}, {date}",
        game=speech.game_name(match.game),
        match=match.number,
        name=match.name(1 - side),
        result=speech.result_words(match, side),
        date=discord.utils.format_dt(match.ended, "d"),
    )
