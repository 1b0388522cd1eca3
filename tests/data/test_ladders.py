"""Ladders in the store: what challenges, matches, vacations and time do to them, exactly once."""

import asyncio
import json
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from contests.ladder import LadderEvent, LadderKind, replay
from data import ChallengeState, Person, Seat, ServerSettings, Store, StoredMatch, Terms
from data.database import snapshot_of
from data.export import items_about
from data.load_ladder import StoredLadder, read_ladder, write_ladder
from data.maintenance.check_contests import faults_of_ladders
from data.maintenance.rebuild import rebuild_ladders
from match import verbs
from match.event import Ending, Kind
from rules import Refusal
from tests.data.sample_matches import (
    ANN,
    BEA,
    CARD,
    CARL,
    DAY,
    DORA,
    HERE,
    NOW,
    THERE,
    advance,
    change,
    do,
)
from tests.simulated_discord.interruptions import stopped_at
from tests.thorough import THOROUGH

SERVER, GAME = 70, "ringo"
EVERYBODY = (ANN, BEA, CARL, DORA)


async def climb(store: Store, *people: Person, now: datetime = NOW) -> StoredLadder:
    """Let people join a ladder, the first at the top."""
    for person in people or EVERYBODY:
        ladder = await store.ladders.join(SERVER, GAME, person, now)
    return ladder


async def played(
    store: Store, ladder: StoredLadder, one: Person, other: Person, now: datetime = NOW
) -> StoredMatch:
    """Let one challenge another, who accepts."""
    challenge = await store.ladders.challenge(ladder.number, one, other.id, HERE, now)
    _, match = await store.challenges.accept(challenge.number, other, HERE, now)
    return match


async def order(store: Store, ladder: StoredLadder) -> tuple[int, ...]:
    return (await store.ladders.find(ladder.number)).state.people


async def test_a_ladder_begins_with_who_joins_first_and_has_names_and_ratings(store: Store) -> None:
    assert await store.ladders.find_in(SERVER, GAME) is None
    ladder = await climb(store, ANN, BEA)
    assert ladder.state.people == (ANN.id, BEA.id)
    assert {str(name) for name in ladder.names.values()} != set()
    assert ladder.ratings[ANN.id].as_of(NOW).rating == 1500
    assert await store.ladders.games(SERVER) == [GAME]
    assert await store.ladders.games(80) == []
    with pytest.raises(Refusal, match="You're already on this ladder: you're number 1"):
        await store.ladders.join(SERVER, GAME, ANN, NOW)
    await store.server_settings.change(80, lambda _: ServerSettings(ladders=False))
    with pytest.raises(Refusal, match="no ladders"):
        await store.ladders.join(80, GAME, ANN, NOW)


async def test_a_challenge_is_an_ordinary_one_by_the_ladders_terms(store: Store) -> None:
    ladder = await climb(store)
    challenge = await store.ladders.challenge(ladder.number, DORA, ANN.id, HERE, NOW, request=5)
    assert challenge.ladder == ladder.number
    assert challenge.expires == NOW + 7 * DAY
    assert (challenge.terms.rated, challenge.terms.seat) == (True, Seat.RANDOM)
    fair = challenge.terms.rules.presets["fair"]
    assert fair.items() <= challenge.terms.options.items()
    with pytest.raises(Refusal, match="can't be changed"):
        await store.challenges.replace(challenge.number, DORA.id, challenge.terms, NOW)
    _, match = await store.challenges.accept(challenge.number, ANN, HERE, NOW)
    assert match.ladder == ladder.number
    with pytest.raises(Refusal, match="can't be aborted"):
        await do(store, match, verbs.abort, ANN.id)
    match = await advance(store, match, 2)
    await do(store, match, verbs.resign, ANN.id)
    assert await order(store, ladder) == (DORA.id, ANN.id, BEA.id, CARL.id)
    (told,) = await store.ladders.lately(ladder.number, 3)
    assert told[0].kind is LadderKind.WON


async def test_who_may_not_be_challenged_is_refused_and_nothing_is_stored(store: Store) -> None:
    ladder = await climb(store)
    with pytest.raises(Refusal, match="can't challenge"):
        await store.ladders.challenge(ladder.number, DORA, 99, HERE, NOW)
    with pytest.raises(Refusal, match="not on this ladder"):
        await store.ladders.challenge(ladder.number, Person(99, "Eve"), ANN.id, HERE, NOW)
    assert (await store.ladders.find(ladder.number)).count == 4
    assert await store.challenges.pending(NOW) == []


