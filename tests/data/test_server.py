"""What a host reads of a PostgreSQL server that cannot be used, and that play goes on after it."""

import shutil
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from data import Store, Unusable, prepare_server
from data.connection import LARGEST, Connection
from data.database import Database, preparation
from data.driver import ServerAddress
from data.prepare_database import MIGRATIONS, newest_version, numbered
from data.unusable_file import UnusableNow
from hosting.check import Severity, check_database
from hosting.settings import Settings
from match import verbs
from tests.data.sample_matches import ANN, BEA, NOW, advance, begin, do
from tests.postgres import SERVER, execute, new_database

pytestmark = pytest.mark.skipif(SERVER is None, reason="make test-postgres runs it")
FIRST = 60
"""The step at which databases on a server began."""


async def refused(address: ServerAddress) -> str:
    """Return what a host reads at the start."""
    with pytest.raises(Unusable) as error:
        await Store.open(address, NOW)
    return str(error.value)


def elsewhere(address: ServerAddress, **parts: str) -> ServerAddress:
    """Return an address of which something is otherwise."""
    return ServerAddress(urlsplit(address.url)._replace(**parts).geturl())


async def test_server_that_is_not_there() -> None:
    said = await refused(ServerAddress("postgresql://parlour:secret@127.0.0.1:1/parlour"))
    assert said == (
        "The database parlour on 127.0.0.1 cannot be reached; start the server, or correct "
        "PARLOUR_DATABASE."
    )


async def test_wrong_password_is_never_repeated(path: ServerAddress) -> None:
    execute(
        path,
        "DO $$ BEGIN CREATE ROLE guarded LOGIN PASSWORD 'right'; "
        "EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$",
    )
    said = await refused(elsewhere(path, netloc="guarded:wrong@"))
    assert said.endswith(
        "does not let this user in; correct the name and the password in PARLOUR_DATABASE."
    )
    assert "wrong" not in said
    assert "wrong" not in repr(elsewhere(path, netloc="guarded:wrong@"))


async def test_database_that_is_not_there(path: ServerAddress) -> None:
    said = await refused(elsewhere(path, path="/nowhere"))
    assert said.startswith("The database nowhere on ")
    assert said.endswith(" doesn't exist; create it, or correct PARLOUR_DATABASE.")


async def test_database_of_a_newer_program_is_left_as_it_is() -> None:
    with new_database() as address:
        execute(address, "CREATE TABLE parlour AS SELECT 9999 AS version")
        known = f"its version is 9999, this program knows {newest_version()}"
        assert f"was written by a newer Parlour ({known})" in await refused(address)


async def test_database_of_another_program_is_left_as_it_is() -> None:
    with new_database() as address:
        execute(address, "CREATE TABLE diary (dear text)")
        assert "is the database of another program; name a different database." in (
            await refused(address)
        )


async def test_server_that_only_reads() -> None:
    with new_database() as address:
        name = urlsplit(address.url).path[1:]
        execute(address, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        assert (await refused(address)).endswith(
            "can only be read; name the server that can be written in PARLOUR_DATABASE."
        )


async def test_one_bot_has_a_database_and_no_other_migrates_it(tmp_path: Path) -> None:
    later = shutil.copytree(MIGRATIONS, tmp_path / "migrations")
    step = later / f"{newest_version() + 1:04}_later.sql"
    step.write_text("-- One more.\nALTER TABLE people ADD COLUMN height REAL NOT NULL DEFAULT 1.5;")
    with new_database() as address:
        with pytest.raises(Unusable, match="has no tables yet; start the bot once to make them"):
            preparation(address).present(address)
        settings = Settings.model_validate({"database": address.url})
        found = [mark async for mark, _ in check_database(settings)]
        assert found == [Severity.NOTE]
        async with await Store.open(address, NOW):
            for migrations in (MIGRATIONS, later):
                with pytest.raises(UnusableNow, match="is in use by another Parlour; stop that"):
                    await Database.open(address, migrations)
        assert preparation(address).present(address) == address
        database = await Database.open(address, later)
        assert await database.reader.number("SELECT COUNT(height) FROM people") == 0
        await database.close()
        assert "was written by a newer Parlour" in await refused(address)


def first_steps(folder: Path) -> Path:
    """Return a new folder with the migrations up to the first that a server's database had."""
    shutil.copytree(MIGRATIONS, folder)
    for number, path in numbered(folder).items():
        if number > FIRST:
            path.unlink()
    return folder


async def test_oldest_database_on_a_server_is_brought_up_to_date(tmp_path: Path) -> None:
    with new_database() as address:
        prepare_server.migrate(address, first_steps(tmp_path / "migrations"))
        with pytest.raises(Unusable, match="is from an older version; start the bot once"):
            preparation(address).present(address)
        async with await Store.open(address, NOW):
            assert preparation(address).present(address) == address


def cut_all(path: ServerAddress) -> None:
    """Cut all connections to a database, as a restart of its server does."""
    execute(
        path,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )


async def test_play_goes_on_after_a_restart_of_the_server(
    store: Store, path: ServerAddress
) -> None:
    match = await advance(store, await begin(store), 2)
    cut_all(path)
    assert await store.matches.find(match.number) == match
    match = await advance(store, match, 2)
    cut_all(path)
    match = await do(store, match, verbs.resign, ANN.id)
    assert match.over


async def test_transaction_that_is_cut_leaves_nothing(store: Store, path: ServerAddress) -> None:
    async def half(connection: Connection) -> None:
        await connection.change("INSERT INTO people (id, name) VALUES (77, 'Half')")
        cut_all(path)
        await connection.change("INSERT INTO people (id, name) VALUES (78, 'Half')")

    with pytest.raises(UnusableNow, match="cannot be reached"):
        await store._database.run(half)
    assert await store.people.name_of(77) is None
    assert not (await advance(store, await begin(store, first=BEA, second=ANN), 1)).over


async def test_values_are_told_from_text_and_reserved_words(store: Store) -> None:
    reader = store._database.reader
    row = await reader.row(
        "SELECT ':person' AS text, :person AS number, :none IS NULL AS nothing, 1.5 * 2 AS sum, "
        "1 IS 1 AS same, NULL IS NOT 1 AS other, (SELECT COUNT(*) FROM contests WHERE left = 1)",
        person=2**62,
        none=None,
    )
    assert row is not None
    assert [*row] == [":person", 2**62, 1, 3.0, 1, 1, 0]
    number = "SELECT CAST(s.text AS BIGINT) AS number FROM (SELECT CAST(:text AS TEXT) AS text) s"
    for text, read in (("12x", 12), ("abc", 0), ("", 0), (f"{LARGEST}0", LARGEST)):
        assert await reader.number(number, text=text) == read
