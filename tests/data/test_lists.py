"""Lists of matches and challenges, page by page."""

import random
from datetime import timedelta

import pytest

from data import Store
from data.values import Seat, Terms
from match import verbs
from match.event import Ending
from tests.data.sample_matches import ANN, BEA, CARL, HERE, HOUR, NOW, THERE, begin, change, do
from tests.postgres import of_file
from tests.sqlite_hooks import count_steps
from tests.thorough import THOROUGH

COLUMNS = "PRAGMA table_info(matches)"


async def many(store: Store) -> None:
    """Begin forty matches that differ in everything lists show; a third of them are over."""
    rng = random.Random(40)
    for number in range(1, 41):
        first, second = rng.sample((ANN, BEA, CARL), 2)
        match = await begin(
            store,
            rng.choice(("ringo", "hoyito")),
            first=first,
            second=second,
            place=rng.choice((HERE, THERE)),
            pace=rng.choice((None, 1, 3, 5)),
        )
        if rng.random() < 0.3:
            decide = rng.choice((verbs.abort, verbs.resign))
            later = NOW + HOUR * rng.randrange(5)
            await do(store, match, decide, first.id, later)
        assert match.number == number


@THOROUGH
@pytest.mark.parametrize("game", [None, "ringo"])
async def test_pages_give_every_match_once_in_order(store: Store, game: str | None) -> None:
    await many(store)
    lists = store.lists
    whole = [one for one in await store.matches.find_live(ANN.id) if game in (None, one.game)]
    paged = [await lists.live(ANN.id, 4, skip, game=game) for skip in range(0, 44, 4)]
    assert len(whole) > 6
    assert [match for page in paged for match in page] == whole
    mine = await lists.live(ANN.id, 40, to_move=True, game=game)
    theirs = await lists.live(ANN.id, 40, to_move=False, game=game)
    assert mine + theirs == whole
    assert {match.to_move for match in mine} == {ANN.id}
    assert ANN.id not in {match.to_move for match in theirs}
    over = [one for one in await lists.finished(ANN.id, 40) if game in (None, one.game)]
    paged = [await lists.finished(ANN.id, 3, skip, game=game) for skip in range(0, 42, 3)]
    assert len(over) > 3
    assert [match for page in paged for match in page] == over
    assert {match.how for match in over} <= {Ending.ABORT, Ending.RESIGNATION}


async def test_pages_give_what_is_against_somebody(store: Store) -> None:
    await many(store)
    lists = store.lists
    for opponent in (BEA, CARL):
        whole = [one for one in await store.matches.find_live(ANN.id) if opponent.id in one.seats]
        assert len(whole) > 3
        assert await lists.live(ANN.id, 40, opponent=opponent.id) == whole
        waiting = await lists.live(ANN.id, 40, to_move=False, opponent=opponent.id)
        assert waiting == [one for one in whole if one.to_move != ANN.id]
        over = [one for one in await lists.finished(ANN.id, 40) if opponent.id in one.seats]
        assert await lists.finished(ANN.id, 40, opponent=opponent.id) == over
    assert await lists.live(ANN.id, 40, opponent=99) == []


async def test_live_matches_are_counted(store: Store) -> None:
    await many(store)
    live = await store.matches.find_live(ANN.id)
    assert await store.lists.count_live(ANN.id) == len(live)
    assert await store.lists.count_live(99) == 0


async def test_what_waits_is_listed_by_the_time_left_with_the_number_of_all(store: Store) -> None:
    await many(store)
    waiting = await store.lists.live(ANN.id, 40, to_move=True)
    found, number = await store.lists.to_move(ANN.id, 3)
    assert (found, number) == (waiting[:3], len(waiting))
    found, number = await store.lists.to_move(ANN.id, 40, but=waiting[1].number)
    assert found == [waiting[0], *waiting[2:]]
    assert number == len(waiting) - 1
    assert await store.lists.to_move(99, 3) == ([], 0)


async def test_one_s_own_match_is_found_by_its_number(store: Store) -> None:
    match = await begin(store)
    found = await store.lists.numbered(BEA.id, match.number)
    assert found is not None
    assert found.number == match.number
    assert await store.lists.numbered(CARL.id, match.number) is None
    assert await store.lists.numbered(BEA.id, 2) is None


