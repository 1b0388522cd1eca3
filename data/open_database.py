"""Open the database file: exclusively, on a local disk, migrated to the present schema."""

import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from data.connection import PATIENCE
from data.errors import Unusable, UnusableNow, code_of, unusable
from data.maintenance.copy_file import copy

MOUNTS = Path("/proc/mounts")
NETWORKS = {"9p", "afs", "ceph", "cifs", "davfs", "nfs", "nfs4", "rclone", "s3fs", "smb3", "sshfs"}
"""Kinds of disks on which SQLite can neither lock nor share memory safely."""
MIGRATIONS = Path(__file__).parent / "migrations"
APPLICATION = 0x5061726C
"""What the first migration writes into the file, so that it is known as ours."""


def lock(path: Path) -> tuple[Path, sqlite3.Connection]:
    """Take the lock that admits one bot, which the system lets go when the process ends.

    It is SQLite's own lock on an empty file of its own beside the database: SQLite knows how to
    lock on every system, and the database itself stays open to `python -m data`.
    """
    try:
        path = path.resolve()
        refuse_root(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        held = sqlite3.connect(
            f"{path}-lock", timeout=0, isolation_level=None, check_same_thread=False
        )
    except (OSError, sqlite3.Error) as error:
        raise unusable(path, error) from error
    try:
        held.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        held.close()
        if code_of(error) == sqlite3.SQLITE_BUSY:
            raise UnusableNow(
                f"{path} is in use by another Parlour; stop that one first, "
                "or name a different file."
            ) from error
        raise unusable(path, error) from error
    return path, held


def refuse_root(path: Path) -> None:
    """Raise `Unusable` where root would leave files beside another user's that this one cannot use.

    SQLite gives its own files to the database's owner; the lock and the copies would be root's.
    """
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if root and path.exists() and (owner := path.stat().st_uid):
        raise Unusable(f"{path} belongs to user {owner}; do this as that user, not as root.")


def prepare(path: Path, migrations: Path) -> None:
    """Migrate step by step, with a copy of a file that was there before each step."""
    with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")  # a migration may make a table anew
        connection.execute("PRAGMA secure_delete = ON")
        version = found = version_of(connection, path, newest(migrations))
        for number, script in enumerate(_numbered(migrations), start=1):
            if number <= version:
                continue
            if found:
                copy(path, path.with_name(f"{path.name}-before-{number:04}"))
            try:
                connection.executescript(
                    f"BEGIN IMMEDIATE; {script.read_text(encoding='utf-8')}\n"
                    f"; PRAGMA user_version = {number}; COMMIT"
                )
            except BaseException:
                connection.rollback()
                raise
            version = number
        if 0 < found < version:
            # Earlier versions did not always overwrite what they removed.
            connection.execute("VACUUM")
        connection.execute("PRAGMA journal_mode = WAL")


def version_of(connection: sqlite3.Connection, path: Path, known: int) -> int:
    """Give the version of a database; 0 for an empty one.

    Raises `Unusable` for one that is not Parlour's, or newer than the program.
    """
    version, application, things = (
        int(connection.execute(question).fetchone()[0])
        for question in (
            "PRAGMA user_version",
            "PRAGMA application_id",
            "SELECT COUNT(*) FROM sqlite_schema",
        )
    )
    if (version or things) and application != APPLICATION:
        raise Unusable(f"{path} is the database of another program; name a different file.")
    if version > known:
        raise Unusable(
            f"{path} was written by a newer Parlour (its version is {version}, this program "
            f"knows {known}); update the program, or name a different file."
        )
    return version


def newest(migrations: Path = MIGRATIONS) -> int:
    """Give the version that the program knows."""
    return len(_numbered(migrations))


def _numbered(migrations: Path) -> list[Path]:
    """Find the migrations, which are numbered from 1 without a gap."""
    found = sorted(migrations.glob("*.sql"))
    for number, path in enumerate(found, start=1):
        if not re.fullmatch(rf"{number:04}_[a-z_]+\.sql", path.name):
            raise ValueError(f"{path.name} is no migration {number:04}_what.sql")
    return found


def present(path: Path) -> Path:
    """Give the whole path of a database that is there and of this program's version.

    Raises `Unusable` for any other.
    """
    if not path.exists():
        raise Unusable(f"{path} is not there; name the database that you mean.")
    path = path.resolve()
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            version = version_of(connection, path, newest())
    except sqlite3.Error as error:
        raise unusable(path, error) from error
    if version < newest():
        raise Unusable(
            f"{path} is of an older version; start the bot once, which brings it up to date."
        )
    return path


def network_of(path: Path, mounts: Path = MOUNTS) -> str | None:
    """Name the kind of network that a file lies behind; nothing where the system does not tell."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return None
    path = path.resolve()
    kinds: dict[Path, str] = {}
    for line in lines:
        _, folder, kind, *_ = line.split(" ")
        # The later of two disks at one place hides the earlier.
        kinds[Path(_plain(folder))] = kind
    kind = next((kinds[folder] for folder in (path, *path.parents) if folder in kinds), "")
    return kind if kind.removeprefix("fuse.") in NETWORKS else None


def _plain(folder: str) -> str:
    """Read a folder as `/proc/mounts` writes it, with octal codes for spaces and the like."""
    for code in ("040", "011", "012", "134"):
        folder = folder.replace(f"\\{code}", chr(int(code, 8)))
    return folder
