"""Fixtures for the tests of the database: a store on a real file."""

import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from shutil import copyfile

import pytest

from data import Store
from data.connection import Connection
from data.database import Database
from data.driver import Location, ServerAddress
from tests.data.sample_matches import NOW, NoLots, faults_of
from tests.postgres import empty


@pytest.fixture
def path(tmp_path: Path, on_server: ServerAddress | None) -> Iterator[Location]:
    """Where the test's database is: a file, or a database of the server."""
    yield on_server or tmp_path / "parlour.sqlite3"
    if on_server:
        empty(on_server)


@pytest.fixture
async def store(path: Location, migrated: Path) -> AsyncIterator[Store]:
    """Open a store on a real file, which must agree with itself after every test."""
    if isinstance(path, Path):
        copyfile(migrated, path)
    async with await Store.open(path, NOW, NoLots(1)) as store:
        yield store
    assert await faults_of(path) == []


@pytest.fixture
async def second(store: Store, path: Location) -> AsyncIterator[Store]:
    """Open the file a second time, as no bot can: a writer that ignores the first one's lock."""
    writer, reader = await Connection.open(path), await Connection.open(path)
    database = Database(path, store._database._lock, writer, reader, reader)
    yield Store(database, random.Random(2))
    await writer.close()
    await reader.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"
