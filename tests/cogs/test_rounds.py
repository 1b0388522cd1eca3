"""Rounds: reminders, time-outs and expired challenges, once each, over restarts too."""

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import chain, zip_longest
from math import inf

import pytest
import simcord

from cogs.rounds import RoundsCog
from contests.contest import Form
from data import ContestTerms, Person, Place, StoredMatch
from data.due import Due
from data.reminders import Reminder
from data.unusable_file import UnusableNow
from data.values import Happened
from match import verbs
from match.event import Event
from tests.programs import PATIENCE
from tests.simulated_discord.finished_match import SHORT
from tests.simulated_discord.table import Table, labels, later, poll, words
from tests.thorough import THOROUGH

pytestmark = pytest.mark.usefixtures("all_experienced")


@THOROUGH
async def test_player_is_reminded_once_when_four_fifths_of_the_time_are_used(table: Table) -> None:
    await table.begin("hoyito", pace=7)
    card = table.last
    await later(table, days=5.59)
    assert table.last.id == card.id
    await later(table, days=0.02)
    reminder = table.last
    assert [user.id for user in reminder.mentions] == [table.ada.id]
    assert "**Ben** is waiting for your move in [Hoyito #1](" in words(reminder)
    assert "): time runs out <t:" in words(reminder)
    assert str(card.id) in words(reminder)
    await later(table, hours=1)
    await table.restart()
    await poll(table)
    assert table.last.id == reminder.id


@THOROUGH
async def test_running_out_of_time_loses(table: Table) -> None:
    await table.begin("hoyito", *SHORT, pace=1)
    card = table.last
    await later(table, days=0.9)
    await later(table, days=0.2)
    said = words(table.last)
    assert "# Ben wins" in said
    assert "Ada ran out of time." in said
    assert "Ratings:" in said
    assert {user.id for user in table.last.mentions} == {table.ada.id, table.ben.id}
    assert labels(await table.channel_message(card.id)) == []
    result = table.last
    await poll(table)
    assert table.last.id == result.id


