"""The computer's manners: when it resigns, offers a draw, or says that somebody else may resign.

It expects to score between -100, where it is lost for certain, and 100. What it expected before its
last moves is remembered in the match, and forgotten where it offers a draw: so it does not offer
one twice within as many moves.
"""

from match.fold import HOPELESS, OUTLOOKS
from match.match import Match
from rules import Position

EVEN = 15
"""The distance from 0 within which neither side is ahead."""
QUIET_PLIES = 100
"""The plies without a capture, fifty moves of each side, after which nothing happens any more.

It is half as long as the game itself allows, in games that allow less than twice this.
"""
LONG_GAME = 300
"""After so many plies neither side gets anywhere, though something may still happen."""


def resigns(match: Match, outlook: int | None) -> bool:
    """Tell whether the computer, to move, resigns: it has long been lost, or nearly so.

    Until then it plays on, so that whoever sees how to win makes the last move. `outlook` is what
    it expects now, if it could judge that.
    """
    if outlook is None or not match.settled:
        return False
    lately = (*match.outlook, outlook)[-OUTLOOKS:]
    return len(lately) == OUTLOOKS and max(lately) <= -HOPELESS


def tells_lost(match: Match) -> bool:
    """Tell whether its opponent has just stood lost for as long, which is said once in a match."""
    return match.lost_for == OUTLOOKS and match.turn != match.computer and not match.over


def offers_draw(match: Match) -> bool:
    """Tell whether the computer offers a draw with the move that it has just made."""
    if match.computer in (None, match.turn) or match.over or match.draw_offer is not None:
        return False
    if match.draw_waits[match.computer]:
        return False
    if sum(match.moves) < LONG_GAME and not is_quiet(match.position):
        return False
    return len(match.outlook) == OUTLOOKS and max(map(abs, match.outlook)) <= EVEN


def is_quiet(position: Position) -> bool:
    """Tell whether nothing has happened for so long that a draw is near."""
    limit = position.quiet_limit
    enough = QUIET_PLIES if limit is None else min(QUIET_PLIES, limit // 2)
    return position.quiet_plies() >= enough
