"""Moves of Hoyito that win for certain beside the one a puzzle asks for: they are right too."""

from rules import Move, Position
from rules.hoyito import Hoyito

FAR = 8
"""What is won within so many plies is certain enough to be seen."""


def also_right(position: Position, move: str) -> tuple[str, ...]:
    """List the other moves of a puzzle of Hoyito that win for certain.

    What is certain there is easy to see, once a side has more than half of the stones: to prefer
    the quickest way to it would be pedantic.
    """
    if not isinstance(position, Hoyito):
        return ()
    others = [text for text in position.moves() if text != move]
    side = position.turn
    return tuple(
        text for text in others if _is_won(position.after(position.moves()[text]), side, FAR)
    )


def _is_won(position: Hoyito, side: int, plies: int) -> bool:
    """Tell whether a side gets more than half of the stones within some plies, by force."""
    half = (sum(position.stores) + sum(position.holes)) // 2
    if max(position.stores) > half or not plies or position.outcome():
        return position.stores[side] > half
    if position.stores[1 - side] == half:
        return False
    tried = (_is_won(position.after(move), side, plies - 1) for move in _tempting(position))
    return any(tried) if position.turn == side else all(tried)


def _tempting(position: Hoyito) -> list[Move]:
    return sorted(position.moves().values(), key=position.gain, reverse=True)