@pytest.mark.parametrize("declined", [True, False])
async def test_who_does_not_answer_gives_the_place_without_a_match(
    store: Store, *, declined: bool
) -> None:
    ladder = await climb(store)
    challenge = await store.ladders.challenge(ladder.number, CARL, ANN.id, HERE, NOW)
    if declined:
        await store.challenges.decline(challenge.number, ANN.id, NOW)
    else:
        with pytest.raises(Refusal):
            await store.challenges.expire(challenge.number, NOW + 7 * DAY - timedelta(seconds=1))
        assert challenge.number in (await store.due.find(NOW + 7 * DAY)).expiries
        await store.challenges.expire(challenge.number, NOW + 7 * DAY)
    assert await order(store, ladder) == (CARL.id, ANN.id, BEA.id, DORA.id)
    withdrawn = await store.ladders.challenge(ladder.number, DORA, BEA.id, HERE, NOW)
    await store.challenges.withdraw(withdrawn.number, DORA.id, NOW)
    assert await order(store, ladder) == (CARL.id, ANN.id, BEA.id, DORA.id)


async def test_whoever_has_blocked_the_challenger_gives_the_place(store: Store) -> None:
    ladder = await climb(store)
    await store.people.block(ANN.id, CARL.id, NOW)
    challenge = await store.ladders.challenge(ladder.number, CARL, ANN.id, HERE, NOW)
    assert challenge.state is ChallengeState.DECLINED
    assert await order(store, ladder) == (CARL.id, ANN.id, BEA.id, DORA.id)
    (told,) = await store.ladders.lately(ladder.number, 3)
    assert told[0].kind is LadderKind.GIVE
    await store.people.block(CARL.id, BEA.id, NOW)
    waiting = await store.ladders.challenge(ladder.number, DORA, BEA.id, HERE, NOW)
    await store.people.block(BEA.id, DORA.id, NOW)
    await store.challenges.expire(waiting.number, NOW + 7 * DAY)
    assert await order(store, ladder) == (CARL.id, ANN.id, DORA.id, BEA.id)


async def test_whoever_blocks_others_climbs_no_faster_and_plays_whom_they_challenge(
    store: Store,
) -> None:
    people = [Person(200 + number, f"L{number}") for number in range(10)]
    ladder = await climb(store, *people)
    last = people[-1]
    for other in people[1:-1]:
        await store.people.block(last.id, other.id, NOW)
    for other in people[:6]:
        with pytest.raises(Refusal, match="can't challenge"):
            await store.ladders.challenge(ladder.number, last, other.id, HERE, NOW)
    match = await played(store, ladder, last, people[6])
    assert match.ladder == ladder.number
    assert (await store.matches.find(match.number)).silent


async def test_a_place_changes_hands_only_by_a_match_with_a_move_of_each(store: Store) -> None:
    ladder = await climb(store)
    first, everybody = (DORA.id, ANN.id, BEA.id, CARL.id), tuple(p.id for p in EVERYBODY)
    decided = await played(store, ladder, DORA, ANN)
    await store.matches.apply(
        decided.number,
        lambda match: match.event(Kind.ADJUDICATE, match.side_of(DORA.id), NOW, "because"),
    )
    assert await order(store, ladder) == everybody
    late = NOW + 20 * DAY
    mine = await played(store, ladder, DORA, ANN, late)
    await do(store, mine, verbs.resign, DORA.id, late)
    assert await order(store, ladder) == everybody
    later = NOW + 40 * DAY
    declined = await played(store, ladder, DORA, ANN, later)
    await do(store, declined, verbs.resign, ANN.id, later)
    assert await order(store, ladder) == first
    assert (await store.ladders.lately(ladder.number, 1))[0][0].kind is LadderKind.GIVE


async def test_a_loss_on_time_costs_places_even_before_the_second_move(store: Store) -> None:
    ladder = await climb(store)
    match = await played(store, ladder, DORA, ANN)
    assert match.deadline is not None
    loser = match.to_move
    after = (await store.matches.run_out(match.number, match.deadline)).after
    assert after.result is not None
    assert (after.result.how, after.counts) == (Ending.TIME, False)
    assert (await order(store, ladder))[-1] == loser


