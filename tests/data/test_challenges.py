import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from data import PACES, Challenge, Ledger, Person, Place, Seat, State, Terms
from data.offering import settle
from match import verbs
from match.pace import Pace
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
    ask_rematch,
    begin,
    do,
    paced,
)

RINGO = Terms("ringo", {}, Seat.FIRST)


async def direct(ledger: Ledger, terms: Terms = RINGO, now: datetime = NOW) -> Challenge:
    return await ledger.challenges.make(ANN, BEA, terms, HERE, now)


async def to_all(
    ledger: Ledger, terms: Terms = RINGO, place: Place = HERE, now: datetime = NOW
) -> Challenge:
    return await ledger.challenges.make(ANN, None, terms, place, now)


async def twenty(ledger: Ledger) -> list[Challenge]:
    """Make twenty challenges, one after the other."""
    return [
        await to_all(ledger, place=Place(number), now=NOW - (20 - number) * HOUR)
        for number in range(20)
    ]


async def test_a_challenge_is_kept_as_it_was_made(ledger: Ledger) -> None:
    terms = Terms("hoyito", {"holes": "8"}, Seat.SECOND, paced(7), rated=False)
    made = await direct(ledger, terms)
    assert made == await ledger.challenges.find(made.number)
    assert (made.challenger, made.opponent, made.place, made.made) == (ANN, BEA, HERE, NOW)
    assert made.terms.options["holes"] == "8"
    assert replace(made.terms, options={"holes": "8"}) == terms
    assert made.state is State.PENDING


async def test_the_opponent_accepts_and_the_match_begins_there_and_then(ledger: Ledger) -> None:
    made = await direct(ledger)
    challenge, match = await ledger.challenges.accept(made.number, BEA, THERE, NOW + DAY)
    assert (challenge.state, challenge.match) == (State.ACCEPTED, match.number)
    assert match == await ledger.matches.find(match.number)
    assert (match.seats, match.names) == ((ANN.id, BEA.id), ("Ann", "Bea"))
    assert (match.place, match.started, match.pace) == (THERE, NOW + DAY, Pace.a_move(3))


async def test_the_challenger_sits_where_she_wished(ledger: Ledger) -> None:
    made = await direct(ledger, replace(RINGO, seat=Seat.SECOND))
    _, match = await ledger.challenges.accept(made.number, BEA, HERE, NOW)
    assert match.seats == (BEA.id, ANN.id)


async def test_what_chance_decided_is_recorded(ledger: Ledger) -> None:
    seats = []
    for _ in range(20):
        made = await direct(ledger, replace(RINGO, seat=Seat.RANDOM))
        _, match = await ledger.challenges.accept(made.number, BEA, HERE, NOW)
        seats.append((await ledger.matches.find(match.number)).seats)
    assert set(seats) == {(ANN.id, BEA.id), (BEA.id, ANN.id)}


async def test_an_open_challenge_is_for_whoever_takes_it_first(ledger: Ledger) -> None:
    made = await to_all(ledger)
    results = await asyncio.gather(
        *(ledger.challenges.accept(made.number, who, HERE, NOW) for who in (BEA, CARL, DORA)),
        return_exceptions=True,
    )
    refused = [result for result in results if isinstance(result, Refusal)]
    assert len(refused) == 2
    assert all("accepted already" in str(refusal) for refusal in refused)
    assert len(await ledger.matches.of(ANN.id)) == 1


@pytest.mark.parametrize(
    ("opponent", "reason"),
    [(ANN, "cannot challenge yourself"), (Person(9, "Robot", is_bot=True), "bot cannot play")],
)
async def test_nobody_challenges_themselves_or_a_bot(
    ledger: Ledger, opponent: Person, reason: str
) -> None:
    with pytest.raises(Refusal, match=reason):
        await ledger.challenges.make(ANN, opponent, RINGO, HERE, NOW)


async def test_a_bot_accepts_nothing(ledger: Ledger) -> None:
    made = await to_all(ledger)
    with pytest.raises(Refusal, match="bot cannot play"):
        await ledger.challenges.accept(made.number, Person(9, "Robot", is_bot=True), HERE, NOW)


