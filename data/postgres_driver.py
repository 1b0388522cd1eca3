"""PostgreSQL as the engine of a connection: prepared statements, by libpq itself."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from typing import Any

import psycopg
from psycopg import pq
from psycopg.adapt import Loader, Transformer
from psycopg.conninfo import conninfo_to_dict

from data import postgres_dialect
from data.driver import Columns, Hold, ServerAddress
from data.unusable_file import Unusable
from data.unusable_server import fault_of, in_use

MOST = 1000
"""The number of prepared statements of a connection."""
PATIENCE = 5
"""Seconds to wait for a connection, and for another program that writes."""
SESSION = {
    "lock_timeout": f"{PATIENCE}s",
    # Statements are prepared once, and their plans do not depend on what is bound to them.
    "plan_cache_mode": "force_generic_plan",
    "jit": "off",
    # A session whose client has gone without a word ends, and with it what it held.
    "tcp_keepalives_idle": "20",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
"""Settings of each session."""
FROZEN = 20
"""Seconds after which one of several processes loses a transaction in which it does nothing."""
WRITERS, BOT = 0x5061726C, 0x506172
"""The keys of the locks that transactions which write hold, and the bot of a database."""
LOCKS = {Hold.ALONE: b"pg_advisory_lock", Hold.SHARED: b"pg_advisory_lock_shared"}
INTEGER, TEXT, REAL = 20, 25, 701
"""The numbers of PostgreSQL's types."""
NULL = " IS NULL"
"""What the name of a value ends with that tells whether the value is NULL."""
_FINE = (pq.ExecStatus.TUPLES_OK, pq.ExecStatus.COMMAND_OK)


class PostgresRow(tuple[Any, ...]):
    """A row of a statement; each statement has a class of its own."""

    __slots__ = ()
    places: Mapping[str, int]

    def __getitem__(self, column: Any) -> Any:
        return tuple.__getitem__(self, self.places[column] if type(column) is str else column)

    def keys(self) -> Iterable[str]:
        return self.places.keys()


class _Number(Loader):
    """Reads a sum or an average: whole if it can be, as SQLite's are."""

    def load(self, data: Any) -> int | float:
        text = bytes(data)
        return float(text) if b"." in text else int(text)


class _Truth(Loader):
    """Reads a truth value, which is 0 or 1 in SQLite."""

    def load(self, data: Any) -> int:
        return int(bytes(data) == b"t")


class _Statement:
    """A prepared statement, with the types of its values as far as they are known."""

    def __init__(self, sql: str, name: bytes) -> None:
        text, self.names = postgres_dialect.statement(sql)
        self.text, self.name = text.encode(), name
        self.types = [0] * len(self.names)
        self.is_prepared = self.was_prepared = False
        self.row: Callable[[Sequence[Any]], Any] | None = None

    def bind(self, values: Columns) -> list[Any]:
        """Return the values to be sent; one of another type than before prepares it once more."""
        bound: list[Any] = []
        for place, name in enumerate(self.names):
            value = values[name] if name in values else values[name.removesuffix(NULL)] is None
            if value is None:
                bound.append(None)
                continue
            if isinstance(value, str):
                kind, sent = TEXT, value.replace("\0", "").encode()
            elif isinstance(value, float):
                kind, sent = REAL, repr(value).encode()
            else:
                kind, sent = INTEGER, b"%d" % value
            bound.append(sent)
            if kind > self.types[place]:
                self.types[place], self.is_prepared = kind, False
        return bound

    def rows(self, result: Any, transformer: Any) -> list[Any]:
        """Read the rows of a result."""
        if self.row is None:
            places: dict[str, int] = {}
            for place in range(result.nfields):
                places.setdefault(result.fname(place).decode(), place)
            self.row = type("_Row", (PostgresRow,), {"places": places})
        transformer.set_pgresult(result)
        rows: list[Any] = transformer.load_rows(0, result.ntuples, self.row)
        return rows


