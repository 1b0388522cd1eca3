"""The clock of a match, and the paces that it can have."""

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Self, TypeAlias

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


REMINDERS = (5, 20)
"""The player is reminded when the time left is the time of the turn divided by one of these."""
LAST_CALL = timedelta(minutes=5)
"""How long before the time runs out the clock is polled for the last time."""
Bank: TypeAlias = tuple[timedelta, timedelta]
"""The time that each side has for its present or next turn."""


@dataclass(frozen=True)
class Clock:
    """The time of both sides and the state of the present turn; without a pace it never runs out.

    The side to move is known to the position only, so it is passed as the argument `turn`.
    """

    pace: Pace | None
    since: datetime
    """When the present turn began."""
    bank: Bank | None = None
    """The time that each side has for its present or next turn, if there is a pace."""
    given: timedelta = timedelta(0)
    """Time of this turn that does not count: the bot was away, or the clock was stopped.

    Below zero it is time that the turn had used up before a takeback resumed it.
    """
    stopped: datetime | None = None
    """Since when the clock has been stopped in this turn, if it is."""
    reminded: int = 0
    """How many reminders of this turn are past."""
    away: tuple[bool, bool] = (False, False)
    """Which players are on vacation: during their turns the clock is stopped."""
    limit: timedelta | None = None
    """The most time for a turn, if that is less than the pace grants."""

    def __post_init__(self) -> None:
        """Start both sides with the time that the pace grants."""
        if self.pace is not None and self.bank is None:
            object.__setattr__(self, "bank", (self.pace.start, self.pace.start))

    @property
    def resumed_turn(self) -> bool:
        """Whether some of the time of this turn was used up before a takeback resumed it."""
        return self.given < timedelta(0)

    def deadline(self, turn: int) -> datetime | None:
        """Return when the time of the player to move runs out, or `None`."""
        if self.bank is None or self.stopped is not None:
            return None
        return self.since + self.given + self.bank[turn]

    def reminders(self, turn: int) -> tuple[datetime, ...]:
        """Return when the player to move is reminded; empty if the clock is not running."""
        deadline = self.deadline(turn)
        if deadline is None or self.bank is None:
            return ()
        return tuple(deadline - self.bank[turn] // part for part in REMINDERS)

    def alarm(self, turn: int) -> datetime | None:
        """Return when the clock must be polled next: for a reminder, and then for the last call."""
        deadline = self.deadline(turn)
        if deadline is None or self.bank is None:
            return None
        parts = (*(self.bank[turn] // part for part in REMINDERS), LAST_CALL)
        return deadline - parts[self.reminded]

    def uncounted(self, now: datetime) -> timedelta:
        """Return how much of this turn does not count up to `now`."""
        return self.given if self.stopped is None else self.given + (now - self.stopped)

    def after_move(self, turn: int, spent: timedelta) -> Bank | None:
        """Return the time of both sides after the player to move has moved, having `spent` some."""
        if self.pace is None or self.bank is None:
            return None
        return _with_time(
            self.bank, turn, min(self.most, self.pace.after_move(self.bank[turn], spent))
        )

    def banked(self) -> Bank | None:
        """Return the time of each side when a turn is begun again, without any extra time."""
        if self.pace is None or self.bank is None:
            return None
        most = self.most
        return min(most, self.bank[0]), min(most, self.bank[1])

    def new_turn(self, turn: int, now: datetime, bank: Bank | None = None) -> "Clock":
        """Begin a turn; the clock is stopped if the player to move is on vacation.

        The time of each side stays the same unless `bank` is given.
        """
        stopped = now if self.pace is not None and self.away[turn] else None
        return Clock(
            self.pace, now, bank or self.bank, stopped=stopped, away=self.away, limit=self.limit
        )

    def resumed(self, turn: int, now: datetime, left: timedelta, bank: Bank) -> "Clock":
        """Go on with a turn that a move had ended, with the time that is `left` of it."""
        if self.limit is not None:
            left, bank = min(left, self.limit), (min(bank[0], self.limit), min(bank[1], self.limit))
        past = sum(left <= bank[turn] // part for part in REMINDERS)
        again = self.new_turn(turn, now, bank)
        return replace(again, given=left - bank[turn], reminded=past)

    def more_time(self, side: int, turn: int, spent: timedelta) -> "Clock":
        """Give a side, from now on, the maximum time that the pace allows."""
        assert self.pace is not None
        assert self.bank is not None
        if side == turn:
            return replace(self, bank=_with_time(self.bank, side, spent + self.most), reminded=0)
        return replace(self, bank=_with_time(self.bank, side, self.most))

    @property
    def most(self) -> timedelta:
        """The most time that a side can have, if there is a pace."""
        assert self.pace is not None
        return self.pace.most if self.limit is None else min(self.limit, self.pace.most)

    def limited(self, turn: int, spent: timedelta, limit: timedelta) -> "Clock":
        """Limit the time of this turn from now on, after `spent` of it, and of all that follow."""
        if self.bank is None:
            return self
        other = min(limit, self.bank[1 - turn])
        own = min(spent + limit, self.bank[turn])
        return replace(
            self, bank=(own, other) if turn == 0 else (other, own), reminded=0, limit=limit
        )

    def stop(self, now: datetime) -> "Clock":
        """Stop the clock, unless there is no pace or it is stopped already."""
        if self.pace is None or self.stopped is not None:
            return self
        return replace(self, stopped=now)

    def start(self, turn: int, now: datetime) -> "Clock":
        """Restart the clock, unless the player to move is on vacation; the pause does not count."""
        if self.stopped is None or self.away[turn]:
            return self
        return replace(self, stopped=None, given=self.uncounted(now))


def _with_time(bank: Bank, side: int, time: timedelta) -> Bank:
    """Set the time that a side has for its present or next turn."""
    return (time, bank[1]) if side == 0 else (bank[0], time)
