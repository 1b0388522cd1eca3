"""Speed of the rules: perft, counting and generating moves, and single calls."""

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import islice

from rules import GAMES, Position, perft
from rules.move_line import Line
from tools.bench.measuring import random_plays, scaled

DEPTHS = {"bizingo": 4, "bivouac": 3, "hoyito": 8, "ringo": 5}
WANTED = {"bizingo": 2.5, "bivouac": 2.5, "hoyito": 1.2, "ringo": 1.3}
ROUNDS = 5
LONG, SEEDS, JUMPS = 1_000, 4, 60


def run(scale: float = 1.0) -> None:
    """Print the tables; on a small scale perft counts two plies less."""
    rounds = scaled(ROUNDS, scale)
    _import_time(rounds)
    _perft(rounds, less=0 if scale >= 1 else 2)
    _single_calls(scaled(400, scale))
    _replays(scaled(LONG, scale, least=2 * JUMPS))


def _import_time(rounds: int) -> None:
    program = "import time; t = time.perf_counter(); import rules; print(time.perf_counter() - t)"
    command = [sys.executable, "-c", program]
    seconds = [
        float(subprocess.run(command, capture_output=True, check=True).stdout)  # noqa: S603 (ours)
        for _ in range(rounds)
    ]
    print(f"import rules: {statistics.median(seconds) * 1000:.0f} ms (wanted: below 100)")


def _perft(rounds: int, less: int) -> None:
    """Measure perft, and the same count by public `moves` and `play` one ply less deep."""
    print(
        f"\n{'perft':<10}{'depth':>6}{'nodes':>12}{'M/s':>8}{'wanted':>8}{'built':>8}{'ratio':>8}"
    )
    for key, full in DEPTHS.items():
        depth = max(2, full - less)
        start = GAMES[key].start()
        counted, built = [], []
        for _ in range(rounds):
            counted.append(_seconds(partial(perft, start, depth)))
            built.append(_seconds(partial(_built, start, depth - 1)))
        nodes = perft(start, depth)
        rate = nodes / statistics.median(counted) / 1e6
        slow = perft(start, depth - 1) / statistics.median(built) / 1e6
        print(
            f"{key:<10}{depth:>6}{nodes:>12,}{rate:>8.2f}{WANTED[key]:>8}{slow:>8.2f}"
            f"{rate / slow:>7.0f}x"
        )


def _built(position: Position, depth: int) -> int:
    """Count as perft does, without the shortcuts of `count` and `children`."""
    moves = position.moves()
    if depth == 1:
        return len(moves)
    return sum(_built(position.play(text)[1], depth - 1) for text in moves)


def _seconds(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def _single_calls(number: int) -> None:
    """Measure single calls on positions from random middle games, including their history."""
    names = ("moves", "play", "encode", "decode")
    print(f"\n{'median µs':<10}" + "".join(f"{name:>8}" for name in names) + "   (wanted: 200)")
    for key, rules in GAMES.items():
        rows: dict[str, list[float]] = {name: [] for name in names}
        for position, text in _middle_games(rules, number):
            line = position.encode()
            fresh = rules.decode(line)
            rows["moves"].append(_seconds(fresh.moves))
            rows["play"].append(_seconds(partial(rules.decode(line).play, text)))
            rows["encode"].append(_seconds(position.encode))
            rows["decode"].append(_seconds(partial(rules.decode, line)))
        medians = "".join(f"{statistics.median(row) * 1e6:>8.0f}" for row in rows.values())
        print(f"{key:<10}{medians}")


def _middle_games(rules: type[Position], wanted: int) -> list[tuple[Position, str]]:
    rng, found = random.Random(1), list[tuple[Position, str]]()
    while len(found) < wanted:
        before = rules.start()
        for ply, (move, after) in enumerate(islice(random_plays(before, rng), 120)):
            if ply > 6:
                found.append((before, move.text))
            before = after
    return rng.sample(found, wanted)


def _replays(length: int) -> None:
    """Measure replaying a long random match, and returning to positions in it."""
    print(f"\n{'replay, ms':<12}{'moves':>6}{'played':>8}{'early':>8}{'late':>8}   (wanted: 5)")
    for key, rules in GAMES.items():
        moves = max((_moves(rules, seed, length) for seed in range(SEEDS)), key=len)
        line = Line.of(rules.start(), moves)
        played = _seconds(partial(Line.of, rules.start(), moves))
        jumps = [
            statistics.median(_seconds(partial(line.at, number)) for number in numbers)
            for numbers in (range(1, JUMPS), range(len(moves) - JUMPS, len(moves)))
        ]
        early, late = (f"{seconds * 1000:>8.2f}" for seconds in jumps)
        print(f"{key:<12}{len(moves):>6}{played * 1000:>8.1f}{early}{late}")


def _moves(rules: type[Position], seed: int, longest: int) -> list[str]:
    plays = islice(random_plays(rules.start(), random.Random(seed)), longest)
    return [move.text for move, _ in plays]
