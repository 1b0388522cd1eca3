"""Leagues: in each division everybody plays everybody; points, then tie-breaks, give the places."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby

from contests.contest import DRAW, LOSS, WIN, ContestProgress, Played, ScheduledGame, startable

Scores = dict[ScheduledGame, int]
"""The points of the first side in each game that is scored, in half points."""


@dataclass(frozen=True)
class TableLine:
    """A line of a table; points are half points, and Sonneborn–Berger is in quarters.

    `results` has the points of each game against each opponent. Whoever is `struck` has no place.
    """

    number: int
    results: Mapping[int, tuple[int, ...]]
    wins: int
    draws: int
    losses: int
    to_play: int
    points: int
    direct: int = 0
    """Points in the games among those with equally many points."""
    sonneborn: int = 0
    """The points of each opponent, times one's own points against them."""
    harder_wins: int = 0
    """Games won with the harder side."""
    place: int = 0
    struck: bool = False

    @property
    def order(self) -> tuple[int, int, int, int]:
        """By what the table is sorted, most first."""
        return self.points, self.direct, self.sonneborn, self.harder_wins


def members(progress: ContestProgress, division: int) -> list[int]:
    """List the entrants of a division, the strongest first."""
    return sorted(one.number for one in progress.entrants if one.division == division)


def divisions(progress: ContestProgress) -> list[int]:
    """List the divisions, the first one first."""
    return sorted({one.division for one in progress.entrants})


def schedule(progress: ContestProgress, division: int) -> tuple[tuple[ScheduledGame, ...], ...]:
    """List the games of a division in the order in which they begin; those of a pair together."""
    return _schedule(tuple(members(progress, division)), both_sides=progress.both_sides)


@cache
def _schedule(
    numbers: tuple[int, ...], *, both_sides: bool
) -> tuple[tuple[ScheduledGame, ...], ...]:
    groups: list[tuple[ScheduledGame, ...]] = []
    for one, other in _pairs(len(numbers)):
        slot = ScheduledGame(0, numbers[one], numbers[other])
        groups.append((slot, ScheduledGame(0, slot.second, slot.first)) if both_sides else (slot,))
    return tuple(groups)


def due(progress: ContestProgress) -> list[tuple[ScheduledGame, ...]]:
    """List the games that begin now; those of a tuple begin together."""
    if progress.closed:
        return []
    out = progress.is_out
    groups = (
        group
        for division in divisions(progress)
        for group in schedule(progress, division)
        if out.isdisjoint(group[0].pair)
    )
    return list(startable(progress, groups))


def is_over(progress: ContestProgress) -> bool:
    """Tell whether every game has a result, or never begins."""
    if any(game.points is None for game in progress.played.values()):
        return False
    return all(
        _points(progress, slot) is not None
        for division in divisions(progress)
        for slot in _counted(progress, division)
    )


def struck(progress: ContestProgress, division: int) -> frozenset[int]:
    """Return those who left before half of their games were played: these count for nobody."""
    out = progress.is_out
    if not out:
        return frozenset()
    scheduled, played = Counter[int](), Counter[int]()
    for group in schedule(progress, division):
        for slot in group:
            if out.isdisjoint(slot.pair):
                continue
            game = progress.played.get(slot, Played())
            for number in slot.pair:
                scheduled[number] += 1
                played[number] += game.points is not None and not game.left
    return frozenset(n for n in scheduled if n in out and 2 * played[n] < scheduled[n])


def scores(progress: ContestProgress, division: int) -> Scores:
    """Return the points of each game that counts: what is left of those who are out is lost.

    What has not begun when the league closes is drawn.
    """
    return {
        slot: points
        for slot in _counted(progress, division)
        if (points := _points(progress, slot)) is not None
    }


