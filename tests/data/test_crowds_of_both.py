"""Two servers that play together, in a club match: each votes for its own side."""

import asyncio
import random
import sqlite3
from collections import Counter
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from contests.club import TOGETHER
from data import ServerSettings, Store, StoredMatch
from data.club_values import ClubMatch, ClubState, ClubTerms
from data.contest_values import MOST_GONE
from data.export import items_about
from data.prepare_database import MIGRATIONS
from data.time_controls import VOTE_PACES
from data.upgrade import apply
from data.values import Person
from match import verbs
from match.event import Ending, Kind
from match.verbs import Decide
from rules import Refusal
from tests.data.sample_matches import (
    ANN,
    BEA,
    CARL,
    DORA,
    HERE,
    HOUR,
    NOW,
    THERE,
    TICK,
    faults_of,
    history,
    usual_options,
)

FOXES, OWLS = HERE.server or 0, THERE.server or 0
STEPS = {int(path.name[:4]): path for path in sorted(MIGRATIONS.glob("*.sql"))}
(BOTH_SIDES,) = (number for number, path in STEPS.items() if "both_sides.sql" in path.name)


async def agree(store: Store, game: str = "ringo") -> ClubMatch:
    """Let the Owls accept a challenge of the Foxes."""
    terms = ClubTerms(game=game, options=usual_options(game), boards=TOGETHER, pace=VOTE_PACES[1])
    await store.clubs.challenge(terms, HERE, "Foxes", "ABCDEFGH", NOW)
    found = await store.clubs.accept("abcdefgh", THERE, "Owls", NOW)
    assert found.state is ClubState.RUNNING, "nobody signs up"
    return await store.clubs.go_on(found.id, NOW)


async def begin(store: Store) -> StoredMatch:
    """Let Ann and Bea vote with the Foxes, who are to move, and Carl and Dora with the Owls."""
    found = await agree(store)
    match = await store.matches.find(found.games[0].match)
    for server, people in ((FOXES, (ANN, BEA)), (OWLS, (CARL, DORA))):
        for person in people:
            await store.ballots.join(match.number, person, server, NOW)
    return match


async def cast(
    store: Store, person: Person, verb: Decide | None = None, now: datetime = NOW
) -> StoredMatch:
    """Let somebody vote for the first possible move, or for something else."""
    match = await store.ballots.seated(await store.matches.find(1), person.id)

    def first(match: StoredMatch, person: int, now: datetime) -> object:
        return verbs.play(match, person, now, next(iter(match.position.moves())))

    decide = verb or first
    return (
        await store.ballots.cast(match, lambda match: decide(match, person.id, now))  # type: ignore[arg-type, return-value]  # each is one
    ).after


async def both(
    store: Store, people: tuple[Person, Person], verb: Decide | None = None, now: datetime = NOW
) -> StoredMatch:
    """Let both voters of a side want the same."""
    await cast(store, people[0], verb, now)
    return await cast(store, people[1], verb, now)


async def test_a_challenge_that_is_accepted_begins_at_once_between_the_servers(
    store: Store, path: Path
) -> None:
    found = await agree(store)
    (game,) = found.games
    match = await store.matches.find(game.match)
    assert (match.seats, match.names, match.crowds) == ((FOXES, OWLS), ("Foxes", "Owls"), (0, 1))
    assert (match.people, match.rated, match.silent, match.explore) == ((), False, True, False)
    assert match.place.server == FOXES
    assert match.mirror is not None
    assert match.mirror.place == THERE
    assert [one.person.name for one in found.board(0)] == ["Foxes", "Owls"]
    assert await faults_of(path) == []


async def test_where_one_side_is_easier_both_play_both(store: Store) -> None:
    found = await agree(store, "hoyito")
    seats = [(await store.matches.find(game.match)).seats for game in found.games]
    assert seats == [(FOXES, OWLS), (OWLS, FOXES)]