async def test_a_match_without_a_winner_moves_nobody_and_the_two_wait(store: Store) -> None:
    ladder = await climb(store)
    match = await played(store, ladder, DORA, ANN)
    match = await do(store, match, verbs.offer_draw, ANN.id)
    await do(store, match, verbs.accept_draw, DORA.id)
    assert await order(store, ladder) == tuple(person.id for person in EVERYBODY)
    assert await store.ladders.lately(ladder.number, 3) == [], "it is no news"
    with pytest.raises(Refusal, match="You two played each other recently"):
        await store.ladders.challenge(ladder.number, DORA, ANN.id, HERE, NOW + DAY)


async def test_no_ladder_is_found_by_a_number_that_none_has(store: Store) -> None:
    for number in (1, 2**63):
        with pytest.raises(Refusal, match="This ladder no longer exists; `/ladder` shows"):
            await store.ladders.find(number)


async def test_a_vacation_freezes_a_player_and_the_time_to_answer(store: Store) -> None:
    ladder = await climb(store)
    challenge = await store.ladders.challenge(ladder.number, DORA, ANN.id, HERE, NOW)
    await store.vacations.begin(ANN.id, NOW + DAY)
    with pytest.raises(Refusal, match="on vacation"):
        await store.ladders.challenge(ladder.number, CARL, ANN.id, HERE, NOW + DAY)
    assert (await store.due.find(NOW + 10 * DAY)).expiries == ()
    await store.vacations.end(ANN.id, NOW + 5 * DAY)
    assert (await store.challenges.find(challenge.number)).expires == NOW + 11 * DAY
    state = (await store.ladders.find(ladder.number)).state
    assert state.rung(ANN.id).played == NOW + 4 * DAY  # type: ignore[union-attr]  # it is there


async def test_whoever_joins_on_vacation_is_frozen_from_the_start(store: Store) -> None:
    await store.challenges.make(ANN, None, Terms(GAME, {}), HERE, NOW)
    await store.vacations.begin(ANN.id, NOW)
    ladder = await climb(store, ANN, BEA)
    with pytest.raises(Refusal):
        await store.ladders.challenge(ladder.number, BEA, ANN.id, HERE, NOW)


async def test_who_does_not_play_goes_down_once_and_not_after_an_outage(store: Store) -> None:
    ladder = await climb(store, ANN)
    await climb(store, BEA, CARL, now=NOW + 20 * DAY)
    later = NOW + 30 * DAY
    assert await store.ladders.due(later - timedelta(seconds=1)) == []
    assert await store.ladders.due(later) == [ladder.number]
    await store.outages.beat(later - DAY)
    await store.outages.come_back(later)
    await store.ladders.drop(ladder.number, later)
    assert await order(store, ladder) == (ANN.id, BEA.id, CARL.id)
    later += 4 * DAY
    for _ in range(2):
        await store.ladders.drop(ladder.number, later)
        assert await order(store, ladder) == (BEA.id, ANN.id, CARL.id)
    assert await store.ladders.due(later) == []


async def test_who_leaves_withdraws_what_waits_and_plays_on_without_effect(store: Store) -> None:
    ladder = await climb(store)
    match = await played(store, ladder, DORA, CARL)
    made = await store.ladders.challenge(ladder.number, DORA, BEA.id, HERE, NOW)
    await store.ladders.leave(ladder.number, DORA.id, NOW)
    state = (await store.challenges.find(made.number)).state
    assert state is ChallengeState.WITHDRAWN
    assert made.number in (await store.due.find(NOW + DAY)).unannounced_challenges
    await do(store, match, verbs.resign, CARL.id)
    assert await order(store, ladder) == (ANN.id, BEA.id, CARL.id)


async def test_in_a_server_that_was_left_the_ladder_rests(store: Store) -> None:
    ladder = await climb(store)
    challenge = await store.ladders.challenge(ladder.number, CARL, ANN.id, HERE, NOW)
    await climb(store, Person(50, "Eve"), now=NOW + DAY)
    await store.left_servers.leave_others([THERE.server or 0], NOW)
    await store.challenges.expire(challenge.number, NOW + 7 * DAY)
    assert await order(store, ladder) == (*(person.id for person in EVERYBODY), 50)
    assert await store.ladders.due(NOW + 90 * DAY) == []
    await store.ladders.open(SERVER, GAME)
    assert await store.ladders.due(NOW + 90 * DAY) == [ladder.number]