def table(progress: ContestProgress, division: int) -> list[TableLine]:
    """Return the table of a division: by points, direct encounter, Sonneborn–Berger, and so on.

    Equal in all of these means an equal place. Whoever is out stands below those who stay; those
    who were struck come last, without a place.
    """
    out = progress.is_out
    scored, without = scores(progress, division), struck(progress, division)
    meant = Counter(number for slot in _counted(progress, division) for number in slot.pair)
    lines = [_line(number, scored, meant[number]) for number in members(progress, division)]
    points = {line.number: line.points for line in lines}
    lines = [_with_tie_breaks(line, points, _harder_wins(line, scored, progress)) for line in lines]
    placed = sorted(
        (line for line in lines if line.number not in without),
        key=lambda line: (line.number in out, *(-each for each in line.order), line.number),
    )
    table, place = [], 1
    for _, group in groupby(placed, key=lambda line: (line.number in out, line.order)):
        equals = list(group)
        table += [replace(line, place=place) for line in equals]
        place += len(equals)
    return table + [replace(line, struck=True) for line in lines if line.number in without]


def _points(progress: ContestProgress, slot: ScheduledGame) -> int | None:
    """Return the points of the first side in a game, also if it never begins."""
    game = progress.played.get(slot)
    if game is not None:
        return game.points
    out = progress.is_out
    if slot.first in out:
        return LOSS
    if slot.second in out:
        return WIN
    return DRAW if progress.closed else None


def _line(number: int, scored: Scores, meant: int) -> TableLine:
    """Return the line of an entrant, of whose games so many are `meant` to be played."""
    results: dict[int, tuple[int, ...]] = defaultdict(tuple)
    for slot, points in scored.items():
        if number == slot.first:
            results[slot.second] += (points,)
        elif number == slot.second:
            results[slot.first] += (WIN - points,)
    each = [points for games in results.values() for points in games]
    return TableLine(
        number,
        dict(results),
        wins=each.count(WIN),
        draws=each.count(DRAW),
        losses=each.count(LOSS),
        to_play=meant - len(each),
        points=sum(each),
    )


def _with_tie_breaks(line: TableLine, points: Mapping[int, int], harder_wins: int) -> TableLine:
    """Add the tie-breaks of a line, given the points of everybody."""
    own = {opponent: sum(games) for opponent, games in line.results.items()}
    return replace(
        line,
        direct=sum(got for one, got in own.items() if points[one] == line.points),
        sonneborn=sum(got * points[one] for one, got in own.items()),
        harder_wins=harder_wins,
    )


def _harder_wins(line: TableLine, scored: Scores, progress: ContestProgress) -> int:
    """Count the games that somebody won with the harder side, if one is harder."""
    if progress.harder is None:
        return 0
    won = WIN if progress.harder == 0 else LOSS
    return sum(
        points == won and (slot.first, slot.second)[progress.harder] == line.number
        for slot, points in scored.items()
    )


def _counted(progress: ContestProgress, division: int) -> list[ScheduledGame]:
    """List the games of a division that count: not those of whoever was struck."""
    without = struck(progress, division)
    return [
        slot
        for group in schedule(progress, division)
        for slot in group
        if without.isdisjoint(slot.pair)
    ]


@cache
def _pairs(number: int) -> Sequence[tuple[int, int]]:
    """Pair everybody with everybody, round by round, by Berger's circle.

    Of each pair the first one has the first side, and everybody has it as often as the second, or
    once more or less.
    """
    seats: list[int | None] = [*range(number), *([None] if number % 2 else [])]
    pairs = []
    for _ in range(len(seats) - 1):
        half = len(seats) // 2
        for one, other in zip(seats[:half], reversed(seats[half:]), strict=True):
            if one is not None and other is not None:
                pairs.append(_with_sides(one, other, number))
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return tuple(pairs)


def _with_sides(one: int, other: int, number: int) -> tuple[int, int]:
    """Order a pair by sides: each has the first one against the next half of an odd circle.

    An even number is an odd circle and one more, who alternates.
    """
    low, high = min(one, other), max(one, other)
    if number % 2 == 0 and high == number - 1:
        return (low, high) if low % 2 else (high, low)
    circle = number - 1 + number % 2
    return (low, high) if (high - low) * 2 < circle else (high, low)
