"""Live matches in the store: their clock, their challenges, and ratings of their own."""

from dataclasses import replace
from datetime import time, timedelta

import pytest

from data import Seat, Store, StoredMatch, Terms
from data.challenge_rules import LIVE_DURATION
from data.due import LiveDue
from data.player_statistics import PLAYED
from data.settings import QuietHours
from data.time_controls import LIVE_PACES, PACES
from match import verbs
from match.clock import ASKED_AFTER, HOUR, MINUTE, SECOND, Pace
from match.event import Ending
from rules import Refusal
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
    begin,
    do,
    rating_history,
    run_out,
)
from tests.postgres import of_file

LIVE = LIVE_PACES[0]
TERMS = Terms("ringo", {}, Seat.FIRST, LIVE)
IDLE = LiveDue((), ())


async def begun(store: Store, moves: int = 4) -> StoredMatch:
    """Begin a live match in which both sides have moved, all in the first second."""
    return await advance(store, await begin(store, pace=LIVE), moves)


async def test_a_live_clock_is_not_due_in_rounds_but_by_itself(store: Store) -> None:
    match = await begun(store)
    number, asked = match.number, NOW + ASKED_AFTER
    assert match.deadline == NOW + 10 * MINUTE + 30 * SECOND
    assert await store.due.find_live(asked - SECOND) == IDLE
    assert await store.due.find_live(asked) == LiveDue((number,), ())
    await store.matches.remind(number, asked)
    assert await store.due.find_live(match.deadline - SECOND) == IDLE
    assert await store.due.find_live(match.deadline) == LiveDue((), (number,))
    due = await store.due.find(match.deadline + DAY)
    assert (due.reminders, due.time_outs, due.last_calls, due.early_reminders) == ((),) * 4
    over = await run_out(store, number, match.deadline)
    assert over.result is not None
    assert over.result.how is Ending.TIME
    assert await store.due.find_live(NOW + DAY) == IDLE


async def test_quiet_hours_and_vacations_do_not_count_in_it(store: Store) -> None:
    match = await begun(store)
    quiet = QuietHours(time(11), time(23))
    await store.personal_settings.change(ANN.id, lambda own: replace(own, quiet=quiet), NOW - HOUR)
    await store.vacations.begin(ANN.id, NOW)
    with pytest.raises(Refusal):
        await store.vacations.save(match, NOW + HOUR)
    assert (await store.matches.find(match.number)).deadline == match.deadline
    assert await store.due.find_live(NOW + ASKED_AFTER) == LiveDue((match.number,), ())
    await advance(store, await store.matches.find(match.number), 2, NOW + MINUTE)
    await store.vacations.end(ANN.id, NOW + 2 * MINUTE)
    late = await store.matches.find(match.number)
    assert late.deadline == NOW + MINUTE + 9 * MINUTE + 45 * SECOND
    assert late.clock.given == timedelta(0)


async def test_a_stop_of_the_bot_gives_the_time_back(store: Store) -> None:
    match = await begun(store)
    await store.outages.beat(NOW + MINUTE)
    await store.outages.start(NOW + 2 * HOUR)
    again = await store.matches.find(match.number)
    assert match.deadline is not None
    assert again.deadline == match.deadline + 2 * HOUR - MINUTE
    assert await store.due.find_live(NOW + 2 * HOUR) == IDLE


async def test_a_live_challenge_waits_ten_minutes_and_is_for_one_match(store: Store) -> None:
    challenge = await store.challenges.make(ANN, BEA, TERMS, HERE, NOW)
    assert challenge.expires == NOW + LIVE_DURATION == NOW + 10 * MINUTE
    with pytest.raises(Refusal):
        await store.challenges.accept(challenge.number, BEA, HERE, NOW + LIVE_DURATION)
    with pytest.raises(Refusal, match="is open for only 10 minutes"):
        await store.challenges.make(ANN, None, TERMS, HERE, NOW, at_once=2)
    with pytest.raises(Refusal, match="one live match at a time"):
        await store.challenges.make(ANN, None, replace(TERMS, both_sides=True), HERE, NOW)
    odd = replace(TERMS, pace=Pace.live(1, 1))
    with pytest.raises(Refusal, match="no pace"):
        await store.challenges.make(ANN, None, odd, HERE, NOW)
    assert not any(pace.is_live for pace in PACES if pace), "no server has one as its usual pace"


