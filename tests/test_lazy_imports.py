"""Modules and data that are loaded only when needed, so that the programs start quickly."""

import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parent.parent
EVERYTHING = """
import importlib, pkgutil, sys
import bot, cogs
for module in pkgutil.walk_packages(cogs.__path__, "cogs."):
    importlib.import_module(module.name)
from languages import languages
from computer.puzzles import puzzles
print(languages.cache_info().currsize, puzzles.cache_info().currsize)
"""
LOADED = "print(*sorted(sys.modules))"


def printed(code: str) -> list[str]:
    """Run code in a new process, and return the lines that it prints."""
    command = [sys.executable, "-c", code]
    ran = subprocess.run(  # noqa: S603 (our own interpreter)
        command, cwd=PROJECT, capture_output=True, text=True, check=True
    )
    return ran.stdout.splitlines()


def test_importing_everything_reads_no_catalogue_no_puzzle_and_no_table_of_the_search() -> None:
    read, loaded = printed(EVERYTHING + LOADED)
    assert read == "0 0"
    assert not {"computer.bizingo_army", "computer.ringo", "computer.hoyito"} & {*loaded.split()}


def test_worker_loads_the_rules_and_nothing_of_discord() -> None:
    [loaded] = printed("import sys, computer.worker\n" + LOADED)
    heavy = {"discord", "aiohttp", "PIL", "babel", "pydantic", "sqlite3", "cogs", "data", "bot"}
    assert not heavy & {*loaded.split()}
