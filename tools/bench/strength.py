"""The computer's speed of search and its strength: the table, and a game of each series again.

`python -m tools.research strength --measure` measures the series anew.
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice

from computer import ComputerPlayer
from computer.levels import choose
from computer.search import search_position, time_limit
from computer.skill_levels import LEVELS
from rules import GAMES
from tools.bench.measuring import measure_loop_delay, random_plays, scaled
from tools.research.strength.all_series import SERIES
from tools.research.strength.command import table
from tools.research.strength.repeated_games import StoredSeries, ends_the_same, read

MIDDLE = 24
"""The number of random plies before a position counts as a middle game."""
THOUGHTS = 5
"""The number of one-second searches during which the event loop is measured."""


def run(scale: float = 1.0) -> None:
    """Print the speed of the search, the table of strength, and whether games are reproducible."""
    kept, seconds = read(), min(1.0, scale)
    replayed = [name for name in SERIES if name in kept][: scaled(len(kept), scale)]
    for line in chain(_speed(seconds), _loop(seconds), table(kept), _replayed(kept, replayed)):
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


def _loop(seconds: float) -> Iterator[str]:
    """Report the event loop's delay during a search, in its own process and in a thread."""
    yield f"\n{'late by, in ms, while it thinks':<48}{'p99':>8}{'most':>8}"
    most = []
    for name, think in (("in a process of its own", _apart), ("in a thread of the bot's", _inside)):
        late = sorted(asyncio.run(_late(partial(think, scaled(THOUGHTS, seconds)))))
        most.append(late[-1])
        yield f"{name:<48}{late[len(late) * 99 // 100] * 1000:>8.1f}{late[-1] * 1000:>8.1f}"
    yield f"{'ratio':<56}{most[1] / most[0]:>8.1f}"


async def _late(think: Callable[[], Awaitable[object]]) -> list[float]:
    async with measure_loop_delay() as late:
        await think()
    return late


async def _apart(thoughts: int) -> None:
    computer = ComputerPlayer()
    for seed in range(thoughts):
        await computer.choose(GAMES["bizingo"].start(), max(LEVELS), seed)
    await computer.close()


async def _inside(thoughts: int) -> None:
    for seed in range(thoughts):
        start = GAMES["bizingo"].start()
        await asyncio.to_thread(choose, start, max(LEVELS), seed, time_limit(1.0))
