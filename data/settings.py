"""What people choose for themselves, their quiet hours, and what servers choose."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from typing import NamedTuple, Self

from data.columns import stamp, zone_called
from data.connection import Connection
from data.daily_results import retell_results
from data.database import Subject
from data.puzzle_days import WEEK
from data.server_settings import ServerSettings
from data.setting_fields import YES_OR_NO, StoredSettings, stored

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
NOTHING = ""
"""How a missing value is stored."""
FARTHEST = 50 * HOUR
"""Nobody's next quiet hours are farther away than this, unless the clock was set back."""
SOME = 500
"""For how many people at a time the next quiet hours are stored."""


class Confirm(StrEnum):
    """When to ask for confirmation of a move; the values are stored and never renamed."""

    ALWAYS = "always"
    WHERE_IT_COSTS = "costs"
    NEVER = "never"


class BoardSide(StrEnum):
    """From which side a person sees boards; the values are stored and never renamed."""

    OWN = "own"
    FIRST = "first"


class Reminders(StrEnum):
    """Where a person is reminded of a turn; the values are stored and never renamed."""

    CHANNEL = "channel"
    DIRECT_MESSAGE = "letter"
    BOTH = "both"
    NONE = "none"


class Night(NamedTuple):
    """The quiet hours of one night, or day."""

    begins: datetime
    ends: datetime


@dataclass(frozen=True)
class QuietHours:
    """Daily quiet hours, from one time of the day to another, past midnight too."""

    begins: time
    ends: time

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse quiet hours as they are written. Raises `ValueError`."""
        begins, ends = map(time.fromisoformat, text.split("-"))
        if begins == ends:
            raise ValueError(f"{text!r} are no hours, or all of them")
        return cls(begins, ends)

    def __str__(self) -> str:
        return f"{self.begins:%H:%M}-{self.ends:%H:%M}"

    def next(self, zone: tzinfo, now: datetime) -> Night:
        """Return the present quiet hours, or else the next ones.

        When clocks are set forward or back, a time of the day may not exist, or exist twice: then
        the longest meaning counts.
        """
        day = now.astimezone(zone).date() - DAY
        while True:
            morning = day if self.begins < self.ends else day + DAY
            begins = min(_meanings(day, self.begins, zone))
            ends = max(_meanings(morning, self.ends, zone))
            if ends > now:
                return Night(begins, ends)
            day += DAY


@dataclass(frozen=True)
class PersonalSettings(StoredSettings):
    """The settings of a person."""

    confirm: Confirm = field(default=Confirm.ALWAYS, metadata=stored(Confirm))
    theme: str = field(default=NOTHING, metadata=stored(str))
    """The theme of their own pictures; empty for the server's."""
    seen: BoardSide = field(default=BoardSide.OWN, metadata=stored(BoardSide))
    named: bool = field(default=False, metadata=YES_OR_NO)
    """Whether their own pictures show the names of the cells."""
    reminders: Reminders = field(default=Reminders.CHANNEL, metadata=stored(Reminders))
    quiet: QuietHours | None = field(
        default=None,
        metadata=stored(
            lambda text: QuietHours.read(text) if text else None,
            lambda quiet: NOTHING if quiet is None else str(quiet),
        ),
    )
    language: str = field(default=NOTHING, metadata=stored(str))
    """The tag of their language; empty for their Discord's language."""
    zone: str = field(default="UTC", metadata=stored(str))
    """The IANA name of their time zone."""
    shows_open: bool = field(default=True, metadata=YES_OR_NO)
    """Whether lists show them the open challenges of others."""
    puzzle_name: bool = field(default=False, metadata=YES_OR_NO)
    """Whether results of puzzles name them."""
    match_puzzles: bool = field(default=False, metadata=YES_OR_NO)
    """Whether positions of their finished matches may become puzzles."""
    gets_resigned: bool = field(default=True, metadata=YES_OR_NO)
    """Whether the computer resigns to them where it is lost."""
    guided: bool = field(default=True, metadata=YES_OR_NO)
    """Whether they read in their first match of a game what they can do."""


