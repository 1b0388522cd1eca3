"""`python -m data move`: from a file to a server and back, all of it or nothing."""

import asyncio
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from data import Store
from data.__main__ import main
from data.driver import Location, ServerAddress
from tests.data.maintenance.test_command_line import fill, filled
from tests.data.sample_matches import NOW, advance, begin, faults_of
from tests.postgres import SERVER, execute, new_database

KILLED = """
import itertools, os, signal, sys
from data.__main__ import main
from data.maintenance import move

read = move._parts

def killed(*given):
    yield from itertools.islice(read(*given), {parts})
    os.kill(os.getpid(), signal.SIGKILL)

move._parts = killed
main(sys.argv[1:])
"""
"""A program that is killed once it has read some parts of what it moves."""


def moved(source: Location, target: Location) -> int:
    addresses = (each if isinstance(each, Path) else each.url for each in (source, target))
    return main(["move", *map(str, addresses)])


def rows_of(path: Path) -> list[str]:
    """Return all rows of a file, as SQL."""
    with closing(sqlite3.connect(path)) as connection:
        return sorted(line for line in connection.iterdump() if line.startswith("INSERT"))


@pytest.fixture
def source(tmp_path: Path) -> Path:
    fill(path := tmp_path / "source.sqlite3")
    with closing(sqlite3.connect(path)) as connection, connection:  # the second begun at once
        connection.execute("UPDATE matches SET twin = 3 - id, rematch_of = NULL WHERE id < 3")
    return path


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Location]:
    """Where nothing is yet: a file, or an empty database of the server."""
    if SERVER is None:
        yield tmp_path / "target.sqlite3"
        return
    with new_database() as address:
        yield address


async def play_on(path: Location) -> int:
    """Play in a match and begin another; return the number of that one."""
    async with await Store.open(path, NOW) as store:
        await advance(store, await store.matches.find(3), 2)
        return (await begin(store)).number


def test_a_database_moves_there_and_back_and_goes_on(
    source: Path, target: Location, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = rows_of(source)
    assert moved(source, target) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == told[2] == "3 matches with 17 events: no errors."
    assert told[1].startswith(f"{source}: copied to {target}; rows: ")
    back = tmp_path / "back.sqlite3"
    assert moved(target, back) == 0
    assert rows_of(source) == before == rows_of(back)
    for path in (target, back):
        assert asyncio.run(play_on(path)) == 4
        assert asyncio.run(faults_of(path)) == []


@pytest.mark.parametrize("parts", [0, 10, 30])
def test_a_move_that_is_killed_anywhere_has_made_nothing_and_is_done_again(
    source: Path, target: Location, parts: int
) -> None:
    addresses = [str(source), target.url if isinstance(target, ServerAddress) else str(target)]
    command = [sys.executable, "-c", KILLED.format(parts=parts), "move", *addresses]
    stopped = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 (our own)
    assert stopped.returncode == -signal.SIGKILL
    if isinstance(target, Path):
        assert not target.exists()
    assert moved(source, target) == 0
    assert asyncio.run(faults_of(target)) == []


def test_nothing_is_moved_to_where_something_is_nor_with_errors_nor_beside_a_bot(
    source: Path, target: Location, capsys: pytest.CaptureFixture[str]
) -> None:
    async def beside() -> int:
        async with await Store.open(source, NOW):
            return await asyncio.to_thread(moved, source, target)

    assert asyncio.run(beside()) == 1
    assert "is in use by another Parlour; stop that one first" in capsys.readouterr().err
    asyncio.run(filled(target))
    assert moved(source, target) == 1
    assert "already " in capsys.readouterr().err
    execute(source, "UPDATE matches SET count = 9 WHERE id = 3")
    assert moved(source, target) == 1
    assert "match 3: its count is 9" in capsys.readouterr().out


@pytest.mark.skipif(SERVER is None, reason="make test-postgres runs it")
def test_addresses_of_a_move_are_told_without_their_passwords(
    source: Path, target: ServerAddress, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = ServerAddress(target.url.replace("parlour@", "parlour:hush@"))
    assert moved(source, secret) == 0
    assert moved(source, secret) == 1
    assert "hush" not in "".join(capsys.readouterr())
