"""What a connection needs of an engine: SQLite in a file, or PostgreSQL at an address."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import parse_qsl, urlsplit

from data.unusable_file import Unusable


@dataclass(frozen=True)
class ServerAddress:
    """PostgreSQL's address of a database; as text it shows neither user nor password."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        given = dict(parse_qsl(parts.query))
        place = parts.hostname or given.get("host", "localhost")
        name = parts.path.lstrip("/") or parts.username or "postgres"
        return f"The database {name} on {place}"


class Hold(StrEnum):
    """Who has a database: a bot alone, or one of several that share it."""

    ALONE = "alone"
    SHARED = "shared"


Location = Path | ServerAddress
"""Where a database is: the path of SQLite's file, or PostgreSQL's address."""
Value = str | int | float | None
Columns = Mapping[str, Value]
"""Values to be written, by column."""


class Row(Protocol):
    """A row: its values by the names or the places of their columns."""

    def __getitem__(self, column: str | int, /) -> Any:
        """Return the value of a column."""

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the values."""

    def keys(self) -> Iterable[str]:
        """Return the names of the columns."""


class Cursor(Protocol):
    """The rows of a statement that are fetched some at a time."""

    def fetchmany(self, size: int, /) -> list[Any]:
        """Return the next rows; none at the end."""

    def close(self) -> object:
        """Forget the rest."""


class Driver(Protocol):
    """A connection of an engine, for one thread; values are bound by name (`:person`)."""

    in_file: bool
    """Whether the database is a file."""

    def rows(self, sql: str, values: Columns, /) -> list[Any]:
        """Return all rows."""

    def cursor(self, sql: str, values: Columns, /) -> Cursor:
        """Return the rows some at a time."""

    def change(self, sql: str, values: Columns, /) -> int:
        """Execute a statement and return how many rows it changed."""

    def change_many(self, sql: str, each: Iterable[Columns], /) -> int:
        """Execute a statement for each set of values; return how many rows were changed."""

    def fill(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Value]], /) -> None:
        """Insert rows that may refer to rows of the same table that come later."""

    def begin(self) -> None:
        """Begin a transaction that writes, after the one of any other connection."""

    def begin_reading(self) -> None:
        """Begin a read transaction, which sees everything as it is at its first read."""

    def commit(self) -> None:
        """Commit the transaction."""

    def rollback(self) -> None:
        """Roll the transaction back, if there is one."""

    def empty_log(self) -> bool:
        """Remove old content from the log; return `False`, without waiting, if that can't be."""

    def close(self) -> None:
        """Close the connection."""

    def fault(self, error: Exception, /) -> Unusable | None:
        """Return what a host reads of an error that is caused by the database, not by a bug."""
