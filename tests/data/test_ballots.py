"""Crowds in the database: a vote and its move are one, and what is deleted is gone."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from data import Person, Seat, Store, StoredMatch, Terms
from data.contest_values import MOST_GONE
from data.export import items_about
from data.time_controls import VOTE_PACES
from match import verbs
from match.event import Ending, Event, Kind
from match.match import Stale, Voter
from match.verbs import Decide
from rules import Name, Refusal
from tests.data.sample_matches import (
    ANN,
    BEA,
    CARL,
    DORA,
    HERE,
    HOUR,
    NOW,
    TICK,
    history,
    play,
    usual_options,
)
from tests.postgres import of_file
from tests.sqlite_hooks import count_steps

FOXES, BOT = Person(HERE.server or 0, "Foxes"), Person(99, "Parlour", is_bot=True)
VOTERS = ANN, CARL, DORA


async def begin(store: Store, *voters: Person, game: str = "hoyito") -> StoredMatch:
    """Let all of a server play Bea, on the first side, with these voters."""
    await store.people.introduce(FOXES, None)
    terms = Terms(game, usual_options(game), Seat.FIRST, VOTE_PACES[0], rated=False, crowd=FOXES.id)
    challenge = await store.challenges.make(ANN, BEA, terms, HERE, NOW)
    _, match = await store.challenges.accept(challenge.number, BEA, HERE, NOW)
    for voter in voters or VOTERS:
        await store.ballots.join(match.number, voter, HERE.server, NOW)
    return match


async def cast(
    store: Store, person: Person, verb: Decide | str, now: datetime = NOW, seen: int | None = None
) -> StoredMatch:
    """Let a voter of the first match vote for a move, or for something else."""
    match = await store.ballots.seated(await store.matches.find(1), person.id)
    text = verb if isinstance(verb, str) else ""
    decide = verbs.play if isinstance(verb, str) else verb

    def voted(match: StoredMatch) -> Event:
        if text:
            return verbs.play(match, person.id, now, text)
        return decide(match, person.id, now)  # type: ignore[call-arg]  # it is no move

    return (await store.ballots.cast(match, voted, seen=seen)).after


async def test_a_challenge_by_all_is_played_by_the_server(store: Store) -> None:
    match = await begin(store)
    assert (match.seats, match.names, match.crowds) == (
        (FOXES.id, BEA.id),
        ("Foxes", "Bea"),
        (0,),
    )
    assert match.people == (BEA.id,), "a crowd is not called"
    assert (match.reminders, match.alarm) == ((), match.deadline)
    assert not match.rated
    with pytest.raises(Refusal, match="Withdraw this challenge"):
        await _challenge_and_change(store)


async def _challenge_and_change(store: Store) -> None:
    terms = Terms("ringo", usual_options("ringo"), pace=VOTE_PACES[1], crowd=FOXES.id)
    made = await store.challenges.make(ANN, CARL, terms, HERE, NOW)
    await store.challenges.replace(made.number, ANN.id, terms, NOW)


async def test_most_votes_play_and_what_was_voted_is_kept(store: Store) -> None:
    await begin(store)
    assert (await cast(store, ANN, "c")).count == 0
    assert (await cast(store, CARL, "d", NOW + TICK)).count == 0
    match = await cast(store, DORA, "d", NOW + HOUR)
    assert [match.count, match.last] == [1, ("d",)]
    vote = await store.ballots.vote(match, named=True)
    assert [(each.wish.text, each.votes) for each in vote.last] == [("d", 2), ("c", 1)]
    assert (vote.voters, vote.voted, vote.event) == (3, 0, 1)
    assert vote.names[vote.last[0].wish] == [Name("Carl"), Name("Dora")]


async def test_a_vote_can_be_changed_and_the_same_one_again_is_no_later(store: Store) -> None:
    await begin(store)
    await cast(store, ANN, "c")
    await cast(store, CARL, "d", NOW + TICK)
    await cast(store, ANN, "c", NOW + HOUR)
    await cast(store, CARL, "e", NOW + 2 * HOUR)
    match = (await store.matches.run_out(1, NOW + 6 * HOUR)).after
    assert match.last == ("c",), "it was there first"


async def test_a_close_comes_once_and_a_vote_at_its_second_is_too_late(store: Store) -> None:
    match = await begin(store)
    close = match.deadline
    assert close == NOW + 6 * HOUR
    await cast(store, ANN, "c", close - TICK)
    with pytest.raises(Refusal, match="The vote has just closed"):
        await cast(store, CARL, "d", close)
    assert (await store.matches.run_out(1, close)).after.last == ("c",)
    with pytest.raises(Refusal, match="Time isn't up yet"):
        await store.matches.run_out(1, close)
    with pytest.raises(Refusal, match="It isn't your turn"):
        await cast(store, CARL, "d", close)
    assert [event.kind for event in await history(store, 1)] == [Kind.MOVE]


async def test_without_a_vote_the_window_doubles_once_and_then_time_is_lost(store: Store) -> None:
    await begin(store)
    match = (await store.matches.run_out(1, NOW + 6 * HOUR)).after
    assert (match.deadline, match.over) == (NOW + 12 * HOUR, False)
    await cast(store, ANN, "c", NOW + 11 * HOUR)
    match = (await store.matches.run_out(1, NOW + 12 * HOUR)).after
    assert match.last == ("c",)
    match = await play(store, match, BEA.id, "c", NOW + 12 * HOUR)
    match = await play_all(store, "d", NOW + 13 * HOUR)
    match = await play(store, match, BEA.id, "d", NOW + 13 * HOUR)
    assert match.deadline == NOW + 19 * HOUR, "the next window is as long as any"
    match = (await store.matches.run_out(1, NOW + 19 * HOUR)).after
    match = (await store.matches.run_out(1, NOW + 25 * HOUR)).after
    assert match.result is not None
    assert (match.result.how, match.result.winner) == (Ending.TIME, 1)


async def play_all(store: Store, text: str, now: datetime) -> StoredMatch:
    """Let two of three voters want a move, which decides."""
    await cast(store, ANN, text, now)
    return await cast(store, CARL, text, now)


async def test_a_draw_offer_that_most_want_leaves_the_votes_for_moves_open(store: Store) -> None:
    await begin(store, *VOTERS, Person(6, "Eve"), Person(7, "Finn"))
    await cast(store, ANN, "c")
    for voter in (CARL, DORA):
        await cast(store, voter, verbs.offer_draw)
    match = await cast(store, Person(6, "Eve"), verbs.offer_draw)
    assert (match.draw_offer, match.turn) == (0, 0)
    assert (await store.ballots.vote(match)).voted == 1
    match = (await store.matches.run_out(1, NOW + 6 * HOUR)).after
    assert (match.last, match.draw_offer) == (("c",), 0)


async def test_out_of_turn_most_of_all_resign_or_ask_and_a_new_board_begins_anew(
    store: Store,
) -> None:
    await begin(store)
    match = await play_all(store, "c", NOW)
    await cast(store, ANN, verbs.resign)
    with pytest.raises(Refusal, match="isn't put to the vote"):
        await cast(store, ANN, verbs.give_time, NOW + 5 * HOUR)
    match = await play(store, match, BEA.id, "a", NOW + HOUR)
    match = await cast(store, CARL, verbs.resign, NOW + HOUR)
    assert not match.over, "Ann's was about another board"
    match = await cast(store, ANN, verbs.resign, NOW + HOUR)
    assert match.result is not None
    assert (match.result.how, match.result.winner) == (Ending.RESIGNATION, 1)


async def test_a_takeback_is_asked_for_and_granted_by_votes(store: Store) -> None:
    await begin(store)
    match = await play_all(store, "c", NOW)
    match = await store.matches.touch(match, BEA.id, NOW)
    await cast(store, ANN, verbs.take_back)
    match = await cast(store, CARL, verbs.take_back)
    assert match.take_back == 0
    match = await play(store, match, BEA.id, "a", NOW)
    await store.matches.touch(replace(match, voter=Voter(ANN.id, 0)), ANN.id, NOW)
    match = (
        await store.matches.apply(1, lambda match: verbs.ask_take_back(match, BEA.id, NOW))
    ).after
    assert match.take_back == 1
    await cast(store, ANN, verbs.grant_take_back)
    match = await cast(store, CARL, verbs.grant_take_back)
    assert (match.turn, match.last) == (1, ("c",))


async def test_the_computer_grants_a_takeback_at_the_close(store: Store) -> None:
    await store.people.introduce(FOXES, None)
    terms = Terms(
        "hoyito", usual_options("hoyito"), Seat.FIRST, VOTE_PACES[0], rated=False, crowd=FOXES.id
    )
    match = await store.computer.begin(ANN, BOT, terms, 3, HERE, NOW)
    for voter in (ANN, CARL, DORA, Person(6, "Eve")):
        await store.ballots.join(1, voter, HERE.server, NOW)
    for voter in (ANN, CARL, DORA):
        match = await cast(store, voter, "c")
    match = await play(store, match, BOT.id, "c")
    for voter in (ANN, CARL):
        match = await cast(store, voter, verbs.take_back, NOW + HOUR)
    (happened,) = await store.matches.run_out_all([1], NOW + 6 * HOUR)
    assert (happened.after.count, happened.after.last, happened.after.turn) == (3, (), 0)
    assert (await store.ballots.vote(happened.after)).voted == 0


async def test_a_stop_between_count_and_move_leaves_neither(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(store)
    await cast(store, ANN, "c")

    async def stopped(*_told: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr("data.save_match.save_match", stopped)
        with pytest.raises(RuntimeError):
            await cast(store, CARL, "c")
        with pytest.raises(RuntimeError):
            await store.matches.run_out(1, NOW + 6 * HOUR)
    match = await store.matches.find(1)
    assert (match.count, (await store.ballots.vote(match)).voted) == (0, 1)
    match = await cast(store, CARL, "c")
    assert match.count == 1


async def test_only_who_has_joined_votes_and_a_struck_voter_no_more(store: Store) -> None:
    match = await begin(store)
    with pytest.raises(Refusal, match=r"Press \*\*Join\*\* to vote with Foxes"):
        await cast(store, Person(6, "Eve"), "c")
    with pytest.raises(Refusal, match="You're playing against them"):
        await store.ballots.join(1, BEA, HERE.server, NOW)
    seat = await store.ballots.seated(match, CARL.id)
    await cast(store, CARL, "c")
    await store.ballots.strike(1, CARL, HERE.server, NOW)
    vote = await store.ballots.vote(match)
    assert (vote.voters, vote.voted) == (2, 0)
    with pytest.raises(Refusal, match="You no longer vote in this match"):
        await store.ballots.cast(seat, lambda match: verbs.play(match, CARL.id, NOW, "c"))
    await store.ballots.leave(1, CARL.id, NOW)
    with pytest.raises(Refusal, match="A moderator took your vote"):
        await store.ballots.join(1, CARL, HERE.server, NOW)
    await cast(store, ANN, "c")
    await store.ballots.leave(1, ANN.id, NOW)
    assert (await store.ballots.vote(match)).voted == 0
    with pytest.raises(Stale):
        await cast(store, DORA, "c", seen=3)


async def test_where_the_last_who_has_not_voted_leaves_the_others_have_decided(
    store: Store,
) -> None:
    await begin(store)
    await cast(store, ANN, "c")
    await store.ballots.leave(1, CARL.id, NOW)
    assert (await store.matches.find(1)).count == 0
    await store.ballots.leave(1, DORA.id, NOW)
    match = await store.matches.find(1)
    assert match.last == ("c",)


async def test_a_deleted_voter_is_gone_and_the_vote_goes_on(store: Store) -> None:
    match = await begin(store)
    await cast(store, ANN, "c")
    told = [item async for item in items_about(store.people._reader, ANN.id)]
    assert {"voter", "ballot"} <= {key for item in told for key in item}, "it is exported"
    await store.forgetting.forget(ANN.id, NOW)
    vote = await store.ballots.vote(match, named=True)
    assert (vote.voters, vote.voted) == (2, 0)
    await cast(store, CARL, "c", NOW + HOUR)
    match = await cast(store, DORA, "c", NOW + HOUR)
    await store.forgetting.forget(CARL.id, NOW)
    vote = await store.ballots.vote(match, named=True)
    assert [each.votes for each in vote.last] == [1]


async def test_a_deleted_opponent_resigns_and_a_server_that_is_left_does(store: Store) -> None:
    match = await begin(store)
    match = await play_all(store, "c", NOW)
    match = await play(store, match, BEA.id, "c", NOW)
    match = await play_all(store, "d", NOW)
    match = await play(store, match, BEA.id, "d", NOW)
    await store.left_servers.leave_others({HERE.server or 0}, NOW)
    await store.forgetting.go_on(NOW + 2 * MOST_GONE)
    assert not (await store.matches.find(1)).over
    await store.left_servers.leave_others((), NOW)
    await store.forgetting.go_on(NOW + 2 * MOST_GONE)
    match = await store.matches.find(1)
    assert match.result is not None
    assert (match.result.winner, match.names[0]) == (1, "a former player")
    other = await begin(store)
    await store.forgetting.forget(BEA.id, NOW)
    assert (await store.matches.find(other.number)).over


async def test_a_server_plays_few_at_a_time(store: Store) -> None:
    await begin(store)
    await begin(store, game="ringo")
    await begin(store, game="agon")
    with pytest.raises(Refusal, match="You all play 3 matches together already"):
        await begin(store, game="bizingo")


async def test_a_locked_match_is_not_voted_on(store: Store) -> None:
    await begin(store)
    await cast(store, ANN, "c")
    await store.matches.apply(1, lambda match: verbs.lock(match, NOW, "a quarrel"))
    with pytest.raises(Refusal, match="A moderator locked this match"):
        await cast(store, CARL, "c")
    with pytest.raises(Refusal, match="Time isn't up"):
        await store.matches.run_out(1, NOW + timedelta(days=2))
    await store.matches.apply(
        1, lambda match: verbs.unlock(match, NOW + timedelta(days=2), "it is over")
    )
    match = await cast(store, CARL, "c", NOW + timedelta(days=2))
    assert match.last == ("c",)


MANY = [Person(100 + number, f"V{number}") for number in range(1_000)]


@of_file
async def test_a_ballot_is_no_dearer_before_half_have_voted(store: Store) -> None:
    match, steps = await begin(store, *MANY[:400]), list[None]()
    costs = []
    await count_steps(store._database._writer, lambda: steps.append(None), 1)
    for number, voter in enumerate(MANY[:200]):
        steps.clear()
        await cast(store, voter, "cde"[number % 3])
        costs.append(len(steps))
    await count_steps(store._database._writer, lambda: None, 0)
    assert (await store.ballots.vote(match)).voted == 200
    assert costs[-1] < 1.3 * costs[5]


@pytest.mark.thorough
async def test_a_thousand_ballots_are_counted_in_one_turn(store: Store) -> None:
    await begin(store, *MANY)
    for number, voter in enumerate(MANY):
        await cast(store, voter, "cde"[number % 3])
    assert (await store.matches.find(1)).count == 1
