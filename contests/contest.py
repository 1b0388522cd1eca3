"""The ground of leagues and cups: entrants, the games between them, the number at once."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import IntEnum, StrEnum
from typing import NamedTuple

from match.clock import DAY, HOUR, Pace
from rules.balance import Balance

WIN, DRAW, LOSS = 2, 1, 0
"""Results in half points."""
LOPSIDED = 0.6
"""From this share of the points for one side on, each pair plays both sides."""
MOST_ON_TIME = 2
"""Whoever has lost so many games of a contest on time is out of it."""
WEEK = timedelta(weeks=1)
LAST_WEEK = WEEK
"""The time for games that still go on at the end date."""
LAST_PACE = timedelta(hours=12)
"""The most time for a move from the end date on."""
LEAST, MOST = {"league": 3, "cup": 4}, 32
"""The least and the most entrants."""
LEAST_DIVISION, MOST_DIVISION = 3, 8
MOST_WEEKS = 26
"""The most weeks of a league, and of each round of a cup."""
LOADS = (1, 2, 4, None)
"""How many games everybody plays at once, to choose from; `None` is all."""


class Form(StrEnum):
    """The forms of a contest; the values are stored and never renamed."""

    LEAGUE = "league"
    CUP = "cup"


class TableRules(IntEnum):
    """The rules by which a contest counts, fixed when it begins; the values are stored."""

    FIRST = 1
    """What never began was drawn, walkovers broke ties, direct encounter was applied once; in a
    cup one of two who were out went through."""
    PRESENT = 2


class ScheduledGame(NamedTuple):
    """A game of a contest: its round, and who plays the first and the second side.

    Entrants are numbered by strength, from 0. A league has one round. In a cup, the games of a tie
    that was drawn are played once more, as the second `leg`.
    """

    round: int
    first: int
    second: int
    leg: int = 0

    @property
    def pair(self) -> tuple[int, int]:
        """The two entrants, the better seed first."""
        first, second = self.first, self.second
        return (first, second) if first < second else (second, first)


@dataclass(frozen=True)
class Played:
    """The result of a game: the points of the first side, or `None` while it goes on.

    `on_time` says that the loser's time ran out, `absent` that a side never moved, `left` that it
    ended because somebody left the contest, `decided` that it was not played to its end.
    """

    points: int | None = None
    on_time: bool = False
    left: bool = False
    decided: bool = False
    absent: bool = False

    @property
    def is_walkover(self) -> bool:
        """Whether it was won without being played: the other left, was put out or stayed away."""
        return self.left or self.absent


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part: number and division; who is out, since a round, begins no more."""

    number: int
    division: int = 0
    out_since: int | None = None


@dataclass(frozen=True)
class ContestProgress:
    """Entrants and games of a contest that has begun, and which of its rounds have closed.

    `closed` is the number of rounds in which nothing begins any more; `harder` the side with which
    the game is harder to win, if one is. Nobody has more games `at_once` (`None`: all), but in the
    first `uncapped` rounds whatever is left begins.
    """

    entrants: Sequence[Entrant]
    played: Mapping[ScheduledGame, Played] = field(default_factory=dict)
    both_sides: bool = False
    harder: int | None = None
    closed: int = 0
    at_once: int | None = None
    uncapped: int = 0
    rules: TableRules = TableRules.PRESENT

    @property
    def is_out(self) -> frozenset[int]:
        """The numbers of those who are out."""
        return frozenset(one.number for one in self.entrants if one.out_since is not None)


def is_lopsided(balance: Balance | None) -> bool:
    """Tell whether one side of a game is known to be so much easier that each pair plays both."""
    if balance is None or not balance.games:
        return False
    share = balance.score / balance.games
    return max(share, 1 - share) >= LOPSIDED


def harder_side(balance: Balance | None) -> int | None:
    """Return the side with which a game is harder to win, if it is known."""
    favoured = None if balance is None else balance.favours
    return None if favoured is None else 1 - favoured


def division_sizes(entrants: int, most: int) -> list[int]:
    """Divide entrants into divisions that are as equal, and as many, as needed and possible."""
    number = min(-(-entrants // most), max(1, entrants // LEAST_DIVISION))
    size, rest = divmod(entrants, number)
    return [size + (at < rest) for at in range(number)]


def has_won(progress: ContestProgress, number: int) -> bool:
    """Tell whether an entrant has won a game on the board."""
    return any(
        game.points == (WIN if slot.first == number else LOSS) and not game.is_walkover
        for slot, game in progress.played.items()
        if number in slot.pair
    )


def lost_on_time(progress: ContestProgress) -> list[int]:
    """List those who have to be put out, for they lost too often on time."""
    losses = Counter(
        slot.second if game.points == WIN else slot.first
        for slot, game in progress.played.items()
        if game.on_time
    )
    return sorted(
        n for n, lost in losses.items() if lost >= MOST_ON_TIME and n not in progress.is_out
    )


def startable(
    progress: ContestProgress, groups: Iterable[Sequence[ScheduledGame]]
) -> Iterator[tuple[ScheduledGame, ...]]:
    """Yield the games that begin now, in the order of the groups, whose games begin together.

    Where a player has one game at once, the games of a group begin one after another.
    """
    busy = Counter(
        number
        for slot, game in progress.played.items()
        if game.points is None
        for number in slot.pair
    )
    for group in groups:
        most = None if group[0].round < progress.uncapped else progress.at_once
        open_slots = [slot for slot in group if slot not in progress.played]
        beginning = open_slots[:1] if most == 1 else open_slots
        if beginning and (
            most is None or all(busy[number] + len(beginning) <= most for number in group[0].pair)
        ):
            busy.update(number for slot in beginning for number in slot.pair)
            yield tuple(beginning)


def halved(pace: Pace) -> Pace:
    """Return half a pace, but at least a day, for a tie that is played once more."""
    start, most = max(DAY, pace.start / 2), max(DAY, pace.most / 2)
    adds = max(HOUR, pace.adds / 2) if pace.has_bank else start
    return Pace(start, adds, max(start, most))
