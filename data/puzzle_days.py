"""The next daily puzzle, streaks, results of a day and of a week, by numbers of days."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from match.match import PlayerName

WEEK = 7
NEVER = -1
"""Earlier than every day."""
Stock = Mapping[str, Sequence[int]]
"""The puzzles that there are of each game, by number, in the order in which they come."""


def next_puzzle(stock: Stock, used: Mapping[tuple[str, int], int]) -> tuple[str, int]:
    """Return the game and number of the puzzle that waits longest, of the game that does so.

    `used` says on which day each was last. Whatever is added to the stock comes first, so none
    comes twice before all have come, and no game on two days in a row if there are others.
    """
    games = dict.fromkeys(stock, NEVER)
    for (game, _), day in used.items():
        games[game] = max(games.get(game, NEVER), day)
    game = min(stock, key=lambda key: games[key])
    return game, min(stock[game], key=lambda number: used.get((game, number), NEVER))


def streak(days: Sequence[int], tried: Collection[int], away: Collection[int]) -> int:
    """Count the days with a try since the last one that broke the streak.

    `days` are those with a puzzle, in order; the last one is not over, so it cannot be missed. One
    missed day within seven is forgiven, and a day `away` on vacation is as if it were none.
    """
    count, missed = 0, None
    for day in reversed(days):
        if day in tried:
            count += 1
        elif day in away or day == days[-1]:
            continue
        elif missed is not None and missed - day < WEEK:
            break
        else:
            missed = day
    return count


@dataclass(frozen=True)
class DayResults:
    """The numbers of those who tried a puzzle, solved it, and did so at first try; some names."""

    tried: int
    solved: int
    at_first: int
    named: tuple[PlayerName, ...]


@dataclass(frozen=True)
class WeekTotal:
    """A person's results of a week; `name` is None for whoever is not to be named."""

    person: int
    solved: int
    at_first: int
    name: PlayerName | None = None


@dataclass(frozen=True)
class WeekRow:
    """A row of a week's table: the place, shared by equals, and the totals."""

    place: int
    total: WeekTotal


@dataclass(frozen=True)
class WeekResults:
    """A week's table: the best of those who may be named, each with the streak, and the others."""

    rows: tuple[tuple[WeekRow, int], ...]
    others: int


def week_table(totals: Iterable[WeekTotal]) -> list[WeekRow]:
    """Rank by puzzles solved, then by those at first try; equals share a place."""

    def merit(total: WeekTotal) -> tuple[int, int]:
        return -total.solved, -total.at_first

    ranked = sorted(totals, key=lambda total: (*merit(total), total.person))
    places: dict[tuple[int, int], int] = {}
    for place, total in enumerate(ranked, start=1):
        places.setdefault(merit(total), place)
    return [WeekRow(places[merit(total)], total) for total in ranked]
