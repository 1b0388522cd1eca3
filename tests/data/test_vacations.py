"""Vacations: all clocks of a person stop, to the second, over restarts and races."""

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from data import Store, StoredMatch
from data.prepare_database import MIGRATIONS
from match import verbs
from match.clock import LAST_CALL, Pace
from match.event import Ending
from match.vacation import BEGINNING
from match.verbs import give_time
from rules import Refusal
from tests.data.sample_matches import (
    ANN,
    BEA,
    CARD,
    CARL,
    DAY,
    HOUR,
    NOW,
    advance,
    begin,
    do,
    faults_of,
    play,
    run_out,
)
from tests.postgres import of_file
from tests.sqlite_hooks import trace
from tests.thorough import THOROUGH

SECOND = timedelta(seconds=1)
BANK = Pace.bank(3, 12, 5)


async def lost(store: Store, now: datetime) -> tuple[int, ...]:
    """Return the matches that would be lost on time now."""
    return (await store.due.find(now)).time_outs


async def found(store: Store, match: StoredMatch) -> StoredMatch:
    return await store.matches.find(match.number)


# Begin and end.


async def test_all_clocks_of_ones_turns_stand_still_and_run_again(store: Store) -> None:
    mine = [await begin(store, pace=pace) for pace in (1, 5, BANK)]
    theirs = await begin(store, first=BEA, second=ANN, pace=7)
    untimed = await begin(store, pace=None)
    await store.matches.remind(mine[0].number, NOW + 0.9 * DAY)
    vacation = await store.vacations.begin(ANN.id, NOW + 0.9 * DAY)
    for match in mine:
        stands = await found(store, match)
        assert (stands.deadline, stands.stopped) == (None, NOW + 0.9 * DAY)
        assert stands.clock.away == (vacation.ends, None)
    assert (await found(store, theirs)).deadline == theirs.deadline, "the other's clock runs"
    assert (await found(store, untimed)).stopped is None
    await store.vacations.end(ANN.id, NOW + 4.9 * DAY)
    for match in mine:
        runs = await found(store, match)
        assert match.deadline is not None
        # A clock has a day at least then.
        assert runs.deadline == max(match.deadline + 4 * DAY, NOW + 5.9 * DAY)
        assert runs.clock.reminded == 0
    with pytest.raises(Refusal, match="Time isn't up"):
        await run_out(store, mine[0], NOW + 5.9 * DAY - SECOND)
    assert await lost(store, NOW + 5.9 * DAY - SECOND) == ()
    assert await lost(store, NOW + 5.9 * DAY) == (mine[0].number,)


async def test_a_turn_that_begins_while_somebody_is_away_does_not_count(store: Store) -> None:
    match = await begin(store, pace=1)
    await store.vacations.begin(BEA.id, NOW + HOUR)
    match = await play(store, match, ANN.id, "b1-b2", NOW + 2 * HOUR)
    assert (match.stopped, match.deadline) == (NOW + 2 * HOUR, None)
    await store.vacations.end(BEA.id, NOW + 5 * DAY)
    assert (await found(store, match)).deadline == NOW + 6 * DAY


@THOROUGH
@pytest.mark.parametrize("pace", [1, BANK, None])
async def test_a_match_that_begins_while_one_is_away_begins_with_the_clock_standing(
    store: Store, pace: int | Pace | None
) -> None:
    await begin(store, first=ANN, second=CARL)
    await store.vacations.begin(ANN.id, NOW)
    match = await begin(store, pace=pace, now=NOW + HOUR)
    assert match.stopped == (None if pace is None else NOW + HOUR)
    assert match.deadline is None
    waiting = await begin(store, first=CARL, second=ANN, pace=1, now=NOW + HOUR)
    assert waiting.deadline == NOW + HOUR + DAY


