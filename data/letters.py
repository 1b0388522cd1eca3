"""Letters: who takes no direct messages, for as long as they have not used the bot since."""

from datetime import datetime

from data import tables
from data.database import Database
from data.tables.columns import stamp


class Letters:
    """Whom nobody writes to: whoever closed their direct messages is not tried again and again."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._closed: set[int] | None = None
        """A copy of who takes none, so that nothing is asked for everybody who does something."""

    async def are_closed(self, person: int) -> bool:
        """Tell whether somebody takes none."""
        async with self._database.reading() as connection:
            return await tables.letters.find(connection, person) is not None

    async def close(self, person: int, now: datetime) -> None:
        """Note that somebody takes none."""
        async with self._database.transaction() as connection:
            await tables.letters.close(connection, person, stamp(now))
        (await self._all()).add(person)

    async def open(self, person: int) -> None:
        """Note that somebody is here, so that it may be tried again."""
        if person in await self._all():
            async with self._database.transaction() as connection:
                await tables.letters.remove_of(connection, person)
            (await self._all()).discard(person)

    def look_again(self) -> None:
        """Drop the copy, after something was removed."""
        self._closed = None

    async def _all(self) -> set[int]:
        if self._closed is None:
            async with self._database.reading() as connection:
                self._closed = set(await tables.letters.everybody(connection))
        return self._closed
