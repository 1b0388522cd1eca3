"""Quiet hours: no reminders in them, in any time zone and at changes of the clock."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from data import PersonalSettings, Store
from data.columns import zone_called
from data.connection import Row, Value
from data.due import EARLY, LATE
from data.settings import QuietHours
from match.verbs import give_time
from tests.data.sample_matches import ANN, BEA, DAY, HOUR, NOW, advance, begin, do, faults_of
from tests.postgres import of_file

SECOND, POLL = timedelta(seconds=1), timedelta(seconds=30)
NIGHT = QuietHours(time(22), time(8))
BERLIN = "Europe/Berlin"


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


# Nights.


@pytest.mark.parametrize("text", ["22:00-22:00", "22:00", "24:00-08:00", ""])
def test_what_is_no_night_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        QuietHours.read(text)


@pytest.mark.parametrize(
    ("zone", "quiet", "now", "begins", "ends"),
    [
        ("UTC", "22:00-08:00", "2026-01-05 12:00", "2026-01-05 22:00", "2026-01-06 08:00"),
        ("UTC", "22:00-08:00", "2026-01-05 07:59:59", "2026-01-04 22:00", "2026-01-05 08:00"),
        ("UTC", "22:00-08:00", "2026-01-05 08:00", "2026-01-05 22:00", "2026-01-06 08:00"),
        ("UTC", "09:00-17:00", "2026-01-05 08:00", "2026-01-05 09:00", "2026-01-05 17:00"),
        ("UTC", "09:00-17:00", "2026-01-05 17:00", "2026-01-06 09:00", "2026-01-06 17:00"),
        (BERLIN, "22:00-08:00", "2026-01-05 12:00", "2026-01-05 21:00", "2026-01-06 07:00"),
        # The clock is set forward in the night, which is an hour shorter.
        (BERLIN, "22:00-08:00", "2026-03-28 12:00", "2026-03-28 21:00", "2026-03-29 06:00"),
        # It is set back: an hour longer.
        (BERLIN, "22:00-08:00", "2026-10-24 12:00", "2026-10-24 20:00", "2026-10-25 07:00"),
        # A time that does not exist that night: the earlier or the later reading.
        (BERLIN, "02:30-08:00", "2026-03-28 12:00", "2026-03-29 00:30", "2026-03-29 06:00"),
        (BERLIN, "22:00-02:30", "2026-03-28 12:00", "2026-03-28 21:00", "2026-03-29 01:30"),
        # A time that exists twice: from the first to the second.
        (BERLIN, "02:30-08:00", "2026-10-24 12:00", "2026-10-25 00:30", "2026-10-25 07:00"),
        (BERLIN, "22:00-02:30", "2026-10-24 12:00", "2026-10-24 20:00", "2026-10-25 01:30"),
        ("Asia/Kolkata", "22:00-08:00", "2026-01-05 12:00", "2026-01-05 16:30", "2026-01-06 02:30"),
        # Summer time of half an hour.
        (
            "Australia/Lord_Howe",
            "22:00-08:00",
            "2026-04-04 06:00",
            "2026-04-04 11:00",
            "2026-04-04 21:30",
        ),
    ],
)
def test_quiet_hours_are_those_of_ones_own_clock(
    zone: str, quiet: str, now: str, begins: str, ends: str
) -> None:
    night = QuietHours.read(quiet).next(ZoneInfo(zone), utc(now))
    assert night == (utc(begins), utc(ends))


def test_a_time_zone_that_is_not_known_any_more_is_utc() -> None:
    assert zone_called("Europe/Atlantis") is UTC
    assert zone_called("../../etc/passwd") is UTC
    assert zone_called("localtime") is UTC
    assert zone_called("Factory") is UTC


# Reminders.


async def sleeps(
    store: Store,
    quiet: QuietHours | None = NIGHT,
    zone: str = "UTC",
    person: int = ANN.id,
    now: datetime = NOW,
) -> PersonalSettings:
    """Set a person's quiet hours."""
    return await store.personal_settings.change(
        person, lambda own: replace(own, quiet=quiet, zone=zone), now
    )


async def reminders(store: Store, now: datetime) -> tuple[int, ...]:
    """List, as a round does, the matches in which a reminder is due at its usual time."""
    await store.personal_settings.store_next_quiet_hours(now)
    return (await store.due.find(now)).reminders


async def early(store: Store, now: datetime) -> tuple[int, ...]:
    """List the matches in which one is due ahead of quiet hours."""
    await store.personal_settings.store_next_quiet_hours(now)
    return (await store.due.find(now)).early_reminders


