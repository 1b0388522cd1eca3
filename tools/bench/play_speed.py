"""Speed of keeping a play in a full database, compared with an earlier commit.

The earlier bot comes from the project's own history. Both keep the same plays in turns, each by its
own `keep_plays.py` in a process of its own.
"""

import json
import os
import random
import statistics
import subprocess
import sys
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from data.checksums import EVENT, row_checksum
from rules import GAMES
from rules.move import PASS
from tools.bench.measuring import CannotMeasureError, folder_on_disk, random_plays, scaled, timed

PROJECT = Path(__file__).parents[2]
PROGRAM = Path("tools", "bench", "keep_plays.py")
BEFORE, ITS_PROGRAM = "aa6c527", Path("bench", "keep_plays.py")
"""The commit beside which speed is measured, and where its program lies."""
ITS_LIBRARY = "aiosqlite"
ITS_PARTS = ("bench", "contests", "data", "match", "rules")
"""The requirements of its program."""
LIVE, EVENTS = 10_000, 1_000_000
USUAL_SCALE = 0.1
"""The share of that in the databases, unless `--scale` says otherwise."""
OF_EACH = 12
"""The number of games of each kind that the matches repeat."""
PLAYED = ("bivouac", "bizingo", "hoyito", "ringo")
"""The games whose plays are kept."""
ROUNDS, TURNS, PLAYS = 15, 10, 25
"""The numbers of rounds, of turns of each in a round, and of plays in a turn."""
AT_MOST = 1.0
ROW = 95
"""The number of columns of a match, rounded."""


class Cost(NamedTuple):
    """The milliseconds that a play takes, on average."""

    processor: float
    wall: float


def run(scale: float = USUAL_SCALE) -> None:
    """Print what a play costs now and before, or only now if the commit is not available."""
    live, events = scaled(LIVE, scale, least=100), scaled(EVENTS, scale)
    rounds = scaled(ROUNDS, min(1, scale / USUAL_SCALE), least=3)
    with folder_on_disk() as folder, ExitStack() as stack:
        programs = {PROJECT: PROGRAM}
        if _extract(earlier := folder / "earlier"):
            programs[earlier] = ITS_PROGRAM
        keepers: list[subprocess.Popen[str]] = []
        plan = json.dumps((_games(), live, events))
        for tree, program in programs.items():
            path = folder / f"{len(keepers)}.sqlite3"
            keepers.append(stack.enter_context(_start(tree, program, path)))
            number = _ask(keepers[-1], plan)  # one after the other
        print(f"{live} live matches, {number} moves before them and in finished ones")
        costs = _measure(keepers, rounds)
        _print_table(*costs)
        _print_checksums(statistics.median(cost.processor for cost in costs[0]))


def _extract(folder: Path) -> bool:
    """Extract the earlier commit; where it or what it needs is missing, say so."""
    if find_spec(ITS_LIBRARY) is None:
        print(
            f"commit {BEFORE} needs {ITS_LIBRARY}, which `.venv/bin/pip install {ITS_LIBRARY}` "
            "installs: only the present is measured"
        )
        return False
    folder.mkdir()
    archive = folder / "earlier_commit.tar"
    command = ["git", "archive", "-o", str(archive), BEFORE, *ITS_PARTS]
    try:
        made = subprocess.run(command, cwd=PROJECT, capture_output=True, check=False)  # noqa: S603 (ours)
    except OSError:
        made = None
    if made is None or made.returncode:
        print(f"commit {BEFORE} is not in this checkout's history: only the present is measured")
        return False
    subprocess.run(["tar", "-xf", str(archive), "-C", str(folder)], check=True)  # noqa: S603, S607
    return True


def _start(tree: Path, program: Path, database: Path) -> subprocess.Popen[str]:
    """Run a program in a process of its own, which imports what is in its tree."""
    return subprocess.Popen(  # noqa: S603 (ours)
        [sys.executable, "-P", str(tree / program), "present", str(database)],
        env={**os.environ, "PYTHONPATH": str(tree)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _measure(keepers: list[subprocess.Popen[str]], rounds: int) -> list[list[Cost]]:
    """Let each keep the same plays, in turns; return what they cost each, round by round."""
    costs: list[list[Cost]] = [[] for _ in keepers]
    for _ in range(rounds + 1):
        answers: list[list[list[float]]] = [[] for _ in keepers]
        for turn in range(TURNS):
            one_after_another = list(zip(keepers, answers, strict=True))
            for keeper, answer in one_after_another[:: 1 if turn % 2 else -1]:
                answer.append(_ask(keeper, str(PLAYS)))
        for found, answer in zip(costs, answers, strict=True):
            found.append(Cost(*map(statistics.median, zip(*answer, strict=True))))
    return [found[1:] for found in costs]  # in the first round pages and caches are cold


def _ask(process: subprocess.Popen[str], line: str) -> Any:
    assert process.stdin is not None
    assert process.stdout is not None
    print(line, file=process.stdin, flush=True)
    if not (answer := process.stdout.readline()):
        raise CannotMeasureError("A process that keeps plays has ended; it says why above.")
    return json.loads(answer)


def _print_table(now: list[Cost], before: list[Cost] | None = None) -> None:
    """Print medians of all rounds; the ratio is the median of each round's ratio."""
    print(f"ms a play, median of {len(now)} rounds of {TURNS * PLAYS} plays in turns")
    print(f"{'':12}{'before':>9}{'now':>9}{'ratio':>9}{'quartiles':>13}")
    for name in Cost._fields:
        new = [getattr(cost, name) for cost in now]
        old = [getattr(cost, name) for cost in before or ()]
        line = (
            f"{name:12}{statistics.median(old or [float('nan')]):9.3f}{statistics.median(new):9.3f}"
        )
        if old:
            ratios = [n / o for n, o in zip(new, old, strict=True)]
            low, ratio, high = statistics.quantiles(ratios)
            line += f"{ratio:8.2f}x{low:7.2f}-{high:.2f}x   at most {AT_MOST:.2f}x"
        print(line)


def _print_checksums(play: float) -> None:
    """Print which part of a play its checksum is, and which part one of a whole row would be."""
    for what, columns in (("an event", len(EVENT)), ("all columns, without a read", ROW)):
        values = tuple(range(10**15, 10**15 + columns))  # as long as times are

        def often(values: tuple[int, ...] = values) -> None:
            for _ in range(1000):
                row_checksum(*values)

        cost = min(timed(often, process_time)[0] for _ in range(5))  # seconds of 1000: ms of one
        print(f"of it the checksum of {what}: {cost / play:.1%}")


def _games() -> list[tuple[str, list[str]]]:
    """Play random games: the key and the moves of each, without forced passes."""
    rng = random.Random(1)
    return [
        (key, [move.text for move, _ in random_plays(GAMES[key].start(), rng) if move.text != PASS])
        for key in PLAYED * OF_EACH
    ]
