"""Challenges: made, answered, replaced, withdrawn and expired."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from data import Challenge, ChallengeState, Person, Place, Seat, Store, Terms
from data.save_challenge import settle
from data.time_controls import PACES
from match import verbs
from match.clock import Pace
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
    ask_rematch,
    begin,
    do,
    paced,
)

RINGO = Terms("ringo", {}, Seat.FIRST)


async def direct(store: Store, terms: Terms = RINGO, now: datetime = NOW) -> Challenge:
    return await store.challenges.make(ANN, BEA, terms, HERE, now)


async def to_all(
    store: Store, terms: Terms = RINGO, place: Place = HERE, now: datetime = NOW
) -> Challenge:
    return await store.challenges.make(ANN, None, terms, place, now)


async def twenty(store: Store) -> list[Challenge]:
    """Make twenty challenges, one after the other."""
    return [
        await to_all(store, place=Place(number), now=NOW - (20 - number) * HOUR)
        for number in range(20)
    ]


async def test_a_challenge_is_kept_as_it_was_made(store: Store) -> None:
    terms = Terms("hoyito", {"holes": "8"}, Seat.SECOND, paced(7), rated=False)
    made = await direct(store, terms)
    assert made == await store.challenges.find(made.number)
    assert (made.challenger, made.opponent, made.place, made.made) == (ANN, BEA, HERE, NOW)
    assert made.terms.options["holes"] == "8"
    assert replace(made.terms, options={"holes": "8"}) == terms
    assert made.state is ChallengeState.PENDING


async def test_the_opponent_accepts_and_the_match_begins_there_and_then(store: Store) -> None:
    made = await direct(store)
    challenge, match = await store.challenges.accept(made.number, BEA, THERE, NOW + DAY)
    assert (challenge.state, challenge.match) == (ChallengeState.ACCEPTED, match.number)
    assert match == await store.matches.find(match.number)
    assert (match.seats, match.names) == ((ANN.id, BEA.id), ("Ann", "Bea"))
    assert (match.place, match.started, match.pace) == (THERE, NOW + DAY, Pace.a_move(3))


async def test_the_challenger_sits_where_she_wished(store: Store) -> None:
    made = await direct(store, replace(RINGO, seat=Seat.SECOND))
    _, match = await store.challenges.accept(made.number, BEA, HERE, NOW)
    assert match.seats == (BEA.id, ANN.id)


async def test_what_chance_decided_is_recorded(store: Store) -> None:
    seats = []
    for _ in range(20):
        made = await direct(store, replace(RINGO, seat=Seat.RANDOM))
        _, match = await store.challenges.accept(made.number, BEA, HERE, NOW)
        seats.append((await store.matches.find(match.number)).seats)
    assert set(seats) == {(ANN.id, BEA.id), (BEA.id, ANN.id)}


async def test_an_open_challenge_is_for_whoever_takes_it_first(store: Store) -> None:
    made = await to_all(store)
    results = await asyncio.gather(
        *(store.challenges.accept(made.number, who, HERE, NOW) for who in (BEA, CARL, DORA)),
        return_exceptions=True,
    )
    refused = [result for result in results if isinstance(result, Refusal)]
    assert len(refused) == 2
    assert all("already been accepted" in str(refusal) for refusal in refused)
    assert len(await store.matches.find_live(ANN.id)) == 1


@pytest.mark.parametrize(
    ("opponent", "reason"),
    [(ANN, "can't challenge yourself"), (Person(9, "Robot", is_bot=True), "Other bots can't play")],
)
async def test_no_one_challenges_self_or_bot(store: Store, opponent: Person, reason: str) -> None:
    with pytest.raises(Refusal, match=reason):
        await store.challenges.make(ANN, opponent, RINGO, HERE, NOW)


async def test_a_bot_accepts_nothing(store: Store) -> None:
    made = await to_all(store)
    with pytest.raises(Refusal, match="Other bots can't play"):
        await store.challenges.accept(made.number, Person(9, "Robot", is_bot=True), HERE, NOW)


async def test_an_identical_challenge_is_refused_while_it_is_pending(store: Store) -> None:
    made = await direct(store)
    with pytest.raises(Refusal, match="already sent this challenge"):
        await direct(store, replace(RINGO, options={"attackers": "7"}))
    await direct(store, replace(RINGO, options={"attackers": "5"}))
    await direct(store, replace(RINGO, pace=None))
    await to_all(store)
    with pytest.raises(Refusal, match="already sent this challenge"):
        await to_all(store)
    await to_all(store, place=THERE)
    await store.challenges.withdraw(made.number, ANN.id, NOW)
    await direct(store)


FAIR = replace(RINGO, options={"attackers": "5"})


async def test_a_challenge_is_replaced_by_one_by_other_terms(store: Store) -> None:
    made = await direct(store, replace(RINGO, seat=Seat.SECOND, pace=paced(7), rated=False))
    await store.challenges.show_on(made.number, CARD)
    terms = replace(made.terms, options=FAIR.options)
    old, new = await store.challenges.replace(made.number, ANN.id, terms, NOW + DAY)
    assert (old.state, old.card) == (ChallengeState.WITHDRAWN, None)
    assert (new.state, new.card) == (ChallengeState.PENDING, CARD)
    assert (new.challenger, new.opponent, new.place) == (ANN, BEA, HERE)
    assert (new.made, new.expires) == (NOW + DAY, NOW + 8 * DAY)
    assert new.terms.options["attackers"] == "5"
    assert replace(new.terms, options=made.terms.options) == made.terms
    assert await store.challenges.pending(NOW + DAY) == [new]


async def test_a_challenge_is_not_replaced_by_one_that_stands_already(store: Store) -> None:
    made, fair = await direct(store), await direct(store, FAIR)
    with pytest.raises(Refusal, match="already sent this challenge"):
        await store.challenges.replace(made.number, ANN.id, FAIR, NOW)
    assert await store.challenges.pending(NOW) == [made, fair]
    await store.challenges.accept(made.number, BEA, HERE, NOW)


async def test_only_ones_own_pending_challenge_is_replaced_by_what_exists(store: Store) -> None:
    number = (await direct(store)).number
    with pytest.raises(Refusal, match="Only Ann can change this challenge"):
        await store.challenges.replace(number, BEA.id, FAIR, NOW)
    with pytest.raises(Refusal, match="no option `colour`"):
        await store.challenges.replace(
            number, ANN.id, replace(RINGO, options={"colour": "red"}), NOW
        )
    assert (await store.challenges.find(number)).state is ChallengeState.PENDING
    await store.challenges.replace(number, ANN.id, RINGO, NOW)
    with pytest.raises(Refusal, match="withdrawn"):
        await store.challenges.replace(number, ANN.id, FAIR, NOW)


async def test_one_of_20_challenges_can_be_replaced(store: Store) -> None:
    made = await twenty(store)
    await store.challenges.replace(made[0].number, ANN.id, FAIR, NOW)
    assert len(await store.challenges.pending(NOW)) == 20


async def test_a_challenge_is_settled_once_whoever_is_quicker(store: Store) -> None:
    made = await direct(store)
    async with store._database.transaction() as connection:
        assert (
            await settle(connection, made.number, ChallengeState.DECLINED, NOW)
        ).state is ChallengeState.DECLINED
    with pytest.raises(Refusal, match="has been declined"):
        async with store._database.transaction() as connection:
            await settle(connection, made.number, ChallengeState.ACCEPTED, NOW)
    assert (await store.challenges.find(made.number)).state is ChallengeState.DECLINED


async def test_nobody_has_more_than_20_challenges_pending(store: Store) -> None:
    await twenty(store)
    with pytest.raises(Refusal, match="20 challenges"):
        await direct(store)
    await store.challenges.make(BEA, ANN, RINGO, HERE, NOW)
    # What has expired is not pending, even before a round has noticed.
    await store.challenges.make(ANN, BEA, RINGO, HERE, NOW + 3 * DAY)


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        (Terms("chess", {}), "no game `chess` here; choose Bizingo"),
        (Terms("ringo", {"colour": "red"}), "no option `colour`"),
        (Terms("ringo", {"attackers": "9"}), "choose `7`, `6` or `5`"),
        (Terms("ringo", {}, pace=paced(4)), r"choose `1`, `10d\+24h/14d`, `14`, `3`"),
    ],
)
async def test_terms_that_do_not_exist_are_refused(store: Store, terms: Terms, reason: str) -> None:
    with pytest.raises(Refusal, match=reason):
        await direct(store, terms)


@pytest.mark.parametrize("pace", PACES)
async def test_every_pace_can_be_chosen(store: Store, pace: Pace | None) -> None:
    assert (await direct(store, replace(RINGO, pace=pace))).terms.pace == pace


async def test_only_the_named_opponent_answers_and_only_the_challenger_withdraws(
    store: Store,
) -> None:
    number = (await direct(store)).number
    with pytest.raises(Refusal, match="This challenge is for Bea"):
        await store.challenges.accept(number, CARL, HERE, NOW)
    with pytest.raises(Refusal, match="This challenge is for Bea"):
        await store.challenges.decline(number, CARL.id, NOW)
    with pytest.raises(Refusal, match="your own challenge; wait"):
        await store.challenges.accept(number, ANN, HERE, NOW)
    with pytest.raises(Refusal, match="withdraw it instead"):
        await store.challenges.decline(number, ANN.id, NOW)
    with pytest.raises(Refusal, match="Only Ann can withdraw"):
        await store.challenges.withdraw(number, BEA.id, NOW)
    assert (await store.challenges.decline(number, BEA.id, NOW)).state is ChallengeState.DECLINED


async def test_an_open_challenge_cannot_be_declined(store: Store) -> None:
    made = await to_all(store)
    with pytest.raises(Refusal, match="open to anyone"):
        await store.challenges.decline(made.number, BEA.id, NOW)


async def test_what_is_settled_stays_so(store: Store) -> None:
    made = await direct(store)
    await store.challenges.withdraw(made.number, ANN.id, NOW)
    with pytest.raises(Refusal, match="withdrawn"):
        await store.challenges.accept(made.number, BEA, HERE, NOW)
    with pytest.raises(Refusal, match="withdrawn"):
        await store.challenges.withdraw(made.number, ANN.id, NOW)
    with pytest.raises(Refusal, match="no longer exists"):
        await store.challenges.accept(99, BEA, HERE, NOW)


@pytest.mark.parametrize(("opponent", "stands"), [(BEA, 7 * DAY), (None, 3 * DAY)])
async def test_challenges_expire(store: Store, opponent: Person | None, stands: timedelta) -> None:
    made = await store.challenges.make(ANN, opponent, RINGO, HERE, NOW)
    assert made.expires == NOW + stands
    assert (await store.due.find(NOW + stands - TICK)).expiries == ()
    with pytest.raises(Refusal):
        await store.challenges.expire(made.number, NOW + stands - TICK)
    assert (await store.due.find(NOW + stands)).expiries == (made.number,)
    with pytest.raises(Refusal, match="has expired"):
        await store.challenges.accept(made.number, BEA, HERE, NOW + stands)
    assert (
        await store.challenges.expire(made.number, NOW + stands)
    ).state is ChallengeState.EXPIRED
    with pytest.raises(Refusal):
        await store.challenges.expire(made.number, NOW + stands)
    assert (await store.due.find(NOW + stands)).expiries == ()


async def test_pending_challenges_are_listed(store: Store) -> None:
    one, other = await direct(store), await to_all(store, place=THERE)
    pending = store.challenges.pending
    assert await pending(NOW) == [one, other]
    assert await pending(NOW + 3 * DAY) == [one]


async def test_the_message_that_shows_a_challenge_is_remembered(store: Store) -> None:
    number = (await direct(store)).number
    await store.challenges.show_on(number, CARD)
    assert (await store.challenges.find(number)).card == CARD
    await store.cards.forget()
    assert (await store.challenges.find(number)).card is None


async def test_nobody_makes_more_than_15_challenges_an_hour_for_nothing(store: Store) -> None:
    for number in range(15):
        made = await to_all(store, now=NOW + number * TICK)
        await store.challenges.withdraw(made.number, ANN.id, NOW + number * TICK)
    with pytest.raises(Refusal, match="you can make another on 2026-01-01 at 13:00 UTC"):
        await to_all(store, now=NOW + HOUR - TICK)
    await store.challenges.make(BEA, None, RINGO, HERE, NOW)
    await to_all(store, now=NOW + HOUR)
    with pytest.raises(Refusal, match="you can make another"):
        await direct(store, now=NOW + HOUR)


async def test_nobody_challenges_a_person_more_than_5_times_an_hour_in_vain(store: Store) -> None:
    for number in range(5):
        made = await direct(store, now=NOW + number * TICK)
        await store.challenges.decline(made.number, BEA.id, NOW + number * TICK)
    with pytest.raises(Refusal, match="5 challenges this hour that weren't accepted"):
        await direct(store, now=NOW + HOUR - TICK)
    await store.challenges.make(ANN, CARL, RINGO, HERE, NOW)
    await to_all(store)
    await direct(store, now=NOW + HOUR)


async def test_challenges_that_were_taken_up_are_not_too_many(store: Store) -> None:
    for _ in range(20):
        await begin(store)


async def test_limits_are_counted_across_a_restart(path: Path) -> None:
    for number in range(5):
        async with await Store.open(path, NOW) as store:
            made = await direct(store, now=NOW + number * TICK)
            await store.challenges.withdraw(made.number, ANN.id, NOW)
    async with await Store.open(path, NOW) as store:
        with pytest.raises(Refusal, match="again on 2026-01-01 at 13:00 UTC"):
            await direct(store)


async def test_challenges_that_came_to_nothing_are_removed_after_a_month(store: Store) -> None:
    withdrawn, declined, expired, accepted, pending = [
        await direct(store, replace(RINGO, pace=paced(pace))) for pace in (1, 2, 3, 5, 7)
    ]
    await store.challenges.withdraw(withdrawn.number, ANN.id, NOW)
    await store.challenges.decline(declined.number, BEA.id, NOW)
    await store.challenges.accept(accepted.number, BEA, HERE, NOW)
    late = NOW + 37 * DAY
    await store.challenges.expire(expired.number, late)
    await store.tidy(late)
    assert (await store.challenges.find(withdrawn.number)).state is ChallengeState.WITHDRAWN
    await store.tidy(late + TICK)
    for gone in (withdrawn, declined, expired):
        with pytest.raises(Refusal, match="no longer exists"):
            await store.challenges.find(gone.number)
    for kept in (accepted, pending):
        assert (await store.challenges.find(kept.number)).number == kept.number


@pytest.mark.parametrize(("blocker", "blocked"), [(ANN, BEA), (BEA, ANN)])
async def test_two_of_whom_one_has_blocked_the_other_do_not_challenge_each_other(
    store: Store, blocker: Person, blocked: Person
) -> None:
    before, to_whoever = await direct(store), await to_all(store)
    finished = await begin(store, "hoyito")
    await do(store, finished, verbs.resign, BEA.id)
    await store.people.block(blocker.id, blocked.id, NOW)
    said = "You two can't play each other here; challenge someone else."
    for refused in (
        direct(store, replace(RINGO, pace=paced(7))),
        store.challenges.make(BEA, ANN, RINGO, HERE, NOW),
        store.challenges.accept(before.number, BEA, HERE, NOW),
        store.challenges.accept(to_whoever.number, BEA, HERE, NOW),
        store.challenges.replace(before.number, ANN.id, FAIR, NOW),
        ask_rematch(store, finished.number, blocked.id, NOW),
        ask_rematch(store, finished.number, blocker.id, NOW),
    ):
        with pytest.raises(Refusal) as refusal:
            await refused
        assert str(refusal.value) == said
    await store.challenges.decline(before.number, BEA.id, NOW)
    await store.challenges.accept(to_whoever.number, CARL, HERE, NOW)
    await store.people.unblock(blocker.id, blocked.id)
    await direct(store)