async def test_a_reminder_that_falls_into_quiet_hours_comes_at_their_end(store: Store) -> None:
    await sleeps(store)
    # It is due at midnight, and the time runs out a day and a half later.
    match = await begin(store, pace=7, now=utc("2026-01-01 09:36"))
    assert match.alarm == utc("2026-01-07 00:00")
    ends = utc("2026-01-07 08:00")
    for now in (match.alarm - SECOND, match.alarm, ends - SECOND):
        assert await reminders(store, now) == ()
        assert await early(store, now) == ()
    assert await reminders(store, ends) == (match.number,)
    await store.matches.remind(match.number, ends)
    assert await reminders(store, ends + HOUR) == ()


@pytest.mark.parametrize(
    ("zone", "ends"),
    [
        (BERLIN, "2026-03-29 06:00"),
        ("Asia/Kolkata", "2026-03-29 02:30"),
        ("America/New_York", "2026-03-29 12:00"),
    ],
)
async def test_it_comes_at_their_end_by_ones_own_clock(store: Store, zone: str, ends: str) -> None:
    wakes = utc(ends)
    await sleeps(store, zone=zone, now=wakes - 3 * DAY)
    match = await begin(store, pace=7, now=wakes - 5.6 * DAY - HOUR)
    assert await reminders(store, wakes - SECOND) == ()
    assert await reminders(store, wakes) == (match.number,)


async def test_two_reminders_that_fall_into_one_night_are_one(store: Store) -> None:
    await sleeps(store, QuietHours(time(22), time(14)))
    match = await begin(store, pace=2, now=utc("2026-01-01 15:00"))
    assert match.alarm == utc("2026-01-03 05:24")
    wakes = utc("2026-01-03 13:00") + HOUR
    assert await reminders(store, wakes - SECOND) == ()
    # An hour is left then: LATE, so it came before.
    assert await early(store, utc("2026-01-02 22:00") - EARLY) == (match.number,)
    await store.matches.remind(match.number, utc("2026-01-03 15:00"))
    assert await reminders(store, wakes) == ()


@pytest.mark.parametrize(("after", "comes_before"), [(LATE, True), (LATE + SECOND, False)])
async def test_where_time_runs_out_in_them_or_soon_after_it_comes_before(
    store: Store, after: timedelta, comes_before: bool
) -> None:
    await sleeps(store)
    begins, ends = utc("2026-01-02 22:00"), utc("2026-01-03 08:00")
    match = await begin(store, pace=1, now=ends + after - DAY)
    assert match.alarm is not None
    assert match.deadline is not None
    assert match.alarm > begins
    assert await early(store, begins - EARLY - SECOND) == ()
    wanted = (match.number,) if comes_before else ()
    assert await early(store, begins - EARLY) == wanted
    assert await early(store, begins - SECOND) == wanted
    assert await early(store, begins) == (), "from then on it is quiet"
    if comes_before:
        await store.matches.remind(match.number, match.deadline)
        assert await early(store, begins - SECOND) == ()
    for now in (begins, ends - SECOND):
        assert await reminders(store, now) == ()
    assert await reminders(store, ends) == (() if comes_before else (match.number,))


async def test_a_last_reminder_before_them_comes_at_its_time(store: Store) -> None:
    await sleeps(store)
    begins = utc("2026-01-02 22:00")
    # 95 percent are used a second before they begin, and the time runs out in them.
    match = await begin(store, pace=1, now=begins - SECOND - 0.95 * DAY)
    await store.matches.remind(match.number, begins - 2 * SECOND)
    assert await early(store, begins - EARLY) == ()
    assert await reminders(store, begins - SECOND) == (match.number,)


async def test_a_turn_that_begins_and_ends_in_them_has_its_call_alone(store: Store) -> None:
    await sleeps(store, QuietHours(time(9), time(8, 59)))
    match = await begin(store, pace=1, now=utc("2026-01-02 09:00:01") - HOUR)
    assert match.deadline is not None
    await store.matches.remind(match.number, match.deadline - 2 * HOUR)
    assert await reminders(store, match.deadline - SECOND) == ()
    assert (await store.due.find(match.deadline)).time_outs == (match.number,)


async def test_the_opponents_quiet_hours_are_nothing_to_me(store: Store) -> None:
    await sleeps(store, person=BEA.id)
    match = await begin(store, pace=5, now=utc("2026-01-01 03:00"))
    assert await reminders(store, utc("2026-01-05 03:00")) == (match.number,)
    await advance(store, match, 1, utc("2026-01-05 03:00"))
    assert await reminders(store, utc("2026-01-09 03:00")) == ()
    assert await reminders(store, utc("2026-01-09 08:00")) == (match.number,)


