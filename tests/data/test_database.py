"""The database file: locks, migrations, errors of the file, and transactions."""

import asyncio
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from data import Person, Store, StoredMatch, Unusable
from data.connection import Connection
from data.database import Database
from data.driver import Hold, ServerAddress
from data.events import load_event_rows
from data.outages import Outages
from data.people import add_person, find_person
from data.prepare_database import BASELINE, MIGRATIONS, newest_version, present
from rules import Refusal
from tests.data.sample_matches import ANN, BEA, NOW, advance, begin, faults_of, play
from tests.postgres import of_file
from tests.programs import PATIENCE
from tests.sqlite_hooks import sqlite_of
from tests.thorough import THOROUGH


def raw(path: Path) -> bytes:
    return path.read_bytes()


def write(path: Path, whole: bytes) -> None:
    path.write_bytes(whole)


def content(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return "\n".join(connection.iterdump())


@of_file
async def test_no_cursor_leaves_its_thread(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Freed in another thread, a cursor resets its statement while that is executed once more.
    async with await Store.open(path, NOW):
        pass
    left: list[object] = []
    connection = await Connection.open(path)
    go: Callable[..., Awaitable[object]] = connection._in_thread

    async def noted(work: Callable[[], object]) -> object:
        left.append(await go(work))
        return left[-1]

    monkeypatch.setattr(connection, "_in_thread", noted)
    insert = "INSERT INTO numbers VALUES (:number)"
    try:
        await connection.change("CREATE TEMP TABLE numbers (number INTEGER PRIMARY KEY)")
        assert await connection.change_many(insert, [{"number": 1}, {"number": 2}]) == 2
        assert await connection.insert("numbers", number=3) == 1
        assert await connection.change("DELETE FROM numbers WHERE number > 1") == 2
        assert await connection.number("SELECT COUNT(*) FROM numbers") == 1
    finally:
        await connection.close()
    assert len(left) > 3
    assert not any(isinstance(value, sqlite3.Cursor) for value in left)


# One bot at a time.


@of_file
async def test_a_second_bot_in_the_same_process_is_told_so(path: Path) -> None:
    async with await Store.open(path, NOW):
        with pytest.raises(Unusable, match=f"{path} is in use by another Parlour"):
            await Store.open(path, NOW)
    async with await Store.open(path, NOW):
        pass


OPEN = """
import asyncio, sys
from datetime import UTC, datetime
from pathlib import Path
from data import Store, Unusable
async def main():
    try:
        async with await Store.open(Path(sys.argv[1]), datetime.now(UTC)):
            print("opened")
    except Unusable as trouble:
        print(trouble)
asyncio.run(main())
"""


def opened_elsewhere(path: Path) -> str:
    """Open the database in a separate process, and return its output."""
    arguments = [sys.executable, "-c", OPEN, str(path)]
    return subprocess.run(arguments, capture_output=True, text=True, check=True).stdout  # noqa: S603 (it is our own)


@of_file
@THOROUGH
async def test_a_second_process_is_told_so_also_by_another_name(path: Path) -> None:
    link = path.with_name("link.sqlite3")
    link.symlink_to(path)
    async with await Store.open(path, NOW):
        for name in (path, link):
            said = await asyncio.to_thread(opened_elsewhere, name)
            assert said.startswith(f"{path} is in use by another Parlour; stop that one first")
    assert opened_elsewhere(path) == "opened\n"


# Migrations.


@pytest.fixture
def next_migrations(tmp_path: Path) -> Path:
    """Return the migrations and one more, as a later version has."""
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder)
    (folder / f"{newest_version() + 1:04}_hats.sql").write_text(
        "ALTER TABLE people ADD COLUMN hat TEXT; -- of felt", encoding="utf-8"
    )
    return folder


@of_file
async def test_a_migration_keeps_all_and_a_copy(path: Path, next_migrations: Path) -> None:
    async with await Store.open(path, NOW) as store:
        await advance(store, await begin(store), 3)
    before = content(path)
    await (await Database.open(path, next_migrations)).close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT name, hat FROM people").fetchall() == [
            ("Ann", None),
            ("Bea", None),
        ]
        assert connection.execute("PRAGMA user_version").fetchone() == (newest_version() + 1,)
    assert content(path.with_name(f"{path.name}-before-{newest_version() + 1:04}")) == before


