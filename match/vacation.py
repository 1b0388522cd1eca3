"""Vacations: days on which all clocks of a player are stopped, earned by time without vacation."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Self

from rules import Moment
from rules.sentence import Refusal

DAY = timedelta(days=1)
BEGINNING, MOST = 10 * DAY, 30 * DAY
"""The vacation that newcomers have, and the maximum that can be saved."""
EARNED = 8
"""One day is earned in this many days without vacation."""
LEAST = DAY
"""The minimum with which a vacation can begin."""
AFTERWARDS = DAY
"""The least time of each clock after a vacation, or its turn if that is shorter."""


@dataclass(frozen=True)
class Vacation:
    """A player's vacation: how much was `saved` at a time, and what has happened since.

    It is used up while the player is `away`, and earned otherwise.
    """

    saved: timedelta
    at: datetime
    away: bool = False
    by_itself: bool = False
    """Whether it begins automatically before a match would be lost on time."""

    def left(self, now: datetime) -> timedelta:
        """Return how much is left now."""
        passed = max(timedelta(0), now - self.at)
        if self.away:
            return max(timedelta(0), self.saved - passed)
        return max(self.saved, min(MOST, self.saved + passed // EARNED))

    @property
    def ends(self) -> datetime | None:
        """The time at which it is used up, if it has begun."""
        return self.at + self.saved if self.away else None

    def begin(self, now: datetime) -> Self:
        """Begin a vacation. Raises `Refusal` if the player is away or has too little left."""
        if self.away:
            raise Refusal("You're already on vacation; your clocks are paused.")
        left = self.left(now)
        if left < LEAST:
            raise Refusal(
                "Less than a day of vacation left; next {when}. Until then, ask for **More time**.",
                when=Moment(now + (LEAST - left) * EARNED),
            )
        return replace(self, saved=left, at=now, away=True)

    def end(self, now: datetime, given: timedelta = timedelta(0)) -> Self:
        """End a vacation, and take from it the time that was `given` to the player's clocks.

        Otherwise coming back at once would be a day for nothing, each time.
        Raises `Refusal` if the player is not away.
        """
        if not self.away:
            raise Refusal("You're not on vacation; your clocks are running.")
        left = max(timedelta(0), self.left(now) - given)
        return replace(self, saved=left, at=now, away=False)