async def test_matches_to_move_in_come_from_the_channel_before_all_others(store: Store) -> None:
    there = await begin(store, place=THERE, pace=1)
    here = await begin(store, place=HERE, pace=None)
    await begin(store, first=BEA, second=ANN)
    lists = store.lists
    assert await lists.awaiting(ANN.id, HERE.channel, 9, anywhere=True) == [here, there]
    assert await lists.awaiting(ANN.id, THERE.channel, 9, anywhere=True) == [there, here]
    assert await lists.awaiting(ANN.id, 99, 9, anywhere=True) == [there, here]
    assert await lists.awaiting(ANN.id, 99, 1, anywhere=True) == [there]
    assert await lists.awaiting(ANN.id, HERE.channel, 9) == [here]


async def test_pending_challenges_come_both_ways_by_pages(store: Store) -> None:
    made = []
    for number, (who, whom, game) in enumerate(
        ((ANN, BEA, "ringo"), (BEA, ANN, "hoyito"), (ANN, None, "ringo"), (BEA, CARL, "ringo"))
    ):
        terms = Terms(game, {}, Seat.RANDOM)
        now = NOW + timedelta(minutes=number)
        made.append(await store.challenges.make(who, whom, terms, HERE, now))
    by_ann, to_ann, open_by_ann, _ = made
    lists, later = store.lists, NOW + HOUR
    assert await lists.pending(ANN.id, later, 9) == [to_ann, open_by_ann, by_ann]
    assert await lists.pending(ANN.id, later, 1, 1) == [open_by_ann]
    assert await lists.pending(ANN.id, later, 9, game="hoyito") == [to_ann]
    assert await lists.pending(ANN.id, later, 9, opponent=BEA.id) == [to_ann, by_ann]
    assert await lists.pending(ANN.id, later, 9, opponent=CARL.id) == []
    await store.challenges.withdraw(by_ann.number, ANN.id, later)
    assert await lists.pending(ANN.id, later, 9) == [to_ann, open_by_ann]
    assert await lists.pending(ANN.id, NOW + timedelta(days=30), 9) == []


async def copy(store: Store, numbers: range) -> None:
    """Copy the first match, with either player on either side, live and finished."""
    async with store._database.transaction() as connection:
        columns = {row["name"]: row["name"] for row in await connection.rows(COLUMNS)}
        columns |= {"id": ":number", "rematch_of": "NULL", "deadline": "deadline + :number"}
        for number in numbers:
            if number % 2:
                columns |= {"first": "second", "second": "first"}
            else:
                columns |= {"first": "first", "second": "second"}
            columns["ended"] = "NULL" if number % 4 < 2 else "started + :number"
            values = ", ".join(columns.values())
            names = ", ".join(columns)
            sql = f"INSERT INTO matches ({names}) SELECT {values} FROM matches WHERE id = 1"  # noqa: S608 (our own names)
            await connection.change(sql, number=number)


@of_file
@THOROUGH
async def test_page_costs_the_same_whether_there_are_twenty_or_ten_thousand(store: Store) -> None:
    """Count the steps of SQLite's virtual machine, some thousands for a page of ten."""
    await begin(store)
    lists, steps = store.lists, 0

    def step() -> None:
        nonlocal steps
        steps += 1

    async def cost() -> list[int]:
        nonlocal steps
        counted = []
        for page in (
            lists.live(ANN.id, 11),
            lists.live(ANN.id, 11, to_move=True),
            lists.live(ANN.id, 11, game="ringo"),
            lists.finished(ANN.id, 11),
            lists.finished(ANN.id, 11, 20, game="ringo"),
            lists.live(ANN.id, 11, opponent=BEA.id),
            lists.live(ANN.id, 11, to_move=False, opponent=BEA.id),
            lists.finished(ANN.id, 11, 20, opponent=BEA.id),
        ):
            steps = 0
            assert len(await page) == 11
            counted.append(steps)
        return counted

    await count_steps(store._database.reader, step, 10)
    await copy(store, range(2, 200))
    few = await cost()
    await copy(store, range(200, 10_000))
    lot = await cost()
    assert all(more < 1.5 * fewer for fewer, more in zip(few, lot, strict=True)), (few, lot)
    await change(store, "DELETE FROM matches WHERE id > 1")
