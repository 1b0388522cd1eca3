"""People: their names and languages, whom they block, and whether they take direct messages."""

from collections.abc import AsyncGenerator
from datetime import datetime

from data import tables
from data.database import Database
from data.export import Stored, told_of
from data.tables.columns import stamp
from rules import Refusal

MOST_BLOCKED = 200


class People:
    """What concerns persons rather than matches."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def name(self, person: int, name: str, locale: str | None = None) -> None:
        """Note under which name somebody was last seen, and in which language they have Discord.

        Strangers to the games are not noted.
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
        """Give the language in which somebody last had Discord, as Discord writes it."""
        async with self._database.reading() as connection:
            row = await tables.people.find(connection, person)
        return None if row is None or row["locale"] is None else str(row["locale"])

    async def name_of(self, person: int) -> str | None:
        """Give the name under which somebody was last seen."""
        async with self._database.reading() as connection:
            row = await tables.people.find(connection, person)
        return None if row is None else str(row["name"])

    async def block(self, person: int, other: int, now: datetime) -> None:
        """Have two people not challenge each other. Raises `Refusal` for oneself, or too many."""
        if person == other:
            raise Refusal("You cannot block yourself; name somebody else.")
        async with self._database.transaction() as connection:
            await tables.people.add_block(connection, person, other, stamp(now))
            if len(await tables.people.blocked_by(connection, person)) > MOST_BLOCKED:
                raise Refusal(
                    "You have blocked {number} people; unblock one of them first.",
                    number=MOST_BLOCKED,
                )

    async def unblock(self, person: int, other: int) -> None:
        """Take one's own block back. Raises `Refusal` where there is none."""
        async with self._database.transaction() as connection:
            if not await tables.people.remove_block(connection, person, other):
                raise Refusal("You have not blocked this person; leave the player out for a list.")

    async def blocked(self, person: int) -> list[int]:
        """List whom somebody has blocked, the first first."""
        async with self._database.reading() as connection:
            return [
                int(row["blocked"]) for row in await tables.people.blocked_by(connection, person)
            ]

    async def export(self, person: int) -> AsyncGenerator[Stored, None]:
        """Give everything that is stored about somebody as it is at one moment, thing by thing.

        Nobody waits for it: it is read on a connection of its own, in small pieces.
        """
        async with self._database.snapshot() as connection:
            async for told in told_of(connection, person):
                yield told


class DirectMessageStatus:
    """Whom nobody writes to: whoever closed their direct messages is not tried again and again."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._closed: set[int] | None = None
        """A copy of who takes none, so that nothing is asked for everybody who does something."""

    async def are_closed(self, person: int) -> bool:
        """Tell whether somebody takes none."""
        async with self._database.reading() as connection:
            return await tables.people.closed_direct_messages(connection, person) is not None

    async def close(self, person: int, now: datetime) -> None:
        """Note that somebody takes none."""
        async with self._database.transaction() as connection:
            await tables.people.close_direct_messages(connection, person, stamp(now))
        (await self._all()).add(person)

    async def open(self, person: int) -> None:
        """Note that somebody is here, so that it may be tried again."""
        if person in await self._all():
            async with self._database.transaction() as connection:
                await tables.people.remove_direct_message_status(connection, person)
            (await self._all()).discard(person)

    def look_again(self) -> None:
        """Drop the copy, after something was removed."""
        self._closed = None

    async def _all(self) -> set[int]:
        if self._closed is None:
            async with self._database.reading() as connection:
                self._closed = set(await tables.people.all_closed_direct_messages(connection))
        return self._closed
