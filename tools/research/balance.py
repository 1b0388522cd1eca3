"""`python -m tools.research balance`: count who wins games of the computer against itself."""

import argparse
from collections.abc import Sequence
from dataclasses import replace

from computer.levels import check
from computer.skill_levels import levels
from rules import GAMES, Position
from rules.balance import SelfPlay
from rules.command_line import start
from tools.research import self_play


def count(given: argparse.Namespace) -> None:
    """Count one game with its options, or every stored table, of the game or of all games."""
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
