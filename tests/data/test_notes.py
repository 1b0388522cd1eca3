"""Notes on matches, and remarks with moves: stored, hidden, exported, blanked."""

import asyncio
from pathlib import Path

import pytest

from data import Person, Place, Seat, Store, Terms
from data.notes import MOST_NOTED
from match import verbs
from match.event import Remark
from rules import Refusal
from tests.data.sample_matches import ANN, BEA, CARL, HERE, NOW, begin, do, faults_of, history, play
from tests.postgres import of_file
from tests.thorough import THOROUGH

GONE = Person(987_654_321_987_654_321, "Zerlina Zwirbel")


def traces_of_words(path: Path, words: str) -> list[str]:
    """List the files of a database that still contain some words."""
    return [file.name for file in path.parent.iterdir() if words.encode() in file.read_bytes()]


async def said(store: Store, match: int) -> list[str]:
    return [event.remark for event in await history(store, match)]


async def test_a_note_is_each_players_own(store: Store) -> None:
    match = (await begin(store)).number
    await store.notes.write(match, ANN.id, "  mine\nalone ")
    await store.notes.write(match, BEA.id, "hers")
    await store.notes.write(match, BEA.id, "hers, changed")
    assert await store.notes.find(ANN.id, match, 99) == {match: "mine\nalone"}
    assert await store.notes.find(BEA.id, match) == {match: "hers, changed"}
    assert await store.notes.find(CARL.id, match) == {}
    with pytest.raises(Refusal, match="to play, challenge someone"):
        await store.notes.write(match, CARL.id, "theirs")
    with pytest.raises(Refusal, match="no match"):
        await store.notes.write(99, ANN.id, "nowhere")
    await store.notes.delete(match, ANN.id)
    with pytest.raises(Refusal, match="no note on this match"):
        await store.notes.delete(match, ANN.id)


async def test_a_note_has_at_most_so_many_characters(store: Store) -> None:
    match = (await begin(store)).number
    await store.notes.write(match, ANN.id, "x" * MOST_NOTED)
    with pytest.raises(Refusal, match="1000 characters"):
        await store.notes.write(match, ANN.id, "x" * (MOST_NOTED + 1))
    with pytest.raises(Refusal, match="is empty"):
        await store.notes.write(match, ANN.id, "\u3164")
    assert await store.notes.find(ANN.id, match) == {match: "x" * MOST_NOTED}


async def test_words_are_kept_with_their_move_over_a_restart(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        match = await begin(store, "hoyito")
        match = await play(store, match, ANN.id, "a", said="good luck")
        assert match.remark == Remark(1, 0, "good luck")
    async with await Store.open(path, NOW) as store:
        assert await store.matches.find(match.number) == match
        assert await store.match_moves.remarks(match) == {1: "good luck"}
        match = await play(store, match, BEA.id, "b")
        assert match.remark is None
        assert await store.matches.find(match.number) == match
        assert await said(store, match.number) == ["good luck", ""]
        told = [thing async for thing in store.people.export(ANN.id)]
        assert "good luck" in str(told)
    assert await faults_of(path) == []


async def test_words_that_are_refused_make_no_move(store: Store) -> None:
    match = await begin(store, "hoyito")
    with pytest.raises(Refusal, match="is empty"):
        await play(store, match, ANN.id, "a", said="  ")
    assert (await store.matches.find(match.number)).count == 0


async def test_a_block_hides_what_was_said_and_lets_nothing_more_be_said(store: Store) -> None:
    match = await begin(store, "hoyito")
    match = await play(store, match, ANN.id, "a", said="ugly words")
    for blocker, blocked in ((ANN, BEA), (BEA, ANN)):
        await store.people.block(blocker.id, blocked.id, NOW)
        now = await store.matches.find(match.number)
        assert now.silent
        assert await store.match_moves.remarks(now) == {}
        assert "ugly" not in await store.matches.record(match.number)
        with pytest.raises(Refusal, match="You two can't send each other messages"):
            await play(store, match.number, BEA.id, "b", said="too")
        await store.people.unblock(blocker.id, blocked.id)
    await store.people.block(ANN.id, CARL.id, NOW)
    now = await store.matches.find(match.number)
    assert await store.match_moves.remarks(now) == {1: "ugly words"}


@of_file
@THOROUGH
async def test_forgetting_blanks_ones_own_words_in_every_match_and_in_the_file(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        numbers = []
        for at in range(25):
            first, second = (GONE, BEA) if at % 2 else (BEA, GONE)
            match = await begin(store, "hoyito", first=first, second=second, place=Place(at))
            match = await play(store, match, first.id, "a", said=f"word of {first.name}")
            match = await play(store, match, second.id, "b", said=f"word of {second.name}")
            numbers.append(match.number)
        await store.notes.write(numbers[0], GONE.id, "a note of Zerlina's")
        await store.notes.write(numbers[0], BEA.id, "a note of Bea's")
        await store.forgetting.forget(GONE.id, NOW)
        for number in numbers:
            words = {"word of Bea", ""}
            assert set(await said(store, number)) == words
            match = await store.matches.find(number)
            assert match.remark is None or match.remark.text == "word of Bea"
        assert await store.notes.find(BEA.id, numbers[0]) == {numbers[0]: "a note of Bea's"}
    assert await faults_of(path) == []
    assert traces_of_words(path, "word of Zerlina") == []
    assert traces_of_words(path, "a note of Zerlina") == []
    assert traces_of_words(path, "word of Bea") == [path.name]


async def test_stopped_forgetting_goes_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data.forget.PIECE", 1)
    async with await Store.open(path, NOW) as store:
        for at in range(3):
            match = await begin(store, "hoyito", first=GONE, place=Place(at))
            await play(store, match, GONE.id, "a", said="mine")
            await do(store, match.number, verbs.abort, BEA.id)
        forgetting = asyncio.create_task(store.forgetting.forget(GONE.id, NOW))
        while [await said(store, number) for number in (1, 2, 3)].count(["", ""]) == 0:  # noqa: ASYNC110 (nothing tells of it)
            await asyncio.sleep(0)
        forgetting.cancel()
        await asyncio.gather(forgetting, return_exceptions=True)
    assert await faults_of(path) == []
    async with await Store.open(path, NOW) as store:
        await store.tidy(NOW)
        for number in (1, 2, 3):
            assert await said(store, number) == ["", ""]
    assert await faults_of(path) == []


async def test_whether_one_may_explore_is_part_of_the_terms(store: Store) -> None:
    with_it = Terms("ringo", {}, Seat.FIRST)
    without = Terms("ringo", {}, Seat.FIRST, explore=False)
    await store.challenges.make(ANN, BEA, with_it, HERE, NOW)
    made = await store.challenges.make(ANN, BEA, without, HERE, NOW)
    with pytest.raises(Refusal, match="already sent this challenge"):
        await store.challenges.make(ANN, BEA, without, HERE, NOW)
    _, match = await store.challenges.accept(made.number, BEA, HERE, NOW)
    assert (match.explore, match.may_be_tried) == (False, False)
    over = await do(store, match, verbs.abort, ANN.id)
    assert (over.explore, over.may_be_tried) == (False, True)
    alone = await store.computer.begin(ANN, CARL, without, 1, HERE, NOW)
    assert not alone.explore
