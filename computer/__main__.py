"""Play against the computer in the terminal: `python -m computer play GAME [option=value …]`."""

import argparse
import random
import sys
from collections.abc import Sequence
from functools import partial

from computer.levels import check, choose
from computer.search import time_limit
from computer.skill_levels import EASIEST, levels
from rules import Position, Refusal, __version__
from rules.command_line import parse, play, side, start


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m computer", description=__doc__)
    parser.add_argument("--version", action="version", version=f"Parlour {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    playing = commands.add_parser("play", help="play against it in the terminal")
    playing.add_argument("game", metavar="GAME")
    playing.add_argument("options", nargs="*", metavar="option=value", help="see the game")
    playing.add_argument("--side", metavar="SIDE", help="the side that you play, else the first")
    playing.add_argument("--seconds", type=float, default=1.0, help="how long it thinks at most")
    playing.add_argument("--seed", type=int, help="the same again")
    playing.add_argument("--level", type=int, help=f"from {EASIEST} on, else its best")
    given = parse(parser, arguments)
    try:
        _play(given)
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return 2
    except (KeyboardInterrupt, EOFError):
        print()
    return 0


def _play(given: argparse.Namespace) -> None:
    position = start(given.game, given.options)
    level = levels(given.game)[-1] if given.level is None else given.level
    check(position, level)
    yours = side(position, given.side or position.sides[0])
    seed = random.randrange(10_000) if given.seed is None else given.seed
    play(position, 1 - yours, partial(_answer, level, seed, given.seconds))


def _answer(level: int, seed: int, longest: float, position: Position) -> str:
    return choose(position, level, seed, time_limit(longest)).move.text


if __name__ == "__main__":
    sys.exit(main())
