"""What is due: reminders, time-outs, announcements, and time given back after downtime."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from data import ChallengeState, Person, Store, Terms
from data.columns import stamp
from data.due import PATIENCE, Due
from match import verbs
from match.event import Ending
from rules import Refusal
from tests.data.sample_matches import (
    ANN,
    BEA,
    CARD,
    DAY,
    HERE,
    HOUR,
    NOW,
    TICK,
    advance,
    begin,
    do,
    faults_of,
    run_out,
)

NOTHING = Due((), (), ())


async def due(store: Store, now: datetime) -> Due:
    """List what is due, except announcements and last calls."""
    due = await store.due.find(now)
    return replace(due, unannounced_matches=(), unannounced_challenges=(), last_calls=())


async def test_a_reminder_is_due_at_80_and_at_95_percent_once_each(store: Store) -> None:
    match = await begin(store, pace=5)
    for share, until in ((0.8, 0.95), (0.95, 1)):
        assert await due(store, NOW + share * 5 * DAY - TICK) == NOTHING
        assert await due(store, NOW + share * 5 * DAY) == Due((match.number,), (), ())
        reminded = await store.matches.remind(match.number, NOW + share * 5 * DAY)
        assert reminded.to_move == ANN.id
        assert reminded.count == match.count, "a reminder makes no card stale"
        assert await due(store, NOW + until * 5 * DAY - TICK) == NOTHING
        with pytest.raises(Refusal):
            await store.matches.remind(match.number, NOW + until * 5 * DAY - TICK)


async def test_what_is_late_for_both_reminders_is_reminded_of_once(store: Store) -> None:
    match = await begin(store, pace=5)
    await store.matches.remind(match.number, NOW + 4.75 * DAY)
    assert await due(store, NOW + 5 * DAY - TICK) == NOTHING


async def test_the_next_turn_has_its_own_reminder(store: Store) -> None:
    match = await begin(store, pace=5)
    await store.matches.remind(match.number, NOW + 4 * DAY)
    await advance(store, match, 1, NOW + 4.5 * DAY)
    assert await due(store, NOW + 8.5 * DAY - TICK) == NOTHING
    assert await due(store, NOW + 8.5 * DAY) == Due((match.number,), (), ())


@pytest.mark.parametrize("moves", [3, 4, 6])
@pytest.mark.parametrize("reminded", [True, False])
async def test_no_time_left_loses_or_aborts(store: Store, moves: int, reminded: bool) -> None:
    match = await advance(store, await begin(store, pace=5), moves)
    if reminded:
        await store.matches.remind(match.number, NOW + 4 * DAY)
    with pytest.raises(Refusal, match="Time isn't up"):
        await run_out(store, match.number, NOW + 5 * DAY - TICK)
    assert await due(store, NOW + 5 * DAY) == Due((), (match.number,), ())
    match = await run_out(store, match.number, NOW + 5 * DAY)
    assert match.result is not None
    assert match.result.how is (Ending.TIME if moves >= 4 else Ending.ABORT)
    assert len(await store.ratings.changes(match.number)) == (2 if moves == 6 else 0)
    assert await due(store, NOW + 50 * DAY) == NOTHING
    with pytest.raises(Refusal):
        await run_out(store, match.number, NOW + 5 * DAY)


async def test_match_without_a_pace_warns_once_of_a_claim_and_never_runs_out(store: Store) -> None:
    match = await begin(store, pace=None)
    assert await due(store, NOW + 48 * DAY - TICK) == NOTHING
    assert await due(store, NOW + 48 * DAY) == Due((match.number,), (), ())
    await store.matches.remind(match.number, NOW + 48 * DAY)
    assert await due(store, NOW + 1000 * DAY) == NOTHING
    await advance(store, match, 1, NOW + 59 * DAY)
    assert await due(store, NOW + 107 * DAY) == Due((match.number,), (), ())


async def test_nobody_is_warned_of_the_computer_which_claims_nothing(store: Store) -> None:
    terms = Terms("ringo", {}, pace=None)
    await store.computer.begin(ANN, Person(9, "Parlour", is_bot=True), terms, 1, HERE, NOW)
    assert await due(store, NOW + 1000 * DAY) == NOTHING


async def test_the_longest_due_comes_first(store: Store) -> None:
    late = await begin(store, now=NOW + HOUR)
    early = await begin(store, now=NOW)
    assert (await due(store, NOW + 5 * DAY + HOUR)).time_outs == (early.number, late.number)


async def test_time_during_which_the_bot_was_down_is_given_back(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        before = await begin(store, pace=5, now=NOW)
        untimed = await begin(store, pace=None, now=NOW)
        over = await begin(store, pace=5, now=NOW)
        await do(store, over.number, verbs.resign, ANN.id, NOW)
        await store.outages.beat(NOW + DAY)
        # The turn began after the last heartbeat: only the downtime within the turn counts.
        during = await begin(store, pace=5, now=NOW + DAY + HOUR)
        await store.matches.remind(before.number, NOW + 4 * DAY)
    async with await Store.open(path, NOW + 11 * DAY) as store:
        assert await due(store, NOW + 11 * DAY) == NOTHING
        match = await store.matches.find(before.number)
        assert (match.deadline, match.clock.given) == (NOW + 15 * DAY, 10 * DAY)
        assert match.clock.reminded
        match = await store.matches.find(during.number)
        assert match.deadline == NOW + 16 * DAY
        assert match.alarm == NOW + 15 * DAY
        assert (await store.matches.find(untimed.number)).claimable == NOW + 70 * DAY
        assert not (await store.matches.find(over.number)).clock.given
        assert (await store.matches.find_live(ANN.id))[0].deadline == NOW + 15 * DAY
        assert await faults_of(path) == []
        assert (await due(store, NOW + 15 * DAY)).time_outs == (before.number,)
    # Opening again at once adds nothing.
    async with await Store.open(path, NOW + 11 * DAY) as store:
        assert (await store.matches.find(before.number)).deadline == NOW + 15 * DAY
        match = await advance(store, match, 1, NOW + 12 * DAY)
        assert (match.clock.given.days, match.deadline) == (0, NOW + 17 * DAY)


async def test_a_clock_set_back_while_the_bot_was_down_gives_nothing(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        match = await begin(store)
    async with await Store.open(path, NOW - DAY) as store:
        assert (await store.matches.find(match.number)).deadline == match.deadline


async def test_closing_notes_until_when_the_bot_was_alive(path: Path) -> None:
    store = await Store.open(path, NOW)
    match = await begin(store)
    await store.close(NOW + DAY)
    async with await Store.open(path, NOW + DAY + HOUR) as store:
        assert (await store.matches.find(match.number)).clock.given == HOUR


async def test_what_is_untold_is_due_after_a_while_or_at_once_after_a_start(store: Store) -> None:
    match = await begin(store, pace=None)
    assert (await store.due.find(NOW + PATIENCE - TICK)).unannounced_matches == ()
    assert (await store.due.find(NOW + PATIENCE)).unannounced_matches == (match.number,)
    assert (await store.due.find(NOW + TICK, NOW - TICK)).unannounced_matches == ()
    assert (await store.due.find(NOW + TICK, NOW)).unannounced_matches == (match.number,)


async def test_open_challenges_are_open_for_longer_after_a_stop(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        old = await store.challenges.make(ANN, BEA, Terms("ringo", {}), HERE, NOW)
        await store.outages.beat(NOW + HOUR)
        during = await store.challenges.make(ANN, None, Terms("ringo", {}), HERE, NOW + 2 * HOUR)
        gone = await store.challenges.make(BEA, ANN, Terms("ringo", {}), HERE, NOW)
        await store.challenges.withdraw(gone.number, BEA.id, NOW)
    async with await Store.open(path, NOW + HOUR + 5 * DAY) as store:
        assert (await store.challenges.find(old.number)).expires == old.expires + 5 * DAY
        found = await store.challenges.find(during.number)
        assert found.expires == during.expires + 5 * DAY - HOUR
        assert (await store.challenges.find(gone.number)).expires == gone.expires
        assert (await due(store, NOW + HOUR + 5 * DAY)).expiries == ()


async def test_time_after_an_outage_is_given_back_piece_by_piece(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        match = await begin(store, pace=5)
        await store.outages.beat(NOW + HOUR)
        for hours in (2, 3, 5):
            await store.outages.come_back(NOW + hours * HOUR, NOW + HOUR)
        assert (await store.matches.find(match.number)).deadline == NOW + 5 * DAY + 4 * HOUR
        rows = await store._database.reader.rows("SELECT began, ended FROM outages")
    assert [tuple(row) for row in rows] == [(stamp(NOW + HOUR), stamp(NOW + 5 * HOUR))]


async def test_unannounced_challenges_are_due_until_their_card_shows_them(store: Store) -> None:
    async def untold() -> tuple[int, ...]:
        return (await store.due.find(NOW + HOUR)).unannounced_challenges

    make, number = store.challenges.make, 1
    await make(ANN, BEA, Terms("ringo", {}), HERE, NOW)
    assert await untold() == (number,)
    await store.challenges.show_on(number, CARD)
    assert await untold() == ()
    await store.challenges.decline(number, BEA.id, NOW)
    assert await untold() == (number,)
    await store.challenges.mark_announced(number, ChallengeState.PENDING)
    assert await untold() == (number,), "it is told in another state than it is in"
    await store.challenges.mark_announced(number, ChallengeState.DECLINED)
    assert await untold() == ()


async def test_a_move_does_not_wait_until_a_short_time_is_given_back_to_everybody(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.outages.SOME", 1)
    matches = [await begin(store, pace=5) for _ in range(20)]
    nearly_over = await begin(store, pace=5, now=NOW - 4 * DAY)
    untimed = await begin(store, pace=None)
    over = await begin(store, pace=5)
    await do(store, over.number, verbs.resign, ANN.id, NOW)
    await store.outages.beat(NOW)
    back = NOW + timedelta(seconds=30)
    change, has_moved, some = store._database.change, asyncio.Event(), list[int]()

    async def slowly(sql: str, **values: Any) -> int:
        if "id > :after" in sql:
            some.append(values["after"])
            if len(some) > 1:
                await has_moved.wait()
        return await change(sql, **values)

    monkeypatch.setattr(store._database, "change", slowly)
    giving = asyncio.create_task(store.outages.come_back(back))
    moved = await advance(store, matches.pop(), 1, back + TICK)
    assert not giving.done()
    has_moved.set()
    await giving
    for match in (*matches, nearly_over, untimed):
        found = await store.matches.find(match.number)
        assert found.clock.given == back - NOW
        assert match.deadline is None or found.deadline == match.deadline + (back - NOW)
    for number in (moved.number, over.number):
        assert not (await store.matches.find(number)).clock.given
    assert await faults_of(store._database.path) == []


async def test_a_stop_while_a_short_time_is_given_back_takes_none_of_those_who_have_little_left(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await Store.open(path, NOW) as store:
        little = await begin(store, pace=5, now=NOW - 4 * DAY)
        much = await begin(store, pace=5, now=NOW)
        await store.outages.beat(NOW)
        back = NOW + timedelta(seconds=30)

        async def stopped(*_told: object, **_options: object) -> None:
            raise RuntimeError("stopped")

        with monkeypatch.context() as patch:
            patch.setattr("data.outages.Outages._give_others_back", stopped)
            with pytest.raises(RuntimeError, match="stopped"):
                await store.outages.come_back(back)
    async with await Store.open(path, back) as store:
        assert (await store.matches.find(little.number)).clock.given == back - NOW
        assert (await store.matches.find(much.number)).clock.given in (timedelta(0), back - NOW)
