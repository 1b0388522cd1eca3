"""Speed and size of a match as an animated GIF."""

import random
import statistics
from functools import partial
from itertools import islice
from time import process_time

import rendering
from rendering.cache import CHANGES, clear_boards
from rules import GAMES, Move, Position
from tools.bench.measuring import random_plays, scaled, timed

MOVES, ROUNDS, OTHERS = 100, 5, 8
WANTED_SECONDS, WANTED_BYTES = 0.06, 600_000


def run(scale: float = 1.0) -> None:
    """Print a table of processor times: of other matches the median, else the least of several."""
    length, rounds = scaled(MOVES, scale, least=2), scaled(ROUNDS, scale)
    print(
        f"{length} moves as GIF, ms of processor time\n"
        f"{'game':<10}{'first':>8}{'another':>9}{'unknown':>9}{'known':>7}{'kB':>6}{'most kB':>9}"
    )
    for key in GAMES:
        start, moves = _random_match(key, 3, length)
        first = min(_first(start, moves) for _ in range(3))
        sizes, another = [], []
        for seed in range(100, 100 + scaled(OTHERS, scale)):
            seconds, content = _drawn(*_random_match(key, seed, length))
            another.append(seconds)
            sizes.append(len(content))
        unknown = min(_unknown(start, moves) for _ in range(rounds))
        known = [_drawn(start, moves) for _ in range(rounds)]
        other = statistics.median(another[len(another) // 2 :])
        seconds, size = min(each for each, _ in known), len(known[0][1])
        print(
            f"{key:<10}{first * 1e3:>8.0f}{other * 1e3:>9.0f}"
            f"{unknown * 1e3:>9.0f}{seconds * 1e3:>7.0f}{size / 1e3:>6.0f}"
            f"{max(*sizes, size) / 1e3:>9.0f}"
        )
    print(
        f"wanted: at most {WANTED_SECONDS * 1e3:.0f} ms and {WANTED_BYTES / 1e3:.0f} kB\n"
        "first: after the board was built; another: of another match, when some were drawn;\n"
        "unknown: nothing that changes is kept; known: the same match again"
    )


def _random_match(key: str, seed: int, length: int) -> tuple[Position, list[Move]]:
    """Play random games until one is long enough; return its start and its moves."""
    rng, start = random.Random(seed), GAMES[key].start({})
    while True:
        moves = [move for move, _ in islice(random_plays(start, rng), length)]
        if len(moves) == length:
            return start, moves


def _first(start: Position, moves: list[Move]) -> float:
    clear_boards()
    CHANGES.clear()
    rendering.build(start)
    return _drawn(start, moves)[0]


def _unknown(start: Position, moves: list[Move]) -> float:
    CHANGES.clear()
    return _drawn(start, moves)[0]


def _drawn(start: Position, moves: list[Move]) -> tuple[float, bytes]:
    return timed(partial(rendering.animation, start, moves), process_time)
