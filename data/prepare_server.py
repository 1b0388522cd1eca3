"""Prepare a PostgreSQL database before it is opened: its tables, or the steps that it lacks."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from data import postgres_dialect
from data.driver import Hold, ServerAddress
from data.postgres_driver import PostgresDriver
from data.prepare_database import MIGRATIONS, SCHEMA, newest_version, numbered, own_schema
from data.server_claims import ServerClaims
from data.unusable_file import Unusable, UnusableNow, UnusableYet, older_in_use
from data.upgrade import Working

open_claims = ServerClaims.open


def lock(address: ServerAddress) -> tuple[ServerAddress, ExitStack]:
    """Take nothing: whatever migrates or writes has the lock that admits one bot."""
    return address, ExitStack()


def join(
    address: ServerAddress, migrations: Path = MIGRATIONS, working: Working = lambda: None
) -> tuple[ServerAddress, ExitStack]:
    """Prepare a database for one of several bots: the first one migrates it, before the others."""
    if not _is_newest(address, migrations):
        with suppress(UnusableNow):  # somebody else is just migrating it, or uses it as it is
            migrate(address, migrations, working)
        if not _is_newest(address, migrations):
            raise older_in_use(address)
    return lock(address)


def _is_newest(address: ServerAddress, migrations: Path) -> bool:
    """Tell whether a database that others may share need not be migrated."""
    newest = newest_version(migrations)
    with _session(address, hold=Hold.SHARED) as driver:
        return _version_of(driver, address, newest) == newest


def migrate(
    address: ServerAddress, migrations: Path = MIGRATIONS, _working: Working = lambda: None
) -> None:
    """Create the tables of an empty database, or apply the missing migrations, in one transaction.

    Raises `Unusable` for a database that is not Parlour's, or newer than the program.
    """
    with _session(address, hold=Hold.ALONE) as driver:
        steps = numbered(migrations)
        found, newest = _version_of(driver, address, max(steps)), max(steps)
        if found == newest:
            return
        driver.begin()
        if not found:
            _create(driver, migrations)
        else:
            for number in range(found + 1, newest + 1):
                driver.simply(postgres_dialect.definition(steps[number].read_text("utf-8")))
            driver.simply(postgres_dialect.FUNCTIONS)
            driver.simply(f"UPDATE parlour SET version = {newest}")  # noqa: S608 (our own number)
        driver.commit()


def _create(driver: PostgresDriver, migrations: Path) -> None:
    created = (str(sql) for (sql,) in own_schema(SCHEMA, migrations))
    driver.simply(postgres_dialect.schema(created))
    driver.simply(postgres_dialect.FUNCTIONS)
    newest = newest_version(migrations)
    driver.simply(f"CREATE TABLE parlour AS SELECT CAST({newest} AS bigint) AS version")


@contextmanager
def new(address: ServerAddress) -> Iterator[PostgresDriver]:
    """Yield a new database in a transaction; nothing is kept unless that ends well.

    Raises `Unusable` if there is something in it.
    """
    with _session(address, hold=Hold.ALONE) as driver:
        if _version_of(driver, address, newest_version()):
            raise Unusable(f"{address} already has matches; name an empty database.")
        driver.begin()
        _create(driver, MIGRATIONS)
        yield driver
        driver.commit()
        driver.simply("ANALYZE")


def present(address: ServerAddress) -> ServerAddress:
    """Return the address of a database of this program's version.

    Raises `Unusable` for any other.
    """
    with _session(address) as driver:
        found = _version_of(driver, address, newest_version())
    if not found:
        raise UnusableYet(f"{address} has no tables yet; start the bot once to make them.")
    if found < newest_version():
        raise UnusableYet(f"{address} is from an older version; start the bot once to update it.")
    return address


def _version_of(driver: PostgresDriver, address: ServerAddress, known: int) -> int:
    """Return the schema version of a database; 0 for an empty one. Raises `Unusable`."""
    tables = {
        row[0]
        for row in driver.rows(
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()", {}
        )
    }
    if not tables:
        return 0
    if "parlour" not in tables:
        raise Unusable(f"{address} is the database of another program; name a different database.")
    version = int(driver.rows("SELECT version FROM parlour", {})[0][0])
    if version > known:
        raise Unusable(
            f"{address} was written by a newer Parlour (its version is {version}, this "
            f"program knows {known}); update the program, or name a different database."
        )
    return version


@contextmanager
def _session(address: ServerAddress, *, hold: Hold | None = None) -> Iterator[PostgresDriver]:
    """Have a session; what a host can mend is raised as `Unusable`."""
    driver = PostgresDriver(address, hold=hold)
    try:
        yield driver
    except Exception as error:
        if (fault := driver.fault(error)) is not None:
            raise fault from error
        raise
    finally:
        driver.close()
