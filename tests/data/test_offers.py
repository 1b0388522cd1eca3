"""What is open in a server, by pages, for whom it may concern; and what somebody offered last."""

from datetime import timedelta

import pytest

from data import Ledger, Person, Place, Seat, Terms
from data.connection import Connection
from match import verbs
from match.rating import MOST_DEVIATION
from rules import Refusal
from tests.data.parlour import ANN, BEA, CARL, DAY, DORA, HERE, HOUR, NOW, THERE, begin, do, play

RINGO, HOYITO = Terms("ringo", {}, Seat.FIRST), Terms("hoyito", {})
SERVER = 70
ELSEWHERE = Place(channel=9, server=SERVER)
CHANNELS = [7, 9]
LATER = NOW + 2 * HOUR


async def numbers(ledger: Ledger, who: Person, game: str | None = None) -> list[int]:
    """List what somebody finds."""
    found = await ledger.offers.open(SERVER, CHANNELS, who.id, LATER, 9, game=game)
    return [offer.challenge.number for offer in found]


async def test_what_is_open_in_a_server_is_listed_the_last_first(ledger: Ledger) -> None:
    make = ledger.challenges.make
    first = await make(ANN, None, RINGO, HERE, NOW)
    await make(ANN, BEA, HOYITO, HERE, NOW)
    await make(ANN, None, RINGO, THERE, NOW)
    last = await make(BEA, None, HOYITO, ELSEWHERE, NOW + HOUR)
    assert await ledger.offers.channels(SERVER, LATER) == [7, 9]
    assert await numbers(ledger, CARL) == [last.number, first.number]
    assert await numbers(ledger, CARL, "ringo") == [first.number]
    offers = ledger.offers
    (one,) = await offers.open(SERVER, CHANNELS, CARL.id, LATER, 1, 1)
    assert one.challenge == first
    (only,) = await offers.open(SERVER, [9], CARL.id, LATER, 9)
    assert only.challenge == last
    assert await offers.open(SERVER, [], CARL.id, LATER, 9) == []
    assert await offers.channels(SERVER, NOW + 4 * DAY) == []
    assert await offers.open(SERVER, CHANNELS, CARL.id, NOW + 4 * DAY, 9) == []


async def test_what_is_answered_is_not_open(ledger: Ledger) -> None:
    make = ledger.challenges.make
    taken, taken_back = (
        await make(ANN, None, RINGO, HERE, NOW),
        await make(ANN, None, HOYITO, HERE, NOW),
    )
    await ledger.challenges.accept(taken.number, BEA, HERE, NOW)
    await ledger.challenges.withdraw(taken_back.number, ANN.id, NOW)
    assert await numbers(ledger, CARL) == []


async def test_one_that_rests_is_seen_by_its_maker_alone(ledger: Ledger) -> None:
    made = await ledger.challenges.make(ANN, None, RINGO, HERE, NOW, at_once=1)
    taken, _ = await ledger.challenges.accept(made.number, BEA, HERE, NOW)
    resting = await ledger.challenges.standing(taken)
    assert resting is not None
    assert await numbers(ledger, CARL) == []
    assert await numbers(ledger, ANN) == [resting.number]


@pytest.mark.parametrize(("blocker", "blocked"), [(ANN, BEA), (BEA, ANN)])
async def test_who_has_blocked_somebody_and_who_is_blocked_see_nothing_of_each_other(
    ledger: Ledger, blocker: Person, blocked: Person
) -> None:
    made = await ledger.challenges.make(ANN, None, RINGO, HERE, NOW)
    await ledger.people.block(blocker.id, blocked.id, NOW)
    assert await numbers(ledger, BEA) == []
    assert await numbers(ledger, CARL) == await numbers(ledger, ANN) == [made.number]


async def test_the_challenger_s_rating_is_told_as_it_is_now(ledger: Ledger) -> None:
    match = await begin(ledger)
    for person, text in ((ANN, "a1-a2"), (BEA, "a7-b6"), (ANN, "a2-a1"), (BEA, "b6-a7")):
        with pytest.raises(Refusal):
            await play(ledger, match.number, person.id, "nowhere")
        moves = list((await ledger.matches.find(match.number)).position.moves())
        await play(ledger, match.number, person.id, text if text in moves else moves[0])
    await do(ledger, match.number, verbs.resign, BEA.id)
    await ledger.challenges.make(ANN, None, RINGO, HERE, NOW)
    await ledger.challenges.make(ANN, None, HOYITO, HERE, NOW)
    offers = await ledger.offers.open(SERVER, CHANNELS, CARL.id, LATER, 9)
    standing = (await ledger.ratings.of(ANN.id))["ringo"]
    ratings = {offer.challenge.terms.game: offer.rating for offer in offers}
    assert ratings["ringo"] == standing.as_of(LATER)
    assert (ratings["hoyito"].rating, ratings["hoyito"].deviation) == (1500, MOST_DEVIATION)


