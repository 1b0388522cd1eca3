"""Players of leagues, cups and ladders who cannot see the channel are told, and can play on."""

import simcord

from contests.contest import Form
from data import ContestTerms, Person, Place, StoredMatch
from interactions import said
from match import verbs
from rules import Sentence
from tests.cogs.test_ladder import challenge, join_all
from tests.delivery.test_lost_access import close_channel, letters
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Table, later, poll, words
from tests.thorough import THOROUGH


def letter(match: StoredMatch, who: simcord.MemberActor) -> str:
    """Return what somebody is told who can't see the channel of a match."""
    number, opponent = (
        match.number,
        said(Sentence("{name}", name=match.name(1 - match.side_of(who.id)))),
    )
    return (
        f"You can no longer see the channel of Hoyito #{number} against **{opponent}**. Play "
        f"here with `/matches`, or type `/board match:{number}` in a channel you both see."
    )


async def sign_up(table: Table, form: Form, at_once: int | None = 4) -> None:
    """Open an event that begins in an hour, and let Ada, Ben, Cleo and somebody else join."""
    store, now = table.bot.store.contests, table.env.now()
    place = Place(table.channel.id, table.guild.id)
    terms = ContestTerms(form=form, game="hoyito", options={}, most=5, at_once=at_once)
    people = (table.ada, table.ben, table.cleo, table.guild.add_member(table.env.create_user("D")))
    await store.open(terms, place, Person(table.cleo.id, "Cleo"), now, now)
    for who in people:
        await store.join(1, Person(who.id, who.user.name), table.guild.id, now)


async def go_on(table: Table) -> None:
    """Let what is due happen, and what comes of it be told."""
    for _ in range(2):
        await later(table, seconds=30)


async def matches_of(table: Table, who: simcord.MemberActor) -> list[StoredMatch]:
    """Return the matches of somebody that an event has begun."""
    contest = await table.bot.store.contests.find(1)
    found = [await table.match(game.match) for game in contest.games if game.match]
    return [match for match in found if who.id in match.seats]


@THOROUGH
async def test_whoever_loses_sight_of_a_league_is_told_of_each_match_once(table: Table) -> None:
    await sign_up(table, Form.LEAGUE)
    await go_on(table)
    own = await matches_of(table, table.ben)
    assert len(own) == 4
    assert letters(table.ben) == []
    await close_channel(table, table.ben)
    await go_on(table)
    assert sorted(letters(table.ben)) == sorted(letter(match, table.ben) for match in own)
    assert letters(table.ada) == []


async def test_whoever_does_not_see_a_cup_when_it_begins_is_told(table: Table) -> None:
    await sign_up(table, Form.CUP)
    await close_channel(table, table.ben)
    await go_on(table)
    own = await matches_of(table, table.ben)
    assert len(own) == 2
    assert sorted(letters(table.ben)) == sorted(letter(match, table.ben) for match in own)
    assert letters(table.ada) == []


@THOROUGH
async def test_the_next_match_of_an_event_is_told_as_well(table: Table) -> None:
    await sign_up(table, Form.LEAGUE, at_once=1)
    await close_channel(table, table.ben)
    await go_on(table)
    (first,) = await matches_of(table, table.ben)
    assert letters(table.ben) == [letter(first, table.ben)]
    now = table.env.now()
    await table.bot.store.matches.apply(
        first.number, lambda match: verbs.resign(match, table.ben.id, now)
    )
    await go_on(table)
    _, second = await matches_of(table, table.ben)
    assert letters(table.ben)[1:] == [letter(second, table.ben)]


@THOROUGH
async def test_who_does_not_see_it_plays_on_privately_and_may_move_it(table: Table) -> None:
    await sign_up(table, Form.LEAGUE)
    await go_on(table)
    await close_channel(table, table.ben)
    await poll(table)
    own = await matches_of(table, table.ben)
    match = own[0]
    there = table.guild.create_text_channel("open")
    await table.ben.slash(there, "board", match=match.number)
    assert (await table.match(match.number)).place.channel == there.id
    assert there.last_message is not None
    assert "· League 1" in words(there.last_message)
    mine = await table.ben.slash(there, "matches")
    assert all(f"#{one.number}" in words(mine.response) for one in own)
    asked = private(await table.ben.slash(there, "match resign", match=match.number))
    await table.ben.click(asked, label="Yes, resign")
    await poll(table)
    contest = await table.bot.store.contests.find(1)
    ended = next(game for game in contest.games if game.match == match.number)
    assert ended.played.points is not None


async def test_whoever_loses_sight_of_a_ladders_match_is_told(table: Table) -> None:
    card = await join_all(table)
    sent = await challenge(table, table.cleo, table.ben, card)
    await table.ben.click(sent, label="Accept")
    await close_channel(table, table.ben)
    await later(table, seconds=30)
    assert letters(table.ben) == [letter(await table.match(), table.ben)]
