"""Cups: pairs play one game from each side, the better one goes on, a tie is played once more."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from contests.contest import WIN, ContestProgress, ScheduledGame, TableRules, startable

LEGS = 2
"""The most legs of a pair: a tie is played once more, then the better seed goes on."""


class Reason(StrEnum):
    """Why somebody goes through."""

    SCORE = "score"
    SEED = "seed"
    """They were still level, and the better seed goes through."""
    ALONE = "alone"
    """The other one is out."""
    BYE = "bye"
    """They meet nobody."""


@dataclass(frozen=True)
class Tie:
    """A pairing of a round: two entrants, or one who needs not play, or nobody known yet.

    `scores` are the half points of both in each leg that has begun. The better seed is the first.
    """

    round: int
    index: int
    sides: tuple[int | None, int | None]
    scores: tuple[tuple[int, int], ...] = ()
    leg: int = 0
    winner: int | None = None
    why: Reason | None = None
    is_void: bool = False
    """Whether nobody goes through, since both are out."""
    is_live: bool = False
    waiting: tuple[ScheduledGame, ...] = ()
    """The games that have not begun."""

    @property
    def is_over(self) -> bool:
        """Whether it is known who goes through, or that nobody does."""
        return self.winner is not None or self.is_void

    @property
    def is_special(self) -> bool:
        """Whether it is played again, or points alone do not say who goes through."""
        return self.leg > 0 or self.is_void or self.why in (Reason.SEED, Reason.ALONE)


def rounds(entrants: int) -> int:
    """Return how many rounds a cup has."""
    return (entrants - 1).bit_length()


@cache
def seeds(entrants: int) -> tuple[int | None, ...]:
    """Return the entrants in the order of the bracket; `None` is a bye, which the best seeds have.

    The best two can meet in the last round only, the best four in the last but one, and so on.
    """
    order = [0]
    while len(order) < entrants:
        last = 2 * len(order) - 1
        order = [each for one in order for each in (one, last - one)]
    return tuple(one if one < entrants else None for one in order)


def bracket(progress: ContestProgress) -> list[list[Tie]]:
    """Return the ties of each round, as far as they are known."""
    order = seeds(len(progress.entrants))
    ties = [
        _tie(progress, 0, at, order[2 * at : 2 * at + 2], is_known=True)
        for at in range(len(order) // 2)
    ]
    found = [ties]
    while len(ties) > 1:
        before = [ties[at : at + 2] for at in range(0, len(ties), 2)]
        ties = [
            _tie(
                progress,
                len(found),
                at,
                [tie.winner for tie in pair],
                is_known=all(tie.is_over for tie in pair),
            )
            for at, pair in enumerate(before)
        ]
        found.append(ties)
    return found


def due(progress: ContestProgress) -> list[tuple[ScheduledGame, ...]]:
    """List the games that begin now; those of a tuple begin together."""
    groups = (tie.waiting for ties in bracket(progress) for tie in ties if tie.waiting)
    return list(startable(progress, groups))


def is_over(progress: ContestProgress) -> bool:
    """Tell whether somebody has won the cup, or nobody can, and nothing goes on."""
    live = any(game.points is None for game in progress.played.values())
    return not live and bracket(progress)[-1][0].is_over


def places(progress: ContestProgress) -> Mapping[int, int]:
    """Return the place of each entrant who is out of the cup, or has won it."""
    found: dict[int, int] = {}
    ties = bracket(progress)
    for number, each in enumerate(ties):
        for tie in each:
            for side in tie.sides:
                if tie.is_over and side is not None and side != tie.winner:
                    found[side] = 2 ** (len(ties) - number - 1) + 1
    if (winner := ties[-1][0].winner) is not None:
        found[winner] = 1
    return found


def round_of(progress: ContestProgress, number: int) -> int:
    """Return the last round that an entrant has reached."""
    reached = [
        at for at, ties in enumerate(bracket(progress)) for tie in ties if number in tie.sides
    ]
    return max(reached)


def _tie(
    progress: ContestProgress,
    number: int,
    index: int,
    pair: Sequence[int | None],
    *,
    is_known: bool,
) -> Tie:
    """Return a tie with what is known of it; `is_known` says that nobody else comes."""
    known = sorted(one for one in pair if one is not None)
    if len(known) < 2:
        tie = Tie(number, index, (pair[0], pair[1]))
        return _walked_through(tie, _staying(progress, tie), Reason.BYE) if is_known else tie
    high, low = known
    tie = Tie(number, index, (high, low))
    for leg in range(LEGS):
        tie = _after_leg(progress, tie, high, low, leg)
        if tie.is_over or tie.waiting or tie.is_live:
            return tie
    return replace(tie, winner=high, why=Reason.SEED)


def _staying(progress: ContestProgress, tie: Tie) -> list[int]:
    """List those of a tie who are not out."""
    since = {one: progress.entrants[one].out_since for one in tie.sides if one is not None}
    return [one for one, out in since.items() if out is None or out > tie.round]


def _walked_through(tie: Tie, stays: Sequence[int], why: Reason) -> Tie:
    """Let the one who stays go through, or nobody."""
    return replace(tie, winner=stays[0], why=why) if stays else replace(tie, is_void=True)


def _after_leg(progress: ContestProgress, tie: Tie, high: int, low: int, leg: int) -> Tie:
    """Return a tie after the games of a leg, without a winner if these were drawn.

    What has not begun when the round closes is drawn; whoever is out loses what was not played.
    """
    slots = ScheduledGame(tie.round, high, low, leg), ScheduledGame(tie.round, low, high, leg)
    begun = [progress.played[slot] for slot in slots if slot in progress.played]
    missing = tuple(slot for slot in slots if slot not in progress.played)
    closed = tie.round < progress.closed
    if leg and not begun and closed:
        return tie
    ours, theirs = (sum(_points(progress, slot, one) for slot in slots) for one in (high, low))
    scores = (*tie.scores, (ours, theirs)) if begun else tie.scores
    tie, stays = replace(tie, scores=scores, leg=leg), _staying(progress, tie)
    if any(game.points is None for game in begun):
        return replace(tie, is_live=True, waiting=() if closed or len(stays) < 2 else missing)
    better = replace(tie, winner=high if ours > theirs else low, why=Reason.SCORE)
    # Cups of earlier rules counted what was left, too, and of two who were out the better seed won.
    is_old = progress.rules is TableRules.FIRST
    if ours != theirs and not missing and (is_old or not any(game.left for game in begun)):
        return better
    if len(stays) < 2:
        return _walked_through(tie, stays or [high] * is_old, Reason.ALONE)
    if not closed:
        return replace(tie, waiting=missing)
    return tie if ours == theirs else better


def _points(progress: ContestProgress, slot: ScheduledGame, number: int) -> int:
    """Return the points of an entrant in a game; none while it goes on or has not begun."""
    game = progress.played.get(slot)
    if game is None or game.points is None:
        return 0
    return game.points if slot.first == number else WIN - game.points
