"""Matches against the computer, as they are stored."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from data import Person, Seat, Store, StoredMatch, Terms
from data.columns import stamp
from data.values import RepeatedRequest
from match import verbs
from match.event import TAKE_BACKS
from match.read_record import read
from match.verbs import take_back
from rules import GAMES, Name, Refusal
from tests.data.sample_matches import (
    ANN,
    BEA,
    CARD,
    DAY,
    HERE,
    HOUR,
    NOW,
    advance,
    ask_rematch,
    change,
    do,
    faults_of,
    history,
    paced,
)
from tests.postgres import of_file

ITSELF = Person(99, "Parlour", is_bot=True)


async def begin(
    store: Store,
    game: str = "hoyito",
    level: int = 3,
    *,
    person: Person = ANN,
    seat: Seat = Seat.FIRST,
    pace: int | None = 5,
) -> StoredMatch:
    """Begin a match against the computer."""
    terms = Terms(game, {}, seat, paced(pace))
    return await store.computer.begin(person, ITSELF, terms, level, HERE, NOW)


async def test_it_begins_unrated_whatever_the_terms_say(store: Store) -> None:
    match = await begin(store, level=4)
    assert (match.computer, match.level, match.rated) == (1, 4, False)
    assert (match.name(0), str(match.name(1))) == (Name("Ann"), "Parlour, level 4")
    assert match.people == (ANN.id,)
    match = await begin(store, seat=Seat.SECOND)
    assert (match.computer, str(match.name(0))) == (0, "Parlour, level 3")
    listed = await store.matches.find_live(ANN.id)
    assert {str(one.opponent_of(ANN.id)) for one in listed} == {
        "Parlour, level 4",
        "Parlour, level 3",
    }
    assert {one.name(one.seats.index(ANN.id)) for one in listed} == {Name("Ann")}
    record = read(await store.matches.record(match.number), GAMES)
    assert record.names == ("Parlour, level 3", "Ann")


async def test_its_turns_are_found_from_rows(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verbs, "MOVES_BEFORE_DRAW", 0)
    async with await Store.open(path, NOW) as store:
        mine = await begin(store)
        its = await begin(store, seat=Seat.SECOND)
        assert await store.computer.awaiting() == [its.number]
        await do(store, mine.number, verbs.offer_draw, ANN.id)
    async with await Store.open(path, NOW) as store:
        assert await store.computer.awaiting() == [mine.number, its.number]
        await do(store, mine.number, verbs.decline_draw, ITSELF.id)
        await do(store, its.number, verbs.abort, ANN.id)
        assert await store.computer.awaiting() == []


async def test_take_back_of_two_moves_is_kept_and_written_so(store: Store) -> None:
    match = await begin(store)
    before = await advance(store, match, 2)
    after = await advance(store, before, 2, seed=2)
    back = await do(store, after, verbs.ask_take_back, ANN.id)
    assert back.position == before.position
    assert len(await history(store, match.number)) == 5
    record = read(await store.matches.record(match.number), GAMES)
    assert len(record.moves) == 2
    assert (await store.matches.as_of(match.number, 4)).position == after.position


async def test_rematch_begins_at_once(store: Store) -> None:
    match = await begin(store, level=5)
    await do(store, match.number, verbs.abort, ANN.id)
    _, rematch = await ask_rematch(store, match.number, ANN.id, NOW)
    assert rematch is not None
    assert (rematch.computer, rematch.level, rematch.seats) == (0, 5, (ITSELF.id, ANN.id))
    assert not rematch.rated


async def test_ten_at_once_and_no_more(store: Store) -> None:
    begun = [await begin(store, seat=[*Seat][number % 3]) for number in range(10)]
    with pytest.raises(Refusal, match="You're already playing 10 matches against me"):
        await begin(store)
    await begin(store, person=BEA)
    await do(store, begun[0].number, verbs.abort, ANN.id)
    await begin(store)
    with pytest.raises(Refusal, match="You're already playing 10 matches"):
        await ask_rematch(store, begun[0].number, ANN.id, NOW)
    assert (await store.matches.find(begun[0].number)).rematch == ()


async def test_ten_at_once_also_where_all_begin_together(store: Store) -> None:
    begun = await asyncio.gather(*(begin(store) for _ in range(15)), return_exceptions=True)
    assert sum(isinstance(one, StoredMatch) for one in begun) == 10


async def test_same_request_begins_one_match(store: Store) -> None:
    async def asked() -> StoredMatch:
        terms = Terms("ringo", {})
        return await store.computer.begin(ANN, ITSELF, terms, 1, HERE, NOW, 77)

    await asked()
    with pytest.raises(RepeatedRequest):
        await asked()
    assert len(await store.matches.live()) == 1
    await store.matches.forget_requests(78)
    await asked()


async def test_it_takes_the_place_of_ones_own_challenge(store: Store) -> None:
    challenge = await store.challenges.make(ANN, None, Terms("ringo", {}), HERE, NOW)
    with pytest.raises(Refusal, match="Only Ann can turn this challenge into a match against me"):
        await store.computer.begin(
            BEA, ITSELF, challenge.terms, 1, HERE, NOW, challenge=challenge.number
        )
    await store.computer.begin(
        ANN, ITSELF, challenge.terms, 1, HERE, NOW, challenge=challenge.number
    )
    with pytest.raises(Refusal, match="This challenge was withdrawn"):
        await store.challenges.accept(challenge.number, BEA, HERE, NOW)


async def test_challenge_is_lonely_after_an_hour_and_offers_once(store: Store) -> None:
    terms = Terms("ringo", {})
    lonely = await store.challenges.make(ANN, None, terms, HERE, NOW)
    await store.challenges.make(ANN, BEA, terms, HERE, NOW)
    taken = await store.challenges.make(BEA, None, terms, HERE, NOW)
    await store.challenges.accept(taken.number, ANN, HERE, NOW)
    assert await store.computer.unanswered_challenges(NOW + HOUR - timedelta(seconds=1)) == []
    assert await store.computer.unanswered_challenges(NOW + HOUR) == [lonely.number]
    await store.challenges.show_on(lonely.number, CARD)
    await store.computer.offer_computer(lonely.number, NOW + HOUR)
    assert (await store.challenges.find(lonely.number)).offers_computer
    assert await store.computer.unanswered_challenges(NOW + 2 * HOUR) == []
    assert lonely.number in (await store.due.find(NOW + 2 * HOUR)).unannounced_challenges
    assert await store.computer.unanswered_challenges(NOW + 10 * DAY) == []


async def test_best_level_beaten_counts_wins_alone(store: Store) -> None:
    async def lost(level: int, seat: Seat, by: Person, game: str = "hoyito") -> None:
        match = await advance(store, await begin(store, game, level, seat=seat), 4)
        if not match.over:
            await do(store, match.number, verbs.resign, by.id)

    await lost(5, Seat.FIRST, ANN)
    assert await store.computer.best_beaten(ANN.id) == {}
    await lost(2, Seat.FIRST, ITSELF)
    await lost(3, Seat.SECOND, ITSELF)
    await lost(1, Seat.SECOND, ITSELF, "ringo")
    aborted = await begin(store, level=5)
    await do(store, aborted.number, verbs.abort, ANN.id)
    assert await store.computer.best_beaten(ANN.id) == {"hoyito": 3, "ringo": 1}
    assert await store.ratings.find(ANN.id) == {}


async def test_level_that_fits_follows_from_the_last_results(store: Store) -> None:
    async def fits(person: Person = ANN, game: str = "hoyito") -> int:
        return await store.computer.fitting_level(person.id, game, range(1, 11), 150, NOW)

    async def ended(level: int, seat: Seat, loser: Person) -> None:
        match = await advance(store, await begin(store, level=level, seat=seat), 4)
        assert not match.over
        await do(store, match.number, verbs.resign, loser.id)

    assert await fits() == 1
    await ended(1, Seat.FIRST, ITSELF)
    assert await fits() == 3
    await begin(store, level=10)
    await do(store, 2, verbs.abort, ANN.id)
    assert await fits() == 3, "what was aborted says nothing"
    await ended(3, Seat.SECOND, ITSELF)
    assert await fits() == 3, "it changes with every third result at most"
    await ended(3, Seat.SECOND, ANN)
    await ended(3, Seat.FIRST, ANN)
    assert await fits() == 2
    assert (await fits(BEA), await fits(ANN, "ringo")) == (1, 1)
    await change(
        store,
        "INSERT INTO ratings (game, person, rating, deviation, volatility, at, wins, draws, "
        "losses) VALUES ('ringo', 1, 1800, 60, 0.06, :now, 9, 0, 0)",
        now=stamp(NOW),
    )
    assert await fits(ANN, "ringo") == 7
    await change(store, "DELETE FROM ratings")


async def test_how_it_looked_to_the_computer_is_stored_with_its_moves(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        match = await begin(store)
        for outlook in (7, None, -100):
            match = await advance(store, match, 1, seed=outlook or 0)
            text = next(iter(match.position.moves()))
            verb = partial(verbs.play, text=text, outlook=outlook)
            match = await do(store, match, verb, ITSELF.id)
        assert (await store.matches.find(match.number)).outlook == match.outlook == (7, -100)
        match = await do(store, match, verbs.ask_take_back, ANN.id)
        assert (await store.matches.find(match.number)).outlook == (7,)
        told = [event.outlook for event in await history(store, match.number)]
        assert told == [None, 7, None, None, None, -100, None]
    assert await faults_of(path) == []


async def test_who_is_forgotten_leaves_the_computer(store: Store) -> None:
    match = await advance(store, await begin(store), 4)
    told = [told async for told in store.people.export(ANN.id)]
    assert any(
        isinstance(one := told_of.get("match"), dict) and one["level"] == 3 for told_of in told
    )
    await store.forgetting.forget(ANN.id, NOW)
    ended = await store.matches.find(match.number)
    assert ended.over
    assert ended.people == ()
    assert await store.computer.best_beaten(ANN.id) == {}
    assert await store.computer.awaiting() == []


@of_file
@pytest.mark.parametrize(
    "wrong", ["level = -1", "level = 0", "level = NULL", "rated = 1", "computer = 2"]
)
async def test_file_refuses_what_no_match_against_the_computer_is(path: Path, wrong: str) -> None:
    async with await Store.open(path, NOW) as store:
        await begin(store)
    with closing(sqlite3.connect(path)) as connection:
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(f"UPDATE matches SET {wrong}")  # noqa: S608 (our own words)
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(f"UPDATE matches SET {wrong}")  # noqa: S608 (our own words)
        connection.commit()
    assert any("against the computer" in fault for fault in await faults_of(path))


@of_file
async def test_lists_are_found_by_indexes(store: Store) -> None:
    for sql in (
        "SELECT id FROM matches WHERE computer IS NOT NULL AND ended IS NULL",
        "SELECT game, level FROM matches WHERE first = 1 AND computer = 1 AND winner = 0",
        "SELECT game, level FROM matches WHERE second = 1 AND computer = 0 AND winner = 1",
        "SELECT ended FROM matches WHERE first = 1 AND computer = 1 AND ended IS NOT NULL",
        "SELECT ended FROM matches WHERE second = 1 AND computer = 0 AND ended IS NOT NULL",
    ):
        (plan,) = [
            row["detail"] for row in await store._database.reader.rows(f"EXPLAIN QUERY PLAN {sql}")
        ]
        assert "INDEX matches_" in plan, plan


async def test_it_does_not_go_on_in_a_locked_match(store: Store) -> None:
    match = await begin(store, seat=Seat.SECOND)
    await store.matches.apply(match, lambda match: verbs.lock(match, NOW, "Calm down"))
    assert await store.computer.awaiting() == []
    await store.matches.apply(match.number, lambda match: verbs.unlock(match, NOW, "Go on"))
    assert await store.computer.awaiting() == [match.number]


async def test_undone_moves_and_take_backs_of_two_are_written_alike(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        match = await advance(store, await begin(store), 3)
        assert match.turn == match.computer
        match = await do(store, match, take_back, ANN.id)
        match = await advance(store, match, 2, seed=2)
        match = await do(store, match, take_back, ANN.id)
        assert {event.kind for event in await history(store, match.number)} > set(TAKE_BACKS)
        assert len(read(await store.matches.record(match.number), GAMES).moves) == 2
        assert len(await store.match_moves.find(match)) == 2
    assert await faults_of(path) == []
