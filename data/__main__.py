"""Look after a database from the command line, also beside a running bot."""

import argparse
import asyncio
import os
import sys
from pathlib import Path

from data import tables
from data.backup import back_up
from data.check import faults
from data.database import snapshot
from data.rows import moment
from data.trouble import Unusable

SETTING = "PARLOUR_DATABASE"
DEFAULT = "data/parlour.sqlite3"
"""What the bot's settings say where nobody says otherwise."""


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says, and give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m data", description=__doc__)
    parser.add_argument(
        "--database", type=Path, help=f"the file; else {SETTING}, also from .env, else {DEFAULT}"
    )
    commands = parser.add_subparsers(dest="command", required=True)
    backup = commands.add_parser("backup", help="copy the database to a file")
    backup.add_argument("file", type=Path)
    commands.add_parser("check", help="check that all that is stored agrees with itself")
    commands.add_parser("stats", help="count what there is")
    chosen = parser.parse_args(arguments)
    path = chosen.database or named_database()
    try:
        if chosen.command == "backup":
            return _backup(path, chosen.file)
        return asyncio.run(_check(path) if chosen.command == "check" else _stats(path))
    except Unusable as trouble:
        print(trouble, file=sys.stderr)
        return 1


def named_database() -> Path:
    """Find the bot's database as its settings name it: in the environment, or in `.env`."""
    named = os.environ.get(SETTING)
    settings = Path(".env")
    if not named and settings.exists():
        for line in settings.read_text(encoding="utf-8").splitlines():
            key, _, value = line.partition("=")
            if key.strip().upper() == SETTING:
                named = value.strip().strip("\"'")
    return Path(named or DEFAULT)


def _backup(path: Path, target: Path) -> int:
    if not path.exists():
        raise Unusable(f"{path} is not there; name the database that you mean.")
    if target.exists():
        raise Unusable(f"{target} is there already; name a new file.")
    back_up(path, target)
    print(f"{path} is copied to {target}.")
    return 0


async def _check(path: Path) -> int:
    found = 0
    async with snapshot(path) as connection:
        async for fault in faults(connection):
            print(fault)
            found += 1
        there = await tables.counts(connection)
    if found:
        print(f"{path} does not agree with itself in {found} places.", file=sys.stderr)
        return 1
    matches = there["live_matches"] + there["finished_matches"]
    print(f"{matches} matches with {there['events']} events: everything agrees.")
    return 0


async def _stats(path: Path) -> int:
    async with snapshot(path) as connection:
        there = await tables.counts(connection)
        games = await tables.counts_by_game(connection)
    for key in there.keys():  # noqa: SIM118 (a row iterates over its values)
        value = there[key]
        if key == "last_alive" and value is not None:
            value = f"{moment(value):%Y-%m-%d %H:%M} UTC"
        print(f"{key.replace('_', ' '):20}{value}")
    for row in games:
        print(f"{row['game']:20}{row['live']} live, {row['finished']} finished")
    return 0


if __name__ == "__main__":
    sys.exit(main())
