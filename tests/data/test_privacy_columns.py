"""Every column that names a person is exported to them, and names them no more once deleted."""

import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copyfile

import pytest

from data import Person, Store
from tests.data.sample_matches import NOW, begin
from tests.postgres import of_file
from tests.thorough import THOROUGH

pytestmark = of_file

GONE = Person(987_654_321_987_654_321, "Zerlina Zwirbel")
NAMES = ("person", "first", "second", "challenger", "opponent", "organiser", "other", "blocker")
"""Names of columns that hold people's numbers."""
NO_PEOPLE = {("contest_games", "first"), ("contest_games", "second")}
"""Columns of these names that hold the numbers of entrants."""
TRIED_ELSEWHERE = {
    ("blocks", "blocker"),
    ("challenges", "challenger"),
    ("challenges", "opponent"),
    ("closed_letters", "person"),
    ("imports", "person"),
    ("leaving", "person"),
    ("lesson_tasks", "person"),
    ("matches", "first"),
    ("matches", "second"),
    ("mutes", "person"),
    ("notes", "person"),
    ("puzzles_done", "person"),
    ("quiet_hours", "person"),
    ("rating_changes", "person"),
    ("ratings", "person"),
    ("settings", "person"),
    ("vacations", "person"),
}
"""Columns that came before leagues, each with tests of its own."""
COLUMNS = (
    ("ballots", "person"),
    ("club_players", "person"),
    ("contest_entrants", "person"),
    ("contests", "organiser"),
    ("daily_players", "person"),
    ("daily_puzzles", "person"),
    ("follows", "person"),
    ("guesses", "person"),
    ("ladder_events", "other"),
    ("ladder_events", "person"),
    ("puzzle_rushes", "person"),
    ("puzzle_solvers", "person"),
    ("puzzle_tries", "person"),
    ("reminders", "person"),
    ("rush_bests", "person"),
    ("voters", "person"),
    ("web_links", "person"),
)
TEXTS = {"state": "over", "game": "ringo", "form": "league", "kind": "join", "options": "{}"}


def person_columns(path: Path) -> set[tuple[str, str]]:
    """Return all columns of a database that hold people's numbers, by their names."""
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        return {
            (table, column[1])
            for (table,) in tables.fetchall()
            for column in connection.execute(f"PRAGMA table_info({table})")
            if column[1] in NAMES
        } - NO_PEOPLE


def add_row(path: Path, table: str, column: str) -> None:
    """Insert a row in which a column names the person, and the others have any value."""
    with closing(sqlite3.connect(path)) as connection, connection:
        row: dict[str, object] = {column: GONE.id}
        for _, name, kind, needed, default, key in connection.execute(
            f"PRAGMA table_info({table})"
        ).fetchall():
            if name not in row and (needed or key) and default is None:
                text = TEXTS.get(name, "3" if name == "pace" else "x")
                number = 99 if (table, name) == ("contests", "id") else 1
                row[name] = number if kind in ("INTEGER", "REAL") else text
        listed, marks = ", ".join(row), ", ".join("?" * len(row))
        connection.execute(f"INSERT INTO {table} ({listed}) VALUES ({marks})", [*row.values()])  # noqa: S608 (names of the schema)


@pytest.mark.usefixtures("store")
def test_no_column_that_names_people_is_left_out(path: Path) -> None:
    assert person_columns(path) == TRIED_ELSEWHERE | {*COLUMNS}


@THOROUGH
@pytest.mark.parametrize(("table", "column"), COLUMNS)
async def test_what_names_somebody_is_exported_and_then_forgotten(
    path: Path, migrated: Path, table: str, column: str
) -> None:
    copyfile(migrated, path)
    async with await Store.open(path, NOW) as store:
        await begin(store, first=GONE)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "INSERT INTO contests (id, server, channel, number, season, form, name, state, game, "
            "options, pace, rated, both_sides, division, most, weeks, series, opened) "
            "VALUES (1, 7, 7, 9, 1, 'league', '', 'over', 'ringo', '{}', '3', 1, 0, 8, 32, 8, 0, 1)"
        )
        connection.execute(
            "INSERT INTO ladders (id, server, game, state) VALUES (1, 7, 'ringo', "
            """'{"rungs":[],"open":[],"rests":[],"earlier":[]}')"""
        )
        connection.execute(
            "INSERT INTO club_matches (id, state, game, options, pace, boards, both_sides, made) "
            "VALUES (1, 'over', 'ringo', '{}', '3', 2, 0, 1)"
        )
    async with await Store.open(path, NOW) as store:
        before = [item async for item in store.people.export(GONE.id)]
        add_row(path, table, column)
        after = [item async for item in store.people.export(GONE.id)]
        assert len(after) == len(before) + 1, "it is told"
        await store.forgetting.forget(GONE.id, NOW)
        assert await store.people.name_of(GONE.id) is None
    with closing(sqlite3.connect(path)) as connection:
        named = connection.execute(
            f"SELECT COUNT(*) FROM {table} WHERE {column} = ?",  # noqa: S608 (names of the schema)
            (GONE.id,),
        )
        assert named.fetchone() == (0,)
