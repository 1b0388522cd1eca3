"""Time controls: a number of days per move, or a bank of time to which each move adds."""

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Self

_A_MOVE = re.compile(r"[1-9][0-9]{0,2}")
_BANK = re.compile(r"([1-9][0-9]{0,2})d\+([1-9][0-9]{0,2})h/([1-9][0-9]{0,2})d")
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@dataclass(frozen=True)
class Pace:
    """The time that each side starts with, what a move adds to it, and the maximum.

    If a move adds as much as the maximum, every move has exactly that time.
    """

    start: timedelta
    adds: timedelta
    most: timedelta

    @classmethod
    def a_move(cls, days: int) -> Self:
        """Make a pace of some days per move."""
        return cls(days * DAY, days * DAY, days * DAY)

    @classmethod
    def bank(cls, days: int, hours: int, most: int) -> Self:
        """Make a pace with `days` to start with and `hours` added per move, up to `most` days."""
        return cls(days * DAY, hours * HOUR, most * DAY)

    @property
    def has_bank(self) -> bool:
        """Whether time that is left after a move is kept for the next."""
        return self.adds < self.most

    def after_move(self, left: timedelta, spent: timedelta) -> timedelta:
        """Return the time for a side's next turn, after `spent` of what was `left` in this one."""
        return min(self.most, max(timedelta(0), left - spent) + self.adds)

    def write(self) -> str:
        """Write a pace as a word: `3` is three days per move, `3d+12h/5d` a bank."""
        if not self.has_bank:
            return str(self.start // DAY)
        return f"{self.start // DAY}d+{self.adds // HOUR}h/{self.most // DAY}d"

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse a written pace. Raises `ValueError` for any other text."""
        if _A_MOVE.fullmatch(text):
            return cls.a_move(int(text))
        found = _BANK.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r} is no pace")
        pace = cls.bank(*map(int, found.groups()))
        if not (pace.has_bank and pace.start <= pace.most):
            raise ValueError(f"the bank of {text!r} can never hold what it begins with")
        return pace
