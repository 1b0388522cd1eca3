"""`python -m tools.research balance`: count who wins games of the computer against itself."""

import argparse
from collections.abc import Sequence
from dataclasses import replace

from computer.levels import check
from computer.skill_levels import EASIEST, levels
from rules import GAMES, Position, Refusal
from rules.balance import SelfPlay
from rules.command_line import start
from tools.research import positive, self_play


def add_arguments(counting: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    counting.add_argument("game", metavar="GAME", nargs="?")
    counting.add_argument("options", nargs="*", metavar="option=value", help="see the game")
    counting.add_argument("--games", type=positive, default=200, help="how many games")
    counting.add_argument(
        "--nodes", type=positive, default=400, help="how much it thinks of a move"
    )
    counting.add_argument(
        "--all", action="store_true", help="with every preset, of the game or of all"
    )
    counting.add_argument("--level", type=int, help=f"from {EASIEST} on, else its best")
    counting.add_argument("--seed", type=int, help="the same again")
    counting.add_argument("--write", action="store_true", help="keep it in the project")
    counting.set_defaults(do=count)


def count(given: argparse.Namespace) -> None:
    """Count one game with its options, or every stored table, of the game or of all games."""
    if given.all and given.options:
        raise Refusal("No options with --all: all presets are played.")
    if not given.all and given.game is None:
        raise Refusal("Name a game, or say --all.")
    if not given.all:
        return _count_from([start(given.game, given.options)], given)
    for key in [given.game] if given.game else GAMES:
        _count_from(self_play.starts_with_tables(type(start(key, []))), given)
    return None


def _count_from(positions: Sequence[Position], given: argparse.Namespace) -> None:
    game = type(positions[0])
    table = dict(game.self_play)
    level = levels(game.key)[-1] if given.level is None else given.level
    for position in positions:
        check(position, level)
        counted = SelfPlay(level, given.nodes, given.seed, "")
        results = [*self_play.play_games(position, counted, range(given.games))]
        print(f"level {level} against itself, {given.nodes} nodes, seed {given.seed}")
        print(*self_play.tabulate(position, results), sep="\n", flush=True)
        letters = self_play.result_letters(results)
        table[position.chosen.write()] = replace(counted, results=letters)
        if given.write:
            self_play.write_table(game, table)
