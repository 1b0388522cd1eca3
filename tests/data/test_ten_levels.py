"""The step of the database to ten levels."""

import sqlite3
from contextlib import closing

import pytest

from data.checksums import OF_MATCH, row_checksum
from data.prepare_database import MIGRATIONS
from data.upgrade import apply

STEPS = {int(path.name[:4]): path for path in sorted(MIGRATIONS.glob("*.sql"))}
(TEN_LEVELS,) = (number for number, path in STEPS.items() if "ten_levels" in path.name)


def test_a_level_of_five_counts_twice_as_much_and_a_checksum_finds_what_it_found_before() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        before = {number: path for number, path in STEPS.items() if number < TEN_LEVELS}
        apply(connection, before, log_steps=False)
        connection.execute("PRAGMA foreign_keys = OFF")
        columns = connection.execute("PRAGMA table_info(matches)").fetchall()
        needed = [each[1] for each in columns if each[3] and each[4] is None and not each[5]]
        names, zeros = ", ".join(needed), ", ".join("0" for _ in needed)
        for values in ("1, 3", "0, 5", "NULL, NULL"):
            connection.execute(
                f"INSERT INTO matches ({names}, computer, level) VALUES ({zeros}, {values})"  # noqa: S608 (our own names)
            )
        connection.execute(f"UPDATE matches SET checksum = {OF_MATCH}")  # noqa: S608 (our own names)
        connection.execute("UPDATE matches SET options = 'damaged' WHERE level = 3")
        apply(connection, {TEN_LEVELS: STEPS[TEN_LEVELS]}, log_steps=False)
        connection.create_function("row_checksum", -1, row_checksum)
        rows = connection.execute(f"SELECT level, checksum = {OF_MATCH} FROM matches").fetchall()  # noqa: S608 (our own names)
        assert rows == [(6, 0), (10, 1), (None, 1)]
        connection.execute("UPDATE matches SET level = 9 WHERE level = 10")
        with pytest.raises(sqlite3.IntegrityError, match="level BETWEEN 1 AND 10"):
            connection.execute("UPDATE matches SET level = 11 WHERE level = 9")
