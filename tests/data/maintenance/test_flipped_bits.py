"""The check finds single bits that have changed on the disk, and tells them in lines."""

import asyncio
import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from data import Store, Unusable
from data.__main__ import main
from data.checksums import BEGINNING, EVENT, row_checksum
from data.maintenance.inspect import inspect_database
from data.match_columns import state_columns
from tests.data.maintenance.test_check_contests import filled
from tests.data.sample_matches import ANN, BEA, NOW, advance, begin, faults_of, play
from tests.data.test_database import raw, write
from tests.postgres import of_file
from tests.thorough import THOROUGH

pytestmark = of_file

FLIPS, SEED = 300, 5
"""The number of flipped bits that the thorough test demands to be found."""
BY_THE_CLOCK = {"given", "stopped", "reminded", "touched"}


@cache
def small_file() -> tuple[bytes, frozenset[str]]:
    """Return a file with all kinds of rows, and the columns of matches that follow from events."""
    state: set[str] = set()

    async def fill(path: Path) -> None:
        await filled(path)
        async with await Store.open(path, NOW) as store:
            for number, game in enumerate(("bivouac", "hoyito", "agon", "bizingo")):
                match = await advance(store, await begin(store, game), 9, seed=number)
                state.update(state_columns(match))
            match = await begin(store, first=BEA, second=ANN)
            text = next(iter(match.position.moves()))
            await play(store, match, BEA.id, text, said="Grüße aus Łódź 🎲")

    with TemporaryDirectory() as folder:
        path = Path(folder) / "small.sqlite3"
        asyncio.run(fill(path))
        return raw(path), frozenset(state - BY_THE_CLOCK)


def read(path: Path, state: frozenset[str]) -> dict[str, Any]:
    """Read the definitions, the matches with what makes them, and whatever else is text."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as connection:
        connection.text_factory = bytes
        rows = connection.execute("SELECT name, type, sql FROM sqlite_schema ORDER BY name")
        found: dict[str, Any] = {
            f"the definition of {name!r}": (kind, re.sub(rb"--[^\n]*|\s+", b"", sql or b""))
            for name, kind, sql in rows
        }
        for table, columns in (("matches", (*BEGINNING, *sorted(state))), ("events", EVENT)):
            sql = f"SELECT {', '.join(columns)} FROM {table} ORDER BY 1, 2"  # noqa: S608 (our own names)
            found[table] = connection.execute(sql).fetchall()
    return found


def flipped(path: Path) -> Iterator[tuple[int, object]]:
    """Flip one bit after another that changes what is read; tell which, and where it is read."""
    content, state = small_file()
    write(path, content)
    whole, rng = read(path, state), random.Random(SEED)
    used = [number for number, byte in enumerate(content) if byte]
    while True:
        bit = 8 * rng.choice(used) + rng.randrange(8)
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        write(path, bytes(changed))
        try:
            there = read(path, state)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            yield bit, error
        else:
            if there != whole:
                yield bit, [name for name in whole if whole[name] != there.get(name)]


def missed(path: Path, number: int) -> list[tuple[int, object]]:
    """Check files with each one bit flipped, and return the bits that are not found."""
    return [
        (bit, where)
        for _, (bit, where) in zip(range(number), flipped(path), strict=False)
        if main(["--database", str(path), "check"]) != 1
    ]


def test_a_flipped_bit_is_found(path: Path) -> None:
    assert missed(path, 20) == []


@THOROUGH
def test_hundreds_of_flipped_bits_are_found(path: Path) -> None:
    assert missed(path, FLIPS) == []


@pytest.fixture
def small(path: Path) -> Path:
    write(path, small_file()[0])
    return path


def change(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.create_function("row_checksum", -1, row_checksum)
        connection.executescript(sql)


SCHEMA = "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET "
FAULTS = {
    "ALTER TABLE digests RENAME TO digestz": "the file: table digests is not as this program",
    "ALTER TABLE matches RENAME COLUMN pace TO pacd": "the file: table matches is not as",
    "DROP TABLE notes": "the file: table notes is not as this program makes it",
    "DROP INDEX matches_in_server": "the file: index matches_in_server is not as this program",
    f"{SCHEMA} sql = replace(sql, 'level >= 1', 'level >= 2')": "table matches is not as",
    "UPDATE people SET name = CAST(x'41C3' AS TEXT) WHERE id = 1": "name in people is no text",
    "UPDATE events SET at = at + 4 WHERE match = 20 AND number = 1": "match 20: an event, or how",
    "UPDATE events SET remark = 'No!' WHERE remark <> ''": "or how it began, is not as it was",
    "UPDATE matches SET advantage = advantage + 1 WHERE id = 5": "match 5: an event, or how it",
    "UPDATE events SET at = 1 << 62 WHERE match = 20 AND number = 1": "match 20: it cannot be re",
}


@pytest.mark.parametrize("sql", FAULTS)
def test_what_has_changed_is_named(
    small: Path, capsys: pytest.CaptureFixture[str], sql: str
) -> None:
    assert main(["--database", str(small), "check"]) == 0
    change(small, sql)
    assert main(["--database", str(small), "check"]) == 1
    assert FAULTS[sql] in capsys.readouterr().out


def test_a_definition_with_broken_letters_is_told_in_a_sentence(
    small: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small.write_bytes(small.read_bytes().replace(b"CREATE TABLE people", b"CREATE TABLE \xe1eople"))
    for words in (["check"], ["stats"], ["rebuild"]):
        assert main(["--database", str(small), *words]) == 1
        assert "is damaged or isn't a database" in capsys.readouterr().err
    with pytest.raises(Unusable, match="is damaged"):
        inspect_database(small)


def test_a_table_that_is_gone_is_told_in_a_sentence(
    small: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(small, "ALTER TABLE matches RENAME COLUMN pace TO pacd; DROP TABLE pulse")
    for words in (["stats"], ["rebuild"]):
        assert main(["--database", str(small), *words]) == 1
        assert "cannot be used (no such " in capsys.readouterr().err


def test_a_changed_event_that_is_kept_on_purpose_is_taken_by_rebuild(
    small: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(small, "UPDATE events SET remark = 'No!' WHERE remark <> ''")
    assert main(["--database", str(small), "rebuild", "matches"]) == 0
    assert "its checksum is that of its events, as they are now" in capsys.readouterr().out
    assert asyncio.run(faults_of(small)) == []
