"""Quiet hours: from when to when somebody is not reminded, by the clock where they live."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple, Self
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)


class Night(NamedTuple):
    """The quiet hours of one night, or day: from when to when."""

    begins: datetime
    ends: datetime


@dataclass(frozen=True)
class Quiet:
    """Quiet hours, every day from one time of the day to another, over midnight too."""

    begins: time
    ends: time

    @classmethod
    def read(cls, text: str) -> Self:
        """Read quiet hours as they are written. Raises `ValueError`."""
        begins, ends = map(time.fromisoformat, text.split("-"))
        if begins == ends:
            raise ValueError(f"{text!r} are no hours, or all of them")
        return cls(begins, ends)

    def __str__(self) -> str:
        return f"{self.begins:%H:%M}-{self.ends:%H:%M}"

    def next(self, zone: tzinfo, now: datetime) -> Night:
        """Give the quiet hours that are now, or else the next ones.

        Where a clock is set forward or back, a time of the day may not be there, or be there twice:
        then they last as long as may be meant.
        """
        day = now.astimezone(zone).date() - DAY
        while True:
            morning = day if self.begins < self.ends else day + DAY
            begins = min(_moments(day, self.begins, zone))
            ends = max(_moments(morning, self.ends, zone))
            if ends > now:
                return Night(begins, ends)
            day += DAY


def zone_called(name: str) -> tzinfo:
    """Give a time zone by its IANA name; UTC for one that this machine does not know any more."""
    try:
        return ZoneInfo(name)
    except (KeyError, OSError, ValueError):
        return UTC


def _moments(day: date, at: time, zone: tzinfo) -> tuple[datetime, datetime]:
    """Give what a time of a day may mean where a clock was set; mostly it is the same twice."""
    local = datetime.combine(day, at, zone)
    return local.astimezone(UTC), local.replace(fold=1).astimezone(UTC)
