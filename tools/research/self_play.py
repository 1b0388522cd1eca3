"""Self-play: games of the computer against itself, which measure how balanced a game is."""

import inspect
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from textwrap import wrap
from typing import TypeAlias

from computer.levels import choose
from computer.search import Limit, node_limit
from rules import Move, Position
from rules.balance import LEAD_PLY, NOBODY, SelfPlay, SelfPlayTable
from tools.research.count_progress import Count, CountedGame, GameFile, program_of

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
{leads}    ),
"""
_LEADS = """\
        leads=(
{lines}
        ),
"""


@dataclass(frozen=True)
class GameResult(CountedGame):
    """The end of a game, and its last position."""

    last: Position


UNFINISHED = "unfinished"
"""The code of a game that was stopped."""


def at_level(level: int, limit: Callable[[], Limit]) -> Chooser:
    """Choose as the computer does at a level; `limit` is called afresh for each move."""
    return lambda position, seed: choose(position, level, seed, limit()).move


def play(start: Position, choosers: Sequence[Chooser], seed: int, longest: int) -> GameResult:
    """Play one game, with a chooser for each side, of at most `longest` plies."""
    position, plies, lead = start, 0, None
    while (outcome := position.outcome()) is None and plies < longest:
        position = position.after(choosers[position.turn](position, seed))
        plies += 1
        if plies <= LEAD_PLY:
            lead = position.lead()
    if outcome is None:
        return GameResult(None, UNFINISHED, plies, lead, position)
    return GameResult(outcome.winner, outcome.code, plies, lead, position)


def play_swapping_sides(
    start: Position, pair: tuple[Chooser, Chooser], number: int
) -> tuple[GameResult, int]:
    """Play a game by its number, the pair swapping sides; return it with the first one's side."""
    side = number % 2
    choosers = pair if side == 0 else pair[::-1]
    return play(start, choosers, number // 2, LONGEST), side


def play_games(
    start: Position, level: int, seed: int, games: int, limit: Callable[[], Limit]
) -> Iterator[GameResult]:
    """Play games from a start; the same seed gives the same games.

    Nothing that is proved is looked up: the games tell how balanced it is for those who don't know.
    """

    def itself(position: Position, seed: int) -> Move:
        return choose(position, level, seed, limit(), knows_proofs=False).move

    return (play(start, (itself, itself), seed + game, LONGEST) for game in range(games))


def count_games(
    start: Position, counted: SelfPlay, games: int, file: GameFile
) -> Iterator[CountedGame]:
    """Play the games of a count from its first, but for those that its file has already."""
    chosen, program = start.chosen.write(), program_of(type(start))
    count = Count(start.key, chosen, counted.level, counted.nodes, counted.seed, program)
    known, limit = file.games(count), partial(node_limit, counted.nodes)
    for number in range(games):
        if number not in known:
            [played] = play_games(start, counted.level, counted.seed + number, 1, limit)
            known[number] = CountedGame(played.winner, played.code, played.plies, played.lead)
            file.keep(count, number, known[number])
        yield known[number]


def tabulate(start: Position, results: Sequence[CountedGame]) -> Iterator[str]:
    """Give the lines of a table of games from a start."""
    yield f"{start.name}, {start.chosen.write()}: {len(results)} games"
    for winner, name in (*enumerate(start.sides), (None, "nobody")):
        codes = Counter(result.code for result in results if result.winner == winner)
        endings = ", ".join(f"{code} {number}" for code, number in codes.most_common())
        share = codes.total() / max(1, len(results))
        yield f"{name:<10}{codes.total():>6}{share:>7.0%}   {endings}".rstrip()
    if leads := [result.lead for result in results if result.lead is not None]:
        ahead, behind = sum(lead > 0 for lead in leads), sum(lead < 0 for lead in leads)
        yield (
            f"after {LEAD_PLY} plies: {start.sides[0]} led in {ahead}, {start.sides[1]} in "
            f"{behind}, mean lead {sum(leads) / len(leads):+.2f}"
        )
    plies = sorted(result.plies for result in results)
    if plies:
        yield f"plies: {plies[0]} to {plies[-1]}, median {plies[len(plies) // 2]}"


def starts_with_tables(game: type[Position]) -> list[Position]:
    """Give the starts that have a table: every preset, and whatever was counted before."""
    presets = (game.choices.choose(preset) for preset in game.presets.values())
    counted = (game.choices.read(chosen) for chosen in game.self_play)
    return [game.start(chosen.values) for chosen in dict.fromkeys((*presets, *counted))]


def replay_game(start: Position, counted: SelfPlay, game: int) -> str:
    """Replay one of the counted games; return its result now, as a letter."""
    limit = partial(node_limit, counted.nodes)
    return result_letters([*play_games(start, counted.level, counted.seed + game, 1, limit)])


def result_letters(results: Sequence[CountedGame]) -> str:
    """Write the winner of each game as a letter."""
    return "".join(NOBODY if result.winner is None else str(result.winner) for result in results)


def leads_of(results: Sequence[CountedGame]) -> str:
    """Write the lead in each game as a number, if it is known."""
    return " ".join("" if result.lead is None else str(result.lead) for result in results).strip()


def write_table(game: type[Position], table: SelfPlayTable) -> None:
    """Write the table of a game into its folder."""
    path = Path(inspect.getfile(game)).with_name(TABLE_FILE)
    path.write_text(table_source(game, table), encoding="utf-8")


def table_source(game: type[Position], table: SelfPlayTable) -> str:
    """Return the table of a game as the source of the module that stores it."""
    tables = (_TABLE.format(chosen=chosen, **_written(table[chosen])) for chosen in table)
    return _MODULE.format(key=game.key, name=game.name, tables="".join(tables))


def _written(counted: SelfPlay) -> dict[str, object]:
    results = wrap(counted.results, IN_A_LINE, break_on_hyphens=False)
    leads = wrap(counted.leads, IN_A_LINE, break_on_hyphens=False)
    leads[:-1] = [f"{line} " for line in leads[:-1]]
    told = _LEADS.format(lines=_quoted(leads)) if leads else ""
    return {**vars(counted), "results": _quoted(results), "leads": told}


def _quoted(lines: Sequence[str]) -> str:
    return "\n".join(f'            "{line}"' for line in lines)
