"""Whoever is quicker: what is decided on a match as it was loaded holds only while it is so."""

import asyncio
from pathlib import Path

import pytest

from data import KeptMatch, Ledger
from data.keeping import keep
from match import verbs
from match.event import Event, Kind
from match.match import Stale
from rules import Refusal
from tests.data.parlour import (
    ANN,
    BEA,
    DAY,
    NOW,
    advance,
    ask_rematch,
    begin,
    do,
    faults_of,
    history,
    play,
    run_out,
)


async def test_a_plain_move_takes_at_most_six_statements(ledger: Ledger) -> None:
    match = await begin(ledger)
    statements: list[str] = []
    for connection in (ledger._database._reader, ledger._database._writer):
        await connection._sqlite.set_trace_callback(statements.append)
    await play(ledger, match.number, ANN.id, "a1-a2")
    assert statements[1] == "BEGIN IMMEDIATE"
    assert statements[-1] == "COMMIT"
    assert len(statements) <= 6, statements


async def test_a_match_that_was_loaded_before_is_not_loaded_again(ledger: Ledger) -> None:
    match = await begin(ledger)
    statements: list[str] = []
    await ledger._database._reader._sqlite.set_trace_callback(statements.append)
    before, after, _ = await ledger.matches.happen(
        match, lambda match: verbs.play(match, ANN.id, NOW, "a1-a2")
    )
    assert before is match
    assert after == await ledger.matches.as_of(match.number, 1)
    assert sum("FROM matches" in statement for statement in statements) == 1, "as_of's own"


async def test_what_was_decided_on_an_older_state_is_decided_again(ledger: Ledger) -> None:
    old = await begin(ledger)
    await play(ledger, old, ANN.id, "a1-a2")
    decided: list[int] = []

    def decide(match: KeptMatch) -> Event:
        decided.append(match.count)
        return verbs.offer_draw(match, BEA.id, NOW)

    before, after, _ = await ledger.matches.happen(old, decide)
    assert decided == [0, 1]
    assert (before.count, after.count, after.draw_offer) == (1, 2, 1)


async def test_what_is_decided_again_may_be_refused_then(ledger: Ledger) -> None:
    old = await begin(ledger)
    await do(ledger, old, verbs.resign, ANN.id)
    with pytest.raises(Refusal, match="The match is over"):
        await play(ledger, old, ANN.id, "a1-a2")
    with pytest.raises(Stale):
        await do(ledger, old, verbs.resign, ANN.id, seen=old.count)


async def test_a_doubled_request_is_stale(ledger: Ledger) -> None:
    match = await begin(ledger)
    await play(ledger, match, ANN.id, "a1-a2", seen=0)
    with pytest.raises(Stale):
        await play(ledger, match, ANN.id, "a1-a2", seen=0)
    assert len(await history(ledger, match.number)) == 1


async def test_time_given_back_meanwhile_is_not_lost(ledger: Ledger) -> None:
    old = await begin(ledger, pace=5)
    await ledger.clock.come_back(NOW + DAY)
    with pytest.raises(Refusal, match="time left"):
        await run_out(ledger, old, NOW + 5 * DAY)
    asked = await do(ledger, old, verbs.offer_draw, ANN.id)
    assert (asked.clock.given, asked.deadline) == (DAY, NOW + 6 * DAY)


async def test_a_player_is_reminded_once_whoever_reminds(ledger: Ledger) -> None:
    old = await begin(ledger, pace=5)
    await ledger.matches.remind(old, NOW + 4 * DAY)
    with pytest.raises(Refusal, match="nobody to remind"):
        await ledger.matches.remind(old, NOW + 4 * DAY)
    after = await do(ledger, old, verbs.offer_draw, ANN.id)
    assert after.clock.reminded


async def test_nothing_is_kept_of_what_came_too_late(ledger: Ledger, path: Path) -> None:
    old = await begin(ledger)
    await advance(ledger, old, 1)
    late = Event(1, Kind.RESIGN, 0, NOW)
    async with ledger._database.transaction() as connection:
        assert not await keep(connection, old, old.after(late), [late])
    assert len(await history(ledger, old.number)) == 1
    assert await faults_of(path) == []


async def test_two_writers_of_one_file_play_a_whole_match(
    ledger: Ledger, second: Ledger, path: Path
) -> None:
    match = await begin(ledger)
    kept = 0
    for round_ in range(15):
        number = match.number
        mover = match.to_move
        assert mover is not None
        texts = list(match.position.moves())[:4]
        results = await asyncio.gather(
            *(
                play(writer, number, mover, text, seen=match.count)
                for text in texts
                for writer in (ledger, second)
            ),
            return_exceptions=True,
        )
        kept += sum(isinstance(result, KeptMatch) for result in results)
        assert kept == round_ + 1
        assert sum(isinstance(result, Stale) for result in results) == len(results) - 1
        match = await ledger.matches.find(number)
    assert await faults_of(path) == []


async def test_two_writers_of_one_file_begin_one_rematch(ledger: Ledger, second: Ledger) -> None:
    match = await begin(ledger)
    await do(ledger, match, verbs.resign, ANN.id)
    results = await asyncio.gather(
        ask_rematch(ledger, match.number, ANN.id, NOW),
        ask_rematch(second, match.number, BEA.id, NOW),
    )
    begun = {again.number for _, again in results if again is not None}
    assert len(begun) == 1
    assert [found.number for found in await ledger.matches.live()] == [*begun]