@THOROUGH
async def test_running_out_of_time_at_the_start_aborts(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    await later(table, days=1.1)
    people = f"<@{table.ada.id}> <@{table.ben.id}>"
    assert words(table.last).startswith(
        f"# Aborted\n{people} Time ran out before both players had made two moves, so the match "
        "was aborted.\n"
    )
    assert await table.bot.store.ratings.find(table.ada.id) == {}


@THOROUGH
async def test_match_without_a_clock_waits_for_ever(table: Table) -> None:
    await table.begin("hoyito", pace=0)
    assert "time runs out" not in words(table.last)
    await later(table, days=40)
    assert (await table.match()).result is None


@THOROUGH
async def test_expired_challenge_says_so_on_its_card(table: Table) -> None:
    await table.ada.slash(table.channel, "ringo")
    await later(table, days=3.1)
    assert "Nobody accepted **Ada**'s Ringo challenge" in words(table.last)
    assert labels(table.last) == []


@THOROUGH
async def test_time_while_the_bot_was_away_is_given_back(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    await poll(table)
    left = await table.time_left()
    await table.bot.close()
    await table.env.advance_time(86_400 * 2)
    await table.restart()
    await poll(table)
    assert (await table.match()).result is None
    assert abs(await table.time_left() - left) < timedelta(minutes=1)


async def test_reminder_goes_by_direct_message_where_the_channel_is_closed(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    table.fail("POST", status=403, code=50013)
    await later(table, days=0.85)
    letter = table.ada.user.dm_channel.last_message
    assert "is waiting for your move" in words(letter)


@THOROUGH
async def test_a_clock_that_is_set_ahead_runs_out_nobodys_time(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await table.begin("hoyito", pace=1)
    await poll(table)
    left = (await table.match()).deadline
    assert left is not None
    evenly = table.env.now().timestamp()
    monkeypatch.setattr("interactions.clock_jumps.monotonic", lambda: evenly)
    await later(table, days=5)
    match = await table.match()
    assert match.result is None
    assert match.deadline == left + timedelta(days=5)
    assert "the machine's clock jumped by " in caplog.text


async def begin_events(table: Table, number: int) -> list[int]:
    """Begin so many leagues of three, each with something due every day."""
    store, now = table.bot.store, table.env.now()
    people = [Person(who.id, name) for who, name in zip_names(table)]
    terms = ContestTerms(form=Form.LEAGUE, game="hoyito", options={})
    begun = []
    for server in range(1, number + 1):
        place = Place(server, server)
        event = await store.contests.open(terms, place, people[0], now, now)
        for person in people:
            await store.contests.join(event.id, person, server, now)
        begun.append(event.id)
    return begun


def zip_names(table: Table) -> list[tuple[simcord.MemberActor, str]]:
    """Return the three people with their names."""
    return [(table.ada, "Ada"), (table.ben, "Ben"), (table.cleo, "Cleo")]


@THOROUGH
async def test_many_leagues_that_go_on_at_once_keep_no_time_out_waiting(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.begin("hoyito", pace=1)
    events = await begin_events(table, 10)
    contests, rounds = table.bot.store.contests, list[list[int]]()
    clock = 0.0

    async def slowly(number: int, now: datetime, **channel: bool) -> object:
        nonlocal clock
        assert (await table.match()).over, "time-outs come first"
        clock += 5.0
        rounds[-1].append(number)
        return await type(contests).go_on(contests, number, now, **channel)

    monkeypatch.setattr(contests, "go_on", slowly)
    monkeypatch.setattr("cogs.rounds.perf_counter", lambda: clock)
    monkeypatch.setattr("cogs.rounds.CONTEST_SECONDS", 10.0)
    monkeypatch.setattr(table.bot.metrics, "begin_round", lambda: rounds.append([]))
    await table.env.advance_time(timedelta(days=1.1).total_seconds())
    for _ in range(10):
        await poll(table)
    assert max(map(len, rounds)) <= 3, "the next round begins soon"
    assert {number for numbers in rounds for number in numbers} == {*events}


@pytest.mark.parametrize("store", ["contests.use_up_vacation", "contests.due", "ladders.due"])
async def test_what_fails_in_an_event_keeps_nothing_else_from_being_told(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, store: str
) -> None:
    await table.begin("hoyito", pace=1)
    place, name = store.split(".")

    async def broken(*_told: object) -> object:
        raise AssertionError("it cannot be folded")

    monkeypatch.setattr(getattr(table.bot.store, place), name, broken)
    monkeypatch.setattr(table.bot.store.contests, "vacations_over", one_is_over)
    await later(table, days=0.81)
    assert "is waiting for your move" in words(table.last)
    assert [one for one in caplog.records if one.levelno >= logging.ERROR]


async def one_is_over(_now: datetime) -> list[tuple[int, int]]:
    """Say that somebody has used up the vacation of an event."""
    return [(1, 2)]


@pytest.mark.parametrize("left_to", ["tell", "decide"])
async def test_while_something_is_left_the_next_round_begins_at_once(
    table: Table, monkeypatch: pytest.MonkeyPatch, left_to: str
) -> None:
    cog, rounds, third = RoundsCog(table.bot), 0, asyncio.Event()

    async def run_round() -> None:
        nonlocal rounds
        rounds += 1
        if left_to == "tell":
            cog._queue.is_behind = rounds < 3
        else:
            cog._is_deciding = rounds < 3
        if rounds == 3:
            third.set()
        await asyncio.sleep(0)

    monkeypatch.setattr(cog, "run_round", run_round)
    polling = asyncio.create_task(cog._poll_forever())
    try:
        async with asyncio.timeout(PATIENCE):
            await third.wait()
        for _ in range(10):
            await asyncio.sleep(0)
        assert rounds == 3, "then it waits"
    finally:
        polling.cancel()


async def test_most_of_what_is_told_first_are_time_outs(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    cog, now = RoundsCog(table.bot), table.env.now()
    cog._ended = dict.fromkeys(range(1, 41))

    async def to_send(_now: datetime) -> list[Reminder]:
        place = Place(table.channel.id, table.guild.id)
        return [Reminder(one, table.ada.id, False, place, now, None) for one in range(101, 141)]

    monkeypatch.setattr(table.bot.store.reminders, "to_send", to_send)
    due = Due(reminders=(), time_outs=(), expiries=())
    kinds = await cog._jobs(due, now)
    first = [job.kind for job in chain.from_iterable(zip_longest(*kinds)) if job is not None][:45]
    assert first.count("match") == 40
    assert first.count("reminder") == 5


@pytest.mark.parametrize("is_failing", [True, False])
async def test_after_a_round_that_told_nothing_the_next_one_waits(
    table: Table, monkeypatch: pytest.MonkeyPatch, is_failing: bool
) -> None:
    """The database fails, or Discord is not there, just after a round that was behind."""
    cog = RoundsCog(table.bot)
    cog._queue.is_behind = True

    async def is_there(*_when: object) -> bool:
        if is_failing:
            raise UnusableNow("disk I/O error")
        return False

    monkeypatch.setattr(cog, "_is_discord_there", is_there)
    await cog.run_round()
    assert not cog._queue.is_behind


async def running_out(table: Table, number: int) -> RoundsCog:
    """Begin matches and let their time run out; the next round is that of the test."""
    cog = table.rounds
    assert cog._polling is not None
    cog._polling.cancel()
    for _ in range(number):
        await table.begin("hoyito", pace=1)
    await table.env.advance_time(timedelta(days=1.1).total_seconds())
    return cog


async def test_a_match_that_cannot_be_ended_keeps_nobody_elses_from_its_end(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cog = await running_out(table, 3)
    real = verbs.run_out

    def broken(match: StoredMatch, now: datetime, *, again: bool, in_contest: bool) -> Event:
        if match.number == 2:
            raise AssertionError("it cannot be folded")
        return real(match, now, again=again, in_contest=in_contest)

    monkeypatch.setattr(verbs, "run_out", broken)
    await cog.poll()
    assert [(await table.match(number)).over for number in (1, 2, 3)] == [True, False, True]
    assert sum("number 2 failed" in one.getMessage() for one in caplog.records) == 1


@THOROUGH
async def test_what_takes_long_to_decide_is_decided_while_other_things_are_told(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two time-outs one is decided at once, and told before the other is decided."""
    cog = await running_out(table, 2)
    matches, is_reached, goes_on = table.bot.store.matches, asyncio.Event(), asyncio.Event()

    async def slowly(numbers: Sequence[int], now: datetime) -> list[Happened]:
        if 2 in numbers:
            is_reached.set()
            await goes_on.wait()
        return await type(matches).run_out_all(matches, numbers, now)

    monkeypatch.setattr("cogs.rounds.DECIDING_SECONDS", 0.01)
    monkeypatch.setattr("cogs.rounds.AT_A_TIME", 1)
    monkeypatch.setattr(matches, "run_out_all", slowly)
    tell = cog._tell

    async def tell_while_deciding(now: datetime, ends: float) -> None:
        await is_reached.wait()
        await tell(now, ends)
        first, second = await table.match(1), await table.match(2)
        assert first.over
        assert first.announced_count == first.count
        assert not second.over
        goes_on.set()

    monkeypatch.setattr(cog, "_tell", tell_while_deciding)
    await cog.poll()
    second = await table.match(2)
    assert second.over
    assert second.announced_count != second.count
    assert cog._is_deciding, "the next round begins at once"
    monkeypatch.undo()
    await cog.poll()
    second = await table.match(2)
    assert second.announced_count == second.count
    assert not cog._is_deciding


async def test_a_rounds_end_ends_deciding(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    cog = await running_out(table, 1)
    with monkeypatch.context() as patch:
        patch.setattr("cogs.rounds.ROUND_SECONDS", -1.0)
        await cog.poll()
    assert not (await table.match()).over
    assert cog._is_deciding, "the next round begins at once"
    await cog.poll()
    assert (await table.match()).over
    assert not cog._is_deciding


async def test_a_round_that_fails_waits_until_nothing_is_decided_any_more(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    cog, ended = RoundsCog(table.bot), False

    async def decide(*_: object) -> None:
        nonlocal ended
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.01)  # as a transaction that is rolled back
            ended = True

    async def tell(*_: object) -> None:
        raise RuntimeError("told nothing")

    monkeypatch.setattr("cogs.rounds.DECIDING_SECONDS", 0.01)
    monkeypatch.setattr(cog, "_decide", decide)
    monkeypatch.setattr(cog, "_tell", tell)
    with pytest.raises(RuntimeError, match="told nothing"):
        await cog._decide_and_tell(table.env.now(), inf)
    assert ended


@THOROUGH
async def test_a_round_that_fails_is_logged_and_the_next_one_does_its_work(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cog = await running_out(table, 1)

    async def broken(_now: datetime) -> object:
        raise RuntimeError("it cannot be read")

    with monkeypatch.context() as patch:
        patch.setattr(cog, "_is_discord_there", broken)
        await cog.run_round()
    assert "a round of the clock failed; it continues" in caplog.text
    assert "it cannot be read" in caplog.text
    assert not (await table.match()).over
    await cog.run_round()
    assert (await table.match()).over


@THOROUGH
async def test_a_disk_that_fails_ends_the_round_in_one_line(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cog = await running_out(table, 0)

    async def read_only(_now: datetime) -> object:
        raise UnusableNow("attempt to write a readonly database")

    monkeypatch.setattr(table.bot.store.contests, "due", read_only)
    await cog.run_round()
    (told,) = [one for one in caplog.records if one.levelno > logging.INFO]
    assert told.getMessage().startswith("a round of the clock failed; it continues. ")
    assert told.exc_info is None


@THOROUGH
@pytest.mark.parametrize("is_behind", [False, True])
async def test_cards_are_redrawn_in_what_is_left_of_a_round_after_people_were_told(
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    *,
    is_behind: bool,
) -> None:
    caplog.set_level(logging.INFO)
    cog, redrawn = await running_out(table, 0), 0

    async def for_ever(*_told: object) -> None:
        nonlocal redrawn
        redrawn += 1
        await asyncio.Event().wait()

    async def run(*_told: object) -> None:
        cog._queue.is_behind = is_behind

    monkeypatch.setattr(cog._queue, "run", run)
    monkeypatch.setattr("cogs.rounds.redraw_some", for_ever)
    monkeypatch.setattr("cogs.rounds.LEAST_SECONDS", 0.01)
    monkeypatch.setattr("cogs.rounds.ROUND_SECONDS", -1.0)
    await cog.poll()
    assert redrawn == (0 if is_behind else 1)
    over = "the round is over; more cards are redrawn in the next one" in caplog.text
    assert over != is_behind


@THOROUGH
async def test_many_endings_at_once_are_told(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.rounds.MOST_KEPT", 1)
    cog = await running_out(table, 3)
    await cog.poll()
    for number in (1, 2, 3):
        match = await table.match(number)
        assert match.over
        assert match.announced_count == match.count
