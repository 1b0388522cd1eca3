"""Prepare the database file before it is opened: lock it, check where it lies, migrate it."""

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from data.driver import Hold
from data.file_claims import FileClaims
from data.maintenance.copy_file import discard, unfinished
from data.sqlite_driver import PATIENCE, SqliteDriver
from data.unusable_file import (
    SET_SHARDS,
    Unusable,
    UnusableNow,
    code_of,
    damaged,
    older_in_use,
    unusable,
)
from data.upgrade import Working, apply, upgrade

MOUNTS = Path("/proc/mounts")
NETWORKS = {"9p", "afs", "ceph", "cifs", "davfs", "nfs", "nfs4", "rclone", "s3fs", "smb3", "sshfs"}
"""Types of network file systems, on which SQLite cannot lock or share memory safely."""
MIGRATIONS = Path(__file__).parent / "migrations"
SCHEMA = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL"
"""What finds the statements that create tables and indexes."""
BASELINE = 37
"""The number of the first migration, which creates the schema with which version 1.0 begins."""
APPLICATION = 0x5061726C
"""The `application_id` that the first migration writes, which identifies the file as ours."""


def lock(
    path: Path, hold: Hold = Hold.ALONE, patience: float = 0
) -> tuple[Path, sqlite3.Connection]:
    """Take the lock that admits one bot, or those that share it; it ends with the process.

    It is SQLite's own lock on a separate empty file beside the database: SQLite can lock on every
    system, and the database itself stays open to `python -m data`.
    """
    try:
        path = path.resolve()
        refuse_root(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        held = sqlite3.connect(
            f"{path}-lock", timeout=patience, isolation_level=None, check_same_thread=False
        )
    except (OSError, sqlite3.Error) as error:
        raise unusable(path, error) from error
    try:
        held.execute("BEGIN EXCLUSIVE" if hold is Hold.ALONE else "BEGIN")
        held.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()
    except sqlite3.Error as error:
        held.close()
        if code_of(error) == sqlite3.SQLITE_BUSY:
            otherwise = "name a different file" if hold is Hold.ALONE else SET_SHARDS
            raise UnusableNow(
                f"{path} is in use by another Parlour; stop that one first, or {otherwise}."
            ) from error
        raise unusable(path, error) from error
    return path, held


def join(
    path: Path, migrations: Path, working: Working = lambda: None
) -> tuple[Path, sqlite3.Connection]:
    """Prepare a file for one of several bots: the first one migrates it, before the others."""
    if (joined := _join_newest(path, migrations)) is not None:
        return joined
    with suppress(UnusableNow):  # somebody else is just migrating it, or uses it as it is
        path, alone = lock(path, Hold.ALONE, PATIENCE)
        with closing(alone):
            migrate(path, migrations, working)
    if (joined := _join_newest(path, migrations)) is not None:
        return joined
    raise older_in_use(path)


def _join_newest(path: Path, migrations: Path) -> tuple[Path, sqlite3.Connection] | None:
    """Share a file with other bots, unless it must be migrated first."""
    path, held = lock(path, Hold.SHARED, PATIENCE)
    newest = newest_version(migrations)
    try:
        with closing(sqlite3.connect(path, timeout=PATIENCE)) as connection:
            if version_of(connection, path, newest) == newest:
                return path, held
    except BaseException:
        held.close()
        raise
    held.close()
    return None


async def open_claims(path: Path) -> FileClaims:
    """Open the claims of the processes that share a file."""
    return FileClaims(path)


def refuse_root(path: Path) -> None:
    """Raise `Unusable` if root would leave files beside another user's that this user cannot use.

    SQLite gives its own files to the database's owner; the lock and the copies would be root's.
    """
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if root and path.exists() and (owner := path.stat().st_uid):
        raise Unusable(f"{path} belongs to user {owner}; do this as that user, not as root.")


def migrate(path: Path, migrations: Path, working: Working = lambda: None) -> None:
    """Apply the missing migrations in order, after copying an existing file.

    `working` is called again and again while it takes.
    """
    with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")  # a migration may recreate a table
        connection.execute("PRAGMA secure_delete = ON")
        steps = numbered(migrations)
        found = version_of(connection, path, max(steps))
        missing = {number: step for number, step in steps.items() if number > found}
        upgrade(connection, path, missing, found, working)
        connection.execute("PRAGMA journal_mode = WAL")


def version_of(connection: sqlite3.Connection, path: Path, known: int) -> int:
    """Return the schema version of a database; 0 for an empty one.

    Raises `Unusable` for one that is not Parlour's, damaged, older than the baseline, or newer than
    the program.
    """
    try:
        version, application, objects = (
            int(connection.execute(question).fetchone()[0])
            for question in (
                "PRAGMA user_version",
                "PRAGMA application_id",
                "SELECT COUNT(*) FROM sqlite_schema",
            )
        )
    except UnicodeDecodeError as error:  # in SQLite's own words about a definition
        raise damaged(path) from error
    if not (version or objects):
        return 0
    if application != APPLICATION:
        raise Unusable(f"{path} is the database of another program; name a different file.")
    if version < BASELINE:
        raise Unusable(
            f"{path} is from before version 1.0 (its version is {version}, this program updates "
            f"{BASELINE} and later); name a different file."
        )
    if version > known:
        raise Unusable(
            f"{path} was written by a newer Parlour (its version is {version}, this program "
            f"knows {known}); update the program, or name a different file."
        )
    return version


def newest_version(migrations: Path = MIGRATIONS) -> int:
    """Return the schema version that the program knows."""
    return max(numbered(migrations))


def own_schema(question: str, migrations: Path = MIGRATIONS) -> list[tuple[object, ...]]:
    """Answer a question about an empty database as the migrations make it."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        apply(connection, numbered(migrations), log_steps=False)
        return connection.execute(question).fetchall()


def numbered(migrations: Path) -> dict[int, Path]:
    """Return the migrations by number.

    Raises `ValueError` unless they are numbered from the baseline without a gap.
    """
    found = dict(enumerate(sorted(migrations.glob("*.sql")), start=BASELINE))
    for number, path in found.items():
        if not re.fullmatch(rf"{number:04}_[a-z_]+\.sql", path.name):
            raise ValueError(f"{path.name} is no migration {number:04}_what.sql")
    return found


def present(path: Path) -> Path:
    """Return the absolute path of an existing database of this program's version.

    Raises `Unusable` for any other.
    """
    if present_version(path) < newest_version():
        raise Unusable(f"{path} is from an older version; start the bot once to update it.")
    return path.resolve()


def present_version(path: Path) -> int:
    """Return the version of an existing database. Raises `Unusable` for anything else."""
    if not path.exists():
        raise Unusable(f"{path} doesn't exist; name an existing database.")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            version = version_of(connection, path, newest_version())
    except sqlite3.Error as error:
        raise unusable(path, error) from error
    if not version:
        raise empty(path)
    return version


@contextmanager
def new(path: Path) -> Iterator[SqliteDriver]:
    """Yield a new database in a transaction; at its path it is only once that has ended well.

    Raises `Unusable` if there is something at the path.
    """
    if path.exists():
        raise Unusable(f"{path} already exists; name a new file.")
    part = unfinished(path.resolve())
    discard(part)
    part.parent.mkdir(parents=True, exist_ok=True)
    try:
        migrate(part, MIGRATIONS)
        with closing(SqliteDriver(part, read_only=False)) as driver:
            driver.begin()
            yield driver
            driver.commit()
        part.replace(path)
    finally:
        discard(part)


def empty(path: Path) -> Unusable:
    """Make the exception for a file without any content."""
    return Unusable(f"{path} is empty; remove it, or name a different file.")


def network_of(path: Path, mounts: Path = MOUNTS) -> str | None:
    """Return the type of network file system on which a file lies; `None` if local or unknown."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return None
    path = path.resolve()
    kinds: dict[Path, str] = {}
    for line in lines:
        _, folder, kind, *_ = line.split(" ")
        # A later mount at the same place hides the earlier one.
        kinds[Path(_unescape(folder))] = kind
    kind = next((kinds[folder] for folder in (path, *path.parents) if folder in kinds), "")
    return kind if kind.removeprefix("fuse.") in NETWORKS else None


def _unescape(folder: str) -> str:
    """Decode a path from `/proc/mounts`, where spaces and the like are octal codes."""
    for code in ("040", "011", "012", "134"):
        folder = folder.replace(f"\\{code}", chr(int(code, 8)))
    return folder
