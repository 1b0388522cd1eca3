"""Standing challenges: whoever takes one up leaves it there for the next, once and never twice."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from data import Challenge, KeptMatch, Ledger, Person, Posted, Seat, State, Terms
from data.manners import MOST_AN_HOUR
from data.offering import MOST_PENDING
from match import verbs
from rules import Refusal
from tests.data.parlour import (
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
    do,
    faults_of,
)

RINGO = Terms("ringo", {}, Seat.FIRST)
MONTH = 30 * DAY


async def stand(ledger: Ledger, at_once: int = 2, terms: Terms = RINGO) -> Challenge:
    """Let Ann make a standing challenge."""
    return await ledger.challenges.make(ANN, None, terms, HERE, NOW, at_once=at_once)


async def take(
    ledger: Ledger, challenge: Challenge, who: Person = BEA
) -> tuple[Challenge, KeptMatch]:
    """Let somebody take it up, and give it as it is offered anew, and the match."""
    taken, match = await ledger.challenges.accept(challenge.number, who, HERE, NOW + HOUR)
    anew = await ledger.challenges.standing(taken)
    assert anew is not None
    return anew, match


async def test_what_is_taken_up_is_offered_anew_on_the_same_card(ledger: Ledger) -> None:
    made = await stand(ledger)
    assert (made.at_once, made.origin, made.going) == (2, made.number, 0)
    assert made.expires == NOW + MONTH
    await ledger.challenges.show_on(made.number, CARD)
    taken, match = await ledger.challenges.accept(made.number, BEA, THERE, NOW + HOUR)
    anew = await ledger.challenges.standing(taken)
    assert anew is not None
    assert (taken.state, taken.match, taken.card) == (State.ACCEPTED, match.number, None)
    assert (anew.state, anew.card, anew.origin) == (State.PENDING, CARD, made.number)
    assert (anew.challenger, anew.opponent, anew.terms) == (ANN, None, made.terms)
    assert (anew.place, anew.made, anew.expires) == (HERE, NOW + HOUR, NOW + HOUR + MONTH)
    assert (anew.at_once, anew.going, match.came_of) == (2, 1, made.number)
    due = await ledger.clock.due(NOW + 2 * HOUR)
    assert due.untold_challenges == (anew.number,), "what was taken up has no card any more"


async def test_a_card_that_was_not_noted_yet_tells_itself_what_became_of_it(
    ledger: Ledger,
) -> None:
    made = await stand(ledger)
    anew, _ = await take(ledger, made)
    await ledger.challenges.show_on(made.number, CARD)
    assert anew.card is None
    due = await ledger.clock.due(NOW + 2 * HOUR)
    assert due.untold_challenges == (made.number, anew.number)


async def test_as_many_as_may_go_on_and_then_it_rests_until_one_ends(ledger: Ledger) -> None:
    anew, first = await take(ledger, await stand(ledger))
    resting, other = await take(ledger, anew, CARL)
    assert (resting.state, resting.going) == (State.RESTING, 2)
    with pytest.raises(Refusal, match="offered again when one of them ends"):
        await ledger.challenges.accept(resting.number, DORA, HERE, NOW + HOUR)
    await do(ledger, first, verbs.resign, BEA.id, NOW + DAY)
    again = await ledger.challenges.find(resting.number)
    assert (again.state, again.going) == (State.PENDING, 1)
    assert (again.made, again.expires) == (NOW + DAY, NOW + DAY + MONTH)
    assert (await ledger.clock.due(NOW + 2 * DAY)).untold_challenges[-1:] == (again.number,)
    await do(ledger, other, verbs.resign, CARL.id, NOW + 3 * DAY)
    still = await ledger.challenges.find(resting.number)
    assert (still.made, still.expires, still.going) == (again.made, again.expires, 0)


@pytest.mark.parametrize("at_once", [1, 3, 10])
async def test_it_is_taken_up_so_often_and_no_more(ledger: Ledger, at_once: int) -> None:
    challenge = await stand(ledger, at_once)
    for number in range(at_once):
        assert challenge.state is State.PENDING
        challenge, _ = await take(ledger, challenge, Person(100 + number, "Somebody"))
    assert (challenge.state, challenge.going) == (State.RESTING, at_once)


async def test_every_way_of_ending_offers_it_again(ledger: Ledger) -> None:
    challenge = await stand(ledger, 1, replace(RINGO, pace=RINGO.pace))
    for end in ("abort", "resign", "time", "forget"):
        challenge, match = await take(ledger, challenge)
        assert challenge.state is State.RESTING
        if end == "time":
            await ledger.matches.run_out(match.number, NOW + MONTH)
        elif end == "forget":
            await ledger.forgetting.forget(BEA.id, NOW)
        else:
            await do(ledger, match, getattr(verbs, end), BEA.id)
        challenge = await ledger.challenges.find(challenge.number)
        assert challenge.state is State.PENDING, end


async def test_two_matches_from_both_sides_are_one(ledger: Ledger) -> None:
    terms = replace(RINGO, both_sides=True)
    resting, one = await take(ledger, await stand(ledger, 1, terms))
    assert (resting.state, resting.going) == (State.RESTING, 1)
    await do(ledger, one, verbs.resign, BEA.id)
    assert (await ledger.challenges.find(resting.number)).state is State.RESTING
    assert one.twin is not None
    await do(ledger, one.twin, verbs.resign, BEA.id)
    assert (await ledger.challenges.find(resting.number)).state is State.PENDING


async def test_a_rematch_is_not_one_of_its_matches(ledger: Ledger) -> None:
    resting, match = await take(ledger, await stand(ledger, 1))
    match = await do(ledger, match, verbs.resign, BEA.id)
    match = await do(ledger, match, verbs.ask_rematch, ANN.id)
    await do(ledger, match, verbs.ask_rematch, BEA.id)
    assert len(await ledger.matches.live()) == 1
    assert (await ledger.challenges.find(resting.number)).going == 0


async def test_its_maker_withdraws_it_also_while_it_rests(ledger: Ledger) -> None:
    resting, match = await take(ledger, await stand(ledger, 1))
    with pytest.raises(Refusal, match="Only Ann can withdraw"):
        await ledger.challenges.withdraw(resting.number, BEA.id, NOW)
    await ledger.challenges.withdraw(resting.number, ANN.id, NOW)
    await do(ledger, match, verbs.resign, BEA.id)
    assert (await ledger.challenges.find(resting.number)).state is State.WITHDRAWN
    assert await ledger.challenges.standing(resting) is None


async def test_it_ends_after_thirty_days_without_a_taker(ledger: Ledger) -> None:
    anew, _ = await take(ledger, await stand(ledger))
    end = NOW + HOUR + MONTH
    assert (await ledger.clock.due(end - TICK)).expiries == ()
    assert (await ledger.clock.due(end)).expiries == (anew.number,)
    with pytest.raises(Refusal, match="has expired"):
        await ledger.challenges.accept(anew.number, CARL, HERE, end)
    assert (await ledger.challenges.expire(anew.number, end)).state is State.EXPIRED


async def test_one_that_rests_does_not_expire(ledger: Ledger) -> None:
    resting, _ = await take(ledger, await stand(ledger, 1, replace(RINGO, pace=None)))
    late = NOW + 100 * DAY
    assert (await ledger.clock.due(late)).expiries == ()
    assert await ledger.lists.pending(ANN.id, late, 9) == [resting]
    with pytest.raises(Refusal, match="stands already"):
        await ledger.challenges.make(ANN, None, replace(RINGO, pace=None), HERE, late)


async def test_it_goes_with_its_maker(ledger: Ledger) -> None:
    resting, _ = await take(ledger, await stand(ledger, 1))
    await ledger.challenges.show_on(resting.number, CARD)
    await ledger.forgetting.forget(ANN.id, NOW)
    gone = await ledger.challenges.find(resting.number)
    assert gone.state is State.WITHDRAWN
    assert gone.challenger.id < 0


async def test_who_is_blocked_does_not_take_it_up(ledger: Ledger) -> None:
    made = await stand(ledger)
    await ledger.people.block(ANN.id, BEA.id, NOW)
    with pytest.raises(Refusal, match="do not play each other"):
        await take(ledger, made)
    assert await ledger.challenges.find(made.number) == made


async def test_only_an_open_challenge_stands_and_for_ten_matches_at_most(ledger: Ledger) -> None:
    with pytest.raises(Refusal, match="leave the opponent out"):
        await ledger.challenges.make(ANN, BEA, RINGO, HERE, NOW, at_once=1)
    for wrong in (0, 11):
        with pytest.raises(Refusal, match="from 1 to 10 matches"):
            await stand(ledger, wrong)


async def test_other_terms_stand_as_the_old_ones_did(ledger: Ledger) -> None:
    made = await stand(ledger, 3)
    fair = replace(made.terms, options={"attackers": "5"})
    _, new = await ledger.challenges.replace(made.number, ANN.id, fair, NOW)
    assert (new.at_once, new.expires) == (3, NOW + MONTH)


async def test_what_is_offered_anew_counts_for_no_limit_an_hour(ledger: Ledger) -> None:
    challenge = await stand(ledger, 1)
    for _ in range(MOST_AN_HOUR + 5):
        challenge, match = await take(ledger, challenge)
        await do(ledger, match, verbs.abort, BEA.id, NOW + HOUR)
        challenge = await ledger.challenges.find(challenge.number)
    await ledger.challenges.make(ANN, BEA, RINGO, HERE, NOW + HOUR)


async def test_one_that_rests_counts_among_what_somebody_offers(ledger: Ledger) -> None:
    resting, _ = await take(ledger, await stand(ledger, 1))
    for number in range(MOST_PENDING - 1):
        place, when = replace(HERE, channel=100 + number), NOW + (2 + number) * HOUR
        await ledger.challenges.make(ANN, None, RINGO, place, when, at_once=1)
    assert resting.state is State.RESTING
    with pytest.raises(Refusal, match="withdraw one of them first"):
        await ledger.challenges.make(ANN, BEA, RINGO, THERE, NOW + 30 * HOUR)


async def test_it_does_not_offer_to_play_the_computer(ledger: Ledger) -> None:
    await stand(ledger)
    assert await ledger.computer.lonely(NOW + DAY) == []


async def test_of_two_who_take_it_up_at_once_one_plays_and_it_is_offered_once(
    ledger: Ledger, second: Ledger, path: Path
) -> None:
    made = await stand(ledger, 3)
    for _ in range(3):
        pending = await ledger.challenges.pending(NOW + HOUR)
        (offered,) = pending
        results = await asyncio.gather(
            *(
                writer.challenges.accept(offered.number, who, HERE, NOW + HOUR)
                for writer in (ledger, second)
                for who in (BEA, CARL)
            ),
            return_exceptions=True,
        )
        refused = [result for result in results if isinstance(result, Refusal)]
        assert len(refused) == 3
        assert all("is offered anew: look at its card" in str(refusal) for refusal in refused)
    now_resting = await ledger.challenges.standing(made)
    assert now_resting is not None
    assert (now_resting.state, now_resting.going) == (State.RESTING, 3)
    assert len(await ledger.matches.live()) == 3
    assert await faults_of(path) == []


async def test_a_match_that_ends_while_another_begins_leaves_it_offered(
    ledger: Ledger, second: Ledger, path: Path
) -> None:
    anew, match = await take(ledger, await stand(ledger))
    await asyncio.gather(
        second.challenges.accept(anew.number, CARL, HERE, NOW + HOUR),
        do(ledger, match, verbs.resign, BEA.id, NOW + HOUR),
    )
    now_offered = await ledger.challenges.standing(anew)
    assert now_offered is not None
    assert (now_offered.state, now_offered.going) == (State.PENDING, 1)
    assert await faults_of(path) == []


async def test_what_is_stored_of_it_is_exported(ledger: Ledger) -> None:
    await take(ledger, await stand(ledger))
    told = [one async for one in ledger.people.export(ANN.id)]
    offered = [one["challenge"] for one in told if "challenge" in one]
    assert [(one["at_once"], one["anew_of"]) for one in offered] == [(2, None), (2, 1)]  # type: ignore[index]  # each is what a row tells
    (match,) = (one["match"] for one in told if "match" in one)
    assert match["came_of"] == 1  # type: ignore[index]  # it too


async def test_it_is_the_same_after_a_restart(ledger: Ledger, path: Path) -> None:
    resting, _ = await take(ledger, await stand(ledger, 1))
    await ledger.close()
    async with await Ledger.open(path, NOW) as again:
        assert await again.challenges.find(resting.number) == resting


async def test_a_check_finds_one_that_rests_for_nothing(ledger: Ledger, path: Path) -> None:
    anew, match = await take(ledger, await stand(ledger))
    change = "UPDATE challenges SET state = :state WHERE id = :id"
    async with ledger._database.transaction() as connection:
        await connection.change(change, state="resting", id=anew.number)
    assert "rests, and too few" in (await faults_of(path))[0]
    await do(ledger, match, verbs.resign, BEA.id)
    assert await faults_of(path) == []
    await ledger.challenges.show_on(anew.number, Posted(7, 8))