@of_file
async def test_a_migration_that_fails_changes_nothing(path: Path, next_migrations: Path) -> None:
    async with await Store.open(path, NOW) as store:
        await begin(store)
    before = content(path)
    (next_migrations / f"{newest_version() + 1:04}_hats.sql").write_text(
        "ALTER TABLE people ADD COLUMN hat TEXT; INSERT INTO nowhere VALUES (1)", encoding="utf-8"
    )
    with pytest.raises(Unusable, match="nowhere"):
        await Database.open(path, next_migrations)
    assert content(path) == before
    async with await Store.open(path, NOW):
        pass


@of_file
async def test_a_database_from_before_the_first_version_is_left_alone(path: Path) -> None:
    await (await Database.open(path)).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {BASELINE - 1}")
    before = raw(path)
    with pytest.raises(Unusable, match=f"{path} is from before version 1.0"):
        await Store.open(path, NOW)
    with pytest.raises(Unusable, match=f"{path} is from before version 1.0"):
        present(path)
    assert raw(path) == before
    assert not [*path.parent.glob("*-before-*")]


@of_file
async def test_a_newer_database_is_left_alone(path: Path, next_migrations: Path) -> None:
    await (await Database.open(path, next_migrations)).close()
    before = raw(path)
    with pytest.raises(Unusable, match=f"{path} was written by a newer Parlour"):
        await Store.open(path, NOW)
    assert raw(path) == before


# Errors of the file.


@of_file
async def test_another_programs_database_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    before = raw(path)
    with pytest.raises(Unusable, match=f"{path} is the database of another program"):
        await Store.open(path, NOW)
    assert raw(path) == before


@of_file
async def test_a_file_that_is_no_database_is_left_alone(path: Path) -> None:
    write(path, b"Dear diary" * 1000)
    with pytest.raises(Unusable, match=f"{path} is damaged"):
        await Store.open(path, NOW)
    assert raw(path) == b"Dear diary" * 1000


