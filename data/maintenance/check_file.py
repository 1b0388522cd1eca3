"""Compare the tables of a file with the program's own, and find text that cannot be read."""

import re
from collections.abc import Iterable

from data.connection import Connection
from data.prepare_database import own_schema

OBJECTS = "SELECT type, name, tbl_name, CAST(sql AS BLOB) AS sql FROM sqlite_schema"
_WORD = re.compile(r"'[^']*'|\w+|[^\w\s]")
_COMMENT = re.compile(r"--[^\n]*")
Definition = tuple[str, str, str, tuple[tuple[str, ...], ...]]


async def faults_of_schema(connection: Connection) -> list[str]:
    """Compare all definitions with those that the migrations make, but for the order of columns."""
    present = _definitions(await connection.rows(OBJECTS))
    own = _definitions(own_schema(OBJECTS))
    return [
        f"the file: {kind} {name} is not as this program makes it"
        for kind, name in sorted({each[:2] for each in present ^ own})
    ]


def _definitions(rows: Iterable[Iterable[object]]) -> set[Definition]:
    return {
        (_text(kind), _text(name), _text(table), _parts(_text(sql)))
        for kind, name, table, sql in rows
    }


def _text(value: object) -> str:
    """Return any value of the schema as text, however wrong it is."""
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


def _parts(sql: str) -> tuple[tuple[str, ...], ...]:
    """Split a definition at its outer commas, in any order: files older than 1.0 have another."""
    parts: list[list[str]] = [[]]
    depth = 0
    for word in _WORD.findall(_COMMENT.sub("", sql)):
        depth += (word == "(") - (word == ")")
        if depth == 1 and word in "(,":
            parts.append([])
        elif word != '"':
            parts[-1 if depth else 0].append(word)
    return tuple(sorted(map(tuple, parts)))


async def faults_of_text(connection: Connection) -> list[str]:
    """Find text that is no UTF-8, which the bot could not read."""
    faults = []
    for row in await connection.rows(
        "SELECT t.name AS name, c.name AS field FROM sqlite_schema t, pragma_table_info(t.name) c "
        "WHERE t.type = 'table' AND c.type = 'TEXT'"
    ):
        table, column = row["name"], row["field"]
        # Only what is not plain ASCII leaves SQLite, which itself reads anything.
        number = 0
        async for (value,) in connection.stream(
            f"SELECT CAST({column} AS BLOB) FROM {table} WHERE {column} GLOB '*[^ -~]*'"  # noqa: S608 (names of our own schema)
        ):
            try:
                value.decode()
            except UnicodeDecodeError:
                number += 1
        if number:
            faults.append(f"the file: {column} in {table} is no text, in rows: {number}")
    return faults
