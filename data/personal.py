"""What people choose for themselves: it takes effect at once and outlasts every restart."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from data import tables
from data.connection import Connection
from data.database import Database
from data.quiet import Quiet, zone_called
from data.stored_settings import YES_OR_NO, StoredSettings, stored
from data.tables.columns import moment, stamp


class Confirm(StrEnum):
    """When somebody is asked before a move is played; the values are stored and never renamed."""

    ALWAYS = "always"
    WHERE_IT_COSTS = "costs"
    NEVER = "never"


class Seen(StrEnum):
    """From which side somebody sees boards; the values are stored and never renamed."""

    OWN = "own"
    FIRST = "first"


class Reminders(StrEnum):
    """Where somebody is reminded of a turn; the values are stored and never renamed."""

    CHANNEL = "channel"
    LETTER = "letter"
    BOTH = "both"
    NONE = "none"


NOTHING = ""
"""How what is not there is stored."""


@dataclass(frozen=True)
class Personal(StoredSettings):
    """What somebody has chosen."""

    confirm: Confirm = field(default=Confirm.ALWAYS, metadata=stored(Confirm))
    theme: str = field(default=NOTHING, metadata=stored(str))
    """How their own pictures look; where it is empty, as the server has it."""
    seen: Seen = field(default=Seen.OWN, metadata=stored(Seen))
    named: bool = field(default=False, metadata=YES_OR_NO)
    """Whether the cells of their own pictures have their names on them."""
    reminders: Reminders = field(default=Reminders.CHANNEL, metadata=stored(Reminders))
    quiet: Quiet | None = field(
        default=None,
        metadata=stored(
            lambda text: Quiet.read(text) if text else None,
            lambda quiet: NOTHING if quiet is None else str(quiet),
        ),
    )
    language: str = field(default=NOTHING, metadata=stored(str))
    """The tag of the language that they read; where it is empty, as their Discord has it."""
    zone: str = field(default="UTC", metadata=stored(str))
    """The IANA name of their time zone."""
    shows_open: bool = field(default=True, metadata=YES_OR_NO)
    """Whether lists show them the open challenges of others."""


ENDED = timedelta(minutes=10)
"""So long it is kept when somebody's last quiet hours ended, for the clock to come by."""
SOME = 500
"""Of so many people the next quiet hours are noted at once."""


class Settings:
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

    async def of(self, person: int) -> Personal:
        """Give what somebody has chosen."""
        async with self._database.reading() as connection:
            return await _load(connection, person)

    async def choose(
        self, person: int, becomes: Callable[[Personal], Personal], now: datetime
    ) -> Personal:
        """Keep what somebody chooses besides what they have chosen before, and give all of it."""
        async with self._database.transaction() as connection:
            before = await _load(connection, person)
            after = becomes(before)
            written = before.write()
            for name, value in after.write().items():
                if value != written[name]:
                    await tables.settings.choose(connection, person, name, value)
            if (before.quiet, before.zone) != (after.quiet, after.zone):
                await tables.quiet.end(connection, person, stamp(now))
                await _keep_quiet(connection, person, after, now)
        self.look_again()
        return after

    async def woke(self, person: int, now: datetime) -> datetime | None:
        """Tell when somebody's last quiet hours ended, as far as that is known."""
        async with self._database.reading() as connection:
            row = await tables.quiet.of(connection, person)
        if row is None:
            return None
        return moment(row["ends"] if row["ends"] <= stamp(now) else row["ended"])

    async def turn_nights(self, now: datetime) -> None:
        """Note the next quiet hours of those whose last ones are over: a part of every round."""
        async with self._database.reading() as connection:
            people = await tables.quiet.past(connection, stamp(now), SOME)
        if not people:
            return
        # All in one transaction: thousands may wake at the same time of the day.
        async with self._database.transaction() as connection:
            for person in people:
                await _keep_quiet(connection, person, await _load(connection, person), now)


async def _load(connection: Connection, person: int) -> Personal:
    rows = await tables.settings.of(connection, person)
    return Personal().changed({row["setting"]: row["value"] for row in rows})


async def _keep_quiet(
    connection: Connection, person: int, personal: Personal, now: datetime
) -> None:
    """Note when somebody's quiet hours are, if there are any any more."""
    if personal.quiet is None:
        await tables.quiet.remove(connection, person, before=stamp(now - ENDED))
        return
    night = personal.quiet.next(zone_called(personal.zone), now)
    columns = {"begins": stamp(night.begins), "ends": stamp(night.ends)}
    await tables.quiet.keep(connection, person, stamp(now), columns)