class PostgresDriver:
    """A session of a server, for one thread; it is begun again when the server is back."""

    in_file = False

    def __init__(
        self, address: ServerAddress, *, read_only: bool = False, hold: Hold | None = None
    ) -> None:
        self._address, self._read_only, self._hold = address, read_only, hold
        self._in_transaction = False
        self._begin_session()

    def _begin_session(self) -> None:
        settings = {"default_transaction_read_only": "on"} if self._read_only else {}
        if self._hold is Hold.SHARED:
            settings["idle_in_transaction_session_timeout"] = f"{FROZEN}s"
        given = session_parameters(self._address, settings)
        try:
            self._session = psycopg.connect(**given, autocommit=True)
        except psycopg.Error as error:
            raise fault_of(self._address, error) or error from error
        self._session.adapters.register_loader("numeric", _Number)
        self._session.adapters.register_loader("bool", _Truth)
        self._server, self._transformer = self._session.pgconn, Transformer(self._session)
        self._statements: OrderedDict[str, _Statement] = OrderedDict()
        self._names = count()
        if self._hold:
            try:
                self._fine(self._server.exec_(b"SELECT %s(%d)" % (LOCKS[self._hold], BOT)))
            except psycopg.errors.LockNotAvailable as error:
                self.close()
                raise in_use(self._address, self._hold) from error

    def rows(self, sql: str, values: Columns) -> list[Any]:
        statement, result = self._execute(sql, values)
        return statement.rows(result, self._transformer)

    def cursor(self, sql: str, values: Columns) -> "PostgresCursor":
        name = f"parlour_{next(self._names)}"
        self._execute(f"DECLARE {name} NO SCROLL CURSOR WITH HOLD FOR {sql}", values)
        return PostgresCursor(self, name)

    def change(self, sql: str, values: Columns) -> int:
        return self._execute(sql, values)[1].command_tuples or 0

    def change_many(self, sql: str, each: Iterable[Columns]) -> int:
        return sum(self.change(sql, values) for values in each)

    def fill(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        names = ", ".join(f'"{column}"' for column in columns)
        with (
            self._session.cursor() as cursor,
            cursor.copy(f"COPY {table} ({names}) FROM STDIN".encode()) as copy,
        ):
            for row in rows:
                copy.write_row(row)
        if "id" in columns:  # the next one of its own gets the next number
            self.simply(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), "  # noqa: S608 (our own names)
                f"greatest(max(id), 1)) FROM {table}"
            )

    def begin(self) -> None:
        self.simply(f"BEGIN; SELECT pg_advisory_xact_lock({WRITERS})")
        self._in_transaction = True

    def begin_reading(self) -> None:
        self.simply("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        self._in_transaction = True

    def commit(self) -> None:
        done = self.simply("COMMIT").command_status
        self._in_transaction = False
        if done != b"COMMIT":  # after an error that somebody has caught
            raise psycopg.errors.InFailedSqlTransaction("the transaction was rolled back")

    def rollback(self) -> None:
        self._in_transaction = False
        if self._server.transaction_status in (
            pq.TransactionStatus.INTRANS,
            pq.TransactionStatus.INERROR,
        ):
            self.simply("ROLLBACK")

    def empty_log(self) -> bool:
        return True  # the server's log is the business of whoever runs it

    def close(self) -> None:
        self._session.close()

    def fault(self, error: Exception) -> Unusable | None:
        return fault_of(self._address, error) if isinstance(error, psycopg.Error) else None

    def simply(self, sql: str) -> Any:
        """Execute statements without values; return the last one's result."""
        return self._answer(lambda: self._server.exec_(sql.encode()))

    def _execute(self, sql: str, values: Columns) -> tuple[_Statement, Any]:
        """Execute a statement; return it with its result."""

        def ask() -> Any:
            statement = self._statement(sql)
            bound = statement.bind(values)
            if not statement.is_prepared:
                self._prepare(statement)
            return self._server.exec_prepared(statement.name, bound)

        result = self._answer(ask)
        return self._statements[sql], result

    def _answer(self, ask: Callable[[], Any]) -> Any:
        """Return what the server answers; once it is back, it is asked again what was lost.

        A transaction is not: it is rolled back, and whoever began it decides.
        """
        try:
            return self._fine(ask())
        except psycopg.OperationalError:
            if self._in_transaction or self._server.status == pq.ConnStatus.OK:
                raise
        self._begin_session()
        return self._fine(ask())

    def _fine(self, result: Any) -> Any:
        """Return a result unless it is an error."""
        if result.status in _FINE:
            return result
        if self._server.status != pq.ConnStatus.OK:
            raise psycopg.OperationalError(self._server.get_error_message())
        raise psycopg.errors.error_from_result(result)

    def _statement(self, sql: str) -> _Statement:
        """Return a statement; the one that was not used for longest makes room for it."""
        found = self._statements.get(sql)
        if found is None:
            found = self._statements[sql] = _Statement(sql, b"%d" % next(self._names))
            if len(self._statements) > MOST:
                _, oldest = self._statements.popitem(last=False)
                if oldest.was_prepared:
                    self._server.exec_(b'DEALLOCATE "%s"' % oldest.name)
        else:
            self._statements.move_to_end(sql)
        return found

    def _prepare(self, statement: _Statement) -> None:
        """Prepare a statement for values of the types that are known by now."""
        if statement.was_prepared:
            self._fine(self._server.exec_(b'DEALLOCATE "%s"' % statement.name))
        self._fine(self._server.prepare(statement.name, statement.text, statement.types))
        statement.is_prepared = statement.was_prepared = True


def session_parameters(address: ServerAddress, settings: Mapping[str, str]) -> dict[str, Any]:
    """Return what a session of a server is begun with, beside what the address says."""
    given: dict[str, Any] = {**conninfo_to_dict(address.url)}
    options = " ".join(f"-c {name}={value}" for name, value in {**SESSION, **settings}.items())
    given.setdefault("connect_timeout", str(PATIENCE))
    given.setdefault("application_name", "parlour")
    given["options"] = f"{given.get('options') or ''} {options}"
    return given


class PostgresCursor:
    """The rows of a statement, which the server keeps."""

    def __init__(self, driver: PostgresDriver, name: str) -> None:
        self._driver, self._name = driver, name

    def fetchmany(self, size: int) -> list[Any]:
        """Return the next rows; none at the end."""
        return self._driver.rows(f"FETCH {size} FROM {self._name}", {})

    def close(self) -> None:
        """Forget the rest."""
        self._driver.simply(f"CLOSE {self._name}")
