"""Play against the computer in the terminal, or have it play itself.

`python -m opponent play|balance GAME [option=value …]`
"""

import argparse
import random
import sys
from collections.abc import Sequence
from functools import partial

from opponent.balance import tabulate
from opponent.enough import nodes, seconds
from opponent.levels import LEVELS, check, choose
from rules import Position, Refusal
from rules.__main__ import play, side, start


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m opponent", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    playing = commands.add_parser("play", help="play against it in the terminal")
    playing.add_argument("--side", metavar="SIDE", help="the side that you play, else the first")
    playing.add_argument("--seconds", type=float, default=1.0, help="how long it thinks at most")
    balancing = commands.add_parser("balance", help="let it play itself, and count who wins")
    balancing.add_argument("--games", type=int, default=200, help="how many games")
    balancing.add_argument("--nodes", type=int, default=2_000, help="how much it thinks of a move")
    for command in (playing, balancing):
        command.add_argument("--seed", type=int, help="play the same games again")
        command.add_argument(
            "--level", type=int, default=max(LEVELS), help=f"{min(LEVELS)} to {max(LEVELS)}"
        )
        command.add_argument("game", metavar="GAME")
        command.add_argument("options", nargs="*", metavar="option=value", help="see the game")
    # Options may also stand behind a flag, where argparse does not look for them.
    given, options = parser.parse_known_args(arguments)
    if unknown := [word for word in options if word.startswith("-")]:
        parser.error(f"there is no flag {unknown[0]}")
    seed = random.randrange(10_000) if given.seed is None else given.seed
    try:
        position = start(given.game, given.options + options)
        check(position, given.level)
        if given.command == "balance":
            table = tabulate(position, given.level, given.games, seed, partial(nodes, given.nodes))
            print(*table, sep="\n", flush=True)
        else:
            yours = side(position, given.side or position.sides[0])
            play(position, 1 - yours, partial(_answer, given.level, seed, given.seconds))
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return 2
    except (KeyboardInterrupt, EOFError):
        print()
    return 0


def _answer(level: int, seed: int, longest: float, position: Position) -> str:
    return choose(position, level, seed, seconds(longest)).move.text


if __name__ == "__main__":
    sys.exit(main())
