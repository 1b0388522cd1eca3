"""Matches by uneven rules, and two matches that begin together, one from each side."""

from dataclasses import replace
from pathlib import Path

import pytest

from data import Person, Place, Seat, Store, StoredMatch, Terms
from match import verbs
from match.verbs import Decide
from rules import GAMES, Refusal
from tests.data.sample_matches import (
    ANN,
    BEA,
    CARL,
    DAY,
    DORA,
    HERE,
    NOW,
    advance,
    ask_rematch,
    do,
    faults_of,
)
from tests.postgres import execute

RINGO = Terms("ringo", {}, Seat.FIRST)
BOTH = replace(RINGO, both_sides=True)


async def test_a_match_by_uneven_rules_is_rated_once_both_have_finished_one(
    store: Store, path: Path
) -> None:
    """Aborted matches teach nothing; those of others, and of other games, neither."""
    six, eight = Terms("hoyito", {}), Terms("hoyito", {"holes": "8"})
    for game in ("hoyito", "bizingo"):
        await finished(store, ANN, CARL, Terms(game, {}))
    made = await store.challenges.make(ANN, BEA, six, HERE, NOW)
    assert (made.terms.rated, made.counts) == (True, False)
    _, match = await store.challenges.accept(made.number, BEA, HERE, NOW)
    assert not match.rated
    await do(store, match, verbs.abort, ANN.id, NOW)
    assert not await finished(store, ANN, BEA, six)
    assert await finished(store, ANN, BEA, six), "now both have"
    assert await finished(store, BEA, CARL, six)
    assert await finished(store, DORA, ANN, eight), "nothing is to be learned of even rules"
    assert await faults_of(path) == []


@pytest.mark.parametrize("rated", [True, False])
@pytest.mark.parametrize("end", [verbs.resign, verbs.abort])
async def test_a_rematch_is_rated_if_only_experience_was_missing(
    store: Store, path: Path, end: Decide, *, rated: bool
) -> None:
    made = await store.challenges.make(ANN, BEA, Terms("hoyito", {}, rated=rated), HERE, NOW)
    _, match = await store.challenges.accept(made.number, BEA, HERE, NOW)
    assert not match.rated
    await do(store, match, end, ANN.id)
    await ask_rematch(store, match.number, ANN.id, NOW)
    _, again = await ask_rematch(store, match.number, BEA.id, NOW)
    assert again is not None
    assert again.rated == (rated and end is verbs.resign)
    assert await faults_of(path) == []


async def test_an_open_challenge_is_rated_by_who_takes_it(store: Store) -> None:
    six = Terms("hoyito", {})
    await finished(store, ANN, CARL, six)
    for taker, rated in ((BEA, False), (CARL, True)):
        made = await store.challenges.make(ANN, None, six, HERE, NOW)
        assert made.counts, "as far as it depends on Ann"
        _, match = await store.challenges.accept(made.number, taker, HERE, NOW)
        assert match.rated == rated
    assert not (await store.challenges.make(DORA, None, six, HERE, NOW)).counts


async def finished(store: Store, one: Person, other: Person, terms: Terms) -> bool:
    """Let two people finish a match, and return whether it was a rated one."""
    made = await store.challenges.make(one, other, terms, HERE, NOW)
    _, match = await store.challenges.accept(made.number, other, HERE, NOW)
    return (await do(store, match, verbs.resign, one.id, NOW)).rated


async def test_both_sides_are_two_matches_that_know_of_each_other(store: Store) -> None:
    made = await store.challenges.make(ANN, BEA, BOTH, HERE, NOW)
    assert made.terms.both_sides
    accepted, one = await store.challenges.accept(made.number, BEA, HERE, NOW)
    assert one.twin is not None
    other = await store.matches.find(one.twin)
    assert (accepted.match, other.twin) == (one.number, one.number)
    assert (one.seats, other.seats) == ((ANN.id, BEA.id), (BEA.id, ANN.id))
    assert other.options == one.options
    due = await store.due.find(NOW + DAY)
    assert set(due.unannounced_matches) == {one.number, other.number}