async def test_a_deleted_person_leaves_and_stays_a_former_player(store: Store, path: Path) -> None:
    ladder = await climb(store)
    match = await advance(store, await played(store, ladder, CARL, ANN), 2)
    await do(store, match, verbs.resign, ANN.id)
    waiting = await store.ladders.challenge(ladder.number, DORA, CARL.id, HERE, NOW)
    async with snapshot_of(path) as connection:
        about = [item async for item in items_about(connection, CARL.id)]
    events = [item["ladder_event"] for item in about if "ladder_event" in item]
    assert [event["kind"] for event in events if isinstance(event, dict)] == [
        *("join", "challenge", "begin", "won", "challenge")
    ]
    await store.forgetting.forget(CARL.id, NOW + DAY)
    assert await order(store, ladder) == (ANN.id, BEA.id, DORA.id)
    ((_, winner, loser),) = await store.ladders.lately(ladder.number, 3)
    assert (str(winner), str(loser)) == ("a former player", str(ANN.display_name))
    async with snapshot_of(path) as connection:
        about = [item async for item in items_about(connection, CARL.id)]
    assert not any("ladder_event" in item for item in about)
    with pytest.raises(Refusal):
        await store.challenges.accept(waiting.number, CARL, HERE, NOW + DAY)


async def test_stopped_at_any_await_a_result_counts_wholly_or_not_at_all(store: Store) -> None:
    ladder = await climb(store)
    for step in count(1):
        now = NOW + step * 20 * DAY
        before = await order(store, ladder)
        one, other = (next(p for p in EVERYBODY if p.id == before[at]) for at in (3, 1))
        match = await played(store, ladder, one, other, now)
        stopped: list[int] = []
        try:
            await stopped_at(step, do(store, match, verbs.resign, other.id, now), stopped)
        except asyncio.CancelledError:
            assert stopped
        over = (await store.matches.find(match.number)).over
        moved = (before[0], before[3], before[1], before[2])
        assert await order(store, ladder) == (moved if over else before)
        if not over:
            await do(store, match, verbs.resign, other.id, now)
            assert await order(store, ladder) == moved
        if not stopped:
            break
    assert step > 1, "before and in the trip that does all of it"


async def test_a_state_that_is_wrong_is_found_and_rebuilt(store: Store) -> None:
    ladder = await climb(store)
    await change(store, "UPDATE ladders SET state = replace(state, '[1,', '[2,')")
    async with store._database.transaction() as connection:
        assert [line async for line in rebuild_ladders(connection)] == [
            f"ladder {ladder.number}: its state is not what its events say"
        ]
    assert await order(store, ladder) == tuple(person.id for person in EVERYBODY)


@THOROUGH
def test_a_thousand_who_join_within_a_day_are_stored_in_little() -> None:
    people = [10**18 + number for number in range(1000)]
    events = [
        LadderEvent(LadderKind.JOIN, NOW + timedelta(seconds=at), person)
        for at, person in enumerate(people)
    ]
    written = write_ladder(replay(events))
    assert len(written) < 200_000, "which is read and written with everything that happens on it"
    assert write_ladder(read_ladder(written)) == written


async def test_a_state_written_by_an_earlier_version_is_right(store: Store) -> None:
    ladder = await climb(store)
    (row,) = await rows_of(store)
    state = json.loads(row)
    until, *who = state["earlier"][0]
    state["earlier"] = [state["earlier"][0], *([until + at, *who] for at in range(1, 4))]
    async with store._database.transaction() as connection:
        await connection.change(
            "UPDATE ladders SET state = :state WHERE id = :number",
            state=json.dumps(state),
            number=ladder.number,
        )
        assert await faults_of_ladders(connection) == []


async def rows_of(store: Store) -> list[str]:
    """Return the stored states of all ladders."""
    return [row["state"] for row in await store._database.reader.rows("SELECT state FROM ladders")]


async def test_a_state_that_cannot_be_read_is_found(store: Store) -> None:
    ladder = await climb(store)
    async with store._database.transaction() as connection:
        await connection.change("UPDATE ladders SET state = '{}'")
        told = [f"ladder {ladder.number}: its state is not what its events say"]
        assert await faults_of_ladders(connection) == told
        assert [line async for line in rebuild_ladders(connection)] == told


async def test_a_card_is_shown_until_something_happens(store: Store) -> None:
    ladder = await climb(store)
    await store.ladders.show_on(ladder.number, CARD, ladder.count)
    assert await store.ladders.to_show() == []
    await store.ladders.leave(ladder.number, ANN.id, NOW)
    assert await store.ladders.to_show() == [ladder.number]
    await store.cards.forget()
    assert await store.ladders.to_show() == []
