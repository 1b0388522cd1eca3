"""`python -m tools.research puzzles`: find puzzles in games of self-play, or check those stored."""

import argparse
from dataclasses import replace

from computer import puzzles
from computer.puzzles.checker import is_true
from rules.command_line import start
from tools.research.puzzles.generator import BARREN, find_puzzles


def find_or_check(given: argparse.Namespace) -> None:
    """Find new puzzles; each is stored as soon as it is found."""
    start(given.game, [])
    if given.check:
        return _check(given)
    known = puzzles.read(given.game)
    found = [*known]
    for line in find_puzzles(given.game, given.seed, given.number, known, given.nodes):
        found.append(line)
        solution = " ".join(line.solution)
        print(f"{line.number}: {line.aim} {line.count}, difficulty {line.difficulty}: {solution}")
        print(line.position, flush=True)
        if given.write:
            puzzles.write(given.game, found)
    if (missing := given.number - len(found) + len(known)) > 0:
        print(f"{missing} more were not found: in {BARREN} games there was none.")
    return None


def _check(given: argparse.Namespace) -> None:
    """Check every puzzle by the rules alone; with `--write`, withdraw those that fail."""
    checked = []
    for line in puzzles.read(given.game):
        kept = not line.solution or is_true(given.game, line)
        if not kept:
            print(f"{line.number}: not true", flush=True)
        checked.append(line if kept else replace(line, solution=()))
    print(f"{sum(bool(line.solution) for line in checked)} are true")
    if given.write:
        puzzles.write(given.game, checked)
