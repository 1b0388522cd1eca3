"""Club matches whose bot is stopped: each card stands once in both servers, wherever that was."""

from contextlib import suppress

import pytest

from contests.club import TOGETHER
from data import Person, Place
from data.club_values import SIGN_UP, ClubState, ClubTerms
from data.time_controls import VOTE_PACES
from delivery.posting import custom_ids
from match import verbs
from tests.cogs import test_club
from tests.cogs.test_club import Two
from tests.data.sample_matches import do
from tests.simulated_discord.display_modes import one_thread_for_each_message
from tests.simulated_discord.interruptions import each_step
from tests.simulated_discord.table import Table, poll
from tests.thorough import mostly_thorough

two = test_club.two
STOPS = mostly_thorough(["killed after a request", "killed before a request", "answer lost"])


@pytest.mark.parametrize("kind", STOPS)
async def test_it_is_shown_once_in_both_servers_wherever_it_is_stopped(two: Two, kind: str) -> None:
    """The bot is killed at each request by which two cards and two boards are shown."""
    table = two.table
    for step, interruption in each_step(kind):
        number = await _signed_up(two)
        await table.env.advance_time(SIGN_UP.total_seconds() + 60)
        with suppress(BaseException), interruption:
            await poll(table)
        await _goes_on(table)
        found = await table.bot.store.clubs.find(number)
        assert found.state is ClubState.RUNNING
        assert await table.bot.store.clubs.to_show() == []
        for channel in (table.channel, two.channel):
            marks = [mark for one in channel.history() for mark in custom_ids(one.components)]
            assert marks.count(f"clubboard|{number}|running") == 1
            assert f"clubjoin|{number}" not in marks, step
            for game in found.games:
                assert marks.count(f"match|{game.match}|0|move") == 1
        await table.bot.store.forgetting.forget(table.ada.id, table.env.now())
        await table.bot.store.forgetting.forget(table.ben.id, table.env.now())
        await poll(table)


@pytest.mark.parametrize("kind", STOPS)
async def test_a_move_is_told_once_on_both_cards_wherever_it_is_stopped(
    two: Two, kind: str
) -> None:
    table = two.table
    await two.begin("bizingo")
    players = {table.ada.id: (table.ada, table.channel), two.eve.id: (two.eve, two.channel)}
    for step, interruption in each_step(kind):
        before = await table.match(1)
        who, where = players[before.seats[before.turn]]
        with suppress(BaseException), interruption:
            text = next(iter(before.position.moves()))
            await who.slash(where, "move", move=text, match=1)
        await _goes_on(table)
        match = await table.match(1)
        assert match.count in (before.count, before.count + 1)
        for channel in (table.channel, two.channel):
            marks = [mark for one in channel.history() for mark in custom_ids(one.components)]
            own = [mark for mark in marks if mark.startswith("match|1|") and "move" in mark]
            assert own == [f"match|1|{match.count}|move"], step


@pytest.mark.parametrize("kind", STOPS)
async def test_what_servers_play_together_is_shown_once_in_each_wherever_it_is_stopped(
    two: Two, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot is killed at each request by which the cards and threads of both are made."""
    table = two.table
    one_thread_for_each_message(table, monkeypatch)
    for step, interruption in each_step(kind):
        number = await _accepted(two, TOGETHER)
        with suppress(BaseException), interruption:
            for _ in range(2):
                await poll(table)
        await _goes_on(table)
        (game,) = (await table.bot.store.clubs.find(number)).games
        for channel in (table.channel, two.channel):
            shown = [one for each in (channel, *channel.threads) for one in each.history()]
            marks = [mark for one in shown for mark in custom_ids(one.components)]
            assert marks.count(f"clubboard|{number}|running") == 1, step
            assert marks.count(f"match|{game.match}|0|move") == 1, step
        assert len(table.channel.threads) == len(two.channel.threads), step
        await do(table.bot.store, game.match, verbs.resign, table.guild.id, table.env.now())
        for _ in range(2):
            await poll(table)


async def _goes_on(table: Table) -> None:
    """Start the bot again, and let it show all that is not shown."""
    await table.restart()
    for _ in range(3):
        await poll(table)
    assert await table.bot.store.mirrors.to_show() == []


async def _signed_up(two: Two) -> int:
    """Let two people of each server sign up in the store, and the cards be posted."""
    store, now = two.table.bot.store.clubs, two.table.env.now()
    number = await _accepted(two, 2)
    here, there = two.table.guild.id, two.guild.id
    people = (two.table.ada, here), (two.table.ben, here), (two.eve, there), (two.fay, there)
    for who, server in people:
        await store.join(number, Person(who.id, who.name), server, now)
    await poll(two.table)
    return number


async def _accepted(two: Two, boards: int) -> int:
    """Let a challenge be accepted in the store."""
    store, now = two.table.bot.store.clubs, two.table.env.now()
    terms = ClubTerms(game="bizingo", options={}, boards=boards, pace=VOTE_PACES[1])
    here = Place(two.table.channel.id, two.table.guild.id)
    there = Place(two.channel.id, two.guild.id)
    code = f"CODE{now.timestamp():.0f}"
    await store.challenge(terms, here, "Foxes", code, now)
    return (await store.accept(code, there, "Owls", now)).id