async def test_who_is_away_may_play_and_a_bank_is_not_charged(store: Store) -> None:
    match = await begin(store, pace=BANK)
    await store.vacations.begin(ANN.id, NOW + DAY)
    match = await play(store, match, ANN.id, "b1-b2", NOW + 8 * DAY)
    assert match.clock.bank == (2.5 * DAY, 3 * DAY)
    assert match.deadline == NOW + 11 * DAY, "the opponent is not away"
    assert (await store.vacations.find(ANN.id, NOW + 8 * DAY)).away


async def test_a_vacation_that_is_used_up_ends_by_itself_and_is_told(store: Store) -> None:
    match = await begin(store, pace=1)
    await store.vacations.begin(ANN.id, NOW)
    assert (await store.due.find(NOW + 10 * DAY - SECOND)).vacations == ()
    with pytest.raises(Refusal):
        await store.vacations.use_up(ANN.id, NOW + 10 * DAY - SECOND)
    assert (await store.due.find(NOW + 10 * DAY)).vacations == (ANN.id,)
    await store.vacations.use_up(ANN.id, NOW + 10 * DAY)
    assert (await found(store, match)).deadline == NOW + 11 * DAY
    assert (await store.due.find(NOW + 10 * DAY + HOUR)).unannounced_vacations == (ANN.id,)
    await store.vacations.mark_told(ANN.id)
    due = await store.due.find(NOW + 10.5 * DAY)
    assert (due.vacations, due.unannounced_vacations) == ((), ())


async def test_days_are_earned_since_the_first_match(store: Store) -> None:
    await begin(store, now=NOW - 80 * DAY)
    assert (await store.vacations.find(ANN.id, NOW)).left(NOW) == 20 * DAY
    assert (await store.vacations.find(CARL.id, NOW)).left(NOW) == 10 * DAY
    with pytest.raises(Refusal, match="no clocks to pause"):
        await store.vacations.begin(CARL.id, NOW)


# Automatic vacations.


async def under_way(store: Store, pace: int = 1) -> StoredMatch:
    """Begin a match in which both have made two moves, and Ann, who is to move, chose it."""
    match = await advance(store, await begin(store, pace=pace), 4)
    await store.vacations.choose(ANN.id, NOW, by_itself=True)
    return match


async def test_a_clock_of_three_days_ends_after_three_days_for_whoever_chose_nothing(
    store: Store,
) -> None:
    match = await advance(store, await begin(store, pace=3), 4)
    due = await store.due.find(NOW + 3 * DAY)
    assert (due.last_calls, due.time_outs) == ((), (match.number,))
    with pytest.raises(Refusal, match="doesn't start automatically"):
        await store.vacations.save(match, NOW + 3 * DAY)


@of_file
def test_a_database_of_before_keeps_what_was_chosen(path: Path) -> None:
    """The former default, on, was stored with a vacation; without one, it was chosen."""
    scripts = [each.read_text() for each in sorted(MIGRATIONS.glob("*.sql"))]
    with closing(sqlite3.connect(path)) as connection:
        for script in scripts[:2]:
            connection.executescript(script)
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.executemany("INSERT INTO people (id, name) VALUES (?, '')", [*zip("1234")])
        connection.executescript("DROP TABLE matches")
        connection.executescript("CREATE TABLE matches (first INT, second INT, started INT)")
        connection.executescript("INSERT INTO matches VALUES (1, 2, 70), (3, 4, 70), (2, 4, 90)")
        connection.executemany(
            "INSERT INTO vacations (person, saved, at, ends, by_itself) VALUES (?, 10, ?, ?, ?)",
            [
                (1, 70, None, 0),
                (2, 70, None, 1),
                (3, 80, None, 1),
                (4, 70, 80, 1),
            ],
        )
        connection.executescript(scripts[5])
        chosen = connection.execute("SELECT person, by_itself FROM vacations ORDER BY person")
        assert chosen.fetchall() == [(1, 0), (2, 1), (3, 0), (4, 0)]


