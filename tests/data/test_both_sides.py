"""Counter-offers to challenges, and two matches that begin together, one from each side."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from data import ChallengeState, Place, Seat, Store, StoredMatch, Terms
from match import verbs
from rules import GAMES, Refusal
from tests.data.sample_matches import ANN, BEA, CARL, DAY, HERE, NOW, THERE, advance, do, faults_of

RINGO = Terms("ringo", {}, Seat.FIRST)
FAIR = replace(RINGO, options={"attackers": "5"})
BOTH = replace(RINGO, both_sides=True)


async def test_who_is_challenged_answers_with_another_offer(store: Store) -> None:
    made = await store.challenges.make(ANN, BEA, RINGO, HERE, NOW)
    old, new = await store.challenges.counter(made.number, BEA, FAIR, THERE, NOW + DAY)
    assert old.state is ChallengeState.COUNTERED
    assert (new.challenger, new.opponent, new.place) == (BEA, ANN, THERE)
    assert new.terms.seat is Seat.SECOND, "Ann still plays the first side"
    assert new.terms.options["attackers"] == "5"
    with pytest.raises(Refusal, match="answered with a counter-offer"):
        await store.challenges.accept(made.number, BEA, HERE, NOW + DAY)
    match = (await store.challenges.accept(new.number, ANN, HERE, NOW + DAY))[1]
    assert match.seats == (ANN.id, BEA.id)


async def test_an_offer_to_whoever_takes_it_stands_beside_another_one(store: Store) -> None:
    made = await store.challenges.make(ANN, None, RINGO, HERE, NOW)
    old, new = await store.challenges.counter(made.number, CARL, FAIR, HERE, NOW)
    assert old == made
    assert (new.challenger, new.opponent) == (CARL, ANN)
    assert len(await store.challenges.pending(NOW)) == 2


async def test_only_who_is_asked_can_answer_with_another_offer(store: Store) -> None:
    made = await store.challenges.make(ANN, BEA, RINGO, HERE, NOW)
    for person, said in ((ANN, "your own"), (CARL, "is for Bea")):
        with pytest.raises(Refusal, match=said):
            await store.challenges.counter(made.number, person, FAIR, HERE, NOW)
    assert await store.challenges.pending(NOW) == [made]


async def test_an_offer_that_cannot_be_made_leaves_the_challenge_as_it_was(store: Store) -> None:
    made = await store.challenges.make(ANN, BEA, RINGO, HERE, NOW)
    mine = await store.challenges.make(BEA, ANN, replace(FAIR, seat=Seat.SECOND), HERE, NOW)
    with pytest.raises(Refusal, match="already sent this challenge"):
        await store.challenges.counter(made.number, BEA, FAIR, HERE, NOW)
    assert await store.challenges.pending(NOW) == [made, mine]


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


async def test_a_challenge_that_was_answered_by_another_goes_after_a_month(store: Store) -> None:
    made = await store.challenges.make(ANN, BEA, RINGO, HERE, NOW)
    await store.challenges.counter(made.number, BEA, FAIR, HERE, NOW)
    await store.challenges.remove_settled(NOW + 40 * DAY)
    with pytest.raises(Refusal, match="no longer exists"):
        await store.challenges.find(made.number)


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
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE matches SET twin = NULL WHERE id = 2")
    assert await faults_of(path) == ["match 1: it did not begin together with match 2"]