async def both_halves(store: Store, terms: Terms = BOTH) -> tuple[StoredMatch, StoredMatch]:
    made = await store.challenges.make(ANN, BEA, terms, HERE, NOW)
    _, one = await store.challenges.accept(made.number, BEA, HERE, NOW)
    assert one.twin is not None
    return one, await store.matches.find(one.twin)


async def test_half_of_a_one_sided_pair_is_not_rated_if_the_other_is_aborted(
    store: Store, path: Path
) -> None:
    one, other = await both_halves(store)
    await do(store, one, verbs.abort, ANN.id, NOW)
    moved = await advance(store, await store.matches.find(other.number), 10, NOW)
    over = await do(store, moved, verbs.resign, ANN.id, NOW)
    assert over.rated
    assert not over.counts
    assert await store.ratings.changes(over.number) == ()
    assert await faults_of(path) == []


async def test_half_of_a_one_sided_pair_counts_however_it_ends_if_the_other_did(
    store: Store, path: Path
) -> None:
    for end in ("resigned", "on time"):
        one, other = await both_halves(store)
        moved = await advance(store, one, 10, NOW)
        assert (await do(store, moved, verbs.resign, BEA.id, NOW)).counts
        other = await store.matches.find(other.number)
        with pytest.raises(Refusal, match="other half of this pair counts"):
            await do(store, other, verbs.abort, ANN.id, NOW)
        if end == "resigned":
            over = await do(store, other, verbs.resign, ANN.id, NOW)
        else:
            over = (await store.matches.run_out(other.number, NOW + 30 * DAY)).after
        assert over.result is not None
        assert over.result.winner is not None
        assert over.counts
        assert len(await store.ratings.changes(over.number)) == 2
    assert await faults_of(path) == []


async def test_halves_of_an_even_pair_are_rated_each_by_itself(store: Store) -> None:
    fair = replace(BOTH, options=GAMES["ringo"].presets["fair"])
    one, other = await both_halves(store, fair)
    await do(store, one, verbs.abort, ANN.id, NOW)
    moved = await advance(store, other, 10, NOW)
    assert (await do(store, moved, verbs.resign, ANN.id, NOW)).counts


async def test_one_match_and_both_sides_are_not_the_same_challenge(store: Store) -> None:
    await store.challenges.make(ANN, BEA, RINGO, HERE, NOW)
    await store.challenges.make(ANN, BEA, BOTH, HERE, NOW)
    with pytest.raises(Refusal, match="already sent this challenge"):
        await store.challenges.make(ANN, BEA, BOTH, HERE, NOW)


async def test_matches_stay_together_when_one_of_the_two_is_forgotten(store: Store) -> None:
    made = await store.challenges.make(ANN, BEA, BOTH, HERE, NOW)
    one = (await store.challenges.accept(made.number, BEA, HERE, NOW))[1]
    await store.forgetting.forget(ANN.id, NOW)
    one = await store.matches.find(one.number)
    assert one.over
    assert one.twin is not None
    assert (await store.matches.find(one.twin)).over


async def test_export_tells_which_match_began_with_which(store: Store) -> None:
    made = await store.challenges.make(ANN, BEA, BOTH, Place(1), NOW)
    await store.challenges.accept(made.number, BEA, HERE, NOW)
    stored = [thing async for thing in store.people.export(ANN.id)]
    twins = [thing["match"] for thing in stored if "match" in thing]
    assert [one for one in twins if isinstance(one, dict) and one["twin"] == 3 - one["id"]] == twins
    assert len(twins) == 2


async def test_check_finds_matches_that_did_not_begin_together(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        made = await store.challenges.make(ANN, BEA, BOTH, HERE, NOW)
        await store.challenges.accept(made.number, BEA, HERE, NOW)
    execute(path, "UPDATE matches SET twin = NULL WHERE id = 2")
    assert await faults_of(path) == ["match 1: it did not begin together with match 2"]
