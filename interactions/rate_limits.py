"""Rate limits per person, with sliding windows.

They are held in memory, since they only protect against floods of requests; limits that a restart
must not lift are counted in the database.
"""

from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta

from rules import Moment, Refusal


@dataclass(frozen=True)
class RateLimit:
    """At most `most` uses `within` a time; `words` refuse others until `{when}`."""

    most: int
    within: timedelta
    words: str


BOARDS = RateLimit(
    6, timedelta(minutes=2), "Next board {when}; the last one still shows the match."
)
GIFS = RateLimit(6, timedelta(minutes=5), "Next animation {when}.")
PAGES = RateLimit(6, timedelta(minutes=5), "Next replay page {when}; matches as text at any time.")
IMPORTS = RateLimit(12, timedelta(minutes=10), "Next import {when}.")
CODES = RateLimit(10, timedelta(hours=1), "That's a lot of codes; try the next one {when}.")
EXPORTS = RateLimit(3, timedelta(hours=1), "Next export {when}.")
VACATIONS = RateLimit(4, timedelta(days=1), "Next vacation {when}.")


class RateLimiter:
    """The recent uses of every rate limit."""

    def __init__(self) -> None:
        self._lately: dict[RateLimit, dict[int, deque[datetime]]] = {}

    def note(self, limit: RateLimit, person: int, now: datetime) -> None:
        """Count a use by a person. Raises `Refusal` if there are too many."""
        everybody = self._lately.setdefault(limit, {})
        times = everybody.setdefault(person, deque())
        while times and times[0] <= now - limit.within:
            times.popleft()
        if len(times) == limit.most:
            raise Refusal(limit.words, when=Moment(times[0] + limit.within))
        times.append(now)
        # People are in the order of their last use, so those whose uses have expired come first.
        everybody[person] = everybody.pop(person)
        while everybody[oldest := next(iter(everybody))][-1] <= now - limit.within:
            del everybody[oldest]
