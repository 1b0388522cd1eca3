"""Speed of generating children with their outcomes, compared with an earlier commit.

The earlier rules come from the project's own history. Both are measured in turn on the same
positions, each in a process of its own: the start of a game, and a position after many quiet plies.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parent.parent
BEFORE = "958ff1d"
"""The last commit in which a position examined its whole history to find its outcome."""
LATE = {"bizingo": 195, "bivouac": 60, "hoyito": 12, "ringo": 12}
"""Quiet plies before the late position, which should reach two thirds of the start's speed."""
ROUNDS, SECONDS = 5, 0.3
Rates = dict[str, float]


def run() -> None:
    """Print the table, without the earlier commit if it is not available."""
    lines = {f"{key} {when}": line for key in LATE for when, line in _positions(key)}
    with tempfile.TemporaryDirectory() as folder:
        trees = [PROJECT]
        if _extract_rules(BEFORE, Path(folder)):
            trees.append(Path(folder))
        else:
            print(
                f"commit {BEFORE} is not in this checkout's history: only the present is measured"
            )
        measured: list[list[Rates]] = [[] for _ in trees]
        for _ in range(ROUNDS):
            for tree, found in zip(trees, measured, strict=True):
                found.append(_in_a_process(tree, lines))
    now, *before = [
        {name: statistics.median(rates[name] for rates in found) for name in lines}
        for found in measured
    ]
    print(f"children with their outcome, thousands a second, median of {ROUNDS} rounds in turn")
    print(f"{'':18}{'before':>9}{'now':>9}{'ratio':>8}{'of its start':>14}")
    for name in lines:
        start = now[f"{name.split()[0]} start"]
        old = before[0][name] if before else float("nan")
        print(
            f"{name:18}{old / 1e3:9.0f}{now[name] / 1e3:9.0f}{now[name] / old:7.2f}x"
            f"{now[name] / start:13.2f}x"
        )


def measure(lines: dict[str, str]) -> Rates:
    """Count children with their outcomes per second, for encoded positions by name."""
    from rules import GAMES  # noqa: PLC0415 (those of whichever tree is measured)

    rates = {}
    for name, line in lines.items():
        position = GAMES[name.split()[0]].decode(line)
        number, began = 0, time.perf_counter()
        while (passed := time.perf_counter() - began) < SECONDS:
            for child in _children(position):
                child.outcome()
                number += 1
        rates[name] = number / passed
    return rates


def _children(position: Any) -> Iterable[Any]:
    """Return the positions after each move; the earlier rules did not name the moves."""
    if hasattr(position, "successors"):
        return position.successors()  # type: ignore[no-any-return]  # of an earlier commit
    return (child for _, child in position.children())


def _positions(key: str) -> Iterable[tuple[str, str]]:
    """Yield the start of a game, and a position of it after many quiet plies, with their names."""
    from rules import GAMES  # noqa: PLC0415 (not where another tree is measured)

    yield "start", GAMES[key].start().encode()
    rng = random.Random(1)
    while True:
        position = GAMES[key].start()
        while moves := list(position.moves().values()):
            if position.history.length >= LATE[key]:  # type: ignore[attr-defined]  # each has one
                yield "late", position.encode()
                return
            quiet = [move for move in moves if not move.taken]
            position = position.after(rng.choice(quiet or moves))


def _extract_rules(commit: str, folder: Path) -> bool:
    """Extract the rules of a commit into a folder; return whether the commit is available."""
    archive = folder / "rules.tar"
    command = ["git", "archive", "-o", str(archive), commit, "rules"]
    try:
        made = subprocess.run(command, cwd=PROJECT, capture_output=True, check=False)  # noqa: S603 (ours)
    except OSError:
        return False
    if made.returncode == 0:
        subprocess.run(["tar", "-xf", str(archive), "-C", str(folder)], check=True)  # noqa: S603, S607
    return made.returncode == 0


def _in_a_process(tree: Path, lines: dict[str, str]) -> Rates:
    program = Path(__file__).read_text(encoding="utf-8")
    program += "\nprint(json.dumps(measure(json.load(sys.stdin))))"
    done = subprocess.run(  # noqa: S603 (ours)
        [sys.executable, "-P", "-c", f"__file__ = {__file__!r}\n{program}"],
        input=json.dumps(lines),
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=True,
    )
    rates: Rates = json.loads(done.stdout)
    return rates
