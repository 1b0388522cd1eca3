"""Play against the computer in the terminal, have it play itself, or have it prove something.

`python -m computer play|balance|puzzles|prove GAME [option=value …]`
"""

import argparse
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from computer import puzzles, self_play
from computer.count_progress import GameFile
from computer.levels import LEVELS, check, choose
from computer.proofs import command as proving
from computer.proofs.search import Unproved
from computer.puzzles.checker import is_true
from computer.puzzles.generator import BARREN, find
from computer.puzzles.only_best_move import NODES
from computer.search import time_limit
from rules import GAMES, Position, Refusal, __version__
from rules.balance import SelfPlay
from rules.command_line import play, side, start


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; give the exit status."""
    parser = _parser()
    # Options may also stand behind a flag, where argparse does not look for them.
    given, options = parser.parse_known_args(arguments)
    if unknown := [word for word in options if word.startswith("-")]:
        parser.error(f"there is no flag {unknown[0]}")
    given.options += options
    if given.game is None and not (given.all or given.files):
        parser.error("name a game" if given.do is _prove else "name a game, or say --all")
    if given.options and (given.all or given.do is _find):
        parser.error("no options here: all presets are played")
    if given.do is _prove and not given.files and given.goal is None:
        parser.error("say with --goal how many stones are to be proved")
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m computer", description=__doc__)
    parser.add_argument("--version", action="version", version=f"Parlour {__version__}")
    parser.set_defaults(all=False, files=None)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    playing = commands.add_parser("play", help="play against it in the terminal")
    playing.add_argument("--side", metavar="SIDE", help="the side that you play, else the first")
    playing.add_argument("--seconds", type=float, default=1.0, help="how long it thinks at most")
    playing.set_defaults(do=_play)
    counting = commands.add_parser("balance", help="let it play itself, and count who wins")
    counting.add_argument("--games", type=_positive, default=200, help="how many games")
    counting.add_argument(
        "--nodes", type=_positive, default=400, help="how much it thinks of a move"
    )
    counting.add_argument(
        "--all", action="store_true", help="with every preset, of the game or of all"
    )
    counting.add_argument(
        "--progress", type=Path, metavar="FILE", help="keep each game there, and go on from there"
    )
    counting.set_defaults(do=_count)
    finding = commands.add_parser("puzzles", help="find puzzles in games that it plays")
    finding.add_argument("--number", type=_positive, default=45, help="how many")
    finding.add_argument(
        "--nodes", type=_positive, default=NODES, help="how much it thinks of a puzzle"
    )
    finding.add_argument(
        "--check", action="store_true", help="instead, check the stored ones by the rules alone"
    )
    finding.set_defaults(do=_find)
    for command in (counting, finding):
        command.add_argument("--write", action="store_true", help="keep it in the project")
    for command in (playing, counting, finding):
        command.add_argument("--seed", type=int, help="the same again")
        command.add_argument("game", metavar="GAME", nargs="?" if command is counting else None)
        command.set_defaults(options=[])
    for command in (playing, counting):
        command.add_argument(
            "--level", type=int, default=max(LEVELS), help=f"{min(LEVELS)} to {max(LEVELS)}"
        )
        command.add_argument("options", nargs="*", metavar="option=value", help="see the game")
    command = commands.add_parser("prove", help="prove what a side of Hoyito can force")
    proving.add_arguments(command)
    command.set_defaults(do=_prove, seed=0)
    return parser


def _positive(text: str) -> int:
    """Read a number above 0; argparse says it where it is none."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} isn't a number above 0")
    return int(text)


def _play(given: argparse.Namespace) -> None:
    position = start(given.game, given.options)
    check(position, given.level)
    yours = side(position, given.side or position.sides[0])
    play(position, 1 - yours, partial(_answer, given.level, given.seed, given.seconds))


def _answer(level: int, seed: int, longest: float, position: Position) -> str:
    return choose(position, level, seed, time_limit(longest)).move.text


def _count(given: argparse.Namespace) -> None:
    """Count one game with its options, or every stored table, of the game or of all games."""
    if not given.all:
        return _count_from([start(given.game, given.options)], given)
    for key in [given.game] if given.game else GAMES:
        _count_from(self_play.starts_with_tables(type(start(key, []))), given)
    return None


def _count_from(positions: Sequence[Position], given: argparse.Namespace) -> None:
    game, file = type(positions[0]), GameFile(given.progress)
    table = dict(game.self_play)
    for position in positions:
        check(position, given.level)
        counted = SelfPlay(given.level, given.nodes, given.seed, "")
        results = [*self_play.count_games(position, counted, given.games, file)]
        print(f"level {given.level} against itself, {given.nodes} nodes, seed {given.seed}")
        print(*self_play.tabulate(position, results), sep="\n", flush=True)
        letters, leads = self_play.result_letters(results), self_play.leads_of(results)
        table[position.chosen.write()] = replace(counted, results=letters, leads=leads)
        if given.write:
            self_play.write_table(game, table)


def _find(given: argparse.Namespace) -> None:
    """Find new puzzles; each is stored as soon as it is found."""
    start(given.game, [])
    if given.check:
        return _check(given)
    known = puzzles.read(given.game)
    found = [*known]
    for line in find(given.game, given.seed, given.number, known, given.nodes):
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


def _prove(given: argparse.Namespace) -> None:
    """Check certificates, or search for a proof and write its certificate."""
    if given.files:
        return proving.check_files(given.files)
    return proving.prove(start(given.game, given.options), given)


if __name__ == "__main__":
    sys.exit(main())