async def test_it_begins_by_itself_five_minutes_before_a_loss_on_time(store: Store) -> None:
    match, other = await under_way(store), await begin(store, pace=5)
    call = NOW + DAY - LAST_CALL
    assert (await store.due.find(call - SECOND)).last_calls == ()
    with pytest.raises(Refusal):
        await store.vacations.save(match, call - SECOND)
    assert (await store.due.find(call)).last_calls == (match.number,)
    await store.vacations.save(match, call)
    assert await lost(store, NOW + 8 * DAY) == ()
    assert (await found(store, other)).stopped == call, "every clock stands still"
    assert (await found(store, match)).clock.bank == (DAY, DAY)


async def test_a_match_that_would_only_be_aborted_is_not_saved(store: Store) -> None:
    short = await advance(store, await begin(store, pace=1), 3)
    assert not short.settled
    await store.vacations.choose(BEA.id, NOW, by_itself=True)
    end = NOW + DAY
    due = await store.due.find(end)
    assert (due.last_calls, due.time_outs) == ((), (short.number,))
    with pytest.raises(Refusal, match="only just begun"):
        await store.vacations.save(short, end)
    assert not (await store.vacations.find(BEA.id, end)).away
    over = (await run_out(store, short, end)).result
    assert over is not None
    assert over.how is Ending.ABORT


@THOROUGH
@pytest.mark.parametrize("used_up", [False, True])
@pytest.mark.parametrize("pace", [1, 3, 14, BANK])
async def test_it_ends_with_a_day_at_least_and_a_reminder(
    store: Store, pace: int | Pace, used_up: bool
) -> None:
    match = await advance(store, await begin(store, pace=pace), 4)
    await store.vacations.choose(ANN.id, NOW, by_itself=True)
    whole = match.clock.bank
    assert whole is not None
    assert match.deadline is not None
    call = match.deadline - LAST_CALL
    match = await store.matches.remind(match, call)
    assert match.clock.reminded == 2
    vacation = await store.vacations.save(match, call)
    back = vacation.ends if used_up else call + 3 * DAY
    assert back is not None
    await (store.vacations.use_up if used_up else store.vacations.end)(ANN.id, back)
    runs = await found(store, match)
    assert runs.deadline == back + min(DAY, whole[0])
    assert runs.clock.reminded < 2
    assert (await store.due.find(runs.reminders[-1] + SECOND)).reminders == (match.number,)
    assert (await store.due.find(runs.deadline)).time_outs == (match.number,)


async def test_clocks_with_more_than_a_day_go_on_as_they_were(store: Store) -> None:
    match, other = await under_way(store), await under_way(store, 5)
    locked = await under_way(store, 1)
    call = NOW + DAY - LAST_CALL
    reason = "so be it"
    await store.vacations.save(match, call)
    await store.matches.apply(locked, lambda match: verbs.lock(match, call + HOUR, reason))
    await store.vacations.end(ANN.id, call + 2 * DAY)
    assert (await found(store, other)).deadline == NOW + 7 * DAY
    unlocked = await store.matches.apply(
        locked.number, lambda match: verbs.unlock(match, call + 4 * DAY, reason)
    )
    assert unlocked.after.deadline == call + 5 * DAY, "it is there once the match is unlocked"


@THOROUGH
async def test_coming_back_counts_and_what_it_gives_is_off_the_vacation(store: Store) -> None:
    match = await under_way(store)
    now, left = NOW + DAY - LAST_CALL, BEGINNING + (DAY - LAST_CALL) / 8
    cycles = 0
    while True:
        try:
            await store.vacations.save(await found(store, match), now)
        except Refusal:
            break
        cycles += 1
        back = await store.vacations.end(ANN.id, now + SECOND)
        left -= SECOND + DAY - LAST_CALL
        assert abs(back.left(now + SECOND) - left) < SECOND
        due = await store.due.find(now + timedelta(minutes=1))
        assert (due.last_calls, due.time_outs) == ((), ())
        assert (await found(store, match)).deadline == now + SECOND + DAY
        now += SECOND + DAY - LAST_CALL
        left += (DAY - LAST_CALL) / 8
    assert cycles == 11, "as many days as there were, and one that was earned meanwhile"


