"""Series of games by which strength is measured: numbered, kept, and played again game by game."""

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

from opponent.search import Limit, node_limit, time_limit
from opponent.self_play import GameResult

KEPT = Path(__file__).with_name("strength.json")
"""How the games of every series ended when they were last measured."""
WON, DRAWN, LOST = "wdl"
"""How a game ended for the one who is measured; a capital, if it had been led clearly."""
NODES, SECONDS = "nodes", "seconds"

Budget: TypeAlias = Callable[[], Limit]
"""What a move may cost, asked anew for each."""


@dataclass(frozen=True)
class Score:
    """What somebody won, drew and lost."""

    won: int
    drawn: int
    lost: int

    @property
    def share(self) -> float:
        """The share of what could be won; a draw is half."""
        return (self.won + self.drawn / 2) / max(1, self.won + self.drawn + self.lost)

    def __str__(self) -> str:
        return f"{self.share:.0%} ({self.won}-{self.drawn}-{self.lost})"


@dataclass(frozen=True)
class Series:
    """Games of one player against another, and the share that the player should score.

    `play` plays a game by its number, with a budget for each move, and gives its letter. `led` is
    the share wanted of the games that were clearly led, where these are told apart. Without
    `has_budget` a thought ends by something else, and what is allowed does not matter.
    """

    play: Callable[[Budget, int], str]
    wanted: float
    led: float | None = None
    games: int = 40
    has_budget: bool = True


@dataclass(frozen=True)
class Kept:
    """What a move was allowed to cost ("5000 nodes", "0.2 seconds"), and a letter for each game."""

    budget: str
    results: str

    @property
    def score(self) -> Score:
        """How the games ended, whether led or not."""
        return _score(self.results.lower())

    @property
    def of_those_led(self) -> Score:
        """How the games ended that were clearly led."""
        return _score("".join(letter for letter in self.results if letter.isupper()).lower())

    @property
    def is_repeatable(self) -> bool:
        """Whether the same games come again, since not the clock ends a thought."""
        return self.budget.endswith(NODES)


def _score(letters: str) -> Score:
    return Score(*map(letters.count, (WON, DRAWN, LOST)))


def letter(result: GameResult, side: int) -> str:
    """Give how a game ended for a side."""
    if result.winner is None:
        return DRAWN
    return WON if result.winner == side else LOST


def budget(text: str) -> Budget:
    """Read what a move may cost; raises `ValueError` where that is neither nodes nor seconds."""
    number, _, unit = text.partition(" ")
    if unit == NODES and number.isdecimal():
        return partial(node_limit, int(number))
    with suppress(ValueError):
        if unit == SECONDS:
            return partial(time_limit, float(number), process_time)
    raise ValueError(f"A move costs so many nodes or seconds, like '5000 nodes', not {text!r}.")


def game(series: Series, text: str, number: int) -> str:
    """Play one game of a series, with a budget as it is kept."""
    return series.play(budget(text), number)


def games(series: Series, text: str, numbers: Sequence[int], processes: int) -> Iterator[str]:
    """Play games of a series side by side; give their letters in order."""
    budget(text)  # which says at once what is wrong with it
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield from pool.map(partial(game, series, text), numbers)


def again(series: Series, kept: Kept, number: int) -> bool:
    """Play one of the games that are kept; tell whether it ends as it did."""
    return game(series, kept.budget, number) == kept.results[number]


def read() -> dict[str, Kept]:
    """Give what is kept of each series, by its name."""
    told = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return {name: Kept(**kept) for name, kept in told.items()}


def keep(name: str, kept: Kept) -> None:
    """Write down how the games of a series ended; another may be measured beside it."""
    with _alone():
        told = {each: asdict(one) for each, one in sorted({**read(), name: kept}.items())}
        new = KEPT.with_suffix(".new")
        new.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
        new.replace(KEPT)


@contextmanager
def _alone() -> Iterator[None]:
    """Wait until nobody else changes what is kept."""
    folder = os.open(KEPT.parent, os.O_RDONLY)
    try:
        flock(folder, LOCK_EX)
        yield
    finally:
        os.close(folder)