async def test_members_of_a_server_vote_for_its_side_only_and_nobody_for_both(
    store: Store,
) -> None:
    await begin(store)
    with pytest.raises(Refusal, match="You already vote with Foxes; to change"):
        await store.ballots.join(1, ANN, OWLS, NOW)
    for server in (90, None, 0):
        with pytest.raises(Refusal, match="Join in the server where Ringo #1 is played"):
            await store.ballots.join(1, Person(6, "Eve"), server, NOW)
    with pytest.raises(Refusal, match=r"Press \*\*Join\*\* to vote with Foxes or Owls"):
        await cast(store, Person(6, "Eve"))
    with pytest.raises(Refusal, match="It isn't your turn; you're waiting for Foxes"):
        await cast(store, CARL)
    assert (await cast(store, ANN)).count == 0
    vote = await store.ballots.vote(await store.matches.find(1))
    assert (vote.voters, vote.voted) == (2, 1), "those of the side to move"
    await cast(store, CARL, verbs.resign)
    match = await cast(store, BEA)
    assert (match.count, match.turn) == (1, 1)
    match = await both(store, (CARL, DORA), now=NOW + HOUR)
    assert (match.count, match.turn) == (2, 0)
    vote = await store.ballots.vote(match)
    assert (vote.event, [one.votes for one in vote.last]) == (2, [2]), "the last of both"
    assert [sum(one.votes for one in counts) for counts in (
        await store.ballots.by_event(1)).values()] == [2, 2]  # fmt: skip
    await store.ballots.leave(1, ANN.id, NOW)
    await store.ballots.join(1, ANN, OWLS, NOW)
    assert [await store.ballots.voters(1, side) for side in (0, 1)] == [1, 3]


async def test_a_draw_offer_of_one_is_answered_by_ballots_of_the_other(store: Store) -> None:
    await begin(store)
    match = await both(store, (ANN, BEA), verbs.offer_draw)
    assert (match.draw_offer, match.turn) == (0, 0)
    with pytest.raises(Refusal, match="This is your own draw offer"):
        await cast(store, ANN, verbs.accept_draw)
    await cast(store, CARL, verbs.accept_draw)
    assert not (await store.matches.find(1)).over, "one of two is not more than half"
    await cast(store, ANN, verbs.resign)
    match = await cast(store, DORA, verbs.accept_draw)
    assert match.result is not None
    assert (match.result.how, match.result.winner) == (Ending.AGREEMENT, None)
    found = await store.clubs.go_on(1, NOW)
    assert (found.state, found.score.total) == (ClubState.OVER, (1, 1))


async def test_a_takeback_is_asked_for_by_one_and_granted_by_the_other(store: Store) -> None:
    await begin(store)
    match = await both(store, (ANN, BEA))
    await store.matches.touch(await store.ballots.seated(match, CARL.id), CARL.id, NOW)
    match = await both(store, (ANN, BEA), verbs.take_back)
    assert match.take_back == 0
    match = await both(store, (CARL, DORA), verbs.grant_take_back)
    assert (match.turn, match.last) == (0, ())


async def test_each_side_resigns_by_its_own_ballots_and_neither_aborts(store: Store) -> None:
    await begin(store)
    with pytest.raises(Refusal, match="isn't possible in a match between two servers"):
        await cast(store, ANN, verbs.abort)
    await cast(store, ANN, verbs.resign)
    await cast(store, CARL, verbs.resign)
    assert not (await store.matches.find(1)).over
    match = await cast(store, DORA, verbs.resign)
    assert match.result is not None
    assert (match.result.how, match.result.winner) == (Ending.RESIGNATION, 0)


async def test_a_close_is_that_of_the_side_to_move_and_doubles_once_until_the_end_date(
    store: Store,
) -> None:
    await begin(store)
    await cast(store, CARL, verbs.resign)
    match = (await store.matches.run_out(1, NOW + 12 * HOUR)).after
    assert (match.count, match.turn, match.over) == (1, 0, False)
    await cast(store, ANN, now=NOW + 23 * HOUR)
    now = NOW + 24 * HOUR
    with pytest.raises(Refusal, match="The vote has just closed"):
        await cast(store, BEA, now=now)
    match = (await store.matches.run_out(1, now)).after
    assert [one.kind for one in await history(store, 1)] == [Kind.EXTEND, Kind.MOVE]
    match = (
        await store.matches.apply(1, lambda match: verbs.limit_time(match, now, 12 * HOUR))
    ).after
    assert match.deadline == now + 12 * HOUR
    match = (await store.matches.run_out(1, now + 12 * HOUR)).after
    assert match.result is not None, "after the end date no vote is twice as long"
    assert (match.result.how, match.result.winner) == (Ending.TIME, 0)


