"""Series of numbered games that measure strength: playing, storing and replaying them."""

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from tools.research.self_play import GameResult

STRENGTH_FILE = Path(__file__).with_name("strength.json")
"""The file with the results of all series."""
WON, DRAWN, LOST = "wdl"
"""The result of a game for the measured player."""


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

    `play` plays the game of a number, with so many nodes for each move, and returns its letter.
    """

    play: Callable[[int, int], str]
    wanted: float
    games: int = 40


@dataclass(frozen=True)
class StoredSeries:
    """The nodes for each move, and a letter for each game."""

    nodes: int
    results: str

    @property
    def score(self) -> SeriesScore:
        """The results of all games."""
        return SeriesScore(*map(self.results.count, (WON, DRAWN, LOST)))


def letter(result: GameResult, side: int) -> str:
    """Give how a game ended for a side."""
    if result.winner is None:
        return DRAWN
    return WON if result.winner == side else LOST


def play_side_by_side(
    series: Series, nodes: int, numbers: Sequence[int], processes: int
) -> Iterator[str]:
    """Play games of a series in some processes, and yield their letters in order."""
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield from pool.map(partial(series.play, nodes), numbers)


def ends_the_same(series: Series, kept: StoredSeries, number: int) -> bool:
    """Replay a stored game, and return whether it ends as recorded."""
    return series.play(kept.nodes, number) == kept.results[number]


def read() -> dict[str, StoredSeries]:
    """Read the stored series by name."""
    told = json.loads(STRENGTH_FILE.read_text(encoding="utf-8")) if STRENGTH_FILE.exists() else {}
    return {name: StoredSeries(**kept) for name, kept in told.items()}


def write(name: str, kept: StoredSeries) -> None:
    """Store the results of a series."""
    told = {each: asdict(one) for each, one in sorted({**read(), name: kept}.items())}
    new = STRENGTH_FILE.with_suffix(".new")
    new.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    new.replace(STRENGTH_FILE)
