"""My season: the page of somebody in a league or a cup, and what its buttons do."""

import discord

from contests.contest import Form
from data import Contest, ListedMatch
from interactions import Interaction, OutOfDate, answer_privately, handles
from interactions.access import visible_contest
from interactions.components import MessageParts
from interactions.people import private_appearance
from rules import Refusal
from views import contest_ids, contest_page, my_season_page
from views.cross_tables_and_brackets import cross_tables_or_bracket, picture_speech


@handles(contest_ids.OpenMySeason)
async def on_my_season(interaction: Interaction, pressed: contest_ids.OpenMySeason) -> None:
    """Show how one stands in a contest."""
    await show_my_season(interaction, pressed.contest)


@handles(contest_ids.ShowReckoning)
async def on_reckoning(interaction: Interaction, pressed: contest_ids.ShowReckoning) -> None:
    """Show how the places of a division are reckoned."""
    contest = await visible_contest(interaction, pressed.contest)
    divisions = {one.division for one in contest.entrants}
    if contest.terms.form is not Form.LEAGUE or contest.started is None:
        raise OutOfDate
    if pressed.division not in divisions:
        raise OutOfDate
    await answer_privately(interaction, contest_page.reckoning_page(contest, pressed.division))


async def show_my_season(interaction: Interaction, number: int | None) -> None:
    """Show how somebody stands, in the contest of a number or the first that they are in."""
    store, who = interaction.client.store, interaction.user.id
    if number is None:
        found = await store.contests.of_person(who, interaction.guild_id)
        if not found:
            raise Refusal("You're not in any league or cup here; `/season show` lists them.")
        contest = found[0]
    else:
        contest = await visible_contest(interaction, number)
    await answer_privately(interaction, *await _my_page(interaction, contest))


async def _my_page(interaction: Interaction, contest: Contest) -> MessageParts:
    store, who = interaction.client.store, interaction.user.id
    entrant = contest.entrant(who)
    if entrant is None:
        raise Refusal("You're not in this league or cup; `/season show` lists them all.")
    others = [
        one
        for one in await store.contests.of_person(who, interaction.guild_id)
        if one.id != contest.id
    ]
    drawn = []
    if contest.started is not None:
        style = await private_appearance(interaction)
        drawn = await cross_tables_or_bracket(contest, style.theme, who, entrant.division)
    view = my_season_page.my_season_page(
        contest,
        entrant,
        await _live_matches(interaction, contest),
        discord.utils.utcnow(),
        others,
        [gallery for _, gallery in drawn],
        picture_speech(contest, entrant.division).names_below() if drawn else (),
    )
    return MessageParts(view, [file for file, _ in drawn])


async def _live_matches(interaction: Interaction, contest: Contest) -> list[ListedMatch]:
    """List somebody's matches of a contest that go on, theirs to move first."""
    numbers = {game.match for game in contest.games if game.played.points is None}
    live = await interaction.client.store.matches.find_live(interaction.user.id)
    return [match for match in live if match.number in numbers]
