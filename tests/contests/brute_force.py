"""Tables and brackets reckoned a second time, in the plainest way, to compare with the fold."""

from collections.abc import Container, Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil, log2

from contests.contest import ContestProgress, ScheduledGame

Row = tuple[int, Fraction, Fraction, Fraction, int]
"""Entrant, points, direct encounter, Sonneborn–Berger, wins with the harder side."""
HALF = Fraction(1, 2)


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
    games = []
    for slot in slots:
        if slot.first in struck or slot.second in struck:
            continue
        if slot in progress.played:
            points = progress.played[slot].points
            if points is None:
                continue
            score = Fraction(points, 2)
        elif slot.first in out:
            score = Fraction(0)
        elif slot.second in out:
            score = Fraction(1)
        elif progress.closed:
            score = HALF
        else:
            continue
        games.append((slot.first, slot.second, score))
        # The same game as the second side has played it.
    seen = [(a, b, s, 0) for a, b, s in games] + [(b, a, 1 - s, 1) for a, b, s in games]
    total = {n: sum((s for a, _, s, _ in seen if a == n), Fraction(0)) for n in stays}
    rows = []
    for n in stays:
        direct = sum((s for a, b, s, _ in seen if a == n and total[b] == total[n]), Fraction(0))
        berger = sum((s * total[b] for a, b, s, _ in seen if a == n), Fraction(0))
        harder = sum(1 for a, _, s, side in seen if a == n and s == 1 and side == progress.harder)
        rows.append((n, total[n], direct, berger, harder))
    return sorted(rows, key=lambda row: (row[0] in out, *(-each for each in row[1:]), row[0]))


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
