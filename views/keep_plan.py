"""Keep the moves that were tried on a board of a match as conditional moves."""

from collections.abc import Sequence

from data import Store, StoredMatch
from match.event import TAKE_BACKS, Kind
from rules.move import PASS

MOVES_THE_BOARD = (Kind.MOVE, Kind.PASS, *TAKE_BACKS)
"""Events after which a line that was begun before them can no longer be stored."""


async def keep_plan(
    store: Store, match: StoredMatch, person: int, moves: Sequence[str], seen: int
) -> None:
    """Keep moves that were tried when the match had `seen` events.

    Raises `Stale` if it has moved on since, and `Refusal` for what is no plan.
    """
    since = [] if match.count == seen else await store.matches.happened(match.number, seen)
    if any(event.kind in MOVES_THE_BOARD for event in since):
        match.refuse_stale(seen)
    line = [text for text in moves if text != PASS]
    await store.conditional_moves.store(match.number, person, line, match.count)
