"""The step of the database to as many levels as a game needs."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from data import Store, prepare_server
from data.checksums import OF_MATCH, row_checksum
from data.prepare_database import MIGRATIONS, numbered
from data.upgrade import apply
from tests.data.sample_matches import NOW
from tests.data.test_server import first_steps
from tests.postgres import SERVER, execute, new_database

STEPS = numbered(MIGRATIONS)
(LEVELS,) = (number for number, path in STEPS.items() if "levels_of_a_game" in path.name)
MATCHES = (
    *(("bizingo", 1, level) for level in range(1, 11)),
    *(("agon", 0, level) for level in (4, 10)),
    ("bizingo", None, None),
)
"""By game, side of the computer and level."""
NOW_AT = [1, 3, 5, 6, 7, 9, 10, 11, 13, 14, 4, 10, None]


def fill(columns: list[tuple[str, str]]) -> str:
    """Return what inserts the matches, with nothing in the other columns that must have something.

    They are given as their names and the lower-case beginnings of their types.
    """
    names = ", ".join(name for name, _ in columns)
    rest = ", ".join("''" if kind.startswith("text") else "0" for _, kind in columns)
    rows = ", ".join(
        f"({number}, '{game}', {'NULL, NULL' if level is None else f'{side}, {level}'}, {rest})"
        for number, (game, side, level) in enumerate(MATCHES, 1)
    )
    return f"INSERT INTO matches (id, game, computer, level, {names}) VALUES {rows}"  # noqa: S608 (our own names)


def test_a_level_of_bizingo_is_the_one_about_as_strong_and_a_checksum_finds_what_it_did() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        before = {number: path for number, path in STEPS.items() if number < LEVELS}
        apply(connection, before, log_steps=False)
        connection.execute("PRAGMA foreign_keys = OFF")
        columns = connection.execute("PRAGMA table_info(matches)").fetchall()
        needed = [
            (each[1], each[2].lower())
            for each in columns
            if each[3] and each[4] is None and not each[5] and each[1] != "game"
        ]
        connection.execute(fill(needed))
        connection.execute(f"UPDATE matches SET checksum = {OF_MATCH}")  # noqa: S608 (our own names)
        connection.execute("UPDATE matches SET options = 'damaged' WHERE id = 3")
        apply(connection, {LEVELS: STEPS[LEVELS]}, log_steps=False)
        connection.create_function("row_checksum", -1, row_checksum)
        rows = connection.execute(
            f"SELECT level, checksum = {OF_MATCH} FROM matches ORDER BY id"  # noqa: S608 (our own names)
        ).fetchall()
        assert rows == [(level, number != 3) for number, level in enumerate(NOW_AT, 1)]
        for wrong in ("level = 0", "level = NULL", "rated = 1"):
            with pytest.raises(sqlite3.IntegrityError):
                connection.execute(f"UPDATE matches SET {wrong} WHERE id = 1")  # noqa: S608 (our own words)
        indexes = connection.execute("SELECT sql FROM sqlite_schema WHERE type = 'index'")
        assert sum("game, level)" in str(sql) for (sql,) in indexes.fetchall()) == 2


@pytest.mark.skipif(SERVER is None, reason="make test-postgres runs it")
async def test_it_is_taken_on_a_server_too_with_all_that_came_before(tmp_path: Path) -> None:
    with new_database() as address:
        prepare_server.migrate(address, first_steps(tmp_path / "migrations"))
        with prepare_server._session(address) as driver:
            columns = driver.rows(
                "SELECT column_name, data_type FROM information_schema.columns WHERE "
                "table_name = 'matches' AND is_nullable = 'NO' AND column_default IS NULL "
                "AND column_name NOT IN ('id', 'game')",
                {},
            )
        rows = fill([(str(name), str(kind)) for name, kind in columns])
        quoted = rows.replace(", left,", ', "left",')
        execute(address, "INSERT INTO people (id, name) VALUES (0, 'Ann')")
        execute(address, quoted)
        execute(address, f"UPDATE matches SET checksum = {OF_MATCH}")  # noqa: S608 (our own names)
        async with await Store.open(address, NOW) as store:
            read = store._database.reader
            assert await read.rows(f"SELECT id FROM matches WHERE checksum <> {OF_MATCH}") == []  # noqa: S608 (our own names)
            kept = await read.rows("SELECT level FROM matches ORDER BY id")
            assert [row["level"] for row in kept] == NOW_AT
            execute(address, "DELETE FROM matches")