async def test_whoever_came_back_after_the_last_call_is_not_sent_away_again(store: Store) -> None:
    match = await under_way(store)
    end = NOW + DAY
    await store.vacations.begin(ANN.id, end - 4 * timedelta(minutes=1))
    await store.vacations.end(ANN.id, end)
    assert (await found(store, match)).deadline == end + DAY, "however it was begun"
    with pytest.raises(Refusal, match="just come back"):
        await store.vacations.save(match, end - timedelta(minutes=1))
    await store.vacations.begin(ANN.id, end + timedelta(minutes=2))


async def test_news_of_a_vacation_is_what_stands_now(store: Store) -> None:
    match = await under_way(store)
    call = NOW + DAY - LAST_CALL
    await store.vacations.save(match, call)
    news = await store.vacations.news(ANN.id)
    assert news is not None
    assert (news.vacation.away, news.since, news.match) == (True, call, match.number)
    await store.vacations.end(ANN.id, call + SECOND)
    assert await store.vacations.news(ANN.id) is None, "whoever came back knows"
    await store.vacations.begin(ANN.id, call + DAY)
    used_up = await store.vacations.find(ANN.id, call)
    assert used_up.ends is not None
    await store.vacations.use_up(ANN.id, used_up.ends)
    await store.vacations.mark_told(ANN.id, call)
    assert await store.vacations.news(ANN.id) is not None, "something newer"
    await store.vacations.mark_told(ANN.id, used_up.ends)
    assert await store.vacations.news(ANN.id) is None


async def test_it_begins_at_the_last_call_also_where_the_clock_comes_late(store: Store) -> None:
    match = await under_way(store)
    late = NOW + DAY + 6 * HOUR
    due = await store.due.find(late)
    assert due.last_calls == due.time_outs == (match.number,)
    await store.vacations.save(match, late)
    with pytest.raises(Refusal):
        await run_out(store, match.number, late)
    await store.vacations.end(ANN.id, late)
    assert (await found(store, match)).deadline == late + DAY


@pytest.mark.parametrize("hours", [0, 23])
async def test_it_does_not_begin_if_unwanted_or_with_little_left(store: Store, hours: int) -> None:
    match = await advance(store, await begin(store, pace=14), 4)
    if hours:
        await store.vacations.choose(ANN.id, NOW, by_itself=True)
        await store.vacations.begin(ANN.id, NOW)
        await store.vacations.end(ANN.id, NOW + 10 * DAY)
        end = NOW + 24 * DAY
    else:
        end = NOW + 14 * DAY
        assert (await store.due.find(end)).last_calls == ()
    match = await found(store, match)
    assert match.deadline == end
    if not hours:
        with pytest.raises(Refusal, match="doesn't start automatically"):
            await store.vacations.save(match, end)
    assert await lost(store, end) == (match.number,)
    assert (await run_out(store, match.number, end)).over


async def test_more_time_in_a_vacation_is_there_when_it_ends(store: Store) -> None:
    match = await begin(store, pace=5)
    await store.vacations.begin(ANN.id, NOW + 4 * DAY)
    await do(store, match.number, give_time, BEA.id, NOW + 6 * DAY)
    await store.vacations.end(ANN.id, NOW + 8 * DAY)
    assert (await found(store, match)).deadline == NOW + 13 * DAY


# Restarts, summer time, races, and many matches.


