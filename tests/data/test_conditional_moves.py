"""Conditional moves: stored in one commit with the move that triggers them, or else deleted."""

import asyncio
from pathlib import Path

import pytest

from data import Store, StoredMatch
from match import verbs
from match.conditional_moves import ConditionalLine
from match.match import Stale
from match.read_record import read
from rules import GAMES, Refusal
from tests.data.sample_matches import ANN, BEA, CARL, NOW, begin, do, faults_of, history, play


async def thinking(store: Store) -> StoredMatch:
    """Begin a match of Hoyito in which Ann has moved and Bea thinks."""
    return await play(store, await begin(store, "hoyito"), ANN.id, "a")


async def stored(store: Store, match: StoredMatch) -> list[ConditionalLine]:
    return list((await store.conditional_moves.find(match.number, ANN.id)).values())


async def test_an_answer_is_played_with_the_move_over_a_restart(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        match = await thinking(store)
        await store.conditional_moves.store(match.number, ANN.id, ["b", "c", "d", "d"], match.count)
    async with await Store.open(path, NOW) as store:
        match = await play(store, match.number, BEA.id, "b")
        assert (match.count, match.to_move, match.answer_to) == (3, BEA.id, "b")
        assert await store.matches.find(match.number) == match
        told = [(event.text, event.conditional) for event in await history(store, match.number)]
        assert told == [("a", False), ("b", False), ("c", True)]
        assert await stored(store, match) == [ConditionalLine(0, ("d", "d"))]
        assert read(await store.matches.record(match.number), GAMES).moves == ("a", "b", "c")
    assert await faults_of(path) == []


async def test_any_other_move_deletes_it(store: Store) -> None:
    match = await thinking(store)
    await store.conditional_moves.store(match.number, ANN.id, ["b", "c"], match.count)
    after = await play(store, match, BEA.id, "d")
    assert (after.count, await stored(store, match)) == (2, [])


async def test_a_move_that_is_undone_leaves_the_others_lines_as_they_were(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        match = await thinking(store)
        for line in (["b", "c", "d", "d"], ["e", "f"]):
            await store.conditional_moves.store(match.number, ANN.id, line, match.count)
        before = await stored(store, match)
        for _ in range(2):
            await play(store, match.number, BEA.id, "d")
            assert await stored(store, match) == []
            told = [thing async for thing in store.people.export(ANN.id)]
            assert sum("plan_set_aside_in_match" in thing for thing in told) == 2
            await do(store, match.number, verbs.undo, BEA.id)
            assert await stored(store, match) == before
    async with await Store.open(path, NOW) as store:
        after = await play(store, match.number, BEA.id, "b")
        assert (after.answer_to, await stored(store, match)) == (
            "b",
            [ConditionalLine(0, ("d", "d"))],
        )
    assert await faults_of(path) == []


async def test_a_granted_take_back_restores_them_too_and_one_after_another(store: Store) -> None:
    match = await thinking(store)
    await store.conditional_moves.store(match.number, ANN.id, ["b", "c"], match.count)
    mine = await stored(store, match)
    match = await play(store, match.number, BEA.id, "d")
    await store.conditional_moves.store(match.number, BEA.id, ["b", "e"], match.count)
    theirs = list((await store.conditional_moves.find(match.number, BEA.id)).values())
    await play(store, match.number, ANN.id, "c")
    assert await store.conditional_moves.find(match.number, BEA.id) == {}
    await do(store, match.number, verbs.ask_take_back, ANN.id)
    await do(store, match.number, verbs.grant_take_back, BEA.id)
    assert list((await store.conditional_moves.find(match.number, BEA.id)).values()) == theirs
    await do(store, match.number, verbs.ask_take_back, BEA.id)
    await do(store, match.number, verbs.grant_take_back, ANN.id)
    assert await stored(store, match) == mine
    assert await store.conditional_moves.find(match.number, BEA.id) == {}
    await do(store, match.number, verbs.abort, BEA.id)
    assert await store._database.reader.rows("SELECT * FROM plans_set_aside") == []


async def test_lines_are_each_players_own_and_can_be_deleted(store: Store) -> None:
    match = await thinking(store)
    await store.conditional_moves.store(match.number, ANN.id, ["b", "c"], match.count)
    (number,) = await store.conditional_moves.find(match.number, ANN.id)
    assert await store.conditional_moves.find(match.number, BEA.id) == {}
    with pytest.raises(Refusal, match="to play, challenge someone"):
        await store.conditional_moves.find(match.number, CARL.id)
    with pytest.raises(Refusal, match="no longer exists"):
        await store.conditional_moves.delete(match.number, BEA.id, number)
    await store.conditional_moves.delete(match.number, ANN.id, number)
    with pytest.raises(Refusal, match="no longer exists"):
        await store.conditional_moves.delete(match.number, ANN.id, number)
    assert (await play(store, match.number, BEA.id, "b")).count == 2


async def test_a_line_for_an_older_board_is_stale(store: Store) -> None:
    match = await thinking(store)
    await play(store, match, BEA.id, "b")
    with pytest.raises(Stale):
        await store.conditional_moves.store(match.number, ANN.id, ["c", "c"], match.count)


@pytest.mark.parametrize("delete", [True, False])
async def test_what_is_stored_just_before_the_move_counts(store: Store, delete: bool) -> None:
    match = await thinking(store)
    if delete:
        await store.conditional_moves.store(match.number, ANN.id, ["b", "c"], match.count)
    loaded = await store.matches.find(match.number)
    if delete:
        (number,) = await store.conditional_moves.find(match.number, ANN.id)
        await store.conditional_moves.delete(match.number, ANN.id, number)
    else:
        await store.conditional_moves.store(match.number, ANN.id, ["b", "c"], match.count)
    assert (await play(store, loaded, BEA.id, "b")).count == (2 if delete else 3)


async def test_stored_at_the_same_time_it_is_played_or_stale_and_never_lost(store: Store) -> None:
    match = await thinking(store)
    made, moved = await asyncio.gather(
        store.conditional_moves.store(match.number, ANN.id, ["b", "c"], match.count),
        play(store, match, BEA.id, "b"),
        return_exceptions=True,
    )
    assert isinstance(moved, StoredMatch)
    assert moved.count == (2 if isinstance(made, Stale) else 3)


async def test_a_take_back_undoes_both_and_the_record_says_so(store: Store) -> None:
    match = await thinking(store)
    await store.conditional_moves.store(match.number, ANN.id, ["b", "c", "d", "d"], match.count)
    await play(store, match.number, BEA.id, "b")
    await do(store, match.number, verbs.ask_take_back, BEA.id)
    after = await do(store, match.number, verbs.grant_take_back, ANN.id)
    assert (after.position, after.moves) == (match.position, (1, 0))
    assert await stored(store, match) == []
    assert read(await store.matches.record(match.number), GAMES).moves == ("a",)


async def test_nothing_is_left_of_lines_when_the_match_ends(store: Store) -> None:
    match = await thinking(store)
    await store.conditional_moves.store(match.number, ANN.id, ["b", "c"], match.count)
    told = [thing async for thing in store.people.export(ANN.id)]
    assert any(thing.get("plan_in_match") == match.number for thing in told)
    others = [thing async for thing in store.people.export(BEA.id)]
    assert not any("plan" in thing for thing in others)
    await do(store, match.number, verbs.abort, BEA.id)
    assert await stored(store, match) == []