class SettingsOfPeople(Subject):
    """Settings of people: a `PersonalSettings` for each, with a row for each setting."""

    async def language_of(self, person: int) -> str:
        """Return the tag of the language that a person has chosen, or an empty string."""
        chosen = "SELECT person, value FROM settings WHERE setting = 'language' AND value <> ''"
        languages = await self._database.settings.find(chosen, lambda: self._reader.pairs(chosen))
        return str(languages.get(person, NOTHING))

    async def find(self, person: int) -> PersonalSettings:
        """Return a person's settings."""
        return await load_personal_settings(self._reader, person)

    async def change(
        self, person: int, becomes: Callable[[PersonalSettings], PersonalSettings], now: datetime
    ) -> PersonalSettings:
        """Store what `becomes` changes in a person's settings, and return all of them."""
        async with self._database.changing_settings() as connection:
            before = await load_personal_settings(connection, person)
            after = becomes(before)
            for name, value in after.changes_from(before):
                await connection.replace(
                    "settings", "person, setting", person=person, setting=name, value=value
                )
            if (before.quiet, before.zone) != (after.quiet, after.zone):
                await _store_next_quiet_hours(connection, person, after, now)
            if before.puzzle_name != after.puzzle_name:
                await retell_results(connection, person, stamp(now - 2 * WEEK * DAY))
        return after

    async def store_next_quiet_hours(self, now: datetime) -> None:
        """Store the next quiet hours of people whose last ones are over, once in every round."""
        people = await self._reader.rows(
            "SELECT person FROM quiet_hours WHERE ends <= :now "
            "UNION ALL SELECT person FROM quiet_hours WHERE begins > :farthest LIMIT :most",
            now=stamp(now),
            farthest=stamp(now + FARTHEST),
            most=SOME,
        )
        if not people:
            return
        # In one transaction, because thousands may wake at the same time of the day.
        async with self._database.transaction() as connection:
            for person in (row["person"] for row in people):
                await _store_next_quiet_hours(
                    connection, person, await load_personal_settings(connection, person), now
                )


async def load_personal_settings(connection: Connection, person: int) -> PersonalSettings:
    """Load a person's settings."""
    stored = await connection.pairs(
        "SELECT setting, value FROM settings WHERE person = :person", person=person
    )
    return PersonalSettings.read(stored, f"person {person}")


async def _store_next_quiet_hours(
    connection: Connection, person: int, preferences: PersonalSettings, now: datetime
) -> None:
    if preferences.quiet is None:
        await connection.change("DELETE FROM quiet_hours WHERE person = :person", person=person)
        return
    night = preferences.quiet.next(zone_called(preferences.zone), now)
    begins, ends = stamp(night.begins), stamp(night.ends)
    await connection.replace(  # nothing reads `ended`
        "quiet_hours", "person", person=person, begins=begins, ends=ends, ended=0
    )


def _meanings(day: date, at: time, zone: tzinfo) -> tuple[datetime, datetime]:
    """Return both meanings of a local time when clocks are changed; mostly they are equal."""
    local = datetime.combine(day, at, zone)
    return local.astimezone(UTC), local.replace(fold=1).astimezone(UTC)


class SettingsOfServers(Subject):
    """Settings of servers: a `ServerSettings` for each, with a row for each setting."""

    async def find(self, server: int | None) -> ServerSettings:
        """Return a server's settings; outside of servers, the defaults."""
        return await self._database.settings.find(
            server, lambda: load_server_settings(self._reader, server)
        )

    async def change(
        self, server: int, becomes: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Store what `becomes` changes in a server's settings, and return all of them."""
        async with self._database.changing_settings() as connection:
            before = await load_server_settings(connection, server)
            after = becomes(before)
            for name, value in after.changes_from(before):
                await connection.replace(
                    "server_settings", "server, setting", server=server, setting=name, value=value
                )
        return after

    async def explain(self, server: int, missing: str) -> None:
        """Record that the members of a server were told which permissions are missing."""
        await self.change(server, lambda before: replace(before, explained=missing))


async def load_server_settings(connection: Connection, server: int | None) -> ServerSettings:
    """Load a server's settings; the defaults outside of servers."""
    if server is None:
        return ServerSettings()
    stored = await connection.pairs(
        "SELECT setting, value FROM server_settings WHERE server = :server", server=server
    )
    return ServerSettings.read(stored, f"server {server}")
