"""The clock of a match: how long the player to move has, and what of that time does not count."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Self

from match.event import Event, Result
from match.pace import Pace
from rules.position import Position

REMINDERS = (5, 20)
"""Once there is left of a turn's time what one of these divides it by, the player is reminded."""
LAST_CALL = timedelta(minutes=5)
"""So long before the time runs out the clock comes for the last time."""


@dataclass(frozen=True, kw_only=True)
class Clocked:
    """How the clock of a match stands, whose position says whose turn it is."""

    position: Position
    pace: Pace | None
    since: datetime
    """When the present turn began."""
    bank: tuple[timedelta, timedelta] | None = None
    """What each side has for its present or next turn, where there is a clock."""
    given: timedelta = timedelta(0)
    """Time of this turn that does not count: the bot was away, or the clock stood still."""
    stopped: datetime | None = None
    """Since when the clock stands still in this turn, if it does."""
    reminded: int = 0
    """How many of this turn's reminders are past."""
    away: tuple[bool, bool] = (False, False)
    """Which side's player is on vacation."""
    locked: bool = False
    """Whether nobody may move until an administrator says so."""
    result: Result | None = None
    computer: int | None = None
    """The side that the computer plays; it has no clock, takes moves back and plays once more."""

    def __post_init__(self) -> None:
        """Let both sides begin with the time that the pace gives them."""
        if self.pace is not None and self.bank is None:
            object.__setattr__(self, "bank", (self.pace.start, self.pace.start))

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.result is not None

    @property
    def turn(self) -> int:
        """The side to move, also once the match is over."""
        return self.position.turn

    @property
    def deadline(self) -> datetime | None:
        """When the time of the player to move runs out, if it does."""
        if self.bank is None or self.over or self.stopped is not None or self.turn == self.computer:
            return None
        return self.since + self.given + self.bank[self.turn]

    @property
    def alarm(self) -> datetime | None:
        """When the clock has something to do next: the reminders, and after them the last call."""
        if self.deadline is None:
            return None
        return (*self.reminders, self.deadline - LAST_CALL)[self.reminded]

    @property
    def reminders(self) -> tuple[datetime, ...]:
        """When the player to move is reminded, where there is a clock."""
        if self.deadline is None or self.bank is None:
            return ()
        return tuple(self.deadline - self.bank[self.turn] // part for part in REMINDERS)

    def uncounted(self, now: datetime) -> timedelta:
        """Give how much of this turn does not count by now."""
        return self.given if self.stopped is None else self.given + (now - self.stopped)

    def _locked(self, event: Event) -> Self:
        """Lock the match; its clock stands still if it does not do so already."""
        stopped = self.stopped or (event.at if self.pace is not None else None)
        return replace(self, locked=True, stopped=stopped)

    def _unlocked(self, event: Event) -> Self:
        """Unlock the match; its clock runs unless whoever is to move is away."""
        if self.stopped is None or self.away[self.turn]:
            return replace(self, locked=False)
        given = self.given + (event.at - self.stopped)
        return replace(self, locked=False, stopped=None, given=given)

    def banked(self) -> tuple[timedelta, timedelta] | None:
        """Give what each side has as a turn begins anew: what was given on top is gone."""
        if self.pace is None or self.bank is None:
            return None
        most = self.pace.most
        return min(most, self.bank[0]), min(most, self.bank[1])

    def _spent(self, event: Event) -> timedelta:
        """Give how much time the player to move has spent when an event happens."""
        return event.at - self.since - event.given

    def _with_time(self, side: int, time: timedelta) -> Self:
        """Give a side so much time for its present or next turn."""
        if self.bank is None:
            return self
        first, second = self.bank
        return replace(self, bank=(time, second) if side == 0 else (first, time))

    def _new_turn(self, event: Event, position: Position) -> Self:
        """Begin a turn, in which the clock stands still where whoever is to move is away."""
        stands = self.pace is not None and self.away[position.turn]
        return replace(
            self,
            position=position,
            since=event.at,
            given=timedelta(0),
            stopped=event.at if stands else None,
            reminded=0,
        )
