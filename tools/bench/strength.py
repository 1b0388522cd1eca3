"""The computer's speed of search and its strength: the table, and a game of each series again.

`python -m tools.research strength --measure` measures the series anew.
"""

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice

from computer.search import search_position, time_limit
from rules import GAMES
from tools.bench.measuring import random_plays, scaled
from tools.research.strength.all_series import SERIES
from tools.research.strength.command import table
from tools.research.strength.repeated_games import StoredSeries, ends_the_same, read

MIDDLE = 24
"""The number of random plies before a position counts as a middle game."""


def run(scale: float = 1.0) -> None:
    """Print the speed of the search, the table of strength, and whether games are reproducible."""
    kept, seconds = read(), min(1.0, scale)
    replayed = [name for name in SERIES if name in kept][: scaled(len(kept), scale)]
    for line in chain(_speed(seconds), table(kept), _replayed(kept, replayed)):
        print(line, flush=True)


def _replayed(kept: Mapping[str, StoredSeries], names: Sequence[str]) -> Iterator[str]:
    """Replay a random game of each series, and report whether it ends as recorded."""
    yield f"\n{'a game of each, played again':<44}{'nodes a move':>14}"
    for name in names:
        number = random.randrange(len(kept[name].results))
        same = ends_the_same(SERIES[name], kept[name], number)
        ended = "as it was" if same else "OTHERWISE: measure this series anew"
        yield f"{name:<44}{kept[name].nodes:>14}   game {number:>2} ended {ended}"


def _speed(seconds: float) -> Iterator[str]:
    yield f"{f'in {seconds:g} s':<16}{'depth':>6}{'nodes':>9}"
    for key in GAMES:
        start = GAMES[key].start()
        *_, (_, middle) = islice(random_plays(start, random.Random(1)), MIDDLE)
        for when, position in (("start", start), ("middle", middle)):
            found = search_position(position, time_limit(seconds, time.process_time))
            yield f"{key + ' ' + when:<16}{found.depth:>6}{found.nodes:>9,}"
