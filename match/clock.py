"""The clock of a match, and the paces that it can have."""

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Self, TypeAlias

_LENGTH = r"([1-9][0-9]{0,2}d|[1-9][0-9]{0,3}h)"
_A_MOVE = re.compile(r"[1-9][0-9]{0,2}|[1-9][0-9]{0,3}h")
_BANK = re.compile(rf"{_LENGTH}\+([1-9][0-9]{{0,2}}h)/{_LENGTH}")
_LIVE = re.compile(r"([1-9][0-9]?)m\+([1-9][0-9]?)s")
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)
MOST_LIVE = 2 * HOUR
"""The maximum time of a side in a live match, which no usual match comes near."""


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

    @classmethod
    def live(cls, minutes: int, seconds: int) -> Self:
        """Make a pace of minutes for the whole match, with seconds added per move."""
        return cls(minutes * MINUTE, seconds * SECOND, MOST_LIVE)

    @property
    def is_live(self) -> bool:
        """Whether it is for two who are both there: such a clock counts minutes, not days."""
        return self.adds < HOUR

    @property
    def has_bank(self) -> bool:
        """Whether time that is left after a move is kept for the next."""
        return self.adds < self.most

    def after_move(self, left: timedelta, spent: timedelta) -> timedelta:
        """Return the time for a side's next turn, after `spent` of what was `left` in this one."""
        return min(self.most, max(timedelta(0), left - spent) + self.adds)

    def with_more(self, left: timedelta) -> timedelta:
        """Return the time of a side that is given more: the maximum; if live, a minute more."""
        return min(self.most, left + MINUTE) if self.is_live else self.most

    def write(self) -> str:
        """Write a pace as a word: `3` is three days per move, `3d+12h/5d` a bank.

        `10m+15s` is a live one. What is no whole number of days is in hours: `36h`, `36h+6h/2d`.
        """
        if self.is_live:
            return f"{self.start // MINUTE}m+{self.adds // SECOND}s"
        if not self.has_bank:
            return _write_length(self.start).removesuffix("d")
        return f"{_write_length(self.start)}+{self.adds // HOUR}h/{_write_length(self.most)}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse a written pace. Raises `ValueError` for any other text."""
        if _A_MOVE.fullmatch(text):
            time = _read_length(text)
            return cls(time, time, time)
        if found := _LIVE.fullmatch(text):
            return cls.live(*map(int, found.groups()))
        found = _BANK.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r} is no pace")
        pace = cls(*map(_read_length, found.groups()))
        if not (pace.has_bank and pace.start <= pace.most):
            raise ValueError(f"the bank of {text!r} can never hold what it begins with")
        return pace


def _write_length(time: timedelta) -> str:
    return f"{time // HOUR}h" if time % DAY else f"{time // DAY}d"


def _read_length(text: str) -> timedelta:
    return int(text.rstrip("dh")) * (HOUR if text.endswith("h") else DAY)


REMINDERS = (5, 20)
"""The player is reminded when the time left is the time of the turn divided by one of these."""
LAST_CALL = timedelta(minutes=5)
"""The time before the deadline at which the clock is polled for the last time."""
ASKED_AFTER = 3 * MINUTE
"""After how much of a turn a live player is asked whether they are there: half of it, if less."""
ASKED_FROM = MINUTE
"""The shortest turn in which a live player is asked: nobody walks away in less."""
Bank: TypeAlias = tuple[timedelta, timedelta]
"""The time that each side has for its present or next turn."""


