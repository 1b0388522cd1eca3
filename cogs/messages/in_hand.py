"""What somebody's deed is just telling of: the clock leaves it alone, for it is no sign of a stop.

It stands in memory alone, as it should: whoever was telling stops with the process.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from data import Challenge, StoredMatch

_IN_HAND: Counter[tuple[str, int]] = Counter()


@contextmanager
def in_hand(told: StoredMatch | Challenge) -> Iterator[None]:
    """Have something in hand, as others may too."""
    _IN_HAND[_key(told)] += 1
    try:
        yield
    finally:
        _IN_HAND.subtract([_key(told)])
        if not is_in_hand(told):
            del _IN_HAND[_key(told)]


def is_in_hand(told: StoredMatch | Challenge) -> bool:
    """Tell whether anybody has something in hand."""
    return _IN_HAND[_key(told)] > 0


def _key(told: StoredMatch | Challenge) -> tuple[str, int]:
    return type(told).__name__, told.number