async def test_the_last_challenge_is_found_as_it_was_made(ledger: Ledger) -> None:
    with pytest.raises(Refusal, match="challenged nobody lately"):
        await ledger.offers.last_by(ANN.id)
    await ledger.challenges.make(ANN, BEA, HOYITO, HERE, NOW)
    made = await ledger.challenges.make(ANN, None, RINGO, HERE, NOW, at_once=2)
    await ledger.challenges.accept(made.number, BEA, HERE, NOW)
    last = await ledger.offers.last_by(ANN.id)
    assert (last.number, last.terms, last.at_once) == (made.number, made.terms, 2)
    with pytest.raises(Refusal, match="challenged nobody lately"):
        await ledger.offers.last_by(BEA.id)


async def test_an_opponent_or_a_game_that_is_gone_is_named(ledger: Ledger) -> None:
    made = await ledger.challenges.make(ANN, BEA, RINGO, HERE, NOW)
    await ledger.challenges.accept(made.number, BEA, HERE, NOW)
    async with ledger._database.transaction() as connection:
        change = "UPDATE challenges SET card_message = 1, card_channel = 7 WHERE id = 1"
        await connection.change(change)
    await ledger.forgetting.forget(BEA.id, NOW)
    with pytest.raises(Refusal, match="not here any more"):
        await ledger.offers.last_by(ANN.id)
    await ledger.challenges.make(ANN, CARL, RINGO, HERE, NOW)
    async with ledger._database.transaction() as connection:
        await connection.change("UPDATE challenges SET game = 'chess' WHERE id = 2")
    with pytest.raises(Refusal, match="`chess`, which is not played here any more"):
        await ledger.offers.last_by(ANN.id)
    async with ledger._database.transaction() as connection:
        await connection.change("DELETE FROM challenges WHERE id = 2")


async def plan_of(connection: Connection, sql: str, **values: object) -> str:
    """Give how SQLite goes about a statement."""
    rows = await connection.rows(f"EXPLAIN QUERY PLAN {sql}", **values)  # type: ignore[arg-type]  # what a plan is asked with matters to nobody
    return "\n".join(row["detail"] for row in rows)


async def test_a_page_costs_the_same_whether_twenty_or_five_thousand_are_open(
    ledger: Ledger,
) -> None:
    """Count the steps of SQLite's machine."""
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1

    async def fill(numbers: range) -> None:
        async with ledger._database.transaction() as connection:
            for number in numbers:
                await connection.change(
                    "INSERT INTO challenges (challenger, game, options, seat, rated, server, "
                    "channel, made, expires, state, at_once) SELECT challenger, game, options, "
                    "seat, rated, server, channel, made + :number, expires, state, at_once "
                    "FROM challenges WHERE id = 1",
                    number=number,
                )

    async def cost() -> int:
        nonlocal steps
        steps = 0
        found = await ledger.offers.open(SERVER, CHANNELS, CARL.id, LATER, 7)
        assert len(found) == 7
        assert (await ledger.offers.last_by(ANN.id)).challenger == ANN
        return steps

    await ledger.challenges.make(ANN, None, RINGO, HERE, NOW, at_once=3)
    await begin(ledger, first=DORA, now=NOW - timedelta(days=1))
    await fill(range(1, 20))
    await ledger._database._reader._sqlite.set_progress_handler(step, 10)
    few = await cost()
    await fill(range(20, 5_000))
    assert await cost() < 1.5 * few
    async with ledger._database.transaction() as connection:
        await connection.change("DELETE FROM challenges WHERE id > 2")


async def test_what_is_made_lately_is_counted_without_what_was_offered_anew(
    ledger: Ledger,
) -> None:
    statements: list[str] = []
    await ledger._database._writer._sqlite.set_trace_callback(statements.append)
    await ledger.challenges.make(ANN, None, RINGO, HERE, NOW)
    await ledger._database._writer._sqlite.set_trace_callback(lambda _: None)
    (lately,) = (one for one in statements if one.startswith("SELECT opponent, made"))
    async with ledger._database.reading() as connection:
        assert "INDEX challenges_made_by (challenger=? AND made>?)" in await plan_of(
            connection, lately
        )


async def test_what_a_match_that_ends_asks_is_found_by_indexes(ledger: Ledger) -> None:
    made = await ledger.challenges.make(ANN, None, RINGO, HERE, NOW, at_once=1)
    _, match = await ledger.challenges.accept(made.number, BEA, HERE, NOW)
    statements: list[str] = []
    await ledger._database._writer._sqlite.set_trace_callback(statements.append)
    await do(ledger, match, verbs.resign, BEA.id)
    await ledger._database._writer._sqlite.set_trace_callback(lambda _: None)
    (again,) = (one for one in statements if one.startswith("UPDATE challenges"))
    async with ledger._database.reading() as connection:
        plan = await plan_of(connection, again)
        assert "USING INDEX challenges_anew" in plan
        assert "USING INDEX matches_going (came_of=?)" in plan