@THOROUGH
@pytest.mark.parametrize(
    ("zone", "month", "day"),
    [
        ("Europe/Berlin", 3, 27),
        ("Europe/Berlin", 10, 23),
        ("America/New_York", 3, 6),
        ("America/New_York", 10, 30),
        ("Australia/Lord_Howe", 4, 3),
    ],
)
async def test_changes_of_summer_time_and_a_restart_move_nothing(
    path: Path, zone: str, month: int, day: int
) -> None:
    there = datetime(2026, month, day, 23, 30, tzinfo=ZoneInfo(zone))
    began = datetime.fromisoformat(there.isoformat())
    async with await Store.open(path, began) as store:
        match = await begin(store, pace=BANK, now=there)
        await store.vacations.begin(ANN.id, there)
        await store.outages.beat(began + 5 * DAY)
    async with await Store.open(path, began + 6 * DAY) as store:
        vacation = await store.vacations.find(ANN.id, began + 6 * DAY)
        assert vacation.ends == began + 11 * DAY, "a day away is not charged"
        await store.vacations.end(ANN.id, began + 8 * DAY)
        assert (await found(store, match)).deadline == began + 11 * DAY
        assert await lost(store, began + 11 * DAY - SECOND) == ()
        assert await lost(store, began + 11 * DAY) == (match.number,)
    assert await faults_of(path) == []


async def test_a_clock_that_jumps_ahead_uses_no_vacation_up(store: Store) -> None:
    await begin(store)
    await store.vacations.begin(ANN.id, NOW)
    await store.clock_jumps.apply_jump(NOW + DAY, 0.0)
    await store.clock_jumps.apply_jump(NOW + 21 * DAY, 60.0)
    left = (await store.vacations.find(ANN.id, NOW)).left(NOW + 21 * DAY)
    assert left == 9 * DAY - timedelta(minutes=1)


@pytest.mark.parametrize("goes", [True, False])
async def test_who_goes_between_look_and_move_is_away_for_it(store: Store, goes: bool) -> None:
    match = await begin(store, pace=1)
    if not goes:
        await store.vacations.begin(BEA.id, NOW)
    seen = await found(store, match)
    change: Callable[[int, datetime], Awaitable[object]] = (
        store.vacations.begin if goes else store.vacations.end
    )
    await change(BEA.id, NOW + HOUR)
    after = await play(store, seen, ANN.id, "b1-b2", NOW + HOUR)
    assert (after.stopped is not None) == goes
    assert await found(store, match) == after


@of_file
@THOROUGH
async def test_going_takes_as_many_statements_for_many_matches_as_for_one(store: Store) -> None:
    match = await begin(store)
    statements: list[str] = []
    await trace(store._database._writer, statements.append)

    async def counted() -> int:
        statements.clear()
        await store.vacations.begin(ANN.id, NOW)
        await store.vacations.end(ANN.id, NOW)
        return len(statements)

    few = await counted()
    for _ in range(50):
        await begin(store, first=ANN, second=CARL)
    assert await counted() <= few
    assert (await found(store, match)).deadline == match.deadline


async def test_all_cards_of_ones_matches_are_drawn_anew(store: Store) -> None:
    matches = [await begin(store), await begin(store, first=BEA, second=ANN)]
    matches.append(await begin(store, first=BEA, second=ANN, pace=None))
    over = await do(store, await begin(store), verbs.abort, ANN.id)
    others = await begin(store, first=BEA, second=CARL)
    for one in (*matches, over, others):
        await store.cards.show_on(one.number, CARD, one.count)
    for change in (store.vacations.begin, store.vacations.end):
        await change(ANN.id, NOW)
        shown = await store.forgetting.to_redraw(20)
        assert {one.number for one in shown} == {match.number for match in matches}
        for card in shown:
            await store.forgetting.redrawn(card)


async def test_nothing_of_a_vacation_is_left_of_whoever_is_forgotten(store: Store) -> None:
    match = await advance(store, await begin(store), 4)
    await store.vacations.begin(ANN.id, NOW)
    await store.forgetting.forget(ANN.id, NOW + DAY)
    over = await found(store, match)
    assert over.over
    assert over.stopped is None
    assert await store._database.reader.rows("SELECT * FROM vacations") == []