@of_file
async def test_a_damaged_database_is_named(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        await begin(store)
    whole = raw(path)
    write(path, whole[:4096] + random.Random(1).randbytes(len(whole) - 4096))
    with pytest.raises(Unusable, match=f"{path} is damaged"):
        await Store.open(path, NOW)


async def fill_up(store: Store, match: StoredMatch) -> None:
    while True:
        match = await advance(store, match, 1)
        if match.result:
            match = await begin(store)


@of_file
async def test_a_full_disk_is_named_and_nothing_is_half_done(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        match = await advance(store, await begin(store), 2)
        # SQLite raises the same error for a full disk and for a file that may not grow.
        writer = store._database._writer
        pages = await writer.number("PRAGMA page_count")
        await writer.change(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(Unusable, match=f"{path} is on a full disk"):
            await fill_up(store, match)
        kept = await store.matches.live()
        await writer.change("PRAGMA max_page_count = 1000000")
        await begin(store)
        assert len(await store.matches.live()) == len(kept) + 1
    assert await faults_of(path) == []


@contextmanager
def without_rights(folder: Path) -> Iterator[None]:
    """Forbid writing in a folder; as root, by becoming the user nobody meanwhile."""
    for path in (*folder.rglob("*"), folder):
        path.chmod(0o555)
    root = os.getuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o755)


@of_file
@pytest.mark.skipif(sys.platform == "win32", reason="rights are given otherwise there")
async def test_a_file_that_may_not_be_written_is_named() -> None:
    with TemporaryDirectory() as folder:
        path, migrations = Path(folder, "parlour.sqlite3"), Path(folder, "migrations")
        shutil.copytree(MIGRATIONS, migrations)
        await (await Database.open(path, migrations)).close()
        before = raw(path)
        with without_rights(Path(folder)), pytest.raises(Unusable) as refused:
            await Database.open(path, migrations)
        assert "parlour.sqlite3 cannot be written; make the file and its folder" in str(refused)
        assert raw(path) == before


@of_file
async def test_a_server_without_the_library_for_it_says_how_to_install_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "data.postgres_driver", None)
    monkeypatch.delitem(sys.modules, "data.prepare_server", raising=False)
    monkeypatch.delattr("data.prepare_server", raising=False)
    with pytest.raises(Unusable, match=r"needs what make \.venv/postgres\.installed installs"):
        await Store.open(ServerAddress("postgresql://db.example/parlour"), NOW)


@of_file
async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    write(tmp_path / "taken", b"a file")
    path = tmp_path / "taken" / "parlour.sqlite3"
    with pytest.raises(Unusable, match=f"{path} cannot be used"):
        await Store.open(path, NOW)


@of_file
async def test_a_folder_that_becomes_a_file_under_the_bot_is_named(tmp_path: Path) -> None:
    folder, away = tmp_path / "data", tmp_path / "away"
    async with await Store.open(folder / "parlour.sqlite3", NOW) as store:
        folder.rename(away)
        write(folder, b"a file")
        with pytest.raises(Unusable, match=r"parlour\.sqlite3 cannot be used"):
            await begin(store)
        folder.unlink()
        away.rename(folder)
        await begin(store)


async def test_a_closed_connection_refuses_statements_and_may_be_closed_again(path: Path) -> None:
    async with await Store.open(path, NOW):
        connection = await Connection.open(path)
        for _ in range(2):
            await connection.close()
        with pytest.raises(RuntimeError, match="the connection is closed"):
            await connection.number("SELECT 1")


async def test_statements_nobody_awaits_any_more_are_executed_in_order(path: Path) -> None:
    async with await Store.open(path, NOW):
        connection = await Connection.open(path)
        await connection.change("CREATE TEMP TABLE numbers (number INTEGER PRIMARY KEY)")
        tasks = [asyncio.create_task(connection.insert("numbers", number=n)) for n in range(100)]
        await asyncio.sleep(0)
        for task in tasks[50:]:
            task.cancel()
        assert await connection.number("SELECT COUNT(*) FROM numbers") == 100
        assert await asyncio.gather(*tasks[:50]) == [1] * 50
        await connection.close()


@pytest.fixture
def threads() -> Callable[[], int]:
    """Return what counts the threads of connections that a test leaves running."""
    before = {*threading.enumerate()}

    def count() -> int:
        new = [one for one in threading.enumerate() if one not in before and one.name == "database"]
        for thread in new:
            thread.join(PATIENCE)
        return sum(thread.is_alive() for thread in new)

    return count


@of_file
async def test_a_file_beyond_reach_keeps_no_thread(path: Path, threads: Callable[[], int]) -> None:
    write(path, b"Dear diary" * 1000)
    with pytest.raises(sqlite3.DatabaseError, match="not a database"):
        await Connection.open(path)
    assert threads() == 0


@of_file
async def test_a_start_that_fails_halfway_lets_another_bot_have_the_file(
    path: Path, monkeypatch: pytest.MonkeyPatch, threads: Callable[[], int]
) -> None:
    connect = Connection.open

    async def only_to_write(
        path: Path, *, read_only: bool = False, hold: Hold | None = None
    ) -> Connection:
        if read_only:
            raise sqlite3.OperationalError("unable to open database file")
        return await connect(path, hold=hold)

    async def fails(*_given: object) -> None:
        raise Unusable(f"{path} is on a full disk")

    for place, name, fault in ((Connection, "open", only_to_write), (Outages, "start", fails)):
        with monkeypatch.context() as patch:
            patch.setattr(place, name, fault)
            with pytest.raises(Unusable, match=f"{path} (cannot be used|is on a full disk)"):
                await Store.open(path, NOW)
        assert threads() == 0
    async with await Store.open(path, NOW):
        pass


# One event, one transaction.


@of_file
@THOROUGH
async def test_after_200_cancellations_nothing_is_half_done(path: Path) -> None:
    """Cancel running verbs at random points; each is then done completely or not at all."""
    rng = random.Random(4)
    cancelled = 0
    async with await Store.open(path, NOW) as store:
        match = await begin(store)
        while cancelled < 200:
            before = match.count
            verb: asyncio.Task[StoredMatch]
            if rng.random() < 0.7:
                verb = asyncio.create_task(advance(store, match, 1, seed=cancelled))
            else:
                ann, bea = Person(rng.randrange(10**9), "A"), Person(rng.randrange(10**9), "B")
                verb = asyncio.create_task(begin(store, first=ann, second=bea))
            # Let it run a while, then cancel it; sometimes again while it cleans up.
            for _ in range(rng.choice([1, 1, 2])):
                await asyncio.sleep(rng.uniform(0, 0.002))
                verb.cancel()
            try:
                await verb
            except asyncio.CancelledError:
                cancelled += 1
            # The connection works, and everything begun before is committed or rolled back.
            await store.people.name(Person(BEA.id, f"Bea {cancelled}"))
            match = await store.matches.find(match.number)
            assert match.count in (before, before + 1)
            assert not sqlite_of(store._database._writer).in_transaction
            if match.result:
                match = await begin(store)
    assert await faults_of(path) == []


@of_file
async def test_a_refusal_rolls_back_and_the_next_verb_goes_on(store: Store) -> None:
    match = await begin(store)
    with pytest.raises(Refusal):
        await play(store, match.number, BEA.id, "b1-b2", NOW)
    assert not sqlite_of(store._database._writer).in_transaction
    assert (await play(store, match.number, ANN.id, "b1-b2", NOW)).count == 1


async def rename(connection: Connection, name: str) -> None:
    await connection.change("UPDATE people SET name = :name WHERE id = :ann", name=name, ann=ANN.id)


@of_file
async def test_work_in_the_thread_is_part_of_its_transaction(store: Store) -> None:
    await begin(store)

    async def rename_twice(connection: Connection) -> list[str]:
        await rename(connection, "Anna")
        seen = await connection.rows("SELECT name FROM people WHERE id = 1")
        assert [row["name"] async for row in connection.stream("SELECT name FROM people")]
        await rename(connection, "Anne")
        return [row["name"] for row in seen]

    async def rename_and_refuse() -> None:
        async with store._database.transaction() as connection:
            assert await connection.run(rename_twice) == ["Anna"]
            raise Refusal("It was not meant so; try again.")

    with pytest.raises(Refusal):
        await rename_and_refuse()
    assert not sqlite_of(store._database._writer).in_transaction
    assert await store.people.name_of(ANN.id) == "Ann"
    async with store._database.transaction() as connection:
        await rename(connection, "Annie")
        await connection.run(rename_twice)
    assert await store.people.name_of(ANN.id) == "Anne"


async def test_work_in_the_thread_that_waits_for_others_changes_nothing(store: Store) -> None:
    await begin(store)

    async def wait(connection: Connection) -> None:
        await rename(connection, "Anna")
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="may await nothing but"):
        async with store._database.transaction() as connection:
            await connection.run(wait)
    assert await store.people.name_of(ANN.id) == "Ann"