async def test_an_identical_challenge_is_refused_while_it_is_pending(ledger: Ledger) -> None:
    made = await direct(ledger)
    with pytest.raises(Refusal, match="stands already"):
        await direct(ledger, replace(RINGO, options={"attackers": "7"}))
    await direct(ledger, replace(RINGO, options={"attackers": "5"}))
    await direct(ledger, replace(RINGO, pace=None))
    await to_all(ledger)
    with pytest.raises(Refusal, match="stands already"):
        await to_all(ledger)
    await to_all(ledger, place=THERE)
    await ledger.challenges.withdraw(made.number, ANN.id, NOW)
    await direct(ledger)


FAIR = replace(RINGO, options={"attackers": "5"})


async def test_a_challenge_is_replaced_by_one_by_other_terms(ledger: Ledger) -> None:
    made = await direct(ledger, replace(RINGO, seat=Seat.SECOND, pace=paced(7), rated=False))
    await ledger.challenges.show_on(made.number, CARD)
    terms = replace(made.terms, options=FAIR.options)
    old, new = await ledger.challenges.replace(made.number, ANN.id, terms, NOW + DAY)
    assert (old.state, old.card) == (State.WITHDRAWN, None)
    assert (new.state, new.card) == (State.PENDING, CARD)
    assert (new.challenger, new.opponent, new.place) == (ANN, BEA, HERE)
    assert (new.made, new.expires) == (NOW + DAY, NOW + 8 * DAY)
    assert new.terms.options["attackers"] == "5"
    assert replace(new.terms, options=made.terms.options) == made.terms
    assert await ledger.challenges.pending(NOW + DAY) == [new]


async def test_a_challenge_is_not_replaced_by_one_that_stands_already(ledger: Ledger) -> None:
    made, fair = await direct(ledger), await direct(ledger, FAIR)
    with pytest.raises(Refusal, match="stands already"):
        await ledger.challenges.replace(made.number, ANN.id, FAIR, NOW)
    assert await ledger.challenges.pending(NOW) == [made, fair]
    await ledger.challenges.accept(made.number, BEA, HERE, NOW)


async def test_only_ones_own_pending_challenge_is_replaced_and_only_by_what_there_is(
    ledger: Ledger,
) -> None:
    number = (await direct(ledger)).number
    with pytest.raises(Refusal, match="Only Ann can change this challenge"):
        await ledger.challenges.replace(number, BEA.id, FAIR, NOW)
    with pytest.raises(Refusal, match="no option `colour`"):
        await ledger.challenges.replace(
            number, ANN.id, replace(RINGO, options={"colour": "red"}), NOW
        )
    assert (await ledger.challenges.find(number)).state is State.PENDING
    await ledger.challenges.replace(number, ANN.id, RINGO, NOW)
    with pytest.raises(Refusal, match="withdrawn"):
        await ledger.challenges.replace(number, ANN.id, FAIR, NOW)


async def test_one_of_20_challenges_can_be_replaced(ledger: Ledger) -> None:
    made = await twenty(ledger)
    await ledger.challenges.replace(made[0].number, ANN.id, FAIR, NOW)
    assert len(await ledger.challenges.pending(NOW)) == 20


async def test_a_challenge_is_settled_once_whoever_is_quicker(ledger: Ledger) -> None:
    made = await direct(ledger)
    async with ledger._database.transaction() as connection:
        assert (await settle(connection, made.number, State.DECLINED, NOW)).state is State.DECLINED
    with pytest.raises(Refusal, match="has been declined"):
        async with ledger._database.transaction() as connection:
            await settle(connection, made.number, State.ACCEPTED, NOW)
    assert (await ledger.challenges.find(made.number)).state is State.DECLINED


async def test_nobody_has_more_than_20_challenges_pending(ledger: Ledger) -> None:
    await twenty(ledger)
    with pytest.raises(Refusal, match="20 challenges"):
        await direct(ledger)
    await ledger.challenges.make(BEA, ANN, RINGO, HERE, NOW)
    # What has expired is pending no more, even before the clock has noticed.
    await ledger.challenges.make(ANN, BEA, RINGO, HERE, NOW + 3 * DAY)


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        (Terms("chess", {}), "no game `chess` here; choose Bivouac"),
        (Terms("ringo", {"colour": "red"}), "no option `colour`"),
        (Terms("ringo", {"attackers": "9"}), "choose `7`, `6` or `5`"),
        (Terms("ringo", {}, pace=paced(4)), r"choose `1`, `10d\+24h/14d`, `14`, `3`"),
    ],
)
async def test_terms_that_there_are_not_are_refused(
    ledger: Ledger, terms: Terms, reason: str
) -> None:
    with pytest.raises(Refusal, match=reason):
        await direct(ledger, terms)


