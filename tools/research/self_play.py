"""Self-play: games of the computer against itself, which measure how balanced a game is."""

import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple, TypeAlias

from computer.levels import choose
from computer.search import node_limit
from rules import Move, Position
from rules.balance import NOBODY, SelfPlay, SelfPlayTable

LONGEST = 3_000
"""A game of more plies is stopped, with no winner."""
Chooser: TypeAlias = Callable[[Position, int], Move]
"""Chooses a move in a position; the seed differs from game to game."""

TABLE_FILE = "balance.py"
"""The file in a game's folder that holds its table."""
IN_A_LINE = 80
_MODULE = '''"""Results of {name}'s self-play games, by the options as they are stored.

`python -m tools.research balance {key} --all --write` plays the games and writes this file;
the same `--seed` and `--nodes` give the same results.
"""

from rules.balance import SelfPlay, SelfPlayTable

SELF_PLAY: SelfPlayTable = {{
{tables}}}
'''
_TABLE = """\
    "{chosen}": SelfPlay(
        level={level},
        nodes={nodes},
        seed={seed},
        results=(
{results}
        ),
    ),
"""


UNFINISHED = "unfinished"
"""The code of a game that was stopped."""


@dataclass(frozen=True)
class GameResult:
    """The end of a game."""

    winner: int | None
    code: str
    plies: int


class BrokenOff(NamedTuple):
    """When a long game is broken off, and which lead in pieces wins it then."""

    plies: int
    lead: int | None
    """With this lead it is broken off at once."""
    least: int | None


def at_level(level: int, nodes: int) -> Chooser:
    """Choose as the computer does at a level, with so many nodes for each move."""
    return lambda position, seed: choose(position, level, seed, node_limit(nodes)).move


def play(
    start: Position, choosers: Sequence[Chooser], seed: int, broken_off: BrokenOff | None = None
) -> GameResult:
    """Play one game, with a chooser for each side; it may be broken off while it is long."""
    longest, lead, least = broken_off or (LONGEST, None, None)
    position, plies = start, 0
    while (outcome := position.outcome()) is None and plies < longest:
        if lead is not None and abs(position.lead() or 0) >= lead:
            break
        position = position.after(choosers[position.turn](position, seed))
        plies += 1
    if outcome is None:
        ahead = position.lead() or 0
        leads = least is not None and abs(ahead) >= least
        return GameResult(int(ahead < 0) if leads else None, UNFINISHED, plies)
    return GameResult(outcome.winner, outcome.code, plies)


def play_swapping_sides(
    start: Position,
    pair: tuple[Chooser, Chooser],
    number: int,
    broken_off: BrokenOff | None = None,
) -> tuple[GameResult, int]:
    """Play a game by its number, the pair swapping sides; return it with the first one's side."""
    side = number % 2
    choosers = pair if side == 0 else pair[::-1]
    return play(start, choosers, number // 2, broken_off), side


def play_games(start: Position, counted: SelfPlay, numbers: Iterable[int]) -> Iterator[GameResult]:
    """Play the games of some numbers, from 0 on; they are the same each time.

    Nothing that is proved is looked up: the games tell how balanced it is for those who don't know.
    Moves are taken back freely, which favours no side; so the tables stay as they were counted.
    """

    def itself(position: Position, seed: int) -> Move:
        limit = node_limit(counted.nodes)
        return choose(
            position, counted.level, seed, limit, knows_proofs=False, takes_back=True
        ).move

    return (play(start, (itself, itself), counted.seed + number) for number in numbers)


def tabulate(start: Position, results: Sequence[GameResult]) -> Iterator[str]:
    """Give the lines of a table of games from a start."""
    yield f"{start.name}, {start.chosen.write()}: {len(results)} games"
    for winner, name in (*enumerate(start.sides), (None, "nobody")):
        codes = Counter(result.code for result in results if result.winner == winner)
        endings = ", ".join(f"{code} {number}" for code, number in codes.most_common())
        share = codes.total() / max(1, len(results))
        yield f"{name:<10}{codes.total():>6}{share:>7.0%}   {endings}".rstrip()
    plies = sorted(result.plies for result in results)
    if plies:
        yield f"plies: {plies[0]} to {plies[-1]}, median {plies[len(plies) // 2]}"


def starts_with_tables(game: type[Position]) -> list[Position]:
    """Give the starts that have a table: every preset, and whatever was counted before."""
    presets = (game.choices.choose(preset) for preset in game.presets.values())
    counted = (game.choices.read(chosen) for chosen in game.self_play)
    return [game.start(chosen.values) for chosen in dict.fromkeys((*presets, *counted))]


def result_letters(results: Sequence[GameResult]) -> str:
    """Write the winner of each game as a letter."""
    return "".join(NOBODY if result.winner is None else str(result.winner) for result in results)


def write_table(game: type[Position], table: SelfPlayTable) -> None:
    """Write the table of a game into its folder."""
    path = Path(inspect.getfile(game)).with_name(TABLE_FILE)
    path.write_text(table_source(game, table), encoding="utf-8")


def table_source(game: type[Position], table: SelfPlayTable) -> str:
    """Return the table of a game as the source of the module that stores it."""
    tables = "".join(_table_source(chosen, counted) for chosen, counted in table.items())
    return _MODULE.format(key=game.key, name=game.name, tables=tables)


def _table_source(chosen: str, counted: SelfPlay) -> str:
    lines = wrap(counted.results, IN_A_LINE, break_on_hyphens=False)
    results = "\n".join(f'            "{line}"' for line in lines)
    return _TABLE.format(chosen=chosen, **(vars(counted) | {"results": results}))
