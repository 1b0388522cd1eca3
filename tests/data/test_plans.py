"""Stored answers: kept with the move that sets them off, in one commit, and gone with any other."""

import asyncio
from pathlib import Path

import pytest

from data import KeptMatch, Ledger
from match import verbs
from match.conditional import Plan
from match.match import Stale
from match.read_record import read
from rules import GAMES, Refusal
from tests.data.parlour import ANN, BEA, CARL, NOW, begin, do, faults_of, history, play


async def thinking(ledger: Ledger) -> KeptMatch:
    """Begin a match of Hoyito in which Ann has moved and Bea thinks."""
    return await play(ledger, await begin(ledger, "hoyito"), ANN.id, "a")


async def stored(ledger: Ledger, match: KeptMatch) -> list[Plan]:
    return list((await ledger.plans.of(match.number, ANN.id)).values())


async def test_an_answer_is_played_with_the_move_over_a_restart(path: Path) -> None:
    async with await Ledger.open(path, NOW) as ledger:
        match = await thinking(ledger)
        await ledger.plans.store(match.number, ANN.id, ["b", "c", "d", "d"], match.count)
    async with await Ledger.open(path, NOW) as ledger:
        match = await play(ledger, match.number, BEA.id, "b")
        assert (match.count, match.to_move, match.answer_to) == (3, BEA.id, "b")
        assert await ledger.matches.find(match.number) == match
        told = [(event.text, event.conditional) for event in await history(ledger, match.number)]
        assert told == [("a", False), ("b", False), ("c", True)]
        assert await stored(ledger, match) == [Plan(0, ("d", "d"))]
        assert read(await ledger.matches.record(match.number), GAMES).moves == ("a", "b", "c")
    assert await faults_of(path) == []


async def test_any_other_move_deletes_it(ledger: Ledger) -> None:
    match = await thinking(ledger)
    await ledger.plans.store(match.number, ANN.id, ["b", "c"], match.count)
    after = await play(ledger, match, BEA.id, "d")
    assert (after.count, await stored(ledger, match)) == (2, [])


async def test_lines_are_each_players_own_and_can_be_deleted(ledger: Ledger) -> None:
    match = await thinking(ledger)
    await ledger.plans.store(match.number, ANN.id, ["b", "c"], match.count)
    (number,) = await ledger.plans.of(match.number, ANN.id)
    assert await ledger.plans.of(match.number, BEA.id) == {}
    with pytest.raises(Refusal, match="challenge somebody to one of your own"):
        await ledger.plans.of(match.number, CARL.id)
    with pytest.raises(Refusal, match="not there"):
        await ledger.plans.delete(match.number, BEA.id, number)
    await ledger.plans.delete(match.number, ANN.id, number)
    with pytest.raises(Refusal, match="not there"):
        await ledger.plans.delete(match.number, ANN.id, number)
    assert (await play(ledger, match.number, BEA.id, "b")).count == 2


async def test_a_line_for_an_older_board_is_stale(ledger: Ledger) -> None:
    match = await thinking(ledger)
    await play(ledger, match, BEA.id, "b")
    with pytest.raises(Stale):
        await ledger.plans.store(match.number, ANN.id, ["c", "c"], match.count)


@pytest.mark.parametrize("delete", [True, False])
async def test_what_is_stored_or_deleted_just_before_the_move_counts(
    ledger: Ledger, delete: bool
) -> None:
    match = await thinking(ledger)
    if delete:
        await ledger.plans.store(match.number, ANN.id, ["b", "c"], match.count)
    loaded = await ledger.matches.find(match.number)
    if delete:
        (number,) = await ledger.plans.of(match.number, ANN.id)
        await ledger.plans.delete(match.number, ANN.id, number)
    else:
        await ledger.plans.store(match.number, ANN.id, ["b", "c"], match.count)
    assert (await play(ledger, loaded, BEA.id, "b")).count == (2 if delete else 3)


async def test_stored_at_the_same_time_it_is_played_or_stale_and_never_lost(
    ledger: Ledger,
) -> None:
    match = await thinking(ledger)
    made, moved = await asyncio.gather(
        ledger.plans.store(match.number, ANN.id, ["b", "c"], match.count),
        play(ledger, match, BEA.id, "b"),
        return_exceptions=True,
    )
    assert isinstance(moved, KeptMatch)
    assert moved.count == (2 if isinstance(made, Stale) else 3)


async def test_a_take_back_undoes_both_and_the_record_says_so(ledger: Ledger) -> None:
    match = await thinking(ledger)
    await ledger.plans.store(match.number, ANN.id, ["b", "c", "d", "d"], match.count)
    await play(ledger, match.number, BEA.id, "b")
    await do(ledger, match.number, verbs.ask_take_back, BEA.id)
    after = await do(ledger, match.number, verbs.grant_take_back, ANN.id)
    assert (after.position, after.moves) == (match.position, (1, 0))
    assert await stored(ledger, match) == []
    assert read(await ledger.matches.record(match.number), GAMES).moves == ("a",)


async def test_nothing_is_left_of_lines_when_the_match_ends(ledger: Ledger) -> None:
    match = await thinking(ledger)
    await ledger.plans.store(match.number, ANN.id, ["b", "c"], match.count)
    told = [thing async for thing in ledger.people.export(ANN.id)]
    assert any(thing.get("plan_in_match") == match.number for thing in told)
    others = [thing async for thing in ledger.people.export(BEA.id)]
    assert not any("plan" in thing for thing in others)
    await do(ledger, match.number, verbs.abort, BEA.id)
    assert await stored(ledger, match) == []
