"""Speed of generating children with their outcomes, compared with an earlier commit.

The earlier rules come from the project's own history. Both are measured in turn on the same
positions, each in a process of its own: the start of a game, and a position after many quiet plies.
"""

import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

LATE = {"bizingo": 195, "bivouac": 60, "hoyito": 12, "ringo": 12}
"""Quiet plies before the late position, which should reach two thirds of the start's speed."""
ROUNDS, SECONDS = 5, 0.3
Rates = dict[str, float]


def run() -> None:
    """Print the table, without the earlier commit if it is not available."""
    from tools.bench import earlier_commit  # noqa: PLC0415 (not where another tree is measured)

    lines = {f"{key} {when}": line for key in LATE for when, line in _positions(key)}
    with tempfile.TemporaryDirectory() as folder:
        trees = [earlier_commit.PROJECT]
        if earlier_commit.extract(Path(folder), "rules"):
            trees.append(Path(folder))
        measured: list[list[Rates]] = [[] for _ in trees]
        for _ in range(ROUNDS):
            for tree, found in zip(trees, measured, strict=True):
                process = earlier_commit.start(tree, Path(__file__))
                found.append(json.loads(process.communicate(json.dumps(lines))[0]))
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


if __name__ == "__main__":
    print(json.dumps(measure(json.load(sys.stdin))))
