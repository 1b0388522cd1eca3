"""Ballots of a crowd, which plays a side of a match together: what leads, and when it is decided.

A ballot is an event that one voter wants. A move needs more votes than any other move; whatever
else is put to the vote (to resign, a draw, a takeback) more than half of them.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from match import verbs
from match.event import Event, Kind
from match.match import Match
from rules.sentence import Refusal

VERBS = {
    Kind.RESIGN: verbs.resign,
    Kind.ABORT: verbs.abort,
    Kind.OFFER_DRAW: verbs.offer_draw,
    Kind.ACCEPT_DRAW: verbs.accept_draw,
    Kind.DECLINE_DRAW: verbs.decline_draw,
    Kind.ASK_TAKE_BACK: verbs.take_back,
    Kind.GRANT_TAKE_BACK: verbs.grant_take_back,
    Kind.REFUSE_TAKE_BACK: verbs.refuse_take_back,
}
"""What is put to the vote besides moves."""


class Wish(NamedTuple):
    """What somebody votes for: a kind of event and, for a move, its text."""

    kind: Kind
    text: str = ""


class Count(NamedTuple):
    """The number of ballots for a wish, and when it was reached: the time of the last of them."""

    wish: Wish
    votes: int
    reached: datetime


def wish_of(match: Match, event: Event) -> Wish:
    """Return what a voter who wants an event votes for.

    Raises `Refusal` for what a crowd does not do.
    """
    kind = event.kind
    assert match.voter is not None, "only a voter votes"
    if kind is Kind.UNDO or event.side != match.voter.side:  # the computer grants one at once
        kind = Kind.ASK_TAKE_BACK
    if kind is not Kind.MOVE and kind not in VERBS:
        raise Refusal("That isn't put to the vote; vote for a move instead.")
    return Wish(kind, event.text)


def event_of(match: Match, side: int, wish: Wish, now: datetime) -> Event:
    """Return the event for which a side's crowd has voted.

    Raises `Refusal` if it is not possible now.
    """
    seat = match.seats[side]
    if wish.kind is Kind.MOVE:
        return verbs.play(match, seat, now, wish.text)
    return VERBS[wish.kind](match, seat, now)


def ranked(counts: Iterable[Count]) -> list[Count]:
    """Order counts: the most votes first; of two equal ones first what reached them first."""
    return sorted(counts, key=lambda one: (-one.votes, one.reached, one.wish))


def leader(counts: Sequence[Count]) -> Count | None:
    """Return what would be done now: the leading move, unless most want something else."""
    cast = sum(one.votes for one in counts)
    return next((one for one in counts if one.wish.kind is Kind.MOVE or 2 * one.votes > cast), None)


def is_decided(counts: Sequence[Count], voters: int, *, to_move: bool) -> bool:
    """Tell whether all voters have voted, or those who have not can't draw level with the leader.

    While the crowd is not `to_move`, more than half of all must agree.
    """
    first = leader(counts)
    if first is None:
        return False
    if 2 * first.votes > voters or not to_move:
        return 2 * first.votes > voters
    left = voters - sum(one.votes for one in counts)
    most = max((one.votes for one in counts if one is not first), default=0)
    return left <= 0 or (first.wish.kind is Kind.MOVE and most + left < first.votes)