@pytest.mark.parametrize("pace", PACES)
async def test_every_pace_can_be_chosen(ledger: Ledger, pace: Pace | None) -> None:
    assert (await direct(ledger, replace(RINGO, pace=pace))).terms.pace == pace


async def test_only_the_named_opponent_answers_and_only_the_challenger_withdraws(
    ledger: Ledger,
) -> None:
    number = (await direct(ledger)).number
    with pytest.raises(Refusal, match="This challenge is for Bea"):
        await ledger.challenges.accept(number, CARL, HERE, NOW)
    with pytest.raises(Refusal, match="This challenge is for Bea"):
        await ledger.challenges.decline(number, CARL.id, NOW)
    with pytest.raises(Refusal, match="your own; wait"):
        await ledger.challenges.accept(number, ANN, HERE, NOW)
    with pytest.raises(Refusal, match="withdraw it instead"):
        await ledger.challenges.decline(number, ANN.id, NOW)
    with pytest.raises(Refusal, match="Only Ann can withdraw"):
        await ledger.challenges.withdraw(number, BEA.id, NOW)
    assert (await ledger.challenges.decline(number, BEA.id, NOW)).state is State.DECLINED


async def test_an_open_challenge_cannot_be_declined(ledger: Ledger) -> None:
    made = await to_all(ledger)
    with pytest.raises(Refusal, match="open to anybody"):
        await ledger.challenges.decline(made.number, BEA.id, NOW)


async def test_what_is_settled_stays_so(ledger: Ledger) -> None:
    made = await direct(ledger)
    await ledger.challenges.withdraw(made.number, ANN.id, NOW)
    with pytest.raises(Refusal, match="withdrawn"):
        await ledger.challenges.accept(made.number, BEA, HERE, NOW)
    with pytest.raises(Refusal, match="withdrawn"):
        await ledger.challenges.withdraw(made.number, ANN.id, NOW)
    with pytest.raises(Refusal, match="no longer there"):
        await ledger.challenges.accept(99, BEA, HERE, NOW)


@pytest.mark.parametrize(("opponent", "stands"), [(BEA, 7 * DAY), (None, 3 * DAY)])
async def test_challenges_expire(
    ledger: Ledger, opponent: Person | None, stands: timedelta
) -> None:
    made = await ledger.challenges.make(ANN, opponent, RINGO, HERE, NOW)
    assert made.expires == NOW + stands
    assert (await ledger.clock.due(NOW + stands - TICK)).expiries == ()
    with pytest.raises(Refusal):
        await ledger.challenges.expire(made.number, NOW + stands - TICK)
    assert (await ledger.clock.due(NOW + stands)).expiries == (made.number,)
    with pytest.raises(Refusal, match="has expired"):
        await ledger.challenges.accept(made.number, BEA, HERE, NOW + stands)
    assert (await ledger.challenges.expire(made.number, NOW + stands)).state is State.EXPIRED
    with pytest.raises(Refusal):
        await ledger.challenges.expire(made.number, NOW + stands)
    assert (await ledger.clock.due(NOW + stands)).expiries == ()


async def test_pending_challenges_are_listed(ledger: Ledger) -> None:
    one, other = await direct(ledger), await to_all(ledger, place=THERE)
    pending = ledger.challenges.pending
    assert await pending(NOW) == [one, other]
    assert await pending(NOW + 3 * DAY) == [one]


async def test_the_message_that_shows_a_challenge_is_remembered(ledger: Ledger) -> None:
    number = (await direct(ledger)).number
    await ledger.challenges.show_on(number, CARD)
    assert (await ledger.challenges.find(number)).card == CARD
    await ledger.cards.forget()
    assert (await ledger.challenges.find(number)).card is None


