"""Vacations: all clocks of somebody stand still, to the second, over restarts and races."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from data import KeptMatch, Ledger
from match.clock import LAST_CALL
from match.pace import Pace
from match.verbs import give_time
from rules import Refusal
from tests.data.parlour import (
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

SECOND = timedelta(seconds=1)
BANK = Pace.bank(3, 12, 5)


async def lost(ledger: Ledger, now: datetime) -> tuple[int, ...]:
    """Give which matches would be lost on time now."""
    return (await ledger.clock.due(now)).time_outs


async def found(ledger: Ledger, match: KeptMatch) -> KeptMatch:
    return await ledger.matches.find(match.number)


# Going and coming back.


async def test_all_clocks_of_ones_turns_stand_still_and_run_again(ledger: Ledger) -> None:
    mine = [await begin(ledger, pace=pace) for pace in (1, 5, BANK)]
    theirs = await begin(ledger, first=BEA, second=ANN, pace=7)
    untimed = await begin(ledger, pace=None)
    await ledger.matches.remind(mine[0].number, NOW + 0.9 * DAY)
    await ledger.vacations.begin(ANN.id, NOW + 0.9 * DAY)
    for match in mine:
        stands = await found(ledger, match)
        assert (stands.deadline, stands.stopped) == (None, NOW + 0.9 * DAY)
        assert stands.clock.away == (True, False)
    assert (await found(ledger, theirs)).deadline == theirs.deadline, "the other's clock runs"
    assert (await found(ledger, untimed)).stopped is None
    await ledger.vacations.end(ANN.id, NOW + 4.9 * DAY)
    for match in mine:
        runs = await found(ledger, match)
        assert match.deadline is not None
        assert runs.deadline == match.deadline + 4 * DAY
        assert runs.clock.reminded == (match == mine[0])
    with pytest.raises(Refusal, match="time left"):
        await run_out(ledger, mine[0], NOW + 5 * DAY - SECOND)
    assert await lost(ledger, NOW + 5 * DAY - SECOND) == ()
    assert await lost(ledger, NOW + 5 * DAY) == (mine[0].number,)


async def test_a_turn_that_begins_while_somebody_is_away_does_not_count(ledger: Ledger) -> None:
    match = await begin(ledger, pace=1)
    await ledger.vacations.begin(BEA.id, NOW + HOUR)
    match = await play(ledger, match, ANN.id, "a1-a2", NOW + 2 * HOUR)
    assert (match.stopped, match.deadline) == (NOW + 2 * HOUR, None)
    await ledger.vacations.end(BEA.id, NOW + 5 * DAY)
    assert (await found(ledger, match)).deadline == NOW + 6 * DAY


@pytest.mark.parametrize("pace", [1, BANK, None])
async def test_a_match_that_begins_while_one_is_away_begins_with_the_clock_standing(
    ledger: Ledger, pace: int | Pace | None
) -> None:
    await begin(ledger, first=ANN, second=CARL)
    await ledger.vacations.begin(ANN.id, NOW)
    match = await begin(ledger, pace=pace, now=NOW + HOUR)
    assert match.stopped == (None if pace is None else NOW + HOUR)
    assert match.deadline is None
    waiting = await begin(ledger, first=CARL, second=ANN, pace=1, now=NOW + HOUR)
    assert waiting.deadline == NOW + HOUR + DAY


async def test_who_is_away_may_play_and_a_bank_is_not_charged(ledger: Ledger) -> None:
    match = await begin(ledger, pace=BANK)
    await ledger.vacations.begin(ANN.id, NOW + DAY)
    match = await play(ledger, match, ANN.id, "a1-a2", NOW + 8 * DAY)
    assert match.clock.bank == (2.5 * DAY, 3 * DAY)
    assert match.deadline == NOW + 11 * DAY, "the opponent is not away"
    assert (await ledger.vacations.of(ANN.id, NOW + 8 * DAY)).away


async def test_a_vacation_that_is_used_up_ends_by_itself_and_is_told(ledger: Ledger) -> None:
    match = await begin(ledger, pace=1)
    await ledger.vacations.begin(ANN.id, NOW)
    assert (await ledger.clock.due(NOW + 10 * DAY - SECOND)).vacations == ()
    with pytest.raises(Refusal):
        await ledger.vacations.use_up(ANN.id, NOW + 10 * DAY - SECOND)
    assert (await ledger.clock.due(NOW + 10 * DAY)).vacations == (ANN.id,)
    await ledger.vacations.use_up(ANN.id, NOW + 10 * DAY)
    assert (await found(ledger, match)).deadline == NOW + 11 * DAY
    assert (await ledger.clock.due(NOW + 10 * DAY + HOUR)).untold_vacations == (ANN.id,)
    await ledger.vacations.tell(ANN.id)
    due = await ledger.clock.due(NOW + 10.5 * DAY)
    assert (due.vacations, due.untold_vacations) == ((), ())


async def test_days_are_earned_since_the_first_match(ledger: Ledger) -> None:
    await begin(ledger, now=NOW - 80 * DAY)
    assert (await ledger.vacations.of(ANN.id, NOW)).left(NOW) == 20 * DAY
    assert (await ledger.vacations.of(CARL.id, NOW)).left(NOW) == 10 * DAY
    with pytest.raises(Refusal, match="no clocks here"):
        await ledger.vacations.begin(CARL.id, NOW)


# By itself.


async def test_it_begins_by_itself_five_minutes_before_a_loss_on_time(ledger: Ledger) -> None:
    match, other = await begin(ledger, pace=1), await begin(ledger, pace=5)
    call = NOW + DAY - LAST_CALL
    assert (await ledger.clock.due(call - SECOND)).last_calls == ()
    with pytest.raises(Refusal):
        await ledger.vacations.save(match, call - SECOND)
    assert (await ledger.clock.due(call)).last_calls == (match.number,)
    await ledger.vacations.save(match, call)
    assert await lost(ledger, NOW + 8 * DAY) == ()
    assert (await found(ledger, other)).stopped == call, "every clock stands still"
    await ledger.vacations.end(ANN.id, NOW + 3 * DAY)
    assert (await found(ledger, match)).deadline == NOW + 3 * DAY + LAST_CALL


async def test_it_begins_at_the_last_call_also_where_the_clock_comes_late(ledger: Ledger) -> None:
    match = await begin(ledger, pace=1)
    late = NOW + DAY + 6 * HOUR
    due = await ledger.clock.due(late)
    assert due.last_calls == due.time_outs == (match.number,)
    await ledger.vacations.save(match, late)
    with pytest.raises(Refusal):
        await run_out(ledger, match.number, late)
    await ledger.vacations.end(ANN.id, late)
    assert (await found(ledger, match)).deadline == late + LAST_CALL


@pytest.mark.parametrize("hours", [0, 23])
async def test_it_does_not_begin_where_that_is_not_wanted_or_too_little_is_left(
    ledger: Ledger, hours: int
) -> None:
    match = await advance(ledger, await begin(ledger, pace=14), 4)
    if hours:
        await ledger.vacations.begin(ANN.id, NOW)
        await ledger.vacations.end(ANN.id, NOW + 10 * DAY)
        end = NOW + 24 * DAY
    else:
        await ledger.vacations.choose(ANN.id, NOW, by_itself=False)
        end = NOW + 14 * DAY
        assert (await ledger.clock.due(end)).last_calls == ()
    match = await found(ledger, match)
    assert match.deadline == end
    if not hours:
        with pytest.raises(Refusal, match="does not begin by itself"):
            await ledger.vacations.save(match, end)
    assert await lost(ledger, end) == (match.number,)
    assert (await run_out(ledger, match.number, end)).over


async def test_more_time_in_a_vacation_is_there_when_it_ends(ledger: Ledger) -> None:
    match = await begin(ledger, pace=5)
    await ledger.vacations.begin(ANN.id, NOW + 4 * DAY)
    await do(ledger, match.number, give_time, BEA.id, NOW + 6 * DAY)
    await ledger.vacations.end(ANN.id, NOW + 8 * DAY)
    assert (await found(ledger, match)).deadline == NOW + 13 * DAY


# Restarts, summer time, races, and many matches.


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
    async with await Ledger.open(path, began) as ledger:
        match = await begin(ledger, pace=BANK, now=there)
        await ledger.vacations.begin(ANN.id, there)
        await ledger.clock.beat(began + 5 * DAY)
    async with await Ledger.open(path, began + 6 * DAY) as ledger:
        vacation = await ledger.vacations.of(ANN.id, began + 6 * DAY)
        assert vacation.ends == began + 11 * DAY, "a day away is not charged"
        await ledger.vacations.end(ANN.id, began + 8 * DAY)
        assert (await found(ledger, match)).deadline == began + 11 * DAY
        assert await lost(ledger, began + 11 * DAY - SECOND) == ()
        assert await lost(ledger, began + 11 * DAY) == (match.number,)
    assert await faults_of(path) == []


async def test_a_clock_that_jumps_ahead_uses_no_vacation_up(ledger: Ledger) -> None:
    await begin(ledger)
    await ledger.vacations.begin(ANN.id, NOW)
    await ledger.jumps.make_up(NOW + DAY, 0.0)
    await ledger.jumps.make_up(NOW + 21 * DAY, 60.0)
    left = (await ledger.vacations.of(ANN.id, NOW)).left(NOW + 21 * DAY)
    assert left == 9 * DAY - timedelta(minutes=1)


@pytest.mark.parametrize("goes", [True, False])
async def test_whoever_goes_between_the_look_and_the_move_is_away_for_it(
    ledger: Ledger, goes: bool
) -> None:
    match = await begin(ledger, pace=1)
    if not goes:
        await ledger.vacations.begin(BEA.id, NOW)
    seen = await found(ledger, match)
    change: Callable[[int, datetime], Awaitable[object]] = (
        ledger.vacations.begin if goes else ledger.vacations.end
    )
    await change(BEA.id, NOW + HOUR)
    after = await play(ledger, seen, ANN.id, "a1-a2", NOW + HOUR)
    assert (after.stopped is not None) == goes
    assert await found(ledger, match) == after


async def test_going_takes_as_many_statements_for_many_matches_as_for_one(ledger: Ledger) -> None:
    match = await begin(ledger)
    statements: list[str] = []
    await ledger._database._writer._sqlite.set_trace_callback(statements.append)

    async def counted() -> int:
        statements.clear()
        await ledger.vacations.begin(ANN.id, NOW)
        await ledger.vacations.end(ANN.id, NOW)
        return len(statements)

    few = await counted()
    for _ in range(50):
        await begin(ledger, first=ANN, second=CARL)
    assert await counted() <= few
    assert (await found(ledger, match)).deadline == match.deadline


async def test_cards_are_drawn_anew_where_the_clock_stands_or_runs_again(ledger: Ledger) -> None:
    match, waiting = await begin(ledger), await begin(ledger, first=BEA, second=ANN)
    for one in (match, waiting):
        await ledger.cards.show_on(one.number, CARD, one.count)
    for change in (ledger.vacations.begin, ledger.vacations.end):
        await change(ANN.id, NOW)
        (shown,) = await ledger.forgetting.to_redraw(20)
        assert shown.number == match.number
        await ledger.forgetting.redrawn(shown)


async def test_nothing_of_a_vacation_is_left_of_whoever_is_forgotten(ledger: Ledger) -> None:
    match = await advance(ledger, await begin(ledger), 4)
    await ledger.vacations.begin(ANN.id, NOW)
    await ledger.forgetting.forget(ANN.id, NOW + DAY)
    over = await found(ledger, match)
    assert over.over
    assert over.stopped is None
    async with ledger._database.reading() as connection:
        assert await connection.rows("SELECT * FROM vacations") == []
