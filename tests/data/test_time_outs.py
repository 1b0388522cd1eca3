"""A second loss on time in a row, within a month, while the bot was there, is not rated."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from data import Store, StoredMatch
from data.matches import MONTH
from match import verbs
from match.event import Ending
from rules import Refusal
from tests.data.sample_matches import (
    ANN,
    BEA,
    CARL,
    DAY,
    HOUR,
    NOW,
    advance,
    begin,
    do,
    faults_of,
    play,
)
from tests.thorough import THOROUGH

SECOND = timedelta(seconds=1)


async def losing(store: Store, now: datetime = NOW, pace: int = 1) -> StoredMatch:
    """Begin a match in which Ann is to move, and both have made three moves."""
    match = await advance(store, await begin(store, pace=pace, now=now), 6, now)
    assert match.to_move == ANN.id
    return match


async def lost(store: Store, match: StoredMatch) -> StoredMatch:
    """Let Ann lose on time."""
    found = await store.matches.find(match.number)
    assert found.deadline is not None
    return (await store.matches.run_out(match.number, found.deadline)).after


def how(match: StoredMatch) -> Ending:
    assert match.result is not None
    return match.result.how


async def test_a_casual_match_lost_on_time_makes_no_rated_one_free(store: Store) -> None:
    casual = await advance(store, await begin(store, pace=1, rated=False), 6)
    match = await losing(store)
    assert how(await lost(store, casual)) is Ending.TIME
    assert (await lost(store, match)).counts


@THOROUGH
@pytest.mark.parametrize("where", ["rated", "casual", "against another"])
async def test_who_has_moved_anywhere_since_the_first_is_not_gone(store: Store, where: str) -> None:
    first, second = await losing(store), await losing(store, pace=3)
    other = CARL if where == "against another" else BEA
    playing = await begin(store, pace=5, second=other, rated=where != "casual")
    await lost(store, first)
    await play(store, playing, ANN.id, "b1-b2", NOW + 2 * DAY)
    assert (await lost(store, second)).counts


async def test_moves_of_others_and_moves_kept_before_are_no_sign_of_life(store: Store) -> None:
    first, second = await losing(store), await losing(store, pace=3)
    playing = await play(store, await begin(store, "hoyito"), ANN.id, "a")
    await store.conditional_moves.store(playing.number, ANN.id, ["b", "c"], playing.count)
    await lost(store, first)
    after = await play(store, playing.number, BEA.id, "b", NOW + 2 * DAY)
    assert (after.count, after.to_move) == (3, BEA.id)
    assert not (await lost(store, second)).counts


async def test_only_the_first_of_several_losses_on_time_is_rated(store: Store) -> None:
    matches = [await losing(store) for _ in range(3)]
    over = [await lost(store, match) for match in matches]
    assert list(map(how, over)) == [Ending.TIME, Ending.TIME_AGAIN, Ending.TIME_AGAIN]
    assert [match.counts for match in over] == [True, False, False]
    assert [bool(await store.ratings.changes(match.number)) for match in over] == [
        True,
        False,
        False,
    ]
    assert (await store.statistics.head_to_head(BEA.id, ANN.id)).wins == 3


@pytest.mark.parametrize(("before", "rated"), [(SECOND, False), (timedelta(0), True)])
async def test_next_month_it_is_rated_again(store: Store, before: timedelta, rated: bool) -> None:
    first, second = await losing(store), await losing(store, pace=14)
    assert (await lost(store, first)).ended == NOW + DAY
    for given in (13 * DAY, 17 * DAY - before):
        await do(store, second.number, verbs.give_time, BEA.id, NOW + given)
    over = await lost(store, second)
    assert over.ended == NOW + DAY + MONTH - before
    assert over.counts == rated


async def test_a_match_that_ended_otherwise_in_between_ends_the_series(store: Store) -> None:
    first, between, last = await losing(store), await losing(store), await losing(store, pace=3)
    await lost(store, first)
    await do(store, between, verbs.resign, ANN.id, NOW + 1.5 * DAY)
    assert (await lost(store, last)).counts


async def test_an_aborted_match_does_not_end_the_series(store: Store) -> None:
    first, last = await losing(store), await losing(store, pace=3)
    await lost(store, first)
    await do(store, await begin(store, now=NOW + DAY), verbs.abort, ANN.id, NOW + 1.5 * DAY)
    assert not (await lost(store, last)).counts


async def test_to_have_won_on_time_is_no_series(store: Store) -> None:
    match = await begin(store, pace=1, first=CARL, second=ANN)
    await lost(store, await advance(store, match, 6))
    assert (await lost(store, await losing(store))).counts


@THOROUGH
@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize(("minutes", "rated"), [(14, False), (15, True)])
async def test_a_turn_in_which_the_bot_was_away_counts_for_no_series(
    path: Path, turn: int, minutes: int, rated: bool
) -> None:
    away = timedelta(minutes=minutes)
    async with await Store.open(path, NOW) as store:
        first = await losing(store)
        if turn == 2:
            second = await losing(store, pace=3)
            await lost(store, first)
        left = NOW + (2 * DAY if turn == 2 else HOUR)
        await store.close(left)
    async with await Store.open(path, left + away) as store:
        if turn == 1:
            second = await losing(store, left + away, pace=3)
            await lost(store, first)
        assert (await lost(store, second)).counts == rated
    assert await faults_of(path) == []


async def test_several_are_ended_in_one_trip_to_the_thread_of_the_database(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then a busy event loop holds up neither them nor people's moves behind them."""
    matches = [await losing(store), await losing(store, pace=3), await losing(store, pace=7)]
    writer = store._database._writer
    trips = 0
    go: Callable[..., Awaitable[Any]] = writer._in_thread

    async def counted(*work: Any) -> Any:
        nonlocal trips
        trips += 1
        return await go(*work)

    monkeypatch.setattr(writer, "_in_thread", counted)
    await store.matches.run_out_all([match.number for match in matches], NOW + 8 * DAY)
    assert trips == 1, "all of them, with the commit"


async def test_several_are_ended_with_one_commit_or_none_of_them(store: Store) -> None:
    matches = [await losing(store), await losing(store, pace=3), await losing(store, pace=7)]
    numbers, late = [match.number for match in matches], NOW + 5 * DAY
    with pytest.raises(Refusal, match="Time isn't up yet"):
        await store.matches.run_out_all(numbers, late)
    assert not any([(await store.matches.find(number)).over for number in numbers])
    over = await store.matches.run_out_all(numbers[:2], late)
    assert [how(one.after) for one in over] == [Ending.TIME, Ending.TIME_AGAIN]
    assert [one.before for one in over] == matches[:2]
    assert [await store.matches.find(number) for number in numbers[:2]] == [
        one.after for one in over
    ]
    assert await faults_of(store._database.path) == []
