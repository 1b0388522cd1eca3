"""The move cache: the moves of a stored match are read and played once."""

from typing import Any

import pytest

from data import Store
from data.events import load_event_rows
from data.long_work import LEAST
from match import verbs
from tests.data.sample_matches import ANN, BEA, advance, begin, do, play


async def test_a_line_is_what_stands_after_take_backs(store: Store) -> None:
    match = await begin(store)
    for person, text in ((ANN, "b1-b2"), (BEA, "a6-a5"), (ANN, "b2-c2")):
        match = await play(store, match, person.id, text)
    match = await do(store, match, verbs.ask_take_back, ANN.id)
    match = await do(store, match, verbs.grant_take_back, BEA.id)
    match = await play(store, match, ANN.id, "b2-b3")
    line = await store.match_moves.find(match)
    assert line.moves == ("b1-b2", "a6-a5", "b2-b3")
    assert line.at(3).position == match.position
    assert (line.at(3).before, line.at(3).move) == (match.previous, match.last_move)


async def test_a_line_is_read_once_until_something_happens(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = 0

    async def counted(*told: Any) -> Any:
        nonlocal read
        read += 1
        return await load_event_rows(*told)

    monkeypatch.setattr("data.match_moves.load_event_rows", counted)
    match = await advance(store, await begin(store), 4)
    for _ in range(3):
        assert len(await store.match_moves.find(match)) == 4
    assert read == 1
    match = await advance(store, match, 1)
    assert len(await store.match_moves.find(match)) == 5
    assert read == 2


async def test_a_match_without_moves_is_read_once_too(store: Store) -> None:
    match = await begin(store)
    assert await store.match_moves.find(match) is await store.match_moves.find(match)


async def test_only_recent_lines_are_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data.long_work.MOST_MOVES", 2 * LEAST)
    first, second, third = [await begin(store, game) for game in ("ringo", "hoyito", "bizingo")]
    kept = await store.match_moves.find(first)
    await store.match_moves.find(second)
    assert await store.match_moves.find(first) is kept
    await store.match_moves.find(third)
    assert await store.match_moves.find(first) is kept
    assert len(store.match_moves._lately._kept) == 2
