"""An earlier commit, extracted from the project's own history and measured beside the present."""

import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[2]
BEFORE = "958ff1d"
"""The commit beside which speed is measured."""


def extract(folder: Path, *parts: str) -> bool:
    """Extract parts of the commit into a folder; return whether the commit is available.

    If it is not, as in a shallow clone, this is said.
    """
    archive = folder / "earlier_commit.tar"
    command = ["git", "archive", "-o", str(archive), BEFORE, *parts]
    try:
        made = subprocess.run(command, cwd=PROJECT, capture_output=True, check=False)  # noqa: S603 (ours)
    except OSError:
        made = None
    if made is None or made.returncode:
        print(f"commit {BEFORE} is not in this checkout's history: only the present is measured")
        return False
    subprocess.run(["tar", "-xf", str(archive), "-C", str(folder)], check=True)  # noqa: S603, S607
    archive.unlink()
    return True


def start(tree: Path, program: Path, *arguments: str) -> subprocess.Popen[str]:
    """Run a program in a process of its own, which imports what is in a tree."""
    return subprocess.Popen(  # noqa: S603 (ours)
        [sys.executable, "-P", str(program), *arguments],
        env={**os.environ, "PYTHONPATH": str(tree)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
