"""Lines of stored matches: what stands, read and played once."""

from typing import Any

import pytest

from data import Ledger
from data.keeping import events_of
from match import verbs
from tests.data.parlour import ANN, BEA, advance, begin, do, play


async def test_a_line_is_what_stands_after_take_backs(ledger: Ledger) -> None:
    match = await begin(ledger)
    for person, text in ((ANN, "a1-a2"), (BEA, "a6-a5"), (ANN, "a2-b2")):
        match = await play(ledger, match, person.id, text)
    match = await do(ledger, match, verbs.ask_take_back, ANN.id)
    match = await do(ledger, match, verbs.grant_take_back, BEA.id)
    match = await play(ledger, match, ANN.id, "a2-a3")
    line = await ledger.lines.of(match)
    assert line.moves == ("a1-a2", "a6-a5", "a2-a3")
    assert line.at(3).position == match.position
    assert (line.at(3).before, line.at(3).move) == (match.previous, match.last_move)


async def test_a_line_is_read_once_until_something_happens(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = 0

    async def counted(*told: Any) -> Any:
        nonlocal read
        read += 1
        return await events_of(*told)

    monkeypatch.setattr("data.lines.events_of", counted)
    match = await advance(ledger, await begin(ledger), 4)
    for _ in range(3):
        assert len(await ledger.lines.of(match)) == 4
    assert read == 1
    match = await advance(ledger, match, 1)
    assert len(await ledger.lines.of(match)) == 5
    assert read == 2


async def test_a_match_without_moves_is_read_once_too(ledger: Ledger) -> None:
    match = await begin(ledger)
    assert await ledger.lines.of(match) is await ledger.lines.of(match)


async def test_only_the_lines_of_lately_are_kept(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger.lines._lately, "_most", 2)
    first, second, third = [await begin(ledger, game) for game in ("ringo", "hoyito", "bizingo")]
    kept = await ledger.lines.of(first)
    await ledger.lines.of(second)
    assert await ledger.lines.of(first) is kept
    await ledger.lines.of(third)
    assert await ledger.lines.of(first) is kept
    assert len(ledger.lines._lately._kept) == 2
