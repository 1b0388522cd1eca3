"""Tables and brackets reckoned a second time, in the plainest way, to compare with the fold."""

from collections.abc import Container, Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil, log2

from contests.contest import ContestProgress, ScheduledGame

Row = tuple[int, Fraction, tuple[Fraction, ...], Fraction, int]
"""Entrant, points, direct encounter, Sonneborn–Berger, wins with the harder side."""
HALF, NOTHING = Fraction(1, 2), Fraction(0)
Seen = list[tuple[int, int, Fraction, int]]
"""Games as one of the two has played them: who, against whom, the points, the side."""


def league_rows(
    progress: ContestProgress, slots: Sequence[ScheduledGame], members: Sequence[int]
) -> list[Row]:
    """Return the rows of a division, the best first; those who were struck are left out."""
    out = [n for n in members if progress.entrants[n].out_since is not None]
    struck = []
    for n in out:
        own = [slot for slot in slots if n in (slot.first, slot.second)]
        done = [
            slot
            for slot in own
            if slot in progress.played
            and progress.played[slot].points is not None
            and not progress.played[slot].left
        ]
        if len(done) < len(own) / 2:
            struck.append(n)
    stays = [n for n in members if n not in struck]
    total = dict.fromkeys(stays, NOTHING)
    seen: Seen = []
    for slot in slots:
        first, second = slot.first, slot.second
        if first in struck or second in struck:
            continue
        game = progress.played.get(slot)
        if game is not None and game.points is None:
            continue
        if game is not None and not game.left:
            score = Fraction(game.points or 0, 2)
            total[first] += score
            total[second] += 1 - score
            if not game.absent:
                seen += [(first, second, score, 0), (second, first, 1 - score, 1)]
        elif first in out and second not in out:
            total[second] += 1
        elif second in out and first not in out:
            total[first] += 1
    direct = direct_points(seen, total, games=1 + progress.both_sides)
    rows = []
    for n in stays:
        berger = sum((s * total[b] for a, b, s, _ in seen if a == n), NOTHING)
        harder = sum(1 for a, _, s, side in seen if a == n and s == 1 and side == progress.harder)
        rows.append((n, total[n], direct[n], berger, harder))
    return sorted(
        rows, key=lambda row: (row[0] in out, *(ranked(each) for each in row[1:]), row[0])
    )


def ranked(value: Fraction | int | tuple[Fraction, ...]) -> tuple[Fraction | int, ...]:
    """Return what sorts the greater values first."""
    return tuple(-each for each in (value if isinstance(value, tuple) else (value,)))


def direct_points(
    seen: Seen, total: dict[int, Fraction], *, games: int
) -> dict[int, tuple[Fraction, ...]]:
    """Return the points among equals, round by round until no group falls apart any more."""
    found: dict[int, tuple[Fraction, ...]] = dict.fromkeys(total, ())
    settled: set[frozenset[int]] = set()
    while True:
        groups = {
            frozenset(n for n in total if (total[n], found[n]) == (total[m], found[m]))
            for m in total
        }
        fresh = {group for group in groups if len(group) > 1} - settled
        if not fresh:
            return found
        for group in fresh:
            settled.add(group)
            among = [(a, b, s) for a, b, s, _ in seen if a in group and b in group]
            if len(among) == games * len(group) * (len(group) - 1):
                for n in group:
                    found[n] += (sum((s for a, _, s in among if a == n), NOTHING),)


def places_of(rows: Sequence[Row], out: Container[int]) -> dict[int, int]:
    """Return the place of each entrant: one more than how many are better, or not out as they."""
    ranks = {row[0]: (row[0] not in out, *row[1:]) for row in rows}
    return {n: 1 + sum(other > rank for other in ranks.values()) for n, rank in ranks.items()}


def pairs_of(members: Sequence[int]) -> set[tuple[int, int]]:
    """Return every pair once."""
    return {(min(pair), max(pair)) for pair in combinations(members, 2)}


def cup_winner(progress: ContestProgress, number: int, index: int) -> int | None:
    """Return who comes out of a place of the bracket, by asking who came into it."""
    count = len(progress.entrants)
    if number < 0:
        seat = _seat(index, ceil(log2(count)))
        return seat if seat < count else None
    one, other = (cup_winner(progress, number - 1, 2 * index + at) for at in (0, 1))
    if one is None or other is None:
        alone = other if one is None else one
        return None if alone is None or _is_gone(progress, alone, number) else alone
    high, low = min(one, other), max(one, other)
    return _tie_winner(progress, number, high, low)


def _seat(index: int, rounds: int) -> int:
    """Return the entrant at a place of a full bracket: each round folds the field in half."""
    if rounds == 0:
        return 0
    above = _seat(index // 2, rounds - 1)
    return above if index % 2 == 0 else 2**rounds - 1 - above


def _is_gone(progress: ContestProgress, entrant: int, number: int) -> bool:
    since = progress.entrants[entrant].out_since
    return since is not None and since <= number


def _tie_winner(progress: ContestProgress, number: int, high: int, low: int) -> int | None:
    """Return who has won a tie of an event that is over; nobody if both are out."""
    for leg in (0, 1):
        there, back = ScheduledGame(number, high, low, leg), ScheduledGame(number, low, high, leg)
        games = [progress.played.get(there), progress.played.get(back)]
        gone = [n for n in (high, low) if _is_gone(progress, n, number)]
        if all(game is not None and not game.left for game in games):
            mine, other = (game.points for game in games if game is not None)
            assert mine is not None
            assert other is not None
            if mine > other:
                return high
            if other > mine:
                return low
        if len(gone) == 1:
            return low if gone == [high] else high
        if gone:
            return None
        played = [
            (s, progress.played[s].points or 0) for s in (there, back) if s in progress.played
        ]
        lead = sum(p - 1 if s.first == high else 1 - p for s, p in played)
        if lead:
            return high if lead > 0 else low
    return high