async def test_what_is_chosen_holds_at_once_and_after_restarts(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        match = await begin(store, pace=5, now=utc("2026-01-01 03:00"))
    at = utc("2026-01-05 03:00")
    async with await Store.open(path, NOW) as store:
        assert await reminders(store, at) == (match.number,)
        await sleeps(store, now=at)
        assert await reminders(store, at) == ()
    async with await Store.open(path, NOW) as store:
        assert await reminders(store, at + HOUR) == ()
        await sleeps(store, zone="Asia/Tokyo", now=at + HOUR)
        assert await reminders(store, at + HOUR) == (match.number,), "it is one o'clock there"
        await sleeps(store, zone="UTC", now=at + HOUR)
        assert await reminders(store, at + HOUR + SECOND) == ()
        await sleeps(store, None, now=at + 2 * HOUR)
        due = await store.due.find(at + 2 * HOUR)
        assert due.reminders == (match.number,)
        await store.personal_settings.store_next_quiet_hours(at + 3 * HOUR)
        assert not await store._database.reader.rows("SELECT * FROM quiet_hours")
    assert await faults_of(path) == []


async def test_after_a_long_outage_it_is_the_right_night(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        await sleeps(store)
        match = await begin(store, pace=7, now=NOW)
        await store.outages.beat(utc("2026-01-07 00:00"))
    async with await Store.open(path, utc("2026-01-08 23:00")) as store:
        # 47 hours were given back: it is due on the 9th at 4 in the morning.
        assert await reminders(store, utc("2026-01-09 06:00")) == ()
        assert await reminders(store, utc("2026-01-09 08:00")) == (match.number,)


async def test_a_clock_that_is_set_back_leaves_nobody_without_quiet_hours(store: Store) -> None:
    await sleeps(store, now=NOW + 30 * DAY)
    match = await begin(store, pace=5, now=utc("2026-01-01 03:00"))
    assert await reminders(store, utc("2026-01-05 03:00")) == ()
    assert await reminders(store, utc("2026-01-05 08:00")) == (match.number,)


async def test_a_jump_of_the_clock_moves_the_reminders(store: Store) -> None:
    match = await begin(store, pace=5, now=utc("2026-01-01 12:00"))
    await store.clock_jumps.apply_jump(NOW, 0)
    now = NOW + 3 * DAY
    assert await store.clock_jumps.apply_jump(now, 60) == 3 * DAY - timedelta(seconds=60)
    alarm = (await store.matches.find(match.number)).alarm
    assert alarm == NOW + 7 * DAY - timedelta(seconds=60)
    assert await reminders(store, alarm - SECOND) == ()
    assert await reminders(store, alarm) == (match.number,)


async def test_more_time_begins_the_reminders_anew(store: Store) -> None:
    match = await begin(store, pace=5, now=NOW)
    await store.matches.remind(match.number, NOW + 4.8 * DAY)
    await do(store, match.number, give_time, BEA.id, NOW + 4.8 * DAY)
    for share, past in ((0.8, 1), (0.95, 2)):
        at = NOW + 4.8 * DAY + share * 5 * DAY - (1 - share) * 4.8 * DAY
        assert await reminders(store, at - SECOND) == ()
        assert await reminders(store, at) == (match.number,)
        assert (await store.matches.remind(match.number, at)).clock.reminded == past


@of_file
async def test_due_ones_are_found_by_indexes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    connection = store._database.reader
    ask, plans = connection.rows, list[str]()

    async def rows(sql: str, **named: Value) -> list[Row]:
        plans.extend(row["detail"] for row in await ask(f"EXPLAIN QUERY PLAN {sql}", **named))
        return await ask(sql, **named)

    monkeypatch.setattr(connection, "rows", rows)
    await store.due.find(NOW)
    await store.personal_settings.store_next_quiet_hours(NOW)
    assert len(plans) > 8
    scans = {plan for plan in plans if plan.startswith("SCAN")}
    assert scans == {"SCAN vacations"}, "a row for each person who ever began one"


async def test_vacations_and_outages_move_the_reminders(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        match = await begin(store, pace=5, now=NOW)
        await store.vacations.begin(ANN.id, NOW + 3 * DAY)
        assert await reminders(store, NOW + 6 * DAY) == ()
        await store.vacations.end(ANN.id, NOW + 6 * DAY)
        for share in (0.8, 0.95):
            at = NOW + 3 * DAY + share * 5 * DAY
            assert await reminders(store, at - SECOND) == ()
            assert await reminders(store, at) == (match.number,)
            await store.matches.remind(match.number, at)
        await store.outages.beat(NOW + 7.9 * DAY)
    async with await Store.open(path, NOW + 9 * DAY) as store:
        assert await reminders(store, NOW + 9 * DAY) == (), "both are past, over a restart too"
    assert await faults_of(path) == []
