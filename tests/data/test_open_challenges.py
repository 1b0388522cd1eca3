"""The open challenges of a server, page by page, and a person's last challenge."""

from datetime import timedelta

import pytest

from data import Person, Place, Seat, Store, Terms
from data.connection import Connection
from match import verbs
from match.match import LEAST_RATED
from match.rating import MOST_DEVIATION
from rules import Refusal
from tests.data.sample_matches import (
    ANN,
    BEA,
    CARL,
    DAY,
    DORA,
    HERE,
    HOUR,
    NOW,
    THERE,
    advance,
    begin,
    change,
    do,
)
from tests.postgres import of_file
from tests.sqlite_hooks import count_steps, trace
from tests.thorough import THOROUGH

RINGO, HOYITO = Terms("ringo", {}, Seat.FIRST), Terms("hoyito", {})
SERVER = 70
ELSEWHERE = Place(channel=9, server=SERVER)
CHANNELS = [7, 9]
LATER = NOW + 2 * HOUR


async def numbers(store: Store, who: Person, game: str | None = None) -> list[int]:
    """List the numbers of the challenges that a person sees."""
    found = await store.open_challenges.open(SERVER, CHANNELS, who.id, LATER, 9, game=game)
    return [offer.challenge.number for offer in found]


async def test_what_is_open_in_a_server_is_listed_the_last_first(store: Store) -> None:
    make = store.challenges.make
    first = await make(ANN, None, RINGO, HERE, NOW)
    await make(ANN, BEA, HOYITO, HERE, NOW)
    await make(ANN, None, RINGO, THERE, NOW)
    last = await make(BEA, None, HOYITO, ELSEWHERE, NOW + HOUR)
    assert await store.open_challenges.channels(SERVER, LATER) == [7, 9]
    assert await numbers(store, CARL) == [last.number, first.number]
    assert await numbers(store, CARL, "ringo") == [first.number]
    offers = store.open_challenges
    (one,) = await offers.open(SERVER, CHANNELS, CARL.id, LATER, 1, 1)
    assert one.challenge == first
    (only,) = await offers.open(SERVER, [9], CARL.id, LATER, 9)
    assert only.challenge == last
    assert await offers.open(SERVER, [], CARL.id, LATER, 9) == []
    assert await offers.channels(SERVER, NOW + 4 * DAY) == []
    assert await offers.open(SERVER, CHANNELS, CARL.id, NOW + 4 * DAY, 9) == []


async def test_what_is_answered_is_not_open(store: Store) -> None:
    make = store.challenges.make
    taken, taken_back = (
        await make(ANN, None, RINGO, HERE, NOW),
        await make(ANN, None, HOYITO, HERE, NOW),
    )
    await store.challenges.accept(taken.number, BEA, HERE, NOW)
    await store.challenges.withdraw(taken_back.number, ANN.id, NOW)
    assert await numbers(store, CARL) == []


async def test_one_that_rests_is_seen_by_its_maker_alone(store: Store) -> None:
    made = await store.challenges.make(ANN, None, RINGO, HERE, NOW, at_once=1)
    taken, _ = await store.challenges.accept(made.number, BEA, HERE, NOW)
    resting = await store.challenges.standing(taken)
    assert resting is not None
    assert await numbers(store, CARL) == []
    assert await numbers(store, ANN) == [resting.number]


@pytest.mark.parametrize(("blocker", "blocked"), [(ANN, BEA), (BEA, ANN)])
async def test_who_has_blocked_somebody_and_who_is_blocked_see_nothing_of_each_other(
    store: Store, blocker: Person, blocked: Person
) -> None:
    made = await store.challenges.make(ANN, None, RINGO, HERE, NOW)
    await store.people.block(blocker.id, blocked.id, NOW)
    assert await numbers(store, BEA) == []
    assert await numbers(store, CARL) == await numbers(store, ANN) == [made.number]


async def test_the_challenger_s_rating_is_told_as_it_is_now(store: Store) -> None:
    match = await advance(store, await begin(store), LEAST_RATED)
    await do(store, match.number, verbs.resign, BEA.id)
    await store.challenges.make(ANN, None, RINGO, HERE, NOW)
    await store.challenges.make(ANN, None, HOYITO, HERE, NOW)
    offers = await store.open_challenges.open(SERVER, CHANNELS, CARL.id, LATER, 9)
    standing = (await store.ratings.find(ANN.id))["ringo"]
    ratings = {offer.challenge.terms.game: offer.rating for offer in offers}
    assert ratings["ringo"] == standing.as_of(LATER)
    assert (ratings["hoyito"].rating, ratings["hoyito"].deviation) == (1500, MOST_DEVIATION)


