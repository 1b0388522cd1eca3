"""`python -m tools.research puzzles`: find puzzles in games of self-play, or check those stored."""

import argparse
from dataclasses import replace

from computer import puzzles
from computer.puzzles import PuzzleRecord
from computer.puzzles.checker import is_true, moves_of
from computer.puzzles.only_best_move import NODES
from computer.puzzles.worth_solving import Boards, is_dull, is_given_away
from rules import GAMES
from rules.command_line import start
from tools.research import positive
from tools.research.puzzles.generator import BARREN, find_puzzles


def add_arguments(finding: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    finding.add_argument("game", metavar="GAME")
    finding.add_argument("--number", type=positive, default=45, help="how many")
    finding.add_argument(
        "--nodes", type=positive, default=NODES, help="how much it thinks of a puzzle"
    )
    finding.add_argument(
        "--check", action="store_true", help="instead, check the stored ones by the rules alone"
    )
    finding.add_argument("--seed", type=int, help="the same again")
    finding.add_argument("--write", action="store_true", help="keep it in the project")
    finding.set_defaults(do=find_or_check)


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
    """Check every puzzle by the rules alone, and whether it is worth solving.

    With `--write`, what isn't true is withdrawn, and what isn't worth solving is retired.
    """
    checked, boards = [], Boards()
    for line in puzzles.read(given.game):
        kept = line
        if line.solution and not is_true(given.game, line):
            print(f"{line.number}: not true", flush=True)
            kept = replace(line, solution=(), also=())
        elif line.is_asked and (why := _not_worth_it(given.game, line, boards)):
            print(f"{line.number}: {why}", flush=True)
            kept = replace(line, retired=True)
        checked.append(kept)
    print(f"{sum(line.is_asked for line in checked)} are true and worth solving")
    if given.write:
        puzzles.write(given.game, checked)


def _not_worth_it(key: str, line: PuzzleRecord, boards: Boards) -> str:
    """Say why a puzzle isn't worth solving, if it isn't."""
    position, move = GAMES[key].decode(line.position), line.solution[0]
    if is_dull(position, move, line.aim, moves_of(line), line.difficulty):
        return "dull"
    if is_given_away(position, line.also):
        return "most moves are right"
    return "" if boards.add(position, move) else "a twin of one before"
