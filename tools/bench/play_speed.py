"""Speed of keeping a play in a full database, compared with an earlier commit.

The earlier bot comes from the project's own history, and has the same matches in its own schema.
Both keep the same plays in turns, each in a process of its own (`tools/bench/keep_plays.py`).
"""

import json
import random
import statistics
import tempfile
from contextlib import ExitStack
from pathlib import Path
from subprocess import Popen
from typing import Any, NamedTuple

from rules import GAMES
from rules.move import PASS
from tools.bench import earlier_commit

PROGRAM = Path(__file__).with_name("keep_plays.py")
LIVE, EVENTS = 10_000, 1_000_000
USUAL_SCALE = 0.1
"""How much of that the databases have, unless `--scale` says otherwise."""
OF_EACH = 12
"""How many games of each kind the matches repeat."""
BOTH = ("bivouac", "bizingo", "hoyito", "ringo")
"""The games that both versions have."""
ROUNDS, TURNS, PLAYS = 15, 10, 25
"""How many rounds there are, how many turns each has in a round, and how many plays in a turn."""
AT_MOST = 1.0


class Cost(NamedTuple):
    """The milliseconds that a play takes, on average."""

    processor: float
    wall: float


def run(scale: float = USUAL_SCALE) -> None:
    """Print what a play costs now and before, or only now if the commit is not available."""
    # Not in the folder for temporary files, which may be in memory.
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder, ExitStack() as stack:
        live, events, earlier = int(LIVE * scale), int(EVENTS * scale), Path(folder, "earlier")
        earlier.mkdir()
        trees = {"present": earlier_commit.PROJECT}
        if earlier_commit.extract(earlier, "data", "rules"):
            trees["earlier"] = earlier
        keepers, plan = [], json.dumps((_games(), live, events))
        for which, tree in trees.items():
            path = Path(folder, f"{which}.sqlite3")
            keeper = earlier_commit.start(tree, PROGRAM, which, str(path))
            keepers.append(stack.enter_context(keeper))
            number = _ask(keepers[-1], plan)  # one after the other
        print(f"{live} live matches, {number} moves before them and in finished ones")
        _print_table(*_measure(keepers))


def _measure(keepers: list[Popen[str]]) -> list[list[Cost]]:
    """Let each keep the same plays, in turns; return what they cost each, round by round."""
    costs: list[list[Cost]] = [[] for _ in keepers]
    for _ in range(ROUNDS + 1):
        answers: list[list[list[float]]] = [[] for _ in keepers]
        for turn in range(TURNS):
            one_after_another = list(zip(keepers, answers, strict=True))
            for keeper, answer in one_after_another[:: 1 if turn % 2 else -1]:
                answer.append(_ask(keeper, str(PLAYS)))
        for found, answer in zip(costs, answers, strict=True):
            found.append(Cost(*map(statistics.median, zip(*answer, strict=True))))
    return [found[1:] for found in costs]  # in the first round pages and caches are cold


def _ask(process: Popen[str], line: str) -> Any:
    assert process.stdin is not None
    assert process.stdout is not None
    print(line, file=process.stdin, flush=True)
    if not (answer := process.stdout.readline()):
        raise RuntimeError("a process that keeps plays has ended; it says why above")
    return json.loads(answer)


def _print_table(now: list[Cost], before: list[Cost] | None = None) -> None:
    """Print medians of all rounds; the ratio is the median of each round's ratio."""
    print(f"ms a play, median of {ROUNDS} rounds of {TURNS * PLAYS} plays in turns")
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


def _games() -> list[tuple[str, list[str]]]:
    """Play random games: the key and the moves of each, without forced passes."""
    rng, games = random.Random(1), []
    for key in BOTH * OF_EACH:
        position, moves = GAMES[key].start({}), list[str]()
        while not position.outcome():
            text = rng.choice(list(position.moves()))
            position = position.play(text)[1]
            moves.append(text)
        games.append((key, [text for text in moves if text != PASS]))
    return games