async def test_nobody_makes_more_than_15_challenges_an_hour_for_nothing(ledger: Ledger) -> None:
    for number in range(15):
        made = await to_all(ledger, now=NOW + number * TICK)
        await ledger.challenges.withdraw(made.number, ANN.id, NOW + number * TICK)
    with pytest.raises(Refusal, match="you can make another on 2026-01-01 at 13:00 UTC"):
        await to_all(ledger, now=NOW + HOUR - TICK)
    await ledger.challenges.make(BEA, None, RINGO, HERE, NOW)
    await to_all(ledger, now=NOW + HOUR)
    with pytest.raises(Refusal, match="you can make another"):
        await direct(ledger, now=NOW + HOUR)


async def test_nobody_challenges_the_same_person_more_than_5_times_an_hour_for_nothing(
    ledger: Ledger,
) -> None:
    for number in range(5):
        made = await direct(ledger, now=NOW + number * TICK)
        await ledger.challenges.decline(made.number, BEA.id, NOW + number * TICK)
    with pytest.raises(Refusal, match="5 times within an hour for nothing"):
        await direct(ledger, now=NOW + HOUR - TICK)
    await ledger.challenges.make(ANN, CARL, RINGO, HERE, NOW)
    await to_all(ledger)
    await direct(ledger, now=NOW + HOUR)


async def test_challenges_that_were_taken_up_are_not_too_many(ledger: Ledger) -> None:
    for _ in range(20):
        await begin(ledger)


async def test_haste_is_counted_across_a_restart(path: Path) -> None:
    for number in range(5):
        async with await Ledger.open(path, NOW) as ledger:
            made = await direct(ledger, now=NOW + number * TICK)
            await ledger.challenges.withdraw(made.number, ANN.id, NOW)
    async with await Ledger.open(path, NOW) as ledger:
        with pytest.raises(Refusal, match="again on 2026-01-01 at 13:00 UTC"):
            await direct(ledger)


async def test_challenges_that_came_to_nothing_are_removed_after_a_month(ledger: Ledger) -> None:
    withdrawn, declined, expired, accepted, pending = [
        await direct(ledger, replace(RINGO, pace=paced(pace))) for pace in (1, 2, 3, 5, 7)
    ]
    await ledger.challenges.withdraw(withdrawn.number, ANN.id, NOW)
    await ledger.challenges.decline(declined.number, BEA.id, NOW)
    await ledger.challenges.accept(accepted.number, BEA, HERE, NOW)
    late = NOW + 37 * DAY
    await ledger.challenges.expire(expired.number, late)
    await ledger.tidy(late)
    assert (await ledger.challenges.find(withdrawn.number)).state is State.WITHDRAWN
    await ledger.tidy(late + TICK)
    for gone in (withdrawn, declined, expired):
        with pytest.raises(Refusal, match="no longer there"):
            await ledger.challenges.find(gone.number)
    for kept in (accepted, pending):
        assert (await ledger.challenges.find(kept.number)).number == kept.number


@pytest.mark.parametrize(("blocker", "blocked"), [(ANN, BEA), (BEA, ANN)])
async def test_two_of_whom_one_has_blocked_the_other_do_not_challenge_each_other(
    ledger: Ledger, blocker: Person, blocked: Person
) -> None:
    before, to_whoever = await direct(ledger), await to_all(ledger)
    finished = await begin(ledger, "hoyito")
    await do(ledger, finished, verbs.resign, BEA.id)
    await ledger.people.block(blocker.id, blocked.id, NOW)
    said = "The two of you do not play each other here; play with somebody else."
    for refused in (
        direct(ledger, replace(RINGO, pace=paced(7))),
        ledger.challenges.make(BEA, ANN, RINGO, HERE, NOW),
        ledger.challenges.accept(before.number, BEA, HERE, NOW),
        ledger.challenges.accept(to_whoever.number, BEA, HERE, NOW),
        ledger.challenges.replace(before.number, ANN.id, FAIR, NOW),
        ask_rematch(ledger, finished.number, blocked.id, NOW),
        ask_rematch(ledger, finished.number, blocker.id, NOW),
    ):
        with pytest.raises(Refusal) as refusal:
            await refused
        assert str(refusal.value) == said
    await ledger.challenges.decline(before.number, BEA.id, NOW)
    await ledger.challenges.accept(to_whoever.number, CARL, HERE, NOW)
    await ledger.people.unblock(blocker.id, blocked.id)
    await direct(ledger)
