"""What people choose for themselves, and their quiet hours."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from typing import NamedTuple, Self
from zoneinfo import ZoneInfo

from data import tables
from data.connection import Connection
from data.database import Database
from data.stored_settings import YES_OR_NO, StoredSettings, stored
from data.tables.columns import moment, stamp

DAY = timedelta(days=1)
NOTHING = ""
"""How what is not there is stored."""
ENDED = timedelta(minutes=10)
"""So long it is kept when somebody's last quiet hours ended, for the clock to come by."""
SOME = 500
"""Of so many people the next quiet hours are noted at once."""


class Confirm(StrEnum):
    """When somebody is asked before a move is played; the values are stored and never renamed."""

    ALWAYS = "always"
    WHERE_IT_COSTS = "costs"
    NEVER = "never"


class BoardSide(StrEnum):
    """From which side somebody sees boards; the values are stored and never renamed."""

    OWN = "own"
    FIRST = "first"


class Reminders(StrEnum):
    """Where somebody is reminded of a turn; the values are stored and never renamed."""

    CHANNEL = "channel"
    LETTER = "letter"
    BOTH = "both"
    NONE = "none"


class Night(NamedTuple):
    """The quiet hours of one night, or day: from when to when."""

    begins: datetime
    ends: datetime


@dataclass(frozen=True)
class QuietHours:
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


@dataclass(frozen=True)
class Preferences(StoredSettings):
    """What somebody has chosen."""

    confirm: Confirm = field(default=Confirm.ALWAYS, metadata=stored(Confirm))
    theme: str = field(default=NOTHING, metadata=stored(str))
    """How their own pictures look; where it is empty, as the server has it."""
    seen: BoardSide = field(default=BoardSide.OWN, metadata=stored(BoardSide))
    named: bool = field(default=False, metadata=YES_OR_NO)
    """Whether the cells of their own pictures have their names on them."""
    reminders: Reminders = field(default=Reminders.CHANNEL, metadata=stored(Reminders))
    quiet: QuietHours | None = field(
        default=None,
        metadata=stored(
            lambda text: QuietHours.read(text) if text else None,
            lambda quiet: NOTHING if quiet is None else str(quiet),
        ),
    )
    language: str = field(default=NOTHING, metadata=stored(str))
    """The tag of the language that they read; where it is empty, as their Discord has it."""
    zone: str = field(default="UTC", metadata=stored(str))
    """The IANA name of their time zone."""
    shows_open: bool = field(default=True, metadata=YES_OR_NO)
    """Whether lists show them the open challenges of others."""


class UserSettings:
    """What there is to choose: a value of `Personal` for each person, a row for each choice."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._languages: dict[int, str] | None = None
        """A copy of who has chosen which language, so that it is not asked before every answer."""

    async def language_of(self, person: int) -> str:
        """Give the tag of the language that somebody has chosen, or nothing."""
        if self._languages is None:
            async with self._database.reading() as connection:
                self._languages = await tables.settings.languages(connection)
        return self._languages.get(person, NOTHING)

    def look_again(self) -> None:
        """Drop the copy, after something was removed."""
        self._languages = None

    async def of(self, person: int) -> Preferences:
        """Give what somebody has chosen."""
        async with self._database.reading() as connection:
            return await _load(connection, person)

    async def choose(
        self, person: int, becomes: Callable[[Preferences], Preferences], now: datetime
    ) -> Preferences:
        """Keep what somebody chooses besides what they have chosen before, and give all of it."""
        async with self._database.transaction() as connection:
            before = await _load(connection, person)
            after = becomes(before)
            written = before.write()
            for name, value in after.write().items():
                if value != written[name]:
                    await tables.settings.choose(connection, person, name, value)
            if (before.quiet, before.zone) != (after.quiet, after.zone):
                await tables.settings.end_night(connection, person, stamp(now))
                await _keep_quiet(connection, person, after, now)
        self.look_again()
        return after

    async def woke(self, person: int, now: datetime) -> datetime | None:
        """Tell when somebody's last quiet hours ended, as far as that is known."""
        async with self._database.reading() as connection:
            row = await tables.settings.night_of(connection, person)
        if row is None:
            return None
        return moment(row["ends"] if row["ends"] <= stamp(now) else row["ended"])

    async def turn_nights(self, now: datetime) -> None:
        """Note the next quiet hours of those whose last ones are over: a part of every round."""
        async with self._database.reading() as connection:
            people = await tables.settings.past_nights(connection, stamp(now), SOME)
        if not people:
            return
        # All in one transaction: thousands may wake at the same time of the day.
        async with self._database.transaction() as connection:
            for person in people:
                await _keep_quiet(connection, person, await _load(connection, person), now)


async def _load(connection: Connection, person: int) -> Preferences:
    rows = await tables.settings.of(connection, person)
    return Preferences().changed({row["setting"]: row["value"] for row in rows})


async def _keep_quiet(
    connection: Connection, person: int, personal: Preferences, now: datetime
) -> None:
    """Note when somebody's quiet hours are, if there are any any more."""
    if personal.quiet is None:
        await tables.settings.remove_night(connection, person, before=stamp(now - ENDED))
        return
    night = personal.quiet.next(zone_called(personal.zone), now)
    columns = {"begins": stamp(night.begins), "ends": stamp(night.ends)}
    await tables.settings.keep_night(connection, person, stamp(now), columns)


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
