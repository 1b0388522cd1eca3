"""Deleting what is stored about a person, down to the bytes of the file."""

import asyncio
import itertools
import random
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from data import Challenge, ChallengeState, Person, Store, StoredMatch, Terms
from data.database import Database
from data.forget import REST_OF_PERSON
from data.people import add_person
from match import verbs
from match.event import Ending
from match.match import FORMER_PLAYER
from rules import Refusal
from tests.data.sample_matches import (
    ANN,
    BEA,
    CARD,
    CARL,
    DAY,
    HERE,
    NOW,
    advance,
    ask_rematch,
    begin,
    change,
    do,
    faults_of,
    paced,
    play,
    rating_history,
)
from tests.postgres import of_file
from tests.sqlite_hooks import count_steps
from tests.thorough import THOROUGH, mostly_thorough

GONE = Person(987_654_321_987_654_321, "Zerlina Zwirbel")


async def finished(store: Store, first: Person, second: Person = BEA, game: str = "ringo") -> int:
    """Let the second person win a rated match."""
    match = await advance(store, await begin(store, game, first=first, second=second), 6)
    await do(store, match.number, verbs.resign, first.id, NOW)
    return match.number


async def test_who_is_forgotten_becomes_a_former_player(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        won = await store.matches.find(await finished(store, GONE))
        lived = await advance(store, await begin(store, first=GONE), 6)
        fresh = await begin(store, first=BEA, second=GONE)
        before = (await store.ratings.find(BEA.id))["ringo"]

        await store.forgetting.forget(GONE.id, NOW + DAY)

        ended = [await store.matches.find(match.number) for match in (lived, fresh)]
        assert [match.result and match.result.how for match in ended] == [
            Ending.RESIGNATION,
            Ending.ABORT,
        ]
        # Opponents keep their matches, which replay, and the resulting ratings.
        match = await store.matches.find(won.number)
        assert match.names == (FORMER_PLAYER, "Bea")
        assert match.position == won.position
        assert f'"{FORMER_PLAYER}"' in await store.matches.record(won.number)
        history = await rating_history(store, BEA.id)
        assert history[0].after == before.rating
        board = await store.ratings.leaderboard("ringo", NOW + DAY)
        assert [line.name for line in board] == ["Bea"]
        assert len([thing async for thing in store.people.export(GONE.id)]) == 1
    assert await faults_of(path) == []


async def test_challenges_of_the_forgotten_are_withdrawn_and_kept_for_cards(store: Store) -> None:
    terms = Terms("ringo", {})
    shown = await store.challenges.make(GONE, None, terms, HERE, NOW)
    to_them = await store.challenges.make(BEA, GONE, terms, HERE, NOW)
    await store.challenges.make(GONE, BEA, terms, HERE, NOW)
    for number, challenge in enumerate((shown, to_them)):
        await store.challenges.show_on(challenge.number, replace(CARD, message=number))
    await store.forgetting.forget(GONE.id, NOW)
    assert await store.challenges.pending(NOW) == []
    found = await store.forgetting.to_redraw(10)
    assert [one.number for one in found] == [to_them.number, shown.number]
    for one in found:
        assert isinstance(one, Challenge)
        assert one.state is ChallengeState.WITHDRAWN
        assert GONE.name not in str(one)
        await store.forgetting.redrawn(one)
        with pytest.raises(Refusal, match="no longer exists"):
            await store.challenges.find(one.number)
    assert await store.forgetting.to_redraw(10) == []


async def test_every_card_of_a_match_is_to_be_redrawn_once_the_last_first(store: Store) -> None:
    numbers = [await finished(store, GONE) for _ in range(3)]
    await finished(store, GONE)  # no message shows it
    await finished(store, ANN)
    for number in numbers:
        match = await store.matches.find(number)
        await store.cards.show_on(number, CARD, match.count)
    await store.forgetting.forget(GONE.id, NOW)
    first, *_ = await store.forgetting.to_redraw(1)
    assert isinstance(first, StoredMatch)
    assert first.names == (FORMER_PLAYER, "Bea")
    assert first.number == numbers[-1]
    await store.forgetting.redrawn(first)
    found = await store.forgetting.to_redraw(10)
    assert [one.number for one in found] == numbers[1::-1]


@of_file
async def test_what_was_chosen_is_gone_from_memory_too(store: Store) -> None:
    await begin(store)
    await store.personal_settings.change(ANN.id, lambda own: replace(own, language="de"), NOW)
    await store.direct_messages.close(ANN.id, NOW)
    assert await store.personal_settings.language_of(ANN.id) == "de"
    await store.forgetting.forget(ANN.id, NOW)
    assert await store.personal_settings.language_of(ANN.id) == ""
    assert not await store.direct_messages.are_closed(ANN.id)


@of_file
async def test_a_stranger_is_forgotten_without_a_trace(store: Store) -> None:
    await store.people.block(BEA.id, CARL.id, NOW)
    await store.forgetting.forget(CARL.id, NOW)
    assert await store.people.blocked(BEA.id) == []


async def test_former_players_are_told_apart_and_may_come_back_as_new(store: Store) -> None:
    for person in (ANN, CARL, ANN):
        await finished(store, person)
        await store.forgetting.forget(person.id, NOW)
        assert await store.people.name_of(person.id) is None
    seats = [(await store.matches.find(number)).seats[0] for number in (1, 2, 3)]
    assert sorted(seats) == [-3, -2, -1]


async def test_nobody_has_a_rematch_with_a_former_player(store: Store) -> None:
    match = await begin(store)
    await do(store, match.number, verbs.resign, ANN.id, NOW)
    await ask_rematch(store, match.number, ANN.id, NOW)
    await store.forgetting.forget(ANN.id, NOW)
    with pytest.raises(Refusal, match="has left"):
        await ask_rematch(store, match.number, BEA.id, NOW)


async def test_a_match_of_a_game_that_is_gone_keeps_nobody_from_leaving(store: Store) -> None:
    match = await begin(store, first=GONE)
    await change(store, "UPDATE matches SET game = 'senet'")
    await store.forgetting.forget(GONE.id, NOW)
    assert await store.people.name_of(GONE.id) is None
    assert await store.forgetting.to_redraw(10) == []
    await change(store, "UPDATE matches SET game = 'ringo'")
    assert (await store.matches.find(match.number)).names == (FORMER_PLAYER, "Bea")


@of_file
@pytest.mark.parametrize("transactions", mostly_thorough(range(1, 8), 1, 4))
async def test_what_a_stop_interrupts_is_finished_in_the_next_round(
    path: Path, monkeypatch: pytest.MonkeyPatch, transactions: int
) -> None:
    async with await Store.open(path, NOW) as store:
        await finished(store, GONE)
        await begin(store, first=BEA, second=GONE)
        await begin(store, first=GONE)
        await store.challenges.make(GONE, None, Terms("ringo", {}), HERE, NOW)
        left = transactions
        transaction = Database.transaction

        def counted(database: Database) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                raise asyncio.CancelledError
            return transaction(database)

        with monkeypatch.context() as patch:
            patch.setattr(Database, "transaction", counted)
            with pytest.raises(asyncio.CancelledError):
                await store.forgetting.forget(GONE.id, NOW)
    assert any(traces(path, GONE))
    async with await Store.open(path, NOW) as store:
        assert await store.people.name_of(GONE.id) == FORMER_PLAYER
        await store.tidy(NOW)
        assert traces(path, GONE) == []
    assert await faults_of(path) == []


# Bytes.


def traces(path: Path, person: Person) -> list[str]:
    """Search the file and its log for a person's name, and for their id in every encoding."""
    forms = {
        "name": person.name.encode(),
        "number in words": str(person.id).encode(),
        "number in a column": person.id.to_bytes(8, "big"),
        "number as a key": as_key(person.id),
    }
    files = [path, path.with_name(f"{path.name}-wal")]
    return [
        f"{what} in {file.name}"
        for file in files
        if file.exists()
        for what, form in forms.items()
        if form in file.read_bytes()
    ]


def as_key(number: int) -> bytes:
    """Encode a number as the key of a row (https://sqlite.org/fileformat2.html, varint)."""
    last = [number & 0xFF] if number >= 1 << 56 else [number & 0x7F]
    number >>= 8 if number >= 1 << 56 else 7
    while number:
        last.append(0x80 | (number & 0x7F))
        number >>= 7
    return bytes(reversed(last))


@pytest.fixture
def careless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let SQLite leave deleted bytes in the file, as many builds do by default."""
    connect = sqlite3.connect

    def plain(*words: Any, **named: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*words, **named)
        connection.execute("PRAGMA secure_delete = OFF")
        return connection

    monkeypatch.setattr(sqlite3, "connect", plain)


@of_file
@THOROUGH
@pytest.mark.usefixtures("careless")
async def test_nothing_of_who_is_forgotten_is_left_in_the_file_or_its_log(path: Path) -> None:
    rng = random.Random(7)
    people = [Person(rng.randrange(10**17, 10**18), f"Somebody {rng.random()}") for _ in range(90)]
    gone = people[::6]
    async with await Store.open(path, NOW, rng) as store:
        pairs = [rng.sample(people, 2) for _ in range(240)]
        for one, other in pairs:
            match = await begin(store, first=one, second=other, now=NOW)
            if rng.random() < 0.5:
                match = await advance(store, match, 6)
                await do(store, match.number, verbs.resign, one.id, NOW)
            if rng.random() < 0.3:
                terms = Terms(
                    rng.choice(["ringo", "hoyito"]), {}, pace=paced(rng.choice([1, 2, 7]))
                )
                now = NOW + rng.random() * DAY
                await store.challenges.make(one, other, terms, HERE, now)
        for one, other in itertools.pairwise(people):
            await store.people.block(one.id, other.id, NOW)
        assert traces(path, gone[0])
        for person in gone:
            await store.people.name(Person(person.id, f"{person.name} for once"))
            await store.forgetting.forget(person.id, NOW)
            assert traces(path, person) == []
        assert [trace for person in gone for trace in traces(path, person)] == []
        assert any(traces(path, person) for person in people if person not in gone)
    assert await faults_of(path) == []


@of_file
@pytest.mark.usefixtures("careless")
async def test_what_is_removed_is_overwritten(path: Path) -> None:
    async with await Store.open(path, NOW) as store, store._database.transaction() as connection:
        assert await connection.number("PRAGMA secure_delete") == 1


@of_file
async def test_the_log_is_emptied_later_where_somebody_is_reading(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        await finished(store, GONE)
        async with store._database.snapshot() as connection:
            assert await connection.rows("SELECT * FROM people")
            await store.forgetting.forget(GONE.id, NOW)
            assert await store.people.name_of(GONE.id) is None
            assert traces(path, GONE)
        await store.tidy(NOW)
        assert traces(path, GONE) == []


@of_file
@THOROUGH
async def test_a_log_that_a_stop_left_is_emptied_at_the_next_start(path: Path) -> None:
    killed = path.with_name("killed.sqlite3")
    async with await Store.open(path, NOW) as store:
        await finished(store, GONE)
        async with store._database.snapshot() as connection:
            assert await connection.rows("SELECT * FROM people")
            await store.forgetting.forget(GONE.id, NOW)
            for end in ("", "-wal"):
                shutil.copy(f"{path}{end}", f"{killed}{end}")
    assert traces(killed, GONE)
    async with await Store.open(killed, NOW) as store:
        assert traces(killed, GONE) == []


@of_file
@THOROUGH
async def test_a_number_does_not_stay_in_the_inner_pages_of_a_table(path: Path) -> None:
    rng = random.Random(3)
    people = [
        Person(rng.randrange(10**17, 10**18), f"Somebody {rng.random()}") for _ in range(3000)
    ]
    gone = rng.sample(people, 150)
    async with await Store.open(path, NOW) as store:
        async with store._database.transaction() as connection:
            for person in people:
                await add_person(connection, person)
        async with store._database.transaction() as connection:
            for person in gone:
                for statement in REST_OF_PERSON:
                    await connection.change(statement, person=person.id, former=0)
        await store._database.empty_log()
        assert [trace for person in gone for trace in traces(path, person)] == []


async def copy_rows(store: Store, table: str, number: str, match: int, copies: int) -> None:
    """Copy the rows of a match for further matches, which are numbered after it."""
    columns = [
        row["name"]
        for row in await store.forgetting._reader.rows(f"PRAGMA table_info({table})")
        if row["name"] not in (number, "id")
    ]
    named = ", ".join(columns)
    await change(
        store,
        "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < :copies) "  # noqa: S608 (our own names)
        f"INSERT INTO {table} ({number}, {named}) "
        f"SELECT :match + i, {named} FROM n, {table} WHERE {number} = :match",
        match=match,
        copies=copies,
    )


async def work_of_forgetting(path: Path, copies: int) -> int:
    """Count what SQLite does to forget a person with so many matches, half of them first."""
    async with await Store.open(path, NOW) as store:
        for seats in ((GONE, BEA), (BEA, GONE)):
            match = await begin(store, first=seats[0], second=seats[1])
            for who in seats:
                text = next(iter(match.position.moves()))
                match = await play(store, match, who.id, text, said="Well played!")
            await do(store, match, verbs.resign, BEA.id)
            for table, number in (("matches", "id"), ("events", "match")):
                await copy_rows(store, table, number, match.number, copies // 2 - 1)
        steps = itertools.count()
        await count_steps(store.forgetting._database._writer, lambda: next(steps) and None, 100)
        await store.forgetting.forget(GONE.id, NOW + DAY)
        done = next(steps)
    assert await faults_of(path) == []
    return done


@of_file
async def test_forgetting_ten_times_the_matches_takes_ten_times_the_work(
    tmp_path: Path,
) -> None:
    few = await work_of_forgetting(tmp_path / "few.sqlite3", 100)
    many = await work_of_forgetting(tmp_path / "many.sqlite3", 1000)
    assert many < 11 * few
