"""Research: `python -m tools.research balance|puzzles|prove|endgames|strength|meetings|…`."""

import argparse
import random
import sys
from collections.abc import Sequence

from computer.puzzles.only_best_move import NODES
from computer.skill_levels import EASIEST
from rules import Refusal, __version__
from rules.command_line import parse
from tools.research import balance, hoyito_solver, meetings, unfinished
from tools.research.proofs import command as proofs
from tools.research.proofs.search import Unproved
from tools.research.puzzles import command as puzzles
from tools.research.strength import command as strength


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; give the exit status."""
    parser = _parser()
    given = parse(parser, arguments)
    if given.do in (balance.count, proofs.prove_or_check):
        _require_game(parser, given)
    if given.options and (given.all or given.do is puzzles.find_or_check):
        parser.error("no options here: all presets are played")
    if given.seed is None:
        given.seed = random.randrange(10_000)
    try:
        given.do(given)
    except (Refusal, Unproved, meetings.CannotMeet, strength.UnknownSeries) as refusal:
        print(refusal, file=sys.stderr)
        return 2
    except (KeyboardInterrupt, EOFError):
        print()
    return 0


def _require_game(parser: argparse.ArgumentParser, given: argparse.Namespace) -> None:
    """End with a sentence where it is not said what is counted or proved."""
    is_proof = given.do is proofs.prove_or_check
    if given.game is None and not (given.all or given.files):
        parser.error("name a game" if is_proof else "name a game, or say --all")
    if is_proof and not given.files and given.goal is None:
        parser.error("say with --goal how many stones are to be proved")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.research", description=__doc__)
    parser.add_argument("--version", action="version", version=f"Parlour {__version__}")
    parser.set_defaults(all=False, files=None, options=[], seed=0)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_balance(commands.add_parser("balance", help="let it play itself, and count who wins"))
    _add_puzzles(commands.add_parser("puzzles", help="find puzzles in games that it plays"))
    proofs.add_arguments(commands.add_parser("prove", help="prove what a side of Hoyito can force"))
    solving = commands.add_parser("endgames", help="solve Hoyito's endgames and write the file")
    solving.set_defaults(do=hoyito_solver.write_layers)
    strength.add_arguments(commands.add_parser("strength", help="how strong each level is"))
    meetings.add_arguments(commands.add_parser("meetings", help="a level against somebody"))
    unfinished.add_arguments(
        commands.add_parser("unfinished", help="from which value on a side has won")
    )
    return parser


def _add_balance(counting: argparse.ArgumentParser) -> None:
    counting.add_argument("game", metavar="GAME", nargs="?")
    counting.add_argument("options", nargs="*", metavar="option=value", help="see the game")
    counting.add_argument("--games", type=_positive, default=200, help="how many games")
    counting.add_argument(
        "--nodes", type=_positive, default=400, help="how much it thinks of a move"
    )
    counting.add_argument(
        "--all", action="store_true", help="with every preset, of the game or of all"
    )
    counting.add_argument("--level", type=int, help=f"from {EASIEST} on, else its best")
    counting.add_argument("--seed", type=int, help="the same again")
    counting.add_argument("--write", action="store_true", help="keep it in the project")
    counting.set_defaults(do=balance.count)


def _add_puzzles(finding: argparse.ArgumentParser) -> None:
    finding.add_argument("game", metavar="GAME")
    finding.add_argument("--number", type=_positive, default=45, help="how many")
    finding.add_argument(
        "--nodes", type=_positive, default=NODES, help="how much it thinks of a puzzle"
    )
    finding.add_argument(
        "--check", action="store_true", help="instead, check the stored ones by the rules alone"
    )
    finding.add_argument("--seed", type=int, help="the same again")
    finding.add_argument("--write", action="store_true", help="keep it in the project")
    finding.set_defaults(do=puzzles.find_or_check)


def _positive(text: str) -> int:
    """Read a number above 0; argparse says it where it is none."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} isn't a number above 0")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