@dataclass(frozen=True)
class Clock:
    """The time of both sides and the state of the present turn; without a pace it never runs out.

    The side to move is known to the position only, so it is passed as the argument `turn`.
    """

    pace: Pace | None
    since: datetime
    """The start of the present turn."""
    bank: Bank | None = None
    """The time that each side has for its present or next turn, if there is a pace."""
    given: timedelta = timedelta(0)
    """Time of this turn that does not count: the bot was away, or the clock was stopped.

    Below zero it is time that the turn had used up before a takeback resumed it.
    """
    stopped: datetime | None = None
    """The time at which the clock was stopped in this turn, if it is."""
    reminded: int = 0
    """The number of past reminders of this turn."""
    away: tuple[datetime | None, datetime | None] = (None, None)
    """Until when each side is on vacation: their turns stop the clock, unless it is live."""
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
        return tuple(deadline - left for left in self._left_at_reminders(self.bank[turn]))

    def _left_at_reminders(self, time: timedelta) -> tuple[timedelta, ...]:
        """Return what is left of a turn's time at each of its reminders.

        In a live match there is only one, which asks whether the player is there.
        """
        if self.pace is None or not self.pace.is_live:
            return tuple(time // part for part in REMINDERS)
        return (time - min(time // 2, ASKED_AFTER),) if time >= ASKED_FROM else ()

    def alarm(self, turn: int) -> datetime | None:
        """Return when the clock must be polled next: for a reminder, and then for the last call.

        In a live match, which no vacation saves, that is when the time runs out.
        """
        deadline = self.deadline(turn)
        if deadline is None or self.bank is None or self.pace is None:
            return None
        reminders = self._left_at_reminders(self.bank[turn])
        if self.reminded < len(reminders):
            return deadline - reminders[self.reminded]
        return deadline if self.pace.is_live else deadline - LAST_CALL

    def pauses(self, turn: int) -> bool:
        """Tell whether the clock is stopped in a side's turns, because its player is on vacation.

        A live clock never is: both said that they are there.
        """
        return self.away[turn] is not None and self.pace is not None and not self.pace.is_live

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
        stopped = now if self.pauses(turn) else None
        return Clock(
            self.pace, now, bank or self.bank, stopped=stopped, away=self.away, limit=self.limit
        )

    def resumed(self, turn: int, now: datetime, left: timedelta, bank: Bank) -> "Clock":
        """Go on with a turn that a move had ended, with the time that is `left` of it."""
        if self.limit is not None:
            left, bank = min(left, self.limit), (min(bank[0], self.limit), min(bank[1], self.limit))
        past = sum(left <= at for at in self._left_at_reminders(bank[turn]))
        again = self.new_turn(turn, now, bank)
        return replace(again, given=left - bank[turn], reminded=past)

    def more_time(self, side: int, turn: int, spent: timedelta) -> "Clock":
        """Give a side more time from now on, as much as the pace allows; see `with_more`."""
        assert self.pace is not None
        assert self.bank is not None
        if side != turn:
            return replace(self, bank=_with_time(self.bank, side, self.with_more(self.bank[side])))
        time = spent + self.with_more(self.bank[side] - spent)
        reminded = self.reminded if self.pace.is_live else 0
        return replace(self, bank=_with_time(self.bank, side, time), reminded=reminded)

    @property
    def most(self) -> timedelta:
        """The most time that a side can have, if there is a pace."""
        assert self.pace is not None
        return self.pace.most if self.limit is None else min(self.limit, self.pace.most)

    def with_more(self, left: timedelta) -> timedelta:
        """Return how much time a side has once it is given more, if there is a pace."""
        assert self.pace is not None
        more = self.pace.with_more(left)
        return more if self.limit is None else min(self.limit, more)

    def limited(self, turn: int, spent: timedelta, limit: timedelta) -> "Clock":
        """Limit the time of this turn from now on, after `spent` of it, and of all that follow."""
        if self.bank is None:
            return self
        other = min(limit, self.bank[1 - turn])
        own = min(spent + limit, self.bank[turn])
        return replace(
            self, bank=(own, other) if turn == 0 else (other, own), reminded=0, limit=limit
        )

    def is_extended(self, turn: int) -> bool:
        """Tell whether the player to move has got the time of this turn twice."""
        return self.bank is not None and self.limit is None and self.bank[turn] > self.most

    def extended(self, turn: int) -> "Clock":
        """Give the player to move the time of a turn once more."""
        assert self.bank is not None
        return replace(self, bank=_with_time(self.bank, turn, self.bank[turn] + self.most))

    def stop(self, now: datetime) -> "Clock":
        """Stop the clock, unless there is no pace or it is stopped already."""
        if self.pace is None or self.stopped is not None:
            return self
        return replace(self, stopped=now)

    def start(self, turn: int, now: datetime) -> "Clock":
        """Restart the clock, unless the player to move is on vacation; the pause does not count."""
        if self.stopped is None or self.pauses(turn):
            return self
        return replace(self, stopped=None, given=self.uncounted(now))


def _with_time(bank: Bank, side: int, time: timedelta) -> Bank:
    """Set the time that a side has for its present or next turn."""
    return (time, bank[1]) if side == 0 else (bank[0], time)
