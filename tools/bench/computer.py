"""How fast and how strong the computer plays.

`make bench` prints the tables of strength as they were last measured, and plays a game of each
series again to see that it ends as it did. `python -m tools.bench.computer` prints the tables
alone. To measure anew takes hours:
`python -m tools.bench.computer --measure --budget "5000 nodes" "bizingo 3:2" hoyito`. Every game is
kept as it ends, and a series that was broken off goes on where it was.
"""

import argparse
import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from itertools import chain

from computer import ComputerPlayer
from computer.levels import LEVELS, choose
from computer.search import Search, time_limit
from computer.search_game import search_game_of
from rules import GAMES, Position
from tools.bench.bizingo_conversion import BIZINGO_ENDS
from tools.bench.equal_time import EQUAL_TIME
from tools.bench.loop_delay import measure_loop_delay
from tools.bench.repeated_games import (
    Series,
    StoredSeries,
    budget,
    ends_the_same,
    games,
    read,
    write,
)
from tools.bench.strength import BEGINNERS, LADDER, MEASURED, OTHERS, OUTDATED, SERIES, TAKING

MIDDLE = 24
"""The number of random plies before a position counts as a middle game."""
THOUGHTS = 5
"""The number of one-second searches during which the event loop is measured."""
UNMEASURED = "not measured"


def run() -> None:
    """Print the speed of the search, the tables of strength, and whether games are reproducible."""
    kept = read()
    for line in chain(_speed(), _loop(), tables(kept), _replayed(kept)):
        print(line, flush=True)


def tables(kept: Mapping[str, StoredSeries]) -> Iterator[str]:
    """Yield the lines of both tables of strength."""
    levels = [*LEVELS][1:]
    yield "\nshare of what could be won (won-drawn-lost), sides changed, a draw is half"
    yield f"{'level':<8}{'wanted':>8}" + "".join(f"{f'{n} : {n - 1}':>17}" for n in levels)
    for key in MEASURED:
        row = [kept.get(f"{key} {level}:{level - 1}") for level in levels]
        wanted = LADDER[key, levels[0]].wanted
        cells = (f"{_score(each, LADDER[key, levels[0]]):>17}" for each in row)
        yield f"{key:<8}{wanted:>8.0%}" + "".join(cells)
        costs = (f"{each.budget if each else '':>17}" for each in row)
        yield f"{'... a move costs':<16}" + "".join(costs)
    names = {name: series for (_, name), series in BEGINNERS.items()}
    heads = "".join(f"{f'{name} ({series.wanted:.0%})':>24}" for name, series in names.items())
    yield f"\n{'wanted':<16}{heads}"
    for key in TAKING:
        scores = (_score(kept.get(f"{key} {name}"), BEGINNERS[key, name]) for name in names)
        yield f"{key:<16}" + "".join(f"{score:>24}" for score in scores)
    yield f"\n{'level 5 against':<58}{'wanted':>8}{'':>17}{'a move costs':>15}"
    for name, series in (*OTHERS.items(), *BIZINGO_ENDS.items(), *EQUAL_TIME.items()):
        each = kept.get(name)
        cost = each.budget if each and series.has_budget else ""
        yield f"{name:<58}{series.wanted:>8.0%}{_score(each, series):>17}{cost:>15}"
        if each and series.led is not None:
            led = "... those of them that it led by six"
            yield f"{led:<58}{series.led:>8.0%}{each.of_those_led!s:>17}"


def _score(kept: StoredSeries | None, series: Series) -> str:
    """Format the result of a series, marking an incomplete one."""
    if kept is None:
        return UNMEASURED
    whole = len(kept.results) == series.games
    return str(kept.score) if whole else f"{kept.score} …"


def _replayed(kept: Mapping[str, StoredSeries]) -> Iterator[str]:
    """Replay a random game of each series, and report whether it ends as recorded."""
    yield f"\n{'a game of each, played again':<58}{'budget':>13}"
    for name, series in SERIES.items():
        if name in kept:
            number = random.randrange(len(kept[name].results))
            ended = "the clock decides, not played"
            if name in OUTDATED:
                ended = "from before the last change: measure this series anew"
            elif kept[name].is_repeatable:
                same = ends_the_same(series, kept[name], number)
                ended = "as it was" if same else "OTHERWISE: measure this series anew"
            yield f"{name:<58}{kept[name].budget:>13}   game {number:>2} ended {ended}"


