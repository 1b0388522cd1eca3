"""Research: `python -m tools.research balance|puzzles|prove|endgames|strength|meetings|…`."""

import argparse
import random
import sys
from collections.abc import Sequence

from rules import Refusal, __version__
from rules.command_line import parse
from tools.research import balance, hoyito_solver, meetings, unfinished
from tools.research.proofs import command as proofs
from tools.research.proofs.search import Unproved
from tools.research.puzzles import command as puzzles
from tools.research.strength import command as strength

COMMANDS = {
    "balance": (balance, "let it play itself, and count who wins"),
    "puzzles": (puzzles, "find puzzles in games that it plays"),
    "prove": (proofs, "prove what a side of Hoyito can force"),
    "strength": (strength, "how strong each level is"),
    "meetings": (meetings, "a level against somebody"),
    "unfinished": (unfinished, "from which value on a side has won"),
}
"""The module of each command that has arguments, and what it does."""
WITH_OPTIONS = balance.count, proofs.prove_or_check


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.research", description=__doc__)
    parser.add_argument("--version", action="version", version=f"Parlour {__version__}")
    parser.set_defaults(options=[], seed=0)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, (module, words) in COMMANDS.items():
        module.add_arguments(commands.add_parser(name, help=words))
    solving = commands.add_parser("endgames", help="solve Hoyito's endgames and write the file")
    solving.set_defaults(do=hoyito_solver.write_layers)
    given = parse(parser, arguments)
    if given.options and given.do not in WITH_OPTIONS:
        parser.error(f"no options here: {given.options[0]}")
    if given.seed is None:
        given.seed = random.randrange(10_000)
    try:
        given.do(given)
    except (Refusal, Unproved) as refusal:
        print(refusal, file=sys.stderr)
        return 2
    except (KeyboardInterrupt, EOFError):
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
