"""Vacations: days on which all of somebody's clocks stand still, earned by having been here."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Self

from rules import Moment
from rules.sentence import Refusal

DAY = timedelta(days=1)
BEGINNING, MOST = 10 * DAY, 30 * DAY
"""What newcomers have, and what can be saved up."""
EARNED = 8
"""Of so many days that are no vacation one is earned."""
LEAST = DAY
"""Nobody goes on vacation with less."""


@dataclass(frozen=True)
class Vacation:
    """What somebody has of vacation: how much was `saved` at a time, and what happens since.

    Whoever is `away` uses it up from then on; whoever is not earns more.
    """

    saved: timedelta
    at: datetime
    away: bool = False
    by_itself: bool = True
    """Whether it begins by itself before a match would be lost on time."""

    def left(self, now: datetime) -> timedelta:
        """Give what there is of it now."""
        passed = max(timedelta(0), now - self.at)
        if self.away:
            return max(timedelta(0), self.saved - passed)
        return max(self.saved, min(MOST, self.saved + passed // EARNED))

    @property
    def ends(self) -> datetime | None:
        """When it is used up, if it has begun."""
        return self.at + self.saved if self.away else None

    def begin(self, now: datetime) -> Self:
        """Go on vacation. Raises `Refusal` for whoever is, or has too little left."""
        if self.away:
            raise Refusal("You are on vacation already; your clocks stand still.")
        left = self.left(now)
        if left < LEAST:
            raise Refusal(
                "You have less than a day of vacation left; you can go on vacation again {when}, "
                "and your opponents can give you **More time** until then.",
                when=Moment(now + (LEAST - left) * EARNED),
            )
        return replace(self, saved=left, at=now, away=True)

    def end(self, now: datetime) -> Self:
        """Come back. Raises `Refusal` for whoever is not away."""
        if not self.away:
            raise Refusal("You are not on vacation; your clocks run.")
        return replace(self, saved=self.left(now), at=now, away=False)