def _speed() -> Iterator[str]:
    yield f"{'in one second':<16}{'depth':>6}{'nodes':>9}"
    for key in GAMES:
        for when, plies in (("start", 0), ("middle", MIDDLE)):
            position = _later(GAMES[key].start(), plies)
            search_game = search_game_of(position)
            limit = time_limit(1.0, time.process_time)
            search = Search(
                search_game,
                limit,
                search_game.repetitions(position),
                search_game.quiet_plies(position),
            )
            found = search.best(search_game.state(position))
            yield f"{key + ' ' + when:<16}{found.depth:>6}{found.nodes:>9,}"


def _loop() -> Iterator[str]:
    """Report the event loop's delay during a search, in its own process and in a thread."""
    yield f"\n{'late by, in ms, while it thinks':<48}{'p99':>8}{'most':>8}"
    most = []
    for name, think in (("in a process of its own", _apart), ("in a thread of the bot's", _inside)):
        late = sorted(asyncio.run(_late(think)))
        most.append(late[-1])
        yield f"{name:<48}{late[len(late) * 99 // 100] * 1000:>8.1f}{late[-1] * 1000:>8.1f}"
    yield f"{'ratio':<56}{most[1] / most[0]:>8.1f}"


async def _late(think: Callable[[], Awaitable[object]]) -> list[float]:
    async with measure_loop_delay() as late:
        await think()
    return late


async def _apart() -> None:
    computer = ComputerPlayer()
    for seed in range(THOUGHTS):
        await computer.choose(GAMES["bizingo"].start(), max(LEVELS), seed)
    await computer.close()


async def _inside() -> None:
    for seed in range(THOUGHTS):
        start = GAMES["bizingo"].start()
        await asyncio.to_thread(choose, start, max(LEVELS), seed, time_limit(1.0))


def _later(position: Position, plies: int) -> Position:
    rng = random.Random(1)
    for _ in range(plies):
        position = position.after(rng.choice(list(position.moves().values())))
    return position


def measure(name: str, series: Series, cost: str, most: int, processes: int) -> None:
    """Continue an interrupted series or start it again, with at most `most` games now."""
    cost = series.fixed_budget or cost
    kept = read().get(name)
    goes_on = kept is not None and kept.budget == cost and len(kept.results) < series.games
    measured = kept if kept is not None and goes_on else StoredSeries(cost, "")
    numbers = range(series.games)[len(measured.results) :][:most]
    print(f"{name}, {cost}: {measured.results}", end="", flush=True)
    for letter in games(series, cost, numbers, processes):
        measured = StoredSeries(cost, measured.results + letter)
        write(name, measured)
        print(letter, end="", flush=True)
    print(f" {measured.score}", flush=True)


def main(words: Sequence[str] | None = None) -> None:
    """Print the tables, or measure the series named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.computer", description=__doc__)
    parser.add_argument("--measure", action="store_true", help="play the games, and keep them")
    parser.add_argument("--budget", default="5000 nodes", help="what a move may cost at level 5")
    parser.add_argument("--games", type=int, default=40, help="play no more than so many now")
    parser.add_argument("--processes", type=int, default=1, help="so many games side by side")
    parser.add_argument("series", nargs="*", help="how their names begin; otherwise all")
    given = parser.parse_args(words)
    try:
        budget(given.budget)
    except ValueError as wrong:
        parser.error(str(wrong))
    begins = tuple(name.casefold() for name in given.series) or ("",)
    named = {n: each for n, each in SERIES.items() if n.casefold().startswith(begins)}
    if not named:
        parser.error(f"No series begins so; there are: {', '.join(SERIES)}.")
    if not given.measure:
        print("\n".join(tables(read())))
        return
    for name, series in named.items():
        measure(name, series, given.budget, given.games, given.processes)


if __name__ == "__main__":
    main()
