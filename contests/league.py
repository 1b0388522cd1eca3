"""Leagues: in each division everybody plays everybody; points, then tie-breaks, give the places."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, groupby
from typing import NamedTuple

from contests.contest import (
    DRAW,
    LOSS,
    WIN,
    ContestProgress,
    Played,
    ScheduledGame,
    TableRules,
    startable,
)


class GameScore(NamedTuple):
    """The half points of both sides in a game; a `walkover` breaks no ties."""

    first: int
    second: int
    walkover: bool = False


Scores = dict[ScheduledGame, GameScore]
"""The games that are scored."""


@dataclass(frozen=True)
class TableLine:
    """A line of a table; points are half points, and Sonneborn–Berger is in quarters.

    `results` has the points of each game against each opponent, walkovers left out. Whoever is
    `struck` has no place.
    """

    number: int
    results: Mapping[int, tuple[int, ...]]
    wins: int
    draws: int
    losses: int
    to_play: int
    points: int
    unplayed: int = 0
    """Games that give nobody a point: they never began, or both are out."""
    direct: tuple[int, ...] = ()
    """Points in the games among those with equally many points, again among those still level."""
    sonneborn: int = 0
    """The points of each opponent, times one's own points against them."""
    harder_wins: int = 0
    """Games won with the harder side."""
    place: int = 0
    struck: bool = False

    @property
    def order(self) -> tuple[int, tuple[int, ...], int, int]:
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
        _score(progress, slot) is not None
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

    What has not begun when the league closes gives nobody a point, nor do those who are both out
    get any from each other.
    """
    return {
        slot: score
        for slot in _counted(progress, division)
        if (score := _score(progress, slot)) is not None
    }


def table(progress: ContestProgress, division: int) -> list[TableLine]:
    """Return the table of a division: by points, direct encounter, Sonneborn–Berger, and so on.

    Equal in all of these means an equal place. Whoever is out stands below those who stay; those
    who were struck come last, without a place.
    """
    out = progress.is_out if progress.rules is TableRules.PRESENT else frozenset()
    scored, without = scores(progress, division), struck(progress, division)
    meant = Counter(number for slot in _counted(progress, division) for number in slot.pair)
    lines = {
        number: _line(number, scored, meant[number], progress.harder)
        for number in members(progress, division)
    }
    placed = [line for number, line in lines.items() if number not in without]
    direct: dict[int, tuple[int, ...]] = {}
    for points in {line.points for line in placed}:
        tied = [line.number for line in placed if line.points == points]
        direct |= _direct(tied, lines, progress)
    placed = [
        replace(line, direct=direct[line.number], sonneborn=_sonneborn(line, lines))
        for line in placed
    ]
    table, place = [], 1

    def rank(line: TableLine) -> tuple[bool, tuple[int, tuple[int, ...], int, int]]:
        return line.number not in out, line.order

    for _, group in groupby(sorted(placed, key=rank, reverse=True), key=rank):
        equals = list(group)
        table += [replace(line, place=place) for line in equals]
        place += len(equals)
    return table + [replace(lines[number], struck=True) for number in lines if number in without]


def after_promotion(orders: Sequence[Sequence[int]]) -> list[int]:
    """Return everybody in the order for the next league, given the final order of each division.

    The first of a division goes up, the last of the one above goes down; who went up comes last in
    the new division, and who went down first.
    """
    after = [list(order) for order in orders]
    for upper in range(len(after) - 1):
        above, below = after[upper], after[upper + 1]
        # Whoever has just come down does not go on to the division below that.
        down, up = above[-1], orders[upper + 1][0]
        below.remove(up)
        above.remove(down)
        above.append(up)
        below.insert(0, down)
    return [number for order in after for number in order]


def _score(progress: ContestProgress, slot: ScheduledGame) -> GameScore | None:
    """Return the points of a game, also if it never begins."""
    game, gone = progress.played.get(slot), progress.is_out.intersection(slot.pair)
    present = progress.rules is TableRules.PRESENT
    if game is not None and not (game.left and len(gone) == 2 and present):
        if game.points is None:
            return None
        return GameScore(game.points, WIN - game.points, present and game.is_walkover)
    if len(gone) == 1 or (gone and not present):
        points = LOSS if slot.first in gone else WIN
        return GameScore(points, WIN - points, walkover=present)
    if game is None and not gone and not progress.closed:
        return None
    return GameScore(LOSS, LOSS, walkover=True) if present else GameScore(DRAW, DRAW)


def _line(number: int, scored: Scores, meant: int, harder: int | None) -> TableLine:
    """Return the line of an entrant, of whose games so many are `meant` to be played."""
    results: dict[int, tuple[int, ...]] = defaultdict(tuple)
    each, harder_wins = [], 0
    for slot, score in scored.items():
        if number not in slot.pair:
            continue
        side = int(number == slot.second)
        own, other = (score.first, score.second) if side == 0 else (score.second, score.first)
        each.append((own, other))
        if not score.walkover:
            results[slot.first if side else slot.second] += (own,)
            harder_wins += own == WIN and side == harder
    return TableLine(
        number,
        dict(results),
        wins=sum(own > other for own, other in each),
        draws=each.count((DRAW, DRAW)),
        losses=sum(own < other for own, other in each),
        to_play=meant - len(each),
        points=sum(own for own, _ in each),
        unplayed=each.count((LOSS, LOSS)),
        harder_wins=harder_wins,
    )


def _direct(
    tied: Sequence[int], lines: Mapping[int, TableLine], progress: ContestProgress
) -> dict[int, tuple[int, ...]]:
    """Return everyone's points in the games among those who are tied, if all of these were played.

    It is applied again to those who are still level, but not all of them (FIDE Handbook C.07,
    article 6).
    """
    present, each = progress.rules is TableRules.PRESENT, 1 + progress.both_sides
    have_met = all(
        len(lines[one].results.get(other, ())) == each for one, other in combinations(tied, 2)
    )
    if len(tied) < 2 or (present and not have_met):
        return dict.fromkeys(tied, ())
    got = {
        one: sum(sum(lines[one].results.get(other, ())) for other in tied if other != one)
        for one in tied
    }
    found: dict[int, tuple[int, ...]] = {}
    for points in {*got.values()}:
        level = [one for one in tied if got[one] == points]
        again = _direct(level, lines, progress) if present and len(level) < len(tied) else {}
        found |= {one: (points, *again.get(one, ())) for one in level}
    return found


def _sonneborn(line: TableLine, lines: Mapping[int, TableLine]) -> int:
    """Add up the points of each opponent, times one's own points against them."""
    return sum(sum(games) * lines[other].points for other, games in line.results.items())


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
