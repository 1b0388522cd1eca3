"""Links to the board in a browser: one for each person, of which only a hash is kept."""

import re
from contextlib import suppress
from datetime import datetime, timedelta
from enum import Enum
from hashlib import sha256
from secrets import token_urlsafe
from typing import NamedTuple

from data.columns import stamp
from data.connection import Connection
from data.database import Database, Subject
from data.load_match import load_match
from data.settings import PersonalSettings
from data.values import NoMatch, StoredMatch

VALID = timedelta(hours=24)
"""How long a link leads anywhere."""
_TOKEN = re.compile(r"[\w-]{43}", re.ASCII)
"""The form of a token: 32 random bytes."""


class Trade(Enum):
    """What comes of a token that somebody has."""

    REFUSED = "refused"
    OPEN = "open"
    USED = "used"
    """It was used before, perhaps on another device: they are to be asked."""


class Opener(NamedTuple):
    """Who asked for a link: their name and language in Discord then, and in which server."""

    person: int
    name: str = ""
    locale: str | None = None
    server: int | None = None


class WebLinks(Subject):
    """The newest link of each person; whoever has it plays as them."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._ends: dict[str, int] = {}
        self._is_read = False

    async def make(self, opener: Opener, now: datetime) -> str:
        """Make a link for a person, and return its token; an earlier one leads nowhere any more."""
        token = token_urlsafe(32)
        async with self._database.transaction() as connection:
            await connection.change("DELETE FROM web_links WHERE ends <= :now", now=stamp(now))
            await connection.replace(
                "web_links",
                "person",
                **opener._asdict(),
                token=_hash(token),
                ends=stamp(now + VALID),
                used=0,
            )
        self._ends = {made: ends for made, ends in self._ends.items() if ends > stamp(now)}
        self._ends[_hash(token)] = stamp(now + VALID)
        return token

    async def trade(self, token: str, now: datetime) -> tuple[Trade, Opener | None]:
        """Use a token; return what comes of it, and whose it is if it leads anywhere."""
        if not _TOKEN.fullmatch(token) or not await self._was_made(token):
            return Trade.REFUSED, None
        kept = await self._reader.row(
            "SELECT person, name, locale, server FROM web_links "
            "WHERE token = :token AND ends > :now",
            token=_hash(token),
            now=stamp(now),
        )
        if kept is None:
            return Trade.REFUSED, None
        is_first = await self._database.change(
            "UPDATE web_links SET used = 1 WHERE token = :token AND used = 0", token=_hash(token)
        )
        return Trade.OPEN if is_first else Trade.USED, Opener(*kept)

    async def _was_made(self, token: str) -> bool:
        """Tell whether a token ever led anywhere, without a read: many may be guessed."""
        if not self._is_read:
            ends = await self._reader.pairs("SELECT token, ends FROM web_links")
            self._ends |= ends  # which may be another dictionary since
            self._is_read = True
        return _hash(token) in self._ends

    async def settings_of(self, person: int, now: datetime) -> PersonalSettings | None:
        """Return a person's settings if they have a link; without, no page of theirs stays open."""
        return await _settings_of(self._reader, person, now)

    async def asks(
        self, person: int, match: int, now: datetime
    ) -> tuple[PersonalSettings | None, StoredMatch | None]:
        """Return the same, and the match of a number if there is one."""

        async def read(
            connection: Connection,
        ) -> tuple[PersonalSettings | None, StoredMatch | None]:
            settings = await _settings_of(connection, person, now)
            with suppress(NoMatch):
                return settings, await load_match(connection, match)
            return settings, None

        return await self._reader.run(read)

    async def revoke(self, person: int) -> None:
        """Take a person's link away, and close whatever was opened with it."""
        await self._database.change("DELETE FROM web_links WHERE person = :person", person=person)


async def _settings_of(
    connection: Connection, person: int, now: datetime
) -> PersonalSettings | None:
    stored = await connection.pairs(
        "SELECT s.setting, s.value FROM web_links l LEFT JOIN settings s USING (person) "
        "WHERE l.person = :person AND l.ends > :now",
        person=person,
        now=stamp(now),
    )
    return PersonalSettings.read(stored, f"person {person}") if stored else None


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