async def test_live_matches_are_played_one_at_a_time(store: Store) -> None:
    match = await begun(store)
    for one, other in ((ANN, CARL), (CARL, BEA)):
        challenge = await store.challenges.make(one, other, TERMS, HERE, NOW)
        with pytest.raises(Refusal, match="is in a live match right now"):
            await store.challenges.accept(challenge.number, other, HERE, NOW)
        assert (await store.challenges.find(challenge.number)).match is None
    with pytest.raises(Refusal, match="Ann is in a live match"):
        await store.computer.begin(ANN, DORA, TERMS, 1, HERE, NOW)
    await store.computer.begin(CARL, DORA, TERMS, 1, HERE, NOW)
    await begin(store, pace=3, second=CARL)  # of those that last days there may be many
    await do(store, match.number, verbs.resign, ANN.id)
    await ask_rematch(store, match.number, ANN.id, NOW)
    _, rematch = await ask_rematch(store, match.number, BEA.id, NOW)
    assert rematch is not None
    assert rematch.deadline == NOW + 10 * MINUTE
    await do(store, rematch.number, lambda each, _who, now: verbs.lock(each, now, "why"), 0)
    await begin(store, pace=LIVE)


async def test_live_matches_are_rated_apart(store: Store) -> None:
    for pace in (LIVE, 3):
        match = await advance(store, await begin(store, pace=pace), 6)
        await do(store, match.number, verbs.resign, ANN.id)
    match = await advance(store, await begin(store, pace=LIVE), 6)
    await do(store, match.number, verbs.resign, BEA.id)
    standings = await store.ratings.find(ANN.id)
    played = {pool: (each.wins, each.losses) for pool, each in standings.items()}
    assert played == {"ringo": (0, 1), "ringo live": (1, 1)}
    for server in (None, HERE.server):
        for since in (None, NOW - DAY):
            live = await store.ratings.leaderboard("ringo live", NOW, server, since=since)
            assert sorted((each.name, each.wins) for each in live) == [("Ann", 1), ("Bea", 1)]
            days = await store.ratings.leaderboard("ringo", NOW, server, since=since)
            assert [(each.name, each.wins) for each in days] == [("Bea", 1), ("Ann", 0)]
    assert await store.ratings.most_played(None) == "ringo"
    assert [change.pool for change in await rating_history(store, ANN.id)] == [
        *("ringo live", "ringo", "ringo live")
    ]
    sides = (await store.statistics.summarize(ANN.id)).sides
    assert {pool: first.all for pool, (first, _) in sides.items()} == {"ringo": 1, "ringo live": 2}
    only = await store.statistics.summarize(ANN.id, pool="ringo live")
    assert [tally.all for _, tally in only.opponents] == [2]


async def test_an_open_live_challenge_shows_the_live_rating(store: Store) -> None:
    match = await advance(store, await begin(store, pace=LIVE), 6)
    await do(store, match.number, verbs.resign, BEA.id)
    await store.challenges.make(ANN, None, TERMS, HERE, NOW)
    await store.challenges.make(ANN, None, replace(TERMS, pace=PACES[0]), HERE, NOW)
    assert HERE.server is not None
    offers = await store.open_challenges.open(HERE.server, [HERE.channel], CARL.id, NOW, 5)
    rated = {offer.challenge.terms.is_live: offer.rating.rating for offer in offers}
    assert rated[True] > rated[False] == 1500


@of_file
async def test_profiles_and_leaderboards_are_read_from_indexes_alone(store: Store) -> None:
    plans = [
        str(row["detail"])
        for row in await store._database.reader.rows(
            f"EXPLAIN QUERY PLAN {PLAYED}",
            person=ANN.id,
            game="ringo",
            live=True,
            channels=None,
            asker=0,
        )
    ]
    found = [plan for plan in plans if "SEARCH matches" in plan]
    assert len(found) == 2
    assert all("COVERING INDEX results_of" in plan for plan in found)
