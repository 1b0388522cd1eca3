"""Series of numbered games that measure strength: playing, storing and replaying them."""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from fcntl import LOCK_EX, flock
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from time import process_time
from typing import TypeAlias

from computer.search import Limit, node_limit, time_limit
from tools.research.self_play import GameResult

STRENGTH_FILE = Path(__file__).with_name("strength.json")
"""The file with the results of all series."""
WON, DRAWN, LOST = "wdl"
"""The result of a game for the measured player; in capitals if it had a clear lead."""
NODES, SECONDS = "nodes", "seconds"

Budget: TypeAlias = Callable[[], Limit]
"""The limit of a move, called afresh for each move."""


@dataclass(frozen=True)
class SeriesScore:
    """The numbers of won, drawn and lost games."""

    won: int
    drawn: int
    lost: int

    @property
    def share(self) -> float:
        """The share of possible points, with half a point for a draw."""
        return (self.won + self.drawn / 2) / max(1, self.won + self.drawn + self.lost)

    def __str__(self) -> str:
        return f"{self.share:.0%} ({self.won}-{self.drawn}-{self.lost})"


@dataclass(frozen=True)
class Series:
    """Games of one player against another, and the share of points that the player should score.

    `play` plays the game of a number with a budget for each move, and returns its letter. `led`
    is the share expected of games with a clear lead, where these are marked. Without `has_budget`
    the search has another limit, and the budget is ignored. With a `fixed_budget` it is always
    played with that.
    """

    play: Callable[[Budget, int], str]
    wanted: float
    led: float | None = None
    games: int = 40
    has_budget: bool = True
    fixed_budget: str | None = None


@dataclass(frozen=True)
class StoredSeries:
    """The budget of a move ("5000 nodes", "0.2 seconds"), and a letter for each game."""

    budget: str
    results: str

    @property
    def score(self) -> SeriesScore:
        """The results of all games."""
        return _score(self.results.lower())

    @property
    def of_those_led(self) -> SeriesScore:
        """The results of games with a clear lead."""
        return _score("".join(letter for letter in self.results if letter.isupper()).lower())

    @property
    def is_repeatable(self) -> bool:
        """Whether the games are reproducible, as no clock limits the search."""
        return self.budget.endswith(NODES)


def _score(letters: str) -> SeriesScore:
    return SeriesScore(*map(letters.count, (WON, DRAWN, LOST)))


def letter(result: GameResult, side: int) -> str:
    """Give how a game ended for a side."""
    if result.winner is None:
        return DRAWN
    return WON if result.winner == side else LOST


def budget(text: str) -> Budget:
    """Parse a budget. Raises `ValueError` unless it is a number of nodes or seconds."""
    number, _, unit = text.partition(" ")
    if unit == NODES and number.isdecimal():
        return partial(node_limit, int(number))
    with suppress(ValueError):
        if unit == SECONDS:
            return partial(time_limit, float(number), process_time)
    raise ValueError(f"A move costs so many nodes or seconds, like '5000 nodes', not {text!r}.")


def game(series: Series, text: str, number: int) -> str:
    """Play one game of a series with a budget as it is stored."""
    return series.play(budget(text), number)


def games(series: Series, text: str, numbers: Sequence[int], processes: int) -> Iterator[str]:
    """Play games of a series in parallel, and yield their letters in order."""
    budget(text)  # raises at once if the budget is invalid
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield from pool.map(partial(game, series, text), numbers)


def ends_the_same(series: Series, kept: StoredSeries, number: int) -> bool:
    """Replay a stored game, and return whether it ends as recorded."""
    return game(series, kept.budget, number) == kept.results[number]


def read() -> dict[str, StoredSeries]:
    """Read the stored series by name."""
    told = json.loads(STRENGTH_FILE.read_text(encoding="utf-8")) if STRENGTH_FILE.exists() else {}
    return {name: StoredSeries(**kept) for name, kept in told.items()}


def write(name: str, kept: StoredSeries) -> None:
    """Store the results of a series; other processes may store theirs at the same time."""
    with _alone():
        told = {each: asdict(one) for each, one in sorted({**read(), name: kept}.items())}
        new = STRENGTH_FILE.with_suffix(".new")
        new.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
        new.replace(STRENGTH_FILE)


@contextmanager
def _alone() -> Iterator[None]:
    """Hold a lock on the folder of the file."""
    folder = os.open(STRENGTH_FILE.parent, os.O_RDONLY)
    try:
        flock(folder, LOCK_EX)
        yield
    finally:
        os.close(folder)