@of_file
async def test_cancelled_work_in_the_thread_changes_nothing(store: Store) -> None:
    await begin(store)
    begun, goes_on = threading.Event(), threading.Event()

    async def slowly(connection: Connection) -> None:
        await rename(connection, "Anna")
        begun.set()
        goes_on.wait(PATIENCE)
        await rename(connection, "Anne")

    async def work() -> None:
        async with store._database.transaction() as connection:
            await connection.run(slowly)

    task = asyncio.create_task(work())
    await asyncio.to_thread(begun.wait, PATIENCE)
    task.cancel()
    await asyncio.sleep(0)
    goes_on.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not sqlite_of(store._database._writer).in_transaction
    assert await store.people.name_of(ANN.id) == "Ann"


async def test_what_is_not_committed_is_not_seen(store: Store) -> None:
    match = await begin(store)
    async with store._database.transaction() as connection:
        await connection.change("UPDATE people SET name = 'Anonymous'")
        assert (await store.matches.find(match.number)).names == ("Ann", "Bea")
        await connection.change("UPDATE people SET name = 'Ann' WHERE id = 1")
        await connection.change("UPDATE people SET name = 'Bea' WHERE id = 2")


async def test_a_snapshot_is_of_one_moment_and_holds_nobody_up(store: Store) -> None:
    match = await begin(store)
    async with store._database.snapshot() as connection:
        assert await find_person(connection, ANN.id)
        match = await advance(store, match, 1)
        assert await load_event_rows(connection, match.number) == []
        with pytest.raises(Unusable, match=r"cannot be written|can only be read"):
            await add_person(connection, Person(ANN.id, "Anonymous"))
    async with store._database.snapshot() as connection:
        assert len(await load_event_rows(connection, match.number)) == 1


@of_file
@pytest.mark.waits_for_disk
async def test_the_file_is_kept_safely(store: Store) -> None:
    connection = store._database._writer
    told = {
        name: [row[0] for row in await connection.rows(f"PRAGMA {name}")]
        for name in ("journal_mode", "synchronous", "foreign_keys")
    }
    assert told == {"journal_mode": ["wal"], "synchronous": [2], "foreign_keys": [1]}
    rows = await connection.rows("PRAGMA table_list")
    assert all(row["strict"] for row in rows if not row["name"].startswith("sqlite_"))


def move(path: Path, target: Path) -> None:
    path.replace(target)


@of_file
async def test_nothing_is_kept_in_a_file_that_is_not_at_its_path_any_more(
    store: Store, path: Path
) -> None:
    """SQLite would continue to write to the deleted file, which nobody would find again."""
    aside = path.with_name("aside.sqlite3")
    move(path, aside)
    with pytest.raises(Unusable, match="was deleted, moved or replaced while the bot was running"):
        await begin(store)
    shutil.copy(aside, path)
    with pytest.raises(Unusable, match="put the right file back"):
        await store.outages.beat(NOW)
    with pytest.raises(Unusable, match="nothing can be saved"):
        _ = [told async for told in store.people.export(1)]
    move(aside, path)
    assert (await begin(store)).number == 1
