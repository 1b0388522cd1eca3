"""Each benchmark measures something on a small scale, and leaves nothing behind."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

import pytest

from data import Store
from rules import GAMES
from tests.programs import PROJECT
from tests.thorough import THOROUGH
from tools.bench.__main__ import LONG, SHORT
from tools.bench.discord_server import server_id
from tools.bench.load_database import OLD_SERVERS, Size, fill

TOLD = {
    "animations": "known: the same match again",
    "boards": "the longest work in one go",
    "bot": "answer: all together",
    "heaviest_requests": "/matches: ",
    "load": "moves answered and not stored               0",
    "pictures": "1 boards take",
    "rounds": "Discord answers in 100 ms: ",
    "rules": "replay, ms",
    "strength": "game of each, played again",
}
"""What each prints near its end."""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run benchmarks; they leave nothing in their folder, nor in the project."""
    before = {*PROJECT.iterdir()}
    done = subprocess.run(  # noqa: S603 (ours)
        [sys.executable, "-m", "tools.bench", *arguments],
        cwd=PROJECT,
        env={**os.environ, "TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not [*folder.iterdir()]
    assert {path for path in PROJECT.iterdir() if path.name[0] not in "._"} <= before
    assert "Traceback" not in done.stderr, done.stderr
    return done


@THOROUGH
@pytest.mark.parametrize("name", [*SHORT, *LONG])
def test_each_benchmark_runs(name: str, tmp_path: Path) -> None:
    done = run(tmp_path, name, "--scale", "0.002")
    assert done.returncode == 0
    assert TOLD[name] in done.stdout


def test_unknown_name_is_told_in_a_sentence(tmp_path: Path) -> None:
    done = run(tmp_path, "speed")
    assert done.returncode == 2
    assert "There is no benchmark 'speed'; choose from animations, " in done.stdout


async def test_leaderboards_of_old_servers_have_people_in_a_load_test(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    await fill(tmp_path / "load.sqlite3", Size.scaled(0), now)
    async with await Store.open(tmp_path / "load.sqlite3", now) as store:
        for server, game in product(range(OLD_SERVERS), GAMES):
            assert await store.ratings.leaderboard(game, now, server_id(server))


def test_only_the_load_test_takes_a_rate_of_presses(tmp_path: Path) -> None:
    done = run(tmp_path, "rules", "load", "--rate", "20")
    assert done.returncode == 2
    assert "Only `load` takes a rate, processes or an engine" in done.stdout


@pytest.mark.parametrize("given", ["--scale=nan", "--rate=0", "--processes=0"])
def test_what_cannot_be_measured_is_told_in_a_sentence(given: str, tmp_path: Path) -> None:
    done = run(tmp_path, "load", given)
    assert done.returncode == 2
    assert "isn't a number above 0" in done.stderr
