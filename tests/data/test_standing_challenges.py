"""Standing challenges: each acceptance offers it again, once."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from data import Challenge, ChallengeState, MessageRef, Person, Seat, Store, StoredMatch, Terms
from data.save_challenge import MOST_AN_HOUR, MOST_PENDING
from match import verbs
from rules import Refusal
from tests.data.sample_matches import (
    ANN,
    BEA,
    CARD,
    CARL,
    DAY,
    DORA,
    HERE,
    HOUR,
    NOW,
    THERE,
    TICK,
    change,
    do,
    faults_of,
)
from tests.thorough import THOROUGH

RINGO = Terms("ringo", {}, Seat.FIRST)
MONTH = 30 * DAY


async def stand(store: Store, at_once: int = 2, terms: Terms = RINGO) -> Challenge:
    """Let Ann make a standing challenge."""
    return await store.challenges.make(ANN, None, terms, HERE, NOW, at_once=at_once)


async def take(
    store: Store, challenge: Challenge, who: Person = BEA
) -> tuple[Challenge, StoredMatch]:
    """Accept it; return the challenge as it is offered again, and the match."""
    taken, match = await store.challenges.accept(challenge.number, who, HERE, NOW + HOUR)
    anew = await store.challenges.standing(taken)
    assert anew is not None
    return anew, match


async def test_what_is_taken_up_is_offered_anew_on_the_same_card(store: Store) -> None:
    made = await stand(store)
    assert (made.at_once, made.origin, made.going) == (2, made.number, 0)
    assert made.expires == NOW + MONTH
    await store.challenges.show_on(made.number, CARD)
    taken, match = await store.challenges.accept(made.number, BEA, THERE, NOW + HOUR)
    anew = await store.challenges.standing(taken)
    assert anew is not None
    assert (taken.state, taken.match, taken.card) == (ChallengeState.ACCEPTED, match.number, None)
    assert (anew.state, anew.card, anew.origin) == (ChallengeState.PENDING, CARD, made.number)
    assert (anew.challenger, anew.opponent, anew.terms) == (ANN, None, made.terms)
    assert (anew.place, anew.made, anew.expires) == (HERE, NOW + HOUR, NOW + HOUR + MONTH)
    assert (anew.at_once, anew.going, match.came_of) == (2, 1, made.number)
    due = await store.due.find(NOW + 2 * HOUR)
    assert due.unannounced_challenges == (anew.number,), "what was taken up has no card any more"


async def test_a_card_that_was_not_noted_yet_tells_itself_what_became_of_it(store: Store) -> None:
    made = await stand(store)
    anew, _ = await take(store, made)
    await store.challenges.show_on(made.number, CARD)
    assert anew.card is None
    due = await store.due.find(NOW + 2 * HOUR)
    assert due.unannounced_challenges == (made.number, anew.number)


async def test_as_many_as_may_go_on_and_then_it_rests_until_one_ends(store: Store) -> None:
    anew, first = await take(store, await stand(store))
    resting, other = await take(store, anew, CARL)
    assert (resting.state, resting.going) == (ChallengeState.RESTING, 2)
    with pytest.raises(Refusal, match="reopens when a match ends"):
        await store.challenges.accept(resting.number, DORA, HERE, NOW + HOUR)
    await do(store, first, verbs.resign, BEA.id, NOW + DAY)
    again = await store.challenges.find(resting.number)
    assert (again.state, again.going) == (ChallengeState.PENDING, 1)
    assert (again.made, again.expires) == (NOW + DAY, NOW + DAY + MONTH)
    assert (await store.due.find(NOW + 2 * DAY)).unannounced_challenges[-1:] == (again.number,)
    await do(store, other, verbs.resign, CARL.id, NOW + 3 * DAY)
    still = await store.challenges.find(resting.number)
    assert (still.made, still.expires, still.going) == (again.made, again.expires, 0)


@THOROUGH
@pytest.mark.parametrize("at_once", [1, 3, 10])
async def test_it_is_taken_up_so_often_and_no_more(store: Store, at_once: int) -> None:
    challenge = await stand(store, at_once)
    for number in range(at_once):
        assert challenge.state is ChallengeState.PENDING
        challenge, _ = await take(store, challenge, Person(100 + number, "Somebody"))
    assert (challenge.state, challenge.going) == (ChallengeState.RESTING, at_once)


async def test_every_way_of_ending_offers_it_again(store: Store) -> None:
    challenge = await stand(store, 1, replace(RINGO, pace=RINGO.pace))
    for end in ("abort", "resign", "time", "forget"):
        challenge, match = await take(store, challenge)
        assert challenge.state is ChallengeState.RESTING
        if end == "time":
            await store.matches.run_out(match.number, NOW + MONTH)
        elif end == "forget":
            await store.forgetting.forget(BEA.id, NOW)
        else:
            await do(store, match, getattr(verbs, end), BEA.id)
        challenge = await store.challenges.find(challenge.number)
        assert challenge.state is ChallengeState.PENDING, end


async def test_two_matches_from_both_sides_are_one(store: Store) -> None:
    terms = replace(RINGO, both_sides=True)
    resting, one = await take(store, await stand(store, 1, terms))
    assert (resting.state, resting.going) == (ChallengeState.RESTING, 1)
    await do(store, one, verbs.resign, BEA.id)
    assert (await store.challenges.find(resting.number)).state is ChallengeState.RESTING
    assert one.twin is not None
    await do(store, one.twin, verbs.resign, BEA.id)
    assert (await store.challenges.find(resting.number)).state is ChallengeState.PENDING


async def test_a_rematch_is_not_one_of_its_matches(store: Store) -> None:
    resting, match = await take(store, await stand(store, 1))
    match = await do(store, match, verbs.resign, BEA.id)
    match = await do(store, match, verbs.ask_rematch, ANN.id)
    await do(store, match, verbs.ask_rematch, BEA.id)
    assert len(await store.matches.live()) == 1
    assert (await store.challenges.find(resting.number)).going == 0


async def test_its_maker_withdraws_it_also_while_it_rests(store: Store) -> None:
    resting, match = await take(store, await stand(store, 1))
    with pytest.raises(Refusal, match="Only Ann can withdraw"):
        await store.challenges.withdraw(resting.number, BEA.id, NOW)
    await store.challenges.withdraw(resting.number, ANN.id, NOW)
    await do(store, match, verbs.resign, BEA.id)
    assert (await store.challenges.find(resting.number)).state is ChallengeState.WITHDRAWN
    assert await store.challenges.standing(resting) is None


async def test_it_ends_after_thirty_days_without_a_taker(store: Store) -> None:
    anew, _ = await take(store, await stand(store))
    end = NOW + HOUR + MONTH
    assert (await store.due.find(end - TICK)).expiries == ()
    assert (await store.due.find(end)).expiries == (anew.number,)
    with pytest.raises(Refusal, match="has expired"):
        await store.challenges.accept(anew.number, CARL, HERE, end)
    assert (await store.challenges.expire(anew.number, end)).state is ChallengeState.EXPIRED


async def test_one_that_rests_does_not_expire(store: Store) -> None:
    resting, _ = await take(store, await stand(store, 1, replace(RINGO, pace=None)))
    late = NOW + 100 * DAY
    assert (await store.due.find(late)).expiries == ()
    assert await store.lists.pending(ANN.id, late, 9) == [resting]
    with pytest.raises(Refusal, match="already sent this challenge"):
        await store.challenges.make(ANN, None, replace(RINGO, pace=None), HERE, late)


async def test_it_goes_with_its_maker(store: Store) -> None:
    resting, _ = await take(store, await stand(store, 1))
    await store.challenges.show_on(resting.number, CARD)
    await store.forgetting.forget(ANN.id, NOW)
    gone = await store.challenges.find(resting.number)
    assert gone.state is ChallengeState.WITHDRAWN
    assert gone.challenger.id < 0


async def test_who_is_blocked_does_not_take_it_up(store: Store) -> None:
    made = await stand(store)
    await store.people.block(ANN.id, BEA.id, NOW)
    with pytest.raises(Refusal, match="can't play each other"):
        await take(store, made)
    assert await store.challenges.find(made.number) == made


async def test_only_an_open_challenge_stands_and_for_ten_matches_at_most(store: Store) -> None:
    with pytest.raises(Refusal, match="remove `opponent`"):
        await store.challenges.make(ANN, BEA, RINGO, HERE, NOW, at_once=1)
    for wrong in (0, 11):
        with pytest.raises(Refusal, match="1 to 10 matches at once"):
            await stand(store, wrong)


async def test_other_terms_stand_as_the_old_ones_did(store: Store) -> None:
    made = await stand(store, 3)
    fair = replace(made.terms, options={"attackers": "5"})
    _, new = await store.challenges.replace(made.number, ANN.id, fair, NOW, made.at_once)
    assert (new.at_once, new.expires) == (3, NOW + MONTH)


async def test_what_is_offered_anew_counts_for_no_limit_an_hour(store: Store) -> None:
    challenge = await stand(store, 1)
    for _ in range(MOST_AN_HOUR + 5):
        challenge, match = await take(store, challenge)
        await do(store, match, verbs.abort, BEA.id, NOW + HOUR)
        challenge = await store.challenges.find(challenge.number)
    await store.challenges.make(ANN, BEA, RINGO, HERE, NOW + HOUR)


async def test_one_that_rests_counts_among_what_somebody_offers(store: Store) -> None:
    resting, _ = await take(store, await stand(store, 1))
    for number in range(MOST_PENDING - 1):
        place, when = replace(HERE, channel=100 + number), NOW + (2 + number) * HOUR
        await store.challenges.make(ANN, None, RINGO, place, when, at_once=1)
    assert resting.state is ChallengeState.RESTING
    with pytest.raises(Refusal, match="withdraw one first"):
        await store.challenges.make(ANN, BEA, RINGO, THERE, NOW + 30 * HOUR)


async def test_it_does_not_offer_to_play_the_computer(store: Store) -> None:
    await stand(store)
    assert await store.computer.unanswered_challenges(NOW + DAY) == []


async def test_of_two_who_take_it_up_at_once_one_plays_and_it_is_offered_once(
    store: Store, second: Store, path: Path
) -> None:
    made = await stand(store, 3)
    for _ in range(3):
        pending = await store.challenges.pending(NOW + HOUR)
        (offered,) = pending
        results = await asyncio.gather(
            *(
                writer.challenges.accept(offered.number, who, HERE, NOW + HOUR)
                for writer in (store, second)
                for who in (BEA, CARL)
            ),
            return_exceptions=True,
        )
        refused = [result for result in results if isinstance(result, Refusal)]
        assert len(refused) == 3
        assert all("It may be open again: check its card" in str(refusal) for refusal in refused)
    now_resting = await store.challenges.standing(made)
    assert now_resting is not None
    assert (now_resting.state, now_resting.going) == (ChallengeState.RESTING, 3)
    assert len(await store.matches.live()) == 3
    assert await faults_of(path) == []


async def test_a_match_that_ends_while_another_begins_leaves_it_offered(
    store: Store, second: Store, path: Path
) -> None:
    anew, match = await take(store, await stand(store))
    await asyncio.gather(
        second.challenges.accept(anew.number, CARL, HERE, NOW + HOUR),
        do(store, match, verbs.resign, BEA.id, NOW + HOUR),
    )
    now_offered = await store.challenges.standing(anew)
    assert now_offered is not None
    assert (now_offered.state, now_offered.going) == (ChallengeState.PENDING, 1)
    assert await faults_of(path) == []


async def test_what_is_stored_of_it_is_exported(store: Store) -> None:
    await take(store, await stand(store))
    told = [one async for one in store.people.export(ANN.id)]
    offered = [one["challenge"] for one in told if "challenge" in one]
    assert [(one["at_once"], one["anew_of"]) for one in offered] == [(2, None), (2, 1)]  # type: ignore[index]  # each is a column's value
    (match,) = (one["match"] for one in told if "match" in one)
    assert match["came_of"] == 1  # type: ignore[index]  # this too


async def test_it_is_the_same_after_a_restart(store: Store, path: Path) -> None:
    resting, _ = await take(store, await stand(store, 1))
    await store.close()
    async with await Store.open(path, NOW) as again:
        assert await again.challenges.find(resting.number) == resting


async def test_a_check_finds_one_that_rests_for_nothing(store: Store, path: Path) -> None:
    anew, match = await take(store, await stand(store))
    statement = "UPDATE challenges SET state = :state WHERE id = :id"
    await change(store, statement, state="resting", id=anew.number)
    assert "rests, and too few" in (await faults_of(path))[0]
    await do(store, match, verbs.resign, BEA.id)
    assert await faults_of(path) == []
    await store.challenges.show_on(anew.number, MessageRef(7, 8))