async def test_a_strike_counts_for_the_side_of_its_server_only(store: Store) -> None:
    await begin(store)
    await cast(store, ANN)
    await store.ballots.strike(1, ANN, OWLS, NOW)
    vote = await store.ballots.vote(await store.matches.find(1))
    assert (vote.voters, vote.voted) == (2, 1), "that of the Owls is not about the Foxes"
    await store.ballots.strike(1, ANN, FOXES, NOW)
    vote = await store.ballots.vote(await store.matches.find(1))
    assert (vote.voters, vote.voted) == (1, 0)
    for server in (FOXES, OWLS):
        with pytest.raises(Refusal, match="A moderator took your vote"):
            await store.ballots.join(1, ANN, server, NOW)
    await store.ballots.strike(1, CARL, OWLS, NOW)
    await store.ballots.join(1, CARL, FOXES, NOW)
    with pytest.raises(Refusal, match="Nobody votes in this match"):
        await store.ballots.strike(1, CARL, 90, NOW)


async def test_a_ballot_and_who_is_deleted_let_the_mirror_be_drawn_anew(store: Store) -> None:
    match = await begin(store)
    await store.mirrors.show_on(1, None, match.count, None)
    await store._database.change("UPDATE club_games SET mirror_message = 5")
    assert await store.mirrors.to_show() == []
    await cast(store, ANN)
    assert await store.mirrors.to_show() == [1]
    await store._database.change("UPDATE club_games SET mirror_count = 0")
    told = str([item async for item in items_about(store.people._reader, ANN.id)])
    assert "'voter': {'match': 1, 'side': 0" in told
    assert "'ballot': {'match': 1, 'event': 0, 'side': 0" in told
    await store.forgetting.forget(ANN.id, NOW)
    assert await store.mirrors.to_show() == [1]
    vote = await store.ballots.vote(match)
    assert (vote.voters, vote.voted) == (1, 0)


async def test_random_votes_of_both_are_counted_as_by_hand(store: Store) -> None:
    """Compare joins, leaves, votes and closes of both sides with a model that only counts."""
    rng, now = random.Random(51), NOW
    await agree(store)
    people = [Person(100 + number, f"V{number}") for number in range(24)]
    joined, cast = dict[int, int](), dict[int, tuple[str, datetime]]()
    match = await store.matches.find(1)
    for _ in range(400):
        who, what = rng.choice(people), rng.random()
        now += timedelta(seconds=1)
        side = joined.get(who.id)
        if what < 0.3 and side is None:
            joined[who.id] = rng.randrange(2)
            await store.ballots.join(1, who, match.seats[joined[who.id]], now)
        elif what < 0.4 and side is not None:
            del joined[who.id]
            cast.pop(who.id, None)
            await store.ballots.leave(1, who.id, now)
        elif what > 0.97 and cast:
            now += 13 * HOUR
            await store.matches.run_out(1, now)
        elif side == match.turn:
            text = rng.choice(sorted(match.position.moves())[:3])
            if cast.get(who.id, ("",))[0] != text:
                cast[who.id] = text, now
            await _vote_for(store, who, text, now)
        after = await store.matches.find(1)
        if after.over:
            break
        if sum(after.moves) > sum(match.moves):
            mine = [each for one, each in cast.items() if joined.get(one) == match.turn]
            counts = Counter(text for text, _ in mine)
            best = max(counts.values())
            first = min(
                max(at for other, at in mine if other == text)
                for text in counts
                if counts[text] == best
            )
            assert after.last[0] in {text for text, at in mine if at == first}
            assert counts[after.last[0]] == best
            cast.clear()
        match = after
        vote = await store.ballots.vote(match)
        assert vote.voters == sum(each == match.turn for each in joined.values())
        assert vote.voted == len(cast)
    assert sum(match.moves) >= 10


async def _vote_for(store: Store, person: Person, text: str, now: datetime) -> None:
    seated = await store.ballots.seated(await store.matches.find(1), person.id)
    await store.ballots.cast(seated, lambda match: verbs.play(match, person.id, now, text))


