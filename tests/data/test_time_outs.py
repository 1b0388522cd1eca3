"""A second loss on time in a row, within a month, while the bot was there, is not rated."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from data import Store, StoredMatch
from data.matches import MONTH
from match import verbs
from match.event import Ending
from tests.data.sample_matches import ANN, BEA, CARL, DAY, HOUR, NOW, advance, begin, do, faults_of

SECOND = timedelta(seconds=1)


async def losing(store: Store, now: datetime = NOW, pace: int = 1) -> StoredMatch:
    """Begin a match in which Ann is to move, and both have made two moves."""
    match = await advance(store, await begin(store, pace=pace, now=now), 4, now)
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
    assert (await store.ratings.head_to_head(BEA.id, ANN.id)).wins == 3


@pytest.mark.parametrize(("before", "rated"), [(SECOND, False), (timedelta(0), True)])
async def test_after_a_month_it_is_rated_again(
    store: Store, before: timedelta, rated: bool
) -> None:
    await lost(store, await losing(store))
    second = await losing(store, NOW + MONTH - before)
    assert (await lost(store, second)).counts == rated


async def test_a_match_that_ended_otherwise_in_between_ends_the_series(store: Store) -> None:
    await lost(store, await losing(store))
    between = await losing(store, NOW + DAY)
    await do(store, between, verbs.resign, ANN.id, NOW + 1.5 * DAY)
    assert (await lost(store, await losing(store, NOW + 2 * DAY))).counts


async def test_an_aborted_match_does_not_end_the_series(store: Store) -> None:
    await lost(store, await losing(store))
    await do(store, await begin(store, now=NOW + DAY), verbs.abort, ANN.id, NOW + 1.5 * DAY)
    assert not (await lost(store, await losing(store, NOW + 2 * DAY))).counts


async def test_to_have_won_on_time_is_no_series(store: Store) -> None:
    match = await begin(store, pace=1, first=CARL, second=ANN)
    await lost(store, await advance(store, match, 4))
    assert (await lost(store, await losing(store))).counts


@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize(("minutes", "rated"), [(14, False), (15, True)])
async def test_a_turn_in_which_the_bot_was_away_counts_for_no_series(
    path: Path, turn: int, minutes: int, rated: bool
) -> None:
    away = timedelta(minutes=minutes)
    async with await Store.open(path, NOW) as store:
        first = await losing(store)
        if turn == 2:
            await lost(store, first)
        second = await losing(store, NOW + 2 * DAY, pace=3) if turn == 2 else first
        left = NOW + (3 * DAY if turn == 2 else HOUR)
        await store.close(left)
    async with await Store.open(path, left + away) as store:
        over = await lost(store, second)
        if turn == 1:
            over = await lost(store, await losing(store, NOW + 5 * DAY))
        assert over.counts == rated
    assert await faults_of(path) == []
