"""The clock of a match: how long the player to move has, and what of that time does not count."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeAlias

from match.pace import Pace

REMINDERS = (5, 20)
"""Once there is left of a turn's time what one of these divides it by, the player is reminded."""
LAST_CALL = timedelta(minutes=5)
"""So long before the time runs out the clock comes for the last time."""
Bank: TypeAlias = tuple[timedelta, timedelta]
"""What each side has for its present or next turn."""


@dataclass(frozen=True)
class Clock:
    """The time of both sides, and how the present turn stands; without a pace it never runs out.

    Whose turn it is, the position says: it is the argument `turn`.
    """

    pace: Pace | None
    since: datetime
    """When the present turn began."""
    bank: Bank | None = None
    """What each side has for its present or next turn, where there is a pace."""
    given: timedelta = timedelta(0)
    """Time of this turn that does not count: the bot was away, or the clock stood still."""
    stopped: datetime | None = None
    """Since when the clock stands still in this turn, if it does."""
    reminded: int = 0
    """How many of this turn's reminders are past."""
    away: tuple[bool, bool] = (False, False)
    """Which side's player is on vacation: in that side's turns the clock stands still."""

    def __post_init__(self) -> None:
        """Let both sides begin with the time that the pace gives them."""
        if self.pace is not None and self.bank is None:
            object.__setattr__(self, "bank", (self.pace.start, self.pace.start))

    def deadline(self, turn: int) -> datetime | None:
        """Give when the time of the player to move runs out, if it does."""
        if self.bank is None or self.stopped is not None:
            return None
        return self.since + self.given + self.bank[turn]

    def reminders(self, turn: int) -> tuple[datetime, ...]:
        """Give when the player to move is reminded, if time runs."""
        deadline = self.deadline(turn)
        if deadline is None or self.bank is None:
            return ()
        return tuple(deadline - self.bank[turn] // part for part in REMINDERS)

    def alarm(self, turn: int) -> datetime | None:
        """Give when there is something to do next: the reminders, and after them the last call."""
        deadline = self.deadline(turn)
        if deadline is None or self.bank is None:
            return None
        parts = (*(self.bank[turn] // part for part in REMINDERS), LAST_CALL)
        return deadline - parts[self.reminded]

    def uncounted(self, now: datetime) -> timedelta:
        """Give how much of this turn does not count by now."""
        return self.given if self.stopped is None else self.given + (now - self.stopped)

    def after_move(self, turn: int, spent: timedelta) -> Bank | None:
        """Give what both sides have once the player to move has moved, having spent some time."""
        if self.pace is None or self.bank is None:
            return None
        return _put(self.bank, turn, self.pace.after_move(self.bank[turn], spent))

    def banked(self) -> Bank | None:
        """Give what each side has as a turn begins anew: what was given on top is gone."""
        if self.pace is None or self.bank is None:
            return None
        most = self.pace.most
        return min(most, self.bank[0]), min(most, self.bank[1])

    def new_turn(self, turn: int, now: datetime, bank: Bank | None = None) -> "Clock":
        """Begin a turn, in which the clock stands still where whoever is to move is away.

        What each side has stays as it is, unless `bank` says otherwise.
        """
        stopped = now if self.pace is not None and self.away[turn] else None
        return Clock(self.pace, now, bank or self.bank, stopped=stopped, away=self.away)

    def more_time(self, side: int, turn: int, spent: timedelta) -> "Clock":
        """Let a side have, from now on, as much time as there can be by the pace."""
        assert self.pace is not None
        assert self.bank is not None
        if side == turn:
            return replace(self, bank=_put(self.bank, side, spent + self.pace.most), reminded=0)
        return replace(self, bank=_put(self.bank, side, self.pace.most))

    def stop(self, now: datetime) -> "Clock":
        """Stand still from now on, where there is a pace and it does not do so already."""
        if self.pace is None or self.stopped is not None:
            return self
        return replace(self, stopped=now)

    def start(self, turn: int, now: datetime) -> "Clock":
        """Run again, unless whoever is to move is away; the time in between does not count."""
        if self.stopped is None or self.away[turn]:
            return self
        return replace(self, stopped=None, given=self.uncounted(now))


def _put(bank: Bank, side: int, time: timedelta) -> Bank:
    """Give a side so much time for its present or next turn."""
    return (time, bank[1]) if side == 0 else (bank[0], time)