@pytest.mark.parametrize(("gone", "stays"), [(FOXES, OWLS), (OWLS, FOXES)])
async def test_a_server_that_removes_the_bot_resigns_after_an_hour(
    store: Store, path: Path, gone: int, stays: int
) -> None:
    await begin(store)
    await store.left_servers.leave(gone, NOW)
    await store.clubs.go_on(1, NOW + MOST_GONE - TICK)
    await store.forgetting.go_on(NOW + MOST_GONE - TICK)
    assert not (await store.matches.find(1)).over, "it may come back"
    await store.clubs.go_on(1, NOW + MOST_GONE)
    await store.forgetting.go_on(NOW + MOST_GONE)
    match = await store.matches.find(1)
    assert match.result is not None
    assert match.result.how is Ending.RESIGNATION
    winner = match.result.winner
    assert winner is not None
    assert match.seats[winner] == stays
    assert match.names[1 - winner] == "a former player", "its name is forgotten"
    assert (match.place.server, match.mirror) == (stays, None)
    found = await store.clubs.go_on(1, NOW + MOST_GONE)
    assert [one.name for one in found.clubs if one.server] == [match.names[winner]]
    assert found.score.winner == winner
    assert await faults_of(path) == []


async def test_a_server_whose_forgetting_was_interrupted_is_forgotten_later(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(store)
    await store.left_servers.leave(OWLS, NOW)

    async def stopped(*_given: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(store.forgetting, "forget", stopped)
        with pytest.raises(asyncio.CancelledError):
            await store.forgetting.go_on(NOW + MOST_GONE)
    await store.forgetting.go_on(NOW + MOST_GONE)
    assert (await store.matches.find(1)).over


async def test_what_is_over_is_still_shown_where_the_bot_stays(store: Store) -> None:
    await begin(store)
    await both(store, (CARL, DORA), verbs.resign)
    await store.clubs.go_on(1, NOW)
    await store.left_servers.leave(FOXES, NOW)
    await store.forgetting.go_on(NOW + MOST_GONE)
    match = await store.matches.find(1)
    assert match.mirror is not None
    assert match.mirror.place == THERE


async def test_a_server_that_refuses_club_matches_refuses_this_too(store: Store) -> None:
    terms = ClubTerms(game="ringo", options={}, boards=TOGETHER, pace=VOTE_PACES[0])
    await store.server_settings.change(OWLS, lambda _: ServerSettings(clubs=False))
    with pytest.raises(Refusal, match="Club matches are off here"):
        await store.clubs.challenge(terms, THERE, "Owls", "OWLSOWLS", NOW)
    await store.clubs.challenge(terms, HERE, "Foxes", "ABCDEFGH", NOW)
    with pytest.raises(Refusal, match="Club matches are off here"):
        await store.clubs.accept("ABCDEFGH", THERE, "Owls", NOW)
    with pytest.raises(Refusal, match="No challenge has this code now"):
        await store.clubs.by_code("ABCDEFGH", 90, NOW + timedelta(days=7))


def test_voters_and_ballots_of_before_are_those_of_their_crowd() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        before = {number: path for number, path in STEPS.items() if number < BOTH_SIDES}
        apply(connection, before, log_steps=False)
        connection.execute("PRAGMA foreign_keys = OFF")
        columns = connection.execute("PRAGMA table_info(matches)").fetchall()
        needed = [each[1] for each in columns if each[3] and each[4] is None and not each[5]]
        names, zeros = ", ".join(needed), ", ".join("0" for _ in needed)
        for crowd in ("NULL", "0", "1"):
            connection.execute(
                f"INSERT INTO matches ({names}, crowd) VALUES ({zeros}, {crowd})"  # noqa: S608 (our own names)
            )
        connection.execute("INSERT INTO voters VALUES (2, 5, 9, 0), (3, 5, 9, 1)")
        connection.execute("INSERT INTO ballots VALUES (2, 0, 5, 'move', 'c', 9)")
        connection.execute("INSERT INTO ballots VALUES (3, 4, 5, 'move', 'd', 9)")
        apply(connection, {BOTH_SIDES: STEPS[BOTH_SIDES]}, log_steps=False)
        rows = connection.execute("SELECT id, crowds FROM matches ORDER BY id").fetchall()
        assert rows == [(1, ""), (2, "0"), (3, "1")]
        rows = connection.execute("SELECT * FROM voters ORDER BY match").fetchall()
        assert rows == [(2, 0, 5, 9, 0), (3, 1, 5, 9, 1)]
        rows = connection.execute("SELECT match, side, text FROM ballots ORDER BY match").fetchall()
        assert rows == [(2, 0, "c"), (3, 1, "d")]
