"""People: their names, blocks, notes on matches, mutes, and whether they take direct messages."""

from collections.abc import AsyncGenerator
from datetime import datetime

from data import tables
from data.columns import stamp
from data.database import Database
from data.export import Stored, items_about
from data.save_match import load_match
from data.values import StoredMatch
from match import verbs
from match.remark import is_visible
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


MOST_NOTED = 1000
"""The maximum length of a note, in characters."""


class Notes:
    """Private notes of players on matches that they play or have played."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: int, *matches: int) -> dict[int, str]:
        """Return a person's notes, by the numbers of the matches."""
        async with self._database.reading() as connection:
            rows = await tables.people.notes_of(connection, person, matches)
        return {row["match"]: row["text"] for row in rows}

    async def write(self, match: int, person: int, text: str) -> None:
        """Store a note, which replaces an earlier one.

        Raises `Refusal` for anybody who is not a player of the match, and for a text that is blank
        or too long.
        """
        text = text.strip()
        if not is_visible(text):
            raise Refusal("That note is empty; write something, or delete the note.")
        if len(text) > MOST_NOTED:
            raise Refusal(
                "That's too long; a note can have up to {number} character.",
                "That's too long; a note can have up to {number} characters.",
                number=MOST_NOTED,
            )
        async with self._database.transaction() as connection:
            # Locked so that no note is stored while its author is being forgotten.
            await tables.people.lock(connection, person)
            (await load_match(connection, match)).side_of(person)
            await tables.people.write_note(connection, person, match, text)

    async def delete(self, match: int, person: int) -> None:
        """Delete a note. Raises `Refusal` if there is none."""
        async with self._database.transaction() as connection:
            if not await tables.people.remove_note(connection, person, match):
                raise Refusal("You have no note on this match any more.")


class Mutes:
    """Muted matches: their player is neither called nor reminded, but the clock runs on.

    Nobody else is told.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def mute(self, match: StoredMatch, person: int, now: datetime) -> None:
        """Mute a match for a player.

        Raises `Refusal` for anybody else, and once the match is over.
        """
        verbs.refuse_unless_playing(match, person, may_be_locked=True)
        async with self._database.transaction() as connection:
            await tables.people.add_mute(connection, match.number, person, stamp(now))

    async def unmute(self, number: int, person: int) -> None:
        """Unmute a match for a player."""
        async with self._database.transaction() as connection:
            await tables.people.remove_mute(connection, number, person)

    async def in_match(self, number: int) -> frozenset[int]:
        """Return who has muted a match."""
        async with self._database.reading() as connection:
            return frozenset(await tables.people.mutes_in_match(connection, number))

    async def by(self, person: int) -> frozenset[int]:
        """Return which matches a person has muted."""
        async with self._database.reading() as connection:
            return frozenset(
                int(row["match"]) for row in await tables.people.muted_by(connection, person)
            )