async def test_the_last_challenge_is_found_as_it_was_made(store: Store) -> None:
    with pytest.raises(Refusal, match="challenged anyone lately"):
        await store.challenges.last_by(ANN.id)
    await store.challenges.make(ANN, BEA, HOYITO, HERE, NOW)
    made = await store.challenges.make(ANN, None, RINGO, HERE, NOW, at_once=2)
    await store.challenges.accept(made.number, BEA, HERE, NOW)
    last = await store.challenges.last_by(ANN.id)
    assert (last.number, last.terms, last.at_once) == (made.number, made.terms, 2)
    with pytest.raises(Refusal, match="challenged anyone lately"):
        await store.challenges.last_by(BEA.id)


async def test_an_opponent_or_a_game_that_is_gone_is_named(store: Store) -> None:
    made = await store.challenges.make(ANN, BEA, RINGO, HERE, NOW)
    await store.challenges.accept(made.number, BEA, HERE, NOW)
    statement = "UPDATE challenges SET card_message = 1, card_channel = 7 WHERE id = 1"
    await change(store, statement)
    await store.forgetting.forget(BEA.id, NOW)
    with pytest.raises(Refusal, match="isn't here any more"):
        await store.challenges.last_by(ANN.id)
    await store.challenges.make(ANN, CARL, RINGO, HERE, NOW)
    await change(store, "UPDATE challenges SET game = 'chess' WHERE id = 2")
    with pytest.raises(Refusal, match="`chess`, which is no longer played here"):
        await store.challenges.last_by(ANN.id)
    await change(store, "DELETE FROM challenges WHERE id = 2")


async def plan_of(connection: Connection, sql: str, **values: object) -> str:
    """Return SQLite's query plan of a statement."""
    rows = await connection.rows(f"EXPLAIN QUERY PLAN {sql}", **values)  # type: ignore[arg-type]  # the values do not matter for a plan
    return "\n".join(row["detail"] for row in rows)


@of_file
@THOROUGH
async def test_a_page_costs_the_same_whether_twenty_or_five_thousand_are_open(store: Store) -> None:
    """Count the steps of SQLite's virtual machine."""
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1

    async def fill(numbers: range) -> None:
        async with store._database.transaction() as connection:
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
        found = await store.open_challenges.open(SERVER, CHANNELS, CARL.id, LATER, 7)
        assert len(found) == 7
        assert (await store.challenges.last_by(ANN.id)).challenger == ANN
        return steps

    await store.challenges.make(ANN, None, RINGO, HERE, NOW, at_once=3)
    await begin(store, first=DORA, now=NOW - timedelta(days=1))
    await fill(range(1, 20))
    await count_steps(store._database.reader, step, 10)
    few = await cost()
    await fill(range(20, 5_000))
    assert await cost() < 1.5 * few
    await change(store, "DELETE FROM challenges WHERE id > 2")


@of_file
async def test_what_is_made_lately_is_counted_without_what_was_offered_anew(store: Store) -> None:
    statements: list[str] = []
    await trace(store._database._writer, statements.append)
    await store.challenges.make(ANN, None, RINGO, HERE, NOW)
    await trace(store._database._writer, None)
    (lately,) = (one for one in statements if one.startswith("SELECT opponent, made"))
    assert "INDEX challenges_made_by (challenger=? AND made>?)" in await plan_of(
        store._database.reader, lately
    )


@of_file
async def test_what_a_match_that_ends_asks_is_found_by_indexes(store: Store) -> None:
    made = await store.challenges.make(ANN, None, RINGO, HERE, NOW, at_once=1)
    _, match = await store.challenges.accept(made.number, BEA, HERE, NOW)
    statements: list[str] = []
    await trace(store._database._writer, statements.append)
    await do(store, match, verbs.resign, BEA.id)
    await trace(store._database._writer, None)
    (again,) = (one for one in statements if one.startswith("UPDATE challenges"))
    plan = await plan_of(store._database.reader, again)
    assert "USING INDEX challenges_anew" in plan
    assert "USING INDEX matches_going (came_of=?)" in plan
