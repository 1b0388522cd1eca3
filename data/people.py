"""People: their names, whom they have blocked, and what is stored about them."""

from collections.abc import AsyncGenerator
from datetime import datetime

from data import tables
from data.database import Database
from data.exporting import Stored, told_of
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
            await tables.blocks.add(connection, person, other, stamp(now))
            if len(await tables.blocks.by(connection, person)) > MOST_BLOCKED:
                raise Refusal(
                    "You have blocked {number} people; unblock one of them first.",
                    number=MOST_BLOCKED,
                )

    async def unblock(self, person: int, other: int) -> None:
        """Take one's own block back. Raises `Refusal` where there is none."""
        async with self._database.transaction() as connection:
            if not await tables.blocks.remove(connection, person, other):
                raise Refusal("You have not blocked this person; leave the player out for a list.")

    async def blocked(self, person: int) -> list[int]:
        """List whom somebody has blocked, the first first."""
        async with self._database.reading() as connection:
            return [int(row["blocked"]) for row in await tables.blocks.by(connection, person)]

    async def export(self, person: int) -> AsyncGenerator[Stored, None]:
        """Give everything that is stored about somebody as it is at one moment, thing by thing.

        Nobody waits for it: it is read on a connection of its own, in small pieces.
        """
        async with self._database.snapshot() as connection:
            async for told in told_of(connection, person):
                yield told
