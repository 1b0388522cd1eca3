"""Look after a database from the command line, also beside a running bot."""

import argparse
import asyncio
import re
import sqlite3
import sys
from pathlib import Path

from data import prepare_database
from data.columns import moment
from data.connection import Row
from data.database import Database, snapshot_of
from data.driver import Location, ServerAddress
from data.maintenance.backup import back_up
from data.maintenance.check import CheckPart, faults_by_part, parts
from data.maintenance.move import move
from data.maintenance.progress import progress
from data.maintenance.rebuild import rebuild_ladders, rebuild_matches, rebuild_ratings
from data.maintenance.restore import restore
from data.unusable_file import Unusable, unusable
from rules import __version__

REBUILT = {"matches": rebuild_matches, "ratings": rebuild_ratings, "ladders": rebuild_ladders}
"""The parts that can be recomputed; the ratings depend on the results of matches."""


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says, and give the exit status."""
    # The settings belong to the program, not to this room: `data` itself never imports them.
    from hosting.settings import CannotStart, Settings, restrict_umask, unread  # noqa: PLC0415

    parser = argparse.ArgumentParser(prog="python -m data", description=__doc__)
    parser.add_argument("--version", action="version", version=f"Parlour {__version__}")
    parser.add_argument("--database", help="a file or postgresql://… (default: the bot's)")
    commands = parser.add_subparsers(dest="command", required=True)
    backup = commands.add_parser("backup", help="copy the database to a file")
    backup.add_argument("file", type=Path)
    restore = commands.add_parser("restore", help="restore a copy; stop the bot first")
    restore.add_argument("file", type=Path)
    check = commands.add_parser("check", help="check the database for errors")
    check.add_argument(
        "--quick", action="store_true", help="only check the file itself and the numbers of rows"
    )
    commands.add_parser("stats", help="show how much there is of everything")
    rebuild = commands.add_parser(
        "rebuild", help="recompute everything that follows from the events; stop the bot first"
    )
    rebuild.add_argument("what", nargs="?", choices=REBUILT, help="only this (default: all)")
    move = commands.add_parser(
        "move", help="copy a database to PostgreSQL, or from there; stop the bot first"
    )
    move.add_argument("source", help="a file or postgresql://…")
    move.add_argument("target", help="a new file, or an empty database at postgresql://…")
    chosen = parser.parse_args(arguments)
    restrict_umask()
    try:
        if chosen.command == "move":
            return _move(_location(chosen.source), _location(chosen.target))
        path = _location(chosen.database or (ours := Settings.load()).server or str(ours.database))
        match chosen.command:
            case "backup":
                status = _backup(path, chosen.file)
            case "restore":
                status = _restore(path, chosen.file)
            case "check":
                status = _check(path, quick=chosen.quick)
            case "stats":
                status = asyncio.run(_stats(path))
            case _:
                status = asyncio.run(_rebuild(path, [chosen.what] if chosen.what else [*REBUILT]))
        sys.stdout.flush()
    except BrokenPipeError:
        sys.exit(unread())
    except (CannotStart, Unusable) as error:
        print(error, file=sys.stderr)
        return 1
    except PermissionError as error:
        print(unusable(error.filename, error), file=sys.stderr)
        return 1
    except sqlite3.Error as error:  # of a file with other tables than ours
        print(unusable(path, error), file=sys.stderr)
        return 1
    return status


def _location(given: str) -> Location:
    """Return where a database is. Raises `Unusable` for a folder."""
    if re.match("postgres(ql)?://", given):
        return ServerAddress(given)
    path = Path(given)
    if path.is_dir():
        raise Unusable(f"{path} is a folder; name a database file.")
    return path


def _file(location: Location, instead: str) -> Path:
    """Return the path of a file. Raises `Unusable` for a server, with what does it there."""
    if isinstance(location, Path):
        return location
    raise Unusable(f"{location} is on a server; use {instead} instead.")


def _backup(location: Location, target: Path) -> int:
    path = _file(location, "pg_dump")
    prepare_database.present_version(path)
    if target.exists():
        raise Unusable(f"{target} already exists; name a new file.")
    back_up(path, target)
    print(f"Copied {path} to {target}.")
    return 0


def _restore(location: Location, copy: Path) -> int:
    path = _file(location, "pg_restore")
    held = restore(copy, path)
    print(f"Restored {path} from {copy}: {held.matches} matches with {held.events} events.")
    return 0


def _check(path: Location, *, quick: bool) -> int:
    async def prepare() -> list[CheckPart]:
        async with snapshot_of(path) as connection:
            return await parts(connection, quick=quick)

    async def count() -> Row:
        async with snapshot_of(path) as connection:
            (row,) = await connection.rows("SELECT COUNT(*), COALESCE(SUM(count), 0) FROM matches")
            return row

    wanted = asyncio.run(prepare())
    found = 0
    sizes = [part.events for part in wanted]
    for faults in progress(faults_by_part(path, wanted), sizes, "events"):
        for fault in faults:
            print(fault)
        found += len(faults)
    if found:
        print(f"Errors in {path}: {found}.", file=sys.stderr)
        return 1
    matches, events = asyncio.run(count())
    agrees = "the file is fine, and nothing is missing" if quick else "no errors"
    print(f"{matches} matches with {events} events: {agrees}.")
    return 0


def _move(source: Location, target: Location) -> int:
    if _check(source, quick=False):
        return 1
    number = move(source, target)
    print(f"{source}: copied to {target}; rows: {number}.")
    if _check(target, quick=False):
        return 1
    print("Let PARLOUR_DATABASE name it now, and remove what was copied once all works there.")
    return 0


async def _stats(path: Location) -> int:
    async with snapshot_of(path) as connection:
        (totals,) = await connection.rows(
            "SELECT (SELECT COUNT(*) FROM people WHERE id > 0) AS people, "
            "(SELECT COUNT(*) FROM challenges WHERE state = 'pending') AS pending_challenges, "
            "(SELECT COUNT(*) FROM matches WHERE ended IS NULL) AS live_matches, "
            "(SELECT COUNT(*) FROM matches WHERE ended IS NOT NULL) AS finished_matches, "
            "(SELECT COUNT(*) FROM matches WHERE counts = 1) AS rated_results, "
            "(SELECT COUNT(*) FROM events) AS events, "
            "(SELECT COUNT(DISTINCT server) FROM server_settings) AS choosing_servers, "
            "(SELECT at FROM pulse) AS last_alive"
        )
        games = await connection.rows(
            "SELECT game, COUNT(*) FILTER (WHERE ended IS NULL) AS live, "
            "COUNT(ended) AS finished "
            "FROM matches GROUP BY game ORDER BY game"
        )
    for key in totals.keys():  # noqa: SIM118 (a row iterates over its values)
        value = totals[key]
        if key == "last_alive" and value is not None:
            value = f"{moment(value):%Y-%m-%d %H:%M} UTC"
        print(f"{key.replace('_', ' '):20}{value}")
    for row in games:
        print(f"{row['game']:20}{row['live']} live, {row['finished']} finished")
    return 0


async def _rebuild(path: Location, parts: list[str]) -> int:
    async with snapshot_of(path):
        pass  # it is there, and of this version
    database = await Database.open(path)
    found = 0
    try:
        async with database.transaction() as connection:
            for part in parts:
                async for line in REBUILT[part](connection):
                    print(line)
                    found += 1
    finally:
        await database.close()
    print(f"{path}: recomputed {', '.join(parts)}; corrected places: {found}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
