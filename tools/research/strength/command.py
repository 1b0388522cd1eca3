"""`python -m tools.research strength`: print the table of strength, or measure series anew.

Measuring takes hours: `python -m tools.research strength --measure --nodes 5000 "hoyito "`.
Every game is kept as it ends, and a series that was broken off goes on where it was.
"""

import argparse
from collections.abc import Iterator, Mapping

from rules import Refusal
from tools.research import positive
from tools.research.strength.all_series import SERIES
from tools.research.strength.repeated_games import (
    Series,
    StoredSeries,
    play_side_by_side,
    read,
    write,
)

UNMEASURED = "not measured"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--measure", action="store_true", help="play the games, and keep them")
    parser.add_argument("--nodes", type=positive, default=5_000, help="what a move may cost")
    parser.add_argument("--games", type=positive, default=40, help="play no more than so many now")
    parser.add_argument("--processes", type=positive, default=1, help="so many games side by side")
    parser.add_argument("series", nargs="*", help="how their names begin; otherwise all")
    parser.set_defaults(do=tabulate_or_measure)


def tabulate_or_measure(given: argparse.Namespace) -> None:
    """Print the table, or measure the series whose names are given. Raises `Refusal`."""
    begins = tuple(name.casefold() for name in given.series) or ("",)
    named = {n: each for n, each in SERIES.items() if n.casefold().startswith(begins)}
    if not named:
        raise Refusal("No series begins so; there are: {names}.", names=", ".join(SERIES))
    if not given.measure:
        print("\n".join(table(read(), named)))
        return
    for name, series in named.items():
        measure(name, series, given.nodes, given.games, given.processes)


def table(kept: Mapping[str, StoredSeries], named: Mapping[str, Series] = SERIES) -> Iterator[str]:
    """Yield a line for each series."""
    yield "\nshare of what could be won (won-drawn-lost), sides changed, a draw is half"
    yield f"{'':<44}{'wanted':>8}{'':>17}{'nodes a move':>14}"
    for name, series in named.items():
        each = kept.get(name)
        nodes = each.nodes if each else ""
        yield f"{name:<44}{series.wanted:>8.0%}{_score(each, series):>17}{nodes:>14}"


def _score(kept: StoredSeries | None, series: Series) -> str:
    """Format the result of a series, marking an incomplete one."""
    if kept is None:
        return UNMEASURED
    whole = len(kept.results) == series.games
    return str(kept.score) if whole else f"{kept.score} …"


def measure(name: str, series: Series, nodes: int, most: int, processes: int) -> None:
    """Continue an interrupted series or start it again, with at most `most` games now."""
    kept = read().get(name)
    goes_on = kept is not None and kept.nodes == nodes and len(kept.results) < series.games
    results = kept.results if kept is not None and goes_on else ""
    numbers = range(series.games)[len(results) :][:most]
    print(f"{name}, {nodes} nodes: {results}", end="", flush=True)
    for letter in play_side_by_side(series, nodes, numbers, processes):
        results += letter
        write(name, StoredSeries(nodes, results))
        print(letter, end="", flush=True)
    print(f" {StoredSeries(nodes, results).score}", flush=True)
