"""Concurrent writers: a decision on a loaded match holds only while the match is unchanged."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from data import Store, StoredMatch
from data.save_match import save_match
from match import verbs
from match.event import Event, Kind
from match.fold import fold_event
from match.match import Stale
from rules import Refusal
from tests.data.sample_matches import (
    ANN,
    BEA,
    CARL,
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
from tests.postgres import of_file
from tests.sqlite_hooks import trace
from tests.thorough import THOROUGH


@of_file
async def test_a_plain_move_takes_at_most_six_statements(store: Store) -> None:
    match = await begin(store)
    statements: list[str] = []
    for connection in (store._database.reader, store._database._writer):
        await trace(connection, statements.append)
    await play(store, match.number, ANN.id, "b1-b2")
    assert statements[1] == "BEGIN IMMEDIATE"
    assert statements[-1] == "COMMIT"
    assert len(statements) <= 6, statements


@of_file
async def test_a_match_that_was_loaded_before_is_not_loaded_again(store: Store) -> None:
    match = await begin(store)
    statements: list[str] = []
    await trace(store._database.reader, statements.append)
    before, after, _ = await store.matches.apply(
        match, lambda match: verbs.play(match, ANN.id, NOW, "b1-b2")
    )
    assert before is match
    assert after == await store.matches.as_of(match.number, 1)
    assert sum("FROM matches" in statement for statement in statements) == 1, "as_of's own"


async def test_what_was_decided_on_an_older_state_is_decided_again(store: Store) -> None:
    old = await begin(store)
    await play(store, old, ANN.id, "b1-b2")
    decided: list[int] = []

    def decide(match: StoredMatch) -> Event:
        decided.append(match.count)
        return verbs.offer_draw(match, BEA.id, NOW)

    before, after, _ = await store.matches.apply(old, decide)
    assert decided == [0, 1]
    assert (before.count, after.count, after.draw_offer) == (1, 2, 1)


async def test_what_is_decided_again_may_be_refused_then(store: Store) -> None:
    old = await begin(store)
    await do(store, old, verbs.resign, ANN.id)
    with pytest.raises(Refusal, match="The match is over"):
        await play(store, old, ANN.id, "b1-b2")
    with pytest.raises(Stale):
        await do(store, old, verbs.resign, ANN.id, seen=old.count)


async def test_a_doubled_request_is_stale(store: Store) -> None:
    match = await begin(store)
    await play(store, match, ANN.id, "b1-b2", seen=0)
    with pytest.raises(Stale):
        await play(store, match, ANN.id, "b1-b2", seen=0)
    assert len(await history(store, match.number)) == 1


async def test_time_given_back_meanwhile_is_not_lost(store: Store) -> None:
    old = await begin(store, pace=5)
    await store.outages.come_back(NOW + DAY)
    with pytest.raises(Refusal, match="Time isn't up"):
        await run_out(store, old, NOW + 5 * DAY)
    asked = await do(store, old, verbs.offer_draw, ANN.id)
    assert (asked.clock.given, asked.deadline) == (DAY, NOW + 6 * DAY)


async def test_a_player_is_reminded_once_whoever_reminds(store: Store) -> None:
    old = await begin(store, pace=5)
    await store.matches.remind(old, NOW + 4 * DAY)
    with pytest.raises(Refusal, match="nobody to remind"):
        await store.matches.remind(old, NOW + 4 * DAY)
    after = await do(store, old, verbs.offer_draw, ANN.id)
    assert after.clock.reminded


async def test_nothing_is_kept_of_what_came_too_late(store: Store, path: Path) -> None:
    old = await begin(store)
    await advance(store, old, 1)
    late = Event(1, Kind.RESIGN, 0, NOW)
    async with store._database.transaction() as connection:
        assert not await save_match(connection, old, fold_event(old, late), [late])
    assert len(await history(store, old.number)) == 1
    assert await faults_of(path) == []


@THOROUGH
async def test_two_writers_of_a_file_play_a_match(store: Store, second: Store, path: Path) -> None:
    match = await begin(store)
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
                for writer in (store, second)
            ),
            return_exceptions=True,
        )
        kept += sum(isinstance(result, StoredMatch) for result in results)
        assert kept == round_ + 1
        assert sum(isinstance(result, Stale) for result in results) == len(results) - 1
        match = await store.matches.find(number)
    assert await faults_of(path) == []


async def test_two_writers_of_one_file_begin_one_rematch(store: Store, second: Store) -> None:
    match = await begin(store)
    await do(store, match, verbs.resign, ANN.id)
    results = await asyncio.gather(
        ask_rematch(store, match.number, ANN.id, NOW),
        ask_rematch(second, match.number, BEA.id, NOW),
    )
    begun = {again.number for _, again in results if again is not None}
    assert len(begun) == 1
    assert [found.number for found in await store.matches.live()] == [*begun]


MEANWHILE: dict[str, Callable[[Store, StoredMatch], Awaitable[object]]] = {
    "the opponent looks at it": lambda store, match: store.matches.touch(match, BEA.id, NOW),
    "the mover is reminded": lambda store, match: store.matches.remind(match, NOW + 4 * DAY),
    "the bot was away": lambda store, _: store.outages.come_back(NOW + DAY),
    "the mover goes on vacation": lambda store, _: store.vacations.begin(BEA.id, NOW),
    "the other goes on vacation": lambda store, _: store.vacations.begin(ANN.id, NOW),
    "moves are stored": lambda store, match: store.conditional_moves.store(
        match.number, ANN.id, ["b", "c"], match.count
    ),
    "somebody follows it": lambda store, match: store.followers.follow(
        match.number, CARL, NOW, each_move=True
    ),
    "somebody guesses": lambda store, match: store.guesses.guess(
        match.number, CARL, "b", match.count, NOW
    ),
}


@pytest.mark.parametrize("what", MEANWHILE)
async def test_what_was_decided_before_a_change_is_decided_again(store: Store, what: str) -> None:
    loaded = await play(store, await begin(store, "hoyito"), ANN.id, "a")
    await MEANWHILE[what](store, loaded)
    decided: list[StoredMatch] = []

    def decide(match: StoredMatch) -> Event:
        decided.append(match)
        return verbs.offer_draw(match, BEA.id, NOW)

    after = (await store.matches.apply(loaded, decide)).after
    assert [match.version - loaded.version for match in decided] == [0, 1]
    assert after.version == decided[-1].version + 1
    assert await store.matches.find(loaded.number) == after


async def test_a_look_at_an_older_version_counts_too(store: Store) -> None:
    loaded = await play(store, await begin(store, "hoyito"), ANN.id, "a")
    await store.followers.follow(loaded.number, CARL, NOW, each_move=True)
    looked = await store.matches.touch(loaded, BEA.id, NOW)
    assert looked == await store.matches.find(loaded.number)
    assert (looked.touched, looked.watched) == (True, True)
