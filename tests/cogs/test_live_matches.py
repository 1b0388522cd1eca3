"""Live matches, for two who are both there: the clock in minutes, told to the second."""

import asyncio
import logging
from contextlib import suppress
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot import Settings
from cogs.live_clock import BY_HAND, LOOKS_A_ROUND, LiveClock, seconds_between_looks
from data.settings import Reminders
from data.unusable_file import UnusableNow
from match import verbs
from match.event import Ending
from tests.cogs.test_outages import OUTAGES, without_discord
from tests.delivery.test_reminders import choose_reminders, direct_messages
from tests.programs import PATIENCE
from tests.simulated_discord.finished_match import SHORT
from tests.simulated_discord.interruptions import INTERRUPTIONS
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Calls, Table, labels, later, poll, words
from tests.thorough import THOROUGH, mostly_thorough

pytestmark = pytest.mark.usefixtures("all_experienced")

LIVE = "10m+15s"
SECOND = timedelta(seconds=1)
LOOK = Settings.model_fields["poll_seconds"].default / LOOKS_A_ROUND
"""After how many seconds the clock is looked at again, unless a host has changed that."""


async def look(table: Table, **after: float) -> None:
    """Let some time pass, and the clock of live matches be looked at."""
    await table.env.advance_time(timedelta(**after).total_seconds())
    await table.rounds.live.look()
    await table.env.settle()


async def how_it_ended(table: Table) -> Ending | None:
    result = (await table.match()).result
    return None if result is None else result.how


async def begun(table: Table) -> None:
    """Begin a live match in which both sides have made two moves in the first moment."""
    await table.begin("hoyito", *SHORT[:4], pace=LIVE)


@THOROUGH
async def test_a_loss_on_time_is_told_soon(table: Table) -> None:
    await table.begin("hoyito", *SHORT, pace=LIVE)
    left = await table.time_left()
    deadline = table.env.now() + left
    await look(table, seconds=(left - SECOND / 2).total_seconds())
    while "# Ben wins" not in words(table.last):
        assert table.env.now() < deadline + 2 * SECOND
        await look(table, seconds=LOOK)
    assert await how_it_ended(table) is Ending.TIME
    assert "Ada ran out of time." in words(table.last)
    assert "Live ratings: **Ada**" in words(table.last)
    told = table.last.id
    await poll(table)
    await later(table, minutes=1)
    assert table.last.id == told, "the rounds tell it no second time"
    board = private(await table.ada.slash(table.channel, "profile"))
    assert "**Hoyito live** " in words(board)
    await table.ada.slash(table.channel, "leaderboard", game="hoyito")
    await table.ada.click(table.last, label="Live matches")
    assert words(table.last).startswith("### Hoyito live: this server")
    assert labels(table.last) == ["Correspondence matches"]


@THOROUGH
async def test_card_has_both_clocks_and_asks_who_is_silent_once(table: Table, calls: Calls) -> None:
    await begun(table)
    card = words(table.last)
    assert "Rated · live, 10 minutes each + 15 seconds a move" in card
    assert f"<@{table.ada.id}>, your move · time runs out <t:" in card
    at = int((table.env.now() + await table.time_left()).timestamp())
    assert f"time runs out <t:{at}:R> (<t:{at}:T>)\n" in card, "to the second"
    assert "-# **Ben** has 10:30 left." in card
    await look(table, minutes=2.9)
    assert words(table.last) == card
    await look(table, seconds=7)
    assert words(table.last).startswith(
        f"<@{table.ada.id}>, are you there? **Ben** is waiting for your move in [Hoyito #1]("
    )
    assert (table.last.id, [table.ada.id]) in calls
    asked = table.last.id
    await look(table, minutes=2)
    await later(table, minutes=5)
    assert table.last.id == asked, "neither once more nor by the reminders of days"


