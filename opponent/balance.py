"""How even a game is: the computer plays itself, who wins is counted, and that is kept."""

import inspect
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from textwrap import wrap

from opponent.enough import Enough, nodes
from opponent.selfplay import LONGEST, Result, at_level, play
from rules import Position
from rules.balance import NOBODY, SelfPlay, SelfPlayTable

KEPT = "balance.py"
"""The file in a game's folder in which its table is kept."""
IN_A_LINE = 80
_MODULE = '''"""Results of {name}'s self-play games, by the options as they are stored.

`python -m opponent balance {key} --all --write` plays the games and writes this file; the same
`--seed` and `--nodes` give the same results.
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


def played(
    start: Position, level: int, seed: int, games: int, enough: Callable[[], Enough]
) -> Iterator[Result]:
    """Play games from a start; the same seed gives the same games."""
    itself = at_level(level, enough)
    return (play(start, (itself, itself), seed + game, LONGEST) for game in range(games))


def tabulate(start: Position, results: Sequence[Result]) -> Iterator[str]:
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


def starts(game: type[Position]) -> list[Position]:
    """Give the starts of which a table is kept: every preset, and what else was counted before."""
    presets = (game.choices.choose(preset) for preset in game.presets.values())
    counted = (game.choices.read(chosen) for chosen in game.self_play)
    return [game.start(chosen.values) for chosen in dict.fromkeys((*presets, *counted))]


def again(start: Position, counted: SelfPlay, game: int) -> str:
    """Play one of the games that were counted, and give how it ends now."""
    enough = partial(nodes, counted.nodes)
    return letters([*played(start, counted.level, counted.seed + game, 1, enough)])


def letters(results: Sequence[Result]) -> str:
    """Write down for each game who won it."""
    return "".join(NOBODY if result.winner is None else str(result.winner) for result in results)


def keep(game: type[Position], table: SelfPlayTable) -> None:
    """Write the table of a game into its folder."""
    path = Path(inspect.getfile(game)).with_name(KEPT)
    path.write_text(module(game, table), encoding="utf-8")


def module(game: type[Position], table: SelfPlayTable) -> str:
    """Give the table of a game as the module in which it is kept."""
    tables = (_TABLE.format(chosen=chosen, **_written(table[chosen])) for chosen in table)
    return _MODULE.format(key=game.key, name=game.name, tables="".join(tables))


def _written(counted: SelfPlay) -> dict[str, object]:
    parts = wrap(counted.results, IN_A_LINE, break_on_hyphens=False)
    lines = (f'            "{part}"' for part in parts)
    return {**vars(counted), "results": "\n".join(lines)}
