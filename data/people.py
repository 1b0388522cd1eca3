"""People: their names, blocks, what is stored of them, and whether they take direct messages."""

from collections.abc import AsyncGenerator
from datetime import datetime

from data import tables
from data.database import Database
from data.export import Stored, items_about
from data.tables.columns import stamp
from rules import Refusal

MOST_BLOCKED = 200


class People:
    """Data about people rather than matches."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def introduce(self, person: int, name: str, locale: str) -> None:
        """Record a person's name and Discord language, also of somebody who has never played."""
        if await self.name_of(person) is not None:
            await self.name(person, name, locale)
            return
        async with self._database.transaction() as connection:
            await tables.people.add(connection, person, name)
            await tables.people.note_locale(connection, person, locale)

    async def name(self, person: int, name: str, locale: str | None = None) -> None:
        """Record a person's present display name and Discord language.

        People who have never played are not recorded.
        """
        async with self._database.reading() as connection:
            known = await tables.people.find(connection, person)
        if known is None:
            return
        if known["name"] != name:
            async with self._database.transaction() as connection:
                await tables.people.rename(connection, person, name)
        if locale is not None and known["locale"] != locale:
            async with self._database.transaction() as connection:
                await tables.people.note_locale(connection, person, locale)

    async def locale_of(self, person: int) -> str | None:
        """Return the language that a person's Discord had last, as Discord's locale code."""
        async with self._database.reading() as connection:
            row = await tables.people.find(connection, person)
        return None if row is None or row["locale"] is None else str(row["locale"])

    async def name_of(self, person: int) -> str | None:
        """Return a person's last known display name."""
        async with self._database.reading() as connection:
            row = await tables.people.find(connection, person)
        return None if row is None else str(row["name"])

    async def block(self, person: int, other: int, now: datetime) -> None:
        """Block a person: neither of the two can challenge the other.

        Raises `Refusal` for oneself, or for too many blocks.
        """
        if person == other:
            raise Refusal("You can't block yourself; choose someone else.")
        async with self._database.transaction() as connection:
            await tables.people.add_block(connection, person, other, stamp(now))
            if len(await tables.people.blocked_by(connection, person)) > MOST_BLOCKED:
                raise Refusal(
                    "You can't block more than {number} person; unblock someone first.",
                    "You can't block more than {number} people; unblock someone first.",
                    number=MOST_BLOCKED,
                )

    async def unblock(self, person: int, other: int) -> None:
        """Remove one's own block. Raises `Refusal` if there is none."""
        async with self._database.transaction() as connection:
            if not await tables.people.remove_block(connection, person, other):
                raise Refusal("This person isn't blocked any more.")

    async def blocked(self, person: int) -> list[int]:
        """List whom a person has blocked, the earliest first."""
        async with self._database.reading() as connection:
            return [
                int(row["blocked"]) for row in await tables.people.blocked_by(connection, person)
            ]

    async def export(self, person: int) -> AsyncGenerator[Stored, None]:
        """Yield everything that is stored about a person, as a snapshot, item by item.

        It blocks nobody: it is read on a connection of its own, in small pieces.
        """
        async with self._database.snapshot() as connection:
            async for item in items_about(connection, person):
                yield item


class DirectMessageStatus:
    """Who takes no direct messages: the bot does not try to write to them again and again."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._closed: set[int] | None = None
        """Everybody in question, cached so that not every interaction needs a query."""

    async def are_closed(self, person: int) -> bool:
        """Tell whether a person takes no direct messages."""
        async with self._database.reading() as connection:
            return await tables.people.closed_direct_messages(connection, person) is not None

    async def close(self, person: int, now: datetime) -> None:
        """Record that a person takes no direct messages."""
        async with self._database.transaction() as connection:
            await tables.people.close_direct_messages(connection, person, stamp(now))
        (await self._cached()).add(person)

    async def open(self, person: int) -> None:
        """Record that a person is active, so that a direct message may be tried again."""
        if person in await self._cached():
            async with self._database.transaction() as connection:
                await tables.people.remove_direct_message_status(connection, person)
            (await self._cached()).discard(person)

    def invalidate(self) -> None:
        """Invalidate the cache, after something was removed."""
        self._closed = None

    async def _cached(self) -> set[int]:
        if self._closed is None:
            async with self._database.reading() as connection:
                self._closed = set(await tables.people.all_closed_direct_messages(connection))
        return self._closed
