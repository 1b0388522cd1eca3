"""From which value on a side has won: test games of the computer against itself.

A game counts for a value if it was reached at all, and as won if whoever reached it first has won.

    .venv/bin/python -m tools.research unfinished ringo hoyito --games 100
"""

import argparse
from collections.abc import Iterator, Sequence
from functools import partial

from computer.decide_unfinished import SURE
from computer.levels import choose
from computer.review import judge
from computer.search import node_limit
from rules import GAMES, Position
from tools.research import positive

PLAYED, JUDGED = 400, 4_000
"""The nodes searched for a move, and for a value."""
LONGEST, EVERY, LEAST = 600, 3, 20
"""A longer game is not won; every so many plies it is judged; so many games must have a value."""
STEP, MOST = 25, 3_000
Course = tuple[list[tuple[int, int]], int | None]
"""The values of the first side in a game, by plies, and who has won."""


def course(start: Position, seed: int) -> Course:
    """Play a game and judge its positions."""
    position, values, plies = start, [], 0
    limit = partial(node_limit, JUDGED)
    while (outcome := position.outcome()) is None and plies < LONGEST:
        if plies % EVERY == 0:
            value = judge(position, "", limit).value
            values.append((plies, -value if position.turn else value))
        move = choose(position, 5, seed, node_limit(PLAYED), knows_proofs=False).move
        position, plies = position.after(move), plies + 1
    return values, None if outcome is None else outcome.winner


def reached(courses: Sequence[Course], value: int) -> Iterator[bool]:
    """Tell of each game that reached a value whether whoever reached it first has won."""
    for values, winner in courses:
        first = next((each for _, each in values if abs(each) >= value), None)
        if first is not None:
            yield winner == int(first < 0)


def won_from(courses: Sequence[Course]) -> int | None:
    """Return the least value from which on the better side has nearly always won, if any."""
    found = None
    for value in range(MOST, 0, -STEP):
        results = [*reached(courses, value)]
        if len(results) >= LEAST:
            if sum(results) < SURE * len(results):
                break
            found = value
    return found


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("game", nargs="*", default=[*GAMES], choices=[*GAMES])
    parser.add_argument("--games", type=positive, default=100)
    parser.set_defaults(do=measure_games)


def measure_games(given: argparse.Namespace) -> None:
    """Measure some games, each with the options that are usually played."""
    for key in given.game:
        rules = GAMES[key]
        courses: list[Course] = []
        for seed in range(given.games):
            presets = [*rules.presets.values()]
            courses.append(course(rules.start(presets[seed % len(presets)]), seed))
            if len(courses) % 10 == 0:
                print(f"{key}: {len(courses)} games, won from {won_from(courses)}", flush=True)
