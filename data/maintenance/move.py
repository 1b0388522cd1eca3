"""Move a database from a file to a server, or back: all of it, or nothing."""

from collections.abc import Iterator, Mapping
from contextlib import closing
from itertools import chain, groupby
from operator import itemgetter

from data.connection import connect
from data.database import preparation
from data.driver import Driver, Hold, Location, Row
from data.maintenance.progress import progress
from data.postgres_dialect import tables_in_order
from data.prepare_database import SCHEMA, own_schema

SOME = 1_000
"""The number of rows that are read at a time."""


def move(source: Location, target: Location) -> int:
    """Copy a database that no bot uses to a new one, and return the number of rows.

    Killed anywhere, it has made nothing, and can be done again. Raises `Unusable`.
    """
    preparing = preparation(source)
    source, lock = preparing.lock(preparing.present(source))
    with (
        closing(lock),
        closing(connect(source, read_only=True, hold=Hold.ALONE)) as origin,
        preparation(target).new(target) as destination,
    ):
        try:
            return _copy(origin, destination)
        except Exception as error:
            if (fault := origin.fault(error) or destination.fault(error)) is not None:
                raise fault from error
            raise


def _copy(origin: Driver, destination: Driver) -> int:
    origin.begin_reading()
    counts = {
        table: origin.rows(f"SELECT COUNT(*) FROM {table}", {})[0][0]  # noqa: S608 (our own names)
        for table in tables_in_order(str(sql) for (sql,) in own_schema(SCHEMA))
    }
    sizes = [
        size for count in counts.values() for size in (*[SOME] * (count // SOME), count % SOME)
    ]
    parts = progress(_parts(origin, counts), sizes, "rows")
    for table, some in groupby(parts, itemgetter(0)):
        rows = chain.from_iterable(part for _, part in some)
        if (first := next(rows, None)) is not None:
            destination.fill(table, [*first.keys()], map(tuple, chain([first], rows)))
    return sum(counts.values())


def _parts(origin: Driver, counts: Mapping[str, int]) -> Iterator[tuple[str, list[Row]]]:
    """Yield the rows of tables, some at a time, each with its table."""
    for table, count in counts.items():
        cursor = origin.cursor(f"SELECT * FROM {table}", {})  # noqa: S608 (our own names)
        for _ in range(count // SOME + 1):
            yield table, cursor.fetchmany(SOME)
        cursor.close()