async def test_where_nobody_can_be_asked_the_clock_goes_on_and_says_so_once(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await begun(table)

    async def broken(*_: object) -> object:
        raise RuntimeError("it cannot be read")

    monkeypatch.setattr(table.bot.store.matches, "remind", broken)
    caplog.clear()
    for _ in range(4):
        await look(table, minutes=3)
    assert (await table.match()).over
    told = [one.getMessage() for one in caplog.records if one.levelno > logging.INFO]
    assert told == ["match 1: nobody can be asked"]


async def test_it_asks_where_a_player_is_reminded_and_not_whoever_is_muted(table: Table) -> None:
    await begun(table)
    card = table.last.id
    await choose_reminders(table, Reminders.DIRECT_MESSAGE)
    await look(table, minutes=3)
    assert table.last.id == card
    assert "are you there?" in direct_messages(table.ada)[0]
    await table.play("c")
    card = table.last.id
    await table.ben.slash(table.channel, "match mute")
    await look(table, minutes=3)
    assert table.last.id == card


async def test_an_unaccepted_live_challenge_ends_by_itself_after_ten_minutes(table: Table) -> None:
    await table.ada.slash(table.channel, "ringo", rules="classic", pace="5m+5s")
    said = words(table.last)
    assert "live, 5 minutes each + 5 seconds a move" in said
    assert "the clock starts as soon as it's accepted. Open until <t:" in said
    assert "Both sides" not in labels(table.last)
    await later(table, minutes=9)
    assert "Accept" in labels(table.last)
    await later(table, minutes=2)
    assert "Nobody accepted **Ada**'s Ringo challenge in time." in words(table.last)


async def test_nobody_loses_a_live_match_while_discord_is_out_or_the_clock_is_wrong(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(table)
    await poll(table)
    with without_discord(table):
        await look(table, minutes=11)
        assert not (await table.match()).over
        await poll(table)
    await poll(table)
    assert await table.time_left() == timedelta(minutes=10, seconds=30)
    evenly = table.env.now().timestamp()
    monkeypatch.setattr("interactions.clock_jumps.monotonic", lambda: evenly)
    await look(table, hours=1)
    assert not (await table.match()).over


@pytest.mark.parametrize("seconds", [30, 60, 119])
async def test_a_move_just_after_the_clock_jumped_costs_no_time(
    table: Table, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    await begun(table)
    await poll(table)
    evenly = table.env.now().timestamp()
    monkeypatch.setattr("interactions.clock_jumps.monotonic", lambda: evenly)
    await table.env.advance_time(seconds)
    await table.play("c")
    bank = (await table.match()).clock.bank
    assert bank is not None
    assert bank[0] > timedelta(minutes=10, seconds=40)


async def test_the_machines_clock_is_followed_whatever_a_look_waits_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    followed, watched, enough = 0, list[timedelta](), asyncio.Event()

    async def ready() -> None:
        pass

    async def follow(_bot: object) -> None:
        nonlocal followed
        followed += 1
        if followed == 5:
            enough.set()

    async def look_long(_clock: LiveClock, _now: datetime) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr("cogs.live_clock.follow_clock", follow)
    monkeypatch.setattr(LiveClock, "_look", look_long)
    bot: Any = SimpleNamespace(
        wait_until_ready=ready,
        settings=Settings(poll_seconds=1),
        store=SimpleNamespace(clock_jumps=SimpleNamespace(watch=watched.append)),
    )
    clock = LiveClock(bot, lambda _now: asyncio.sleep(0, True))
    clock.start()
    async with asyncio.timeout(PATIENCE):
        await enough.wait()
    clock.stop()
    assert watched == [SECOND / LOOKS_A_ROUND]


async def test_a_player_whose_bot_stood_still_for_a_minute_has_that_minute(table: Table) -> None:
    await begun(table)
    await poll(table)
    left = await table.time_left()
    table.bot.store.clock_jumps.watch(SECOND / 2)
    await look(table, seconds=left.total_seconds() + 1)
    assert not (await table.match()).over
    assert await table.time_left() > left - SECOND


@pytest.mark.parametrize("outage", mostly_thorough(OUTAGES))
async def test_no_outage_costs_a_live_match_time_however_often_the_clock_is_looked_at(
    table: Table, outage: str
) -> None:
    await begun(table)
    await poll(table)
    left = await table.time_left()
    await look(table, minutes=2.9)
    with OUTAGES[outage](table):
        for _ in range(40):
            await look(table, seconds=15)
            await look(table, seconds=15)
            await poll(table)
        assert not (await table.match()).over
    await later(table, minutes=1)
    assert not (await table.match()).over
    assert await table.time_left() > left - timedelta(minutes=4)


@THOROUGH
async def test_an_outage_of_some_seconds_costs_nobody_a_live_match(table: Table) -> None:
    await begun(table)
    await look(table, minutes=10, seconds=4)
    await poll(table)
    with without_discord(table):
        await look(table, seconds=27)
        assert not (await table.match()).over
    await poll(table)
    assert not (await table.match()).over
    assert await table.time_left() > timedelta(seconds=4)


async def test_a_live_match_that_cannot_be_ended_keeps_nobody_elses_from_its_end(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await begun(table)
    await table.ben.slash(table.channel, "ringo", opponent=table.cleo, pace="20m+30s")
    matches = table.bot.store.matches
    run_out = matches.run_out

    async def broken(number: int, now: datetime) -> object:
        if number == 1:
            raise AssertionError("it cannot be folded")
        return await run_out(number, now)

    monkeypatch.setattr(matches, "run_out", broken)
    monkeypatch.setattr("data.begin_match.refuse_second_live", nobody_is_refused)
    await table.cleo.click(table.last, label="Accept")
    for _ in range(22):
        await look(table, minutes=1)
    assert not (await table.match(1)).over
    assert (await table.match(2)).over
    assert 1 <= sum("match 1" in one.getMessage() for one in caplog.records) <= 5


async def nobody_is_refused(*_told: object) -> None:
    """Let everybody play several live matches at once."""


async def test_a_disk_that_cannot_be_written_is_told_once_a_minute_at_most(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    await begun(table)
    await look(table, minutes=10)

    async def read_only(*_told: object) -> object:
        raise UnusableNow("attempt to write a readonly database")

    caplog.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table.bot.store.matches, "run_out", read_only)
        for _ in range(20):
            await look(table, seconds=3)
    told = [one for one in caplog.records if one.levelno > logging.INFO]
    assert 1 <= len(told) <= 2
    assert all("readonly" in one.getMessage() and one.exc_info is None for one in told)
    await look(table, seconds=3)
    assert (await table.match()).over


async def test_more_time_and_takebacks_keep_to_minutes(table: Table) -> None:
    await begun(table)
    await table.ben.click(table.last, label="More time")
    assert await table.time_left() == timedelta(minutes=11, seconds=30)
    await table.env.advance_time(60)
    await table.play("c")
    await table.ada.slash(table.channel, "match takeback")
    assert await table.time_left() == timedelta(minutes=10, seconds=30)


async def test_draws_takebacks_and_moves_ahead_work_as_in_days(table: Table) -> None:
    await begun(table)
    await table.env.advance_time(60)
    await table.ben.slash(table.channel, "match ahead", moves="c A")
    await table.play("c")
    match = await table.match()
    assert match.to_move == table.ada.id, "answered at once, which costs no time"
    assert match.clock.bank is not None
    assert match.clock.bank[1] == timedelta(minutes=10, seconds=45)
    assert match.clock.bank[0] == timedelta(minutes=9, seconds=45)
    assert match.deadline == table.env.now() + timedelta(minutes=9, seconds=45)
    await table.ada.slash(table.channel, "match takeback")
    asked = next(one for one in table.channel.history() if "Allow" in labels(one))
    await table.env.advance_time(30)
    await table.ben.click(asked, label="Allow")
    match = await table.match()
    assert match.to_move == table.ada.id
    assert match.deadline == table.env.now() + timedelta(minutes=9), "she was to move meanwhile"
    await table.ada.slash(table.channel, "match draw")
    offered = next(one for one in table.channel.history() if "Accept" in labels(one))
    await table.ben.click(offered, label="Accept")
    assert await how_it_ended(table) is Ending.AGREEMENT


async def test_where_both_leave_it_ends_once_and_calls_nobody(table: Table, calls: Calls) -> None:
    await table.begin("hoyito", pace="5m+5s")
    await look(table, minutes=2.6)
    await look(table, minutes=2.5)
    assert await how_it_ended(table) is Ending.ABORT, "nobody has come, so nobody loses"
    pings = [called for _, called in calls if called]
    await later(table, hours=3)
    await look(table, hours=3)
    assert [called for _, called in calls if called] == pings


async def test_rematch_is_agreed_on_only_while_both_are_there(table: Table) -> None:
    await begun(table)
    await look(table, minutes=11)
    card = table.last
    await table.ada.click(card, label="Rematch")
    await later(table, hours=8)
    refused = private(await table.ben.click(table.last, label="Rematch"))
    assert "A live rematch starts at once" in words(refused)
    assert "challenge Ada instead." in words(refused)
    assert await table.bot.store.matches.live() == []


def test_it_is_looked_at_every_second_however_rare_the_rounds_are() -> None:
    assert seconds_between_looks(30) == 0.5
    assert seconds_between_looks(1) < 0.02
    assert [seconds_between_looks(poll) for poll in (60, 300, 86_399)] == [1.0] * 3
    assert seconds_between_looks(BY_HAND) > 60, "in tests and the practice channel"


@THOROUGH
@pytest.mark.usefixtures("thinks_quickly")
async def test_against_the_computer_only_the_person_has_a_clock(table: Table) -> None:
    await table.ada.slash(table.channel, "hoyito", level=1, pace=LIVE, side="first")
    for _ in range(3):
        match = await table.match()
        assert match.to_move == table.ada.id
        assert "has" not in words(table.last).partition("your move")[2].partition("left")[0]
        text = next(iter(match.position.moves()))
        await table.ada.slash(table.channel, "move", move=text)
    await look(table, minutes=11)
    assert await how_it_ended(table) is Ending.TIME


@THOROUGH
@pytest.mark.parametrize(
    ("kind", "step"),
    [
        (kind, step)
        for number, kind in enumerate(INTERRUPTIONS)
        for step in range(1, 5)
        if (number + step) % 2
    ],
)
async def test_a_loss_on_time_is_told_once_whatever_happens_while_it_is(
    table: Table, kind: str, step: int
) -> None:
    await begun(table)
    with INTERRUPTIONS[kind](step), suppress(asyncio.CancelledError):
        await look(table, minutes=11)
    table.env.backend.faults.clear()
    await table.restart()
    for _ in range(4):
        await later(table, minutes=3)
        await look(table, seconds=1)
    assert await how_it_ended(table) is Ending.TIME
    told = [one for one in table.channel.history() if "# Ben wins" in words(one)]
    assert len(told) == 1


@THOROUGH
async def test_a_look_that_fails_is_logged_once_a_minute_and_a_match_ends_after_it(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    await begun(table)
    await look(table, minutes=10)

    async def broken(*_told: object) -> object:
        raise RuntimeError("it cannot be read")

    caplog.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table.bot.store.due, "find_live", broken)
        for _ in range(20):
            await look(table, seconds=3)
    told = [one for one in caplog.records if one.levelno > logging.INFO]
    assert 1 <= len(told) <= 2
    assert all(one.getMessage().startswith("the clock of live matches failed") for one in told)
    assert all(one.exc_info for one in told), "it is a fault of ours"
    await look(table, seconds=3)
    assert (await table.match()).over


@THOROUGH
async def test_a_move_just_before_the_clock_ends_a_match_saves_it(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await begun(table)
    run_out = table.bot.store.matches.run_out

    async def moved(number: int, now: datetime) -> object:
        before = now - timedelta(minutes=1)
        await table.bot.store.matches.apply(
            1, lambda match: verbs.play(match, table.ada.id, before, "c")
        )
        return await run_out(number, now)

    monkeypatch.setattr(table.bot.store.matches, "run_out", moved)
    caplog.clear()
    await look(table, minutes=10, seconds=31)
    assert [one for one in caplog.records if one.levelno > logging.INFO] == []
    match = await table.match()
    assert (match.over, match.to_move) == (False, table.ben.id)
