"""`python -m tools.research strength`: print the tables of strength, or measure series anew.

Measuring takes hours: `python -m tools.research strength --measure --budget "5000 nodes" hoyito`.
Every game is kept as it ends, and a series that was broken off goes on where it was.
"""

import argparse
from collections.abc import Iterator, Mapping

from computer.levels import LEVELS
from tools.research.strength.all_series import BEGINNERS, LADDER, MEASURED, OTHERS, SERIES, TAKING
from tools.research.strength.bizingo_conversion import BIZINGO_ENDS
from tools.research.strength.equal_time import EQUAL_TIME
from tools.research.strength.repeated_games import Series, StoredSeries, budget, games, read, write

UNMEASURED = "not measured"


class UnknownSeries(Exception):  # noqa: N818 (said to whoever asks)
    """No series with such a name, or no such budget, said in a sentence."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--measure", action="store_true", help="play the games, and keep them")
    parser.add_argument("--budget", default="5000 nodes", help="what a move may cost at level 5")
    parser.add_argument("--games", type=int, default=40, help="play no more than so many now")
    parser.add_argument("--processes", type=int, default=1, help="so many games side by side")
    parser.add_argument("series", nargs="*", help="how their names begin; otherwise all")
    parser.set_defaults(do=tabulate_or_measure)


def tabulate_or_measure(given: argparse.Namespace) -> None:
    """Print the tables, or measure the series whose names are given. Raises `UnknownSeries`."""
    try:
        budget(given.budget)
    except ValueError as wrong:
        raise UnknownSeries(wrong) from None
    begins = tuple(name.casefold() for name in given.series) or ("",)
    named = {n: each for n, each in SERIES.items() if n.casefold().startswith(begins)}
    if not named:
        raise UnknownSeries(f"No series begins so; there are: {', '.join(SERIES)}.")
    if not given.measure:
        print("\n".join(tables(read())))
        return
    for name, series in named.items():
        measure(name, series, given.budget, given.games, given.processes)


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
