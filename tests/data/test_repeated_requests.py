"""A request that is delivered twice is done once."""

import asyncio
from pathlib import Path

import pytest

from data import Store, StoredMatch, Terms
from data.columns import change_match
from match import verbs
from match.event import Event
from rules import Refusal
from tests.data.sample_matches import ANN, BEA, HERE, NOW, begin, history

REQUEST = 5_000


async def about_to_pass(store: Store) -> StoredMatch:
    """Begin a match in which Bea must pass after any move of Ann, so that Ann moves again."""
    match = await begin(store, "hoyito")
    async with store._database.transaction() as connection:
        position = "3.3.0.0.0.0/0.0.0.0.0.0 42/0 south - >> 1/south"
        await change_match(connection, match.number, position=position)
    return await store.matches.find(match.number)


async def play(store: Store, match: StoredMatch) -> None:
    """Let Ann make the first legal move."""

    def decide(match: StoredMatch) -> Event:
        return verbs.play(match, ANN.id, NOW, next(iter(match.position.moves())))

    await store.matches.apply(match.number, decide, request=REQUEST)


@pytest.mark.parametrize("deliveries", [1, 3])
async def test_move_after_which_the_other_passes_is_made_once(path: Path, deliveries: int) -> None:
    async with await Store.open(path, NOW) as store:
        match = await about_to_pass(store)
        await play(store, match)
        first = await store.matches.find(match.number)
        assert first.to_move == ANN.id, "it is possible again"
        results = await asyncio.gather(
            *(play(store, match) for _ in range(deliveries)), return_exceptions=True
        )
        assert all("Already done" in str(refusal) for refusal in results)
        assert await store.matches.find(match.number) == first
        assert len(await history(store, match.number)) == first.count == 2


async def test_move_delivered_several_times_at_once_is_made_once(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        match = await about_to_pass(store)
        results = await asyncio.gather(
            *(play(store, match) for _ in range(5)), return_exceptions=True
        )
        assert results.count(None) == 1
        assert (await store.matches.find(match.number)).count == 2


async def test_request_that_was_done_is_not_refused_as_what_cannot_be_done(store: Store) -> None:
    match = await begin(store)
    await play(store, match)
    with pytest.raises(Refusal, match="Already done"):
        await play(store, match)
    with pytest.raises(Refusal, match="Already done"):
        await store.matches.apply(
            match.number,
            lambda match: verbs.play(match, ANN.id, NOW, "a1-a2"),
            seen=0,
            request=REQUEST,
        )


async def test_challenge_asked_for_twice_is_made_once(store: Store) -> None:
    make, terms = store.challenges.make, Terms("ringo", {})
    made = await make(ANN, BEA, terms, HERE, NOW, REQUEST)
    await store.challenges.accept(made.number, BEA, HERE, NOW)
    with pytest.raises(Refusal, match="Already done"):
        await make(ANN, BEA, terms, HERE, NOW, REQUEST)
    await make(ANN, BEA, terms, HERE, NOW, REQUEST + 1)
    assert len(await store.challenges.pending(NOW)) == 1


async def test_requests_are_forgotten_after_a_while(store: Store) -> None:
    match = await begin(store, pace=None)
    await play(store, match)
    await store.challenges.make(ANN, BEA, Terms("ringo", {}), HERE, NOW, REQUEST)
    for before, kept in ((REQUEST, 1), (REQUEST + 1, 0)):
        await store.matches.forget_requests(before)
        for table in ("events", "challenges"):
            assert kept == await store._database.reader.number(
                f"SELECT COUNT(*) FROM {table} WHERE request IS NOT NULL"  # noqa: S608 (our own names)
            )
