"""The example of a game, copied into place, works in everything that the bot does."""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.example_game import PLACES
from tests.thorough import THOROUGH

PROJECT = Path(__file__).parents[2]
# What is compiled goes with it, and holds there too: the copies are as old as their sources.
LEFT_BEHIND = shutil.ignore_patterns(".*", "*.pyc.*", "backups", "docs", "build", "*.sqlite3*")
EVERY_GAMES = (
    "tests/test_every_game.py",
    "tests/test_architecture.py",
    "tests/interactions",
    "tests/views",
    "tests/delivery",
    "tests/cogs",
    "tests/flows",
    "tests/computer",
    "tests/rulebook/test_rulebook.py",
    "tests/rendering/test_scenes.py",
    "tests/rules/test_dash.py",
)
"""The folders and files with tests of each game, or of the example itself."""


@THOROUGH
def test_example_game_needs_only_its_own_files(tmp_path: Path) -> None:
    """Run the tests that name it, in a copy of the project that includes it."""
    copy = tmp_path / "project"
    shutil.copytree(PROJECT, copy, ignore=LEFT_BEHIND)
    for name, place in PLACES.items():
        assert not (copy / place).exists()
        source = PROJECT / "tests" / "example_game" / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, copy / place)
    wanted = ("-q", "-rp", "-k", "dash", "-p", "no:cacheprovider", *EVERY_GAMES)
    ran = subprocess.run(  # noqa: S603 (our own tests)
        [sys.executable, "-m", "pytest", *wanted],
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    for passed in (
        "tests/cogs/test_dash.py::test_whole_game_ends_on_the_leaderboard[commands]",
        "tests/cogs/test_dash.py::test_whole_game_ends_on_the_leaderboard[buttons]",
        "tests/test_every_game.py::test_a_position_is_a_value[dash]",
    ):
        assert f"PASSED {passed}" in ran.stdout
