"""Cups: pairs play one game from each side, the better one goes on, a tie is played once more."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from contests.contest import WIN, ContestProgress, ScheduledGame, startable

LEGS = 2
"""The most legs of a pair: a tie is played once more, then the better seed goes on."""


@dataclass(frozen=True)
class Tie:
    """A pairing of a round: two entrants, or one who needs not play, or nobody known yet.

    `points` are the half points of both so far, in the last leg. The better seed is the first.
    """

    round: int
    index: int
    sides: tuple[int | None, int | None]
    points: tuple[int, int] = (0, 0)
    leg: int = 0
    winner: int | None = None
    is_bye: bool = False
    is_live: bool = False
    waiting: tuple[ScheduledGame, ...] = ()
    """The games that have not begun."""


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
    places: list[int | None] = list(seeds(len(progress.entrants)))
    found = []
    for number in range(rounds(len(progress.entrants))):
        ties = [
            _tie(progress, number, at // 2, (places[at], places[at + 1]))
            for at in range(0, len(places), 2)
        ]
        found.append(ties)
        places = [tie.winner for tie in ties]
    return found


def due(progress: ContestProgress) -> list[tuple[ScheduledGame, ...]]:
    """List the games that begin now; those of a tuple begin together."""
    groups = (tie.waiting for ties in bracket(progress) for tie in ties if tie.waiting)
    return list(startable(progress, groups))


def is_over(progress: ContestProgress) -> bool:
    """Tell whether somebody has won the cup, and nothing goes on."""
    live = any(game.points is None for game in progress.played.values())
    return not live and bracket(progress)[-1][0].winner is not None


def places(progress: ContestProgress) -> Mapping[int, int]:
    """Return the place of each entrant who is out of the cup, or has won it."""
    found: dict[int, int] = {}
    ties = bracket(progress)
    for number, each in enumerate(ties):
        for tie in each:
            for side in tie.sides:
                if tie.winner is not None and side is not None and side != tie.winner:
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
    progress: ContestProgress, number: int, index: int, pair: tuple[int | None, int | None]
) -> Tie:
    """Return a tie with what is known of it."""
    known = sorted(one for one in pair if one is not None)
    if len(known) < 2:
        bye = known[0] if known and number == 0 else None
        return Tie(number, index, pair, winner=bye, is_bye=bye is not None)
    high, low = known
    begun = Tie(number, index, (high, low))
    for leg in range(LEGS):
        begun = _after_leg(progress, begun, high, low, leg)
        if begun.winner is not None or begun.waiting or begun.is_live:
            return begun
    return replace(begun, winner=high)


def _after_leg(progress: ContestProgress, tie: Tie, high: int, low: int, leg: int) -> Tie:
    """Return a tie after the games of a leg, without a winner if these were drawn.

    What has not begun when the round closes is drawn; whoever is out loses what was not played.
    """
    slots = ScheduledGame(tie.round, high, low, leg), ScheduledGame(tie.round, low, high, leg)
    missing = tuple(slot for slot in slots if slot not in progress.played)
    closed = tie.round < progress.closed
    if leg and len(missing) == len(slots) and closed:
        return tie
    ours = sum(_points(progress, slot, high) for slot in slots)
    theirs = sum(_points(progress, slot, low) for slot in slots)
    tie = replace(tie, points=(ours, theirs), leg=leg)
    out_since = {one: progress.entrants[one].out_since for one in (high, low)}
    stays = [one for one, since in out_since.items() if since is None or since > tie.round]
    if any(slot in progress.played and progress.played[slot].points is None for slot in slots):
        return replace(tie, is_live=True, waiting=() if closed or len(stays) < 2 else missing)
    if ours != theirs and not missing:
        return replace(tie, winner=high if ours > theirs else low)
    if len(stays) < 2:
        return replace(tie, winner=stays[0] if stays else high)
    if not closed:
        return replace(tie, waiting=missing)
    return tie if ours == theirs else replace(tie, winner=high if ours > theirs else low)


def _points(progress: ContestProgress, slot: ScheduledGame, number: int) -> int:
    """Return the points of an entrant in a game; none while it goes on or has not begun."""
    game = progress.played.get(slot)
    if game is None or game.points is None:
        return 0
    return game.points if slot.first == number else WIN - game.points
