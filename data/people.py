"""People: their names, blocks, muted matches, and whether they take direct messages."""

from collections.abc import AsyncGenerator
from datetime import datetime

from data.columns import stamp
from data.connection import Connection, Row
from data.database import Subject
from data.export import Stored, items_about
from data.values import Person, StoredMatch
from match import verbs
from rules import Refusal

MOST_BLOCKED = 200


class People(Subject):
    """Data about people rather than matches."""

    async def introduce(self, person: Person, locale: str | None) -> None:
        """Record a person's names and Discord language, also of somebody who has never played."""
        if await find_person(self._reader, person.id) is None:
            await self._database.run(lambda connection: add_person(connection, person))
        await self.name(person, locale)

    async def name(self, person: Person, locale: str | None = None) -> None:
        """Record a person's present names and Discord language.

        People who have never played are not recorded.
        """
        known = await find_person(self._reader, person.id)
        if known is not None and (known["name"], known["user_name"], known["locale"]) != (
            person.name,
            person.user_name or known["user_name"],
            locale or known["locale"],
        ):
            await self._database.change(
                "UPDATE people SET name = :name, user_name = COALESCE(:user_name, user_name), "
                "locale = COALESCE(:locale, locale) WHERE id = :person",
                person=person.id,
                name=person.name,
                user_name=person.user_name,
                locale=locale,
            )

    async def locale_of(self, person: int) -> str | None:
        """Return the language that a person's Discord had last, as Discord's locale code."""
        row = await find_person(self._reader, person)
        return None if row is None or row["locale"] is None else str(row["locale"])

    async def name_of(self, person: int) -> str | None:
        """Return a person's last known display name."""
        row = await find_person(self._reader, person)
        return None if row is None else str(row["name"])

    async def block(self, person: int, other: int, now: datetime) -> None:
        """Block a person: neither of the two can challenge the other, but on a ladder.

        Raises `Refusal` for oneself, or for too many blocks.
        """
        if person == other:
            raise Refusal("You can't block yourself; choose someone else.")
        async with self._database.transaction() as connection:
            await connection.insert(
                "blocks", "DO NOTHING", blocker=person, blocked=other, since=stamp(now)
            )
            number = await connection.number(
                "SELECT COUNT(*) FROM blocks WHERE blocker = :person", person=person
            )
            if number > MOST_BLOCKED:
                raise Refusal(
                    "You can't block more than {number} person; unblock someone first.",
                    "You can't block more than {number} people; unblock someone first.",
                    number=MOST_BLOCKED,
                )

    async def unblock(self, person: int, other: int) -> None:
        """Remove one's own block. Raises `Refusal` if there is none."""
        if not await self._database.change(
            "DELETE FROM blocks WHERE blocker = :person AND blocked = :other",
            person=person,
            other=other,
        ):
            raise Refusal("This person isn't blocked any more.")

    async def blocked(self, person: int) -> list[int]:
        """List whom a person has blocked, the earliest first."""
        return await self._reader.numbers(
            "SELECT blocked FROM blocks WHERE blocker = :person ORDER BY since, blocked",
            person=person,
        )

    async def export(self, person: int) -> AsyncGenerator[Stored, None]:
        """Yield everything that is stored about a person, as a snapshot, item by item.

        It blocks nobody: it is read on a connection of its own, in small pieces.
        """
        async with self._database.snapshot() as connection:
            async for item in items_about(connection, person):
                yield item


class DirectMessageStatus(Subject):
    """People who take no direct messages: the bot does not try to write to them again and again."""

    async def are_closed(self, person: int) -> bool:
        """Tell whether a person takes no direct messages."""
        return await self._reader.has(
            "SELECT 1 FROM closed_letters WHERE person = :person", person=person
        )

    async def close(self, person: int, now: datetime) -> None:
        """Record that a person takes no direct messages."""
        async with self._database.changing_settings() as connection:
            await connection.insert("closed_letters", "DO NOTHING", person=person, since=stamp(now))

    async def open(self, person: int) -> None:
        """Record that a person is active, so that a direct message may be tried again."""
        closed = "SELECT person, since FROM closed_letters"
        if person in await self._database.settings.find(closed, lambda: self._reader.pairs(closed)):
            async with self._database.changing_settings() as connection:
                await connection.change(
                    "DELETE FROM closed_letters WHERE person = :person", person=person
                )


class Mutes(Subject):
    """Muted matches: their player is neither called nor reminded, but the clock runs on.

    Nobody else is told.
    """

    async def mute(self, match: StoredMatch, person: int, now: datetime) -> None:
        """Mute a match for a player.

        Raises `Refusal` for anybody else, and once the match is over.
        """
        verbs.refuse_unless_playing(match, person, may_be_locked=True)
        await self._database.insert(
            "mutes", "DO NOTHING", match=match.number, person=person, since=stamp(now)
        )

    async def unmute(self, number: int, person: int) -> None:
        """Unmute a match for a player."""
        await self._database.change(
            "DELETE FROM mutes WHERE match = :match AND person = :person",
            match=number,
            person=person,
        )

    async def in_match(self, number: int) -> frozenset[int]:
        """Return who has muted a match."""
        return await muted_by(self._reader, number)

    async def by(self, person: int) -> frozenset[int]:
        """Return which matches a person has muted."""
        muted = "SELECT match FROM mutes WHERE person = :person"
        return frozenset(await self._reader.numbers(muted, person=person))


async def muted_by(connection: Connection, match: int) -> frozenset[int]:
    """Return who has muted a match."""
    muting = "SELECT person FROM mutes WHERE match = :match"
    return frozenset(await connection.numbers(muting, match=match))


async def find_person(connection: Connection, person: int) -> Row | None:
    """Find a person's names and Discord language."""
    return await connection.row(
        "SELECT name, user_name, locale FROM people WHERE id = :person", person=person
    )


async def add_person(connection: Connection, person: Person) -> None:
    """Insert a person, or update the names."""
    await connection.insert(
        "people",
        "(id) DO UPDATE SET name = excluded.name, "
        "user_name = COALESCE(excluded.user_name, people.user_name) "
        "WHERE people.name <> excluded.name "
        "OR people.user_name IS NOT COALESCE(excluded.user_name, people.user_name)",
        id=person.id,
        name=person.name,
        user_name=person.user_name,
    )


async def lock_people(connection: Connection, *people: int) -> None:
    """Lock these people's rows until the transaction ends, always in the same order.

    So nobody else changes what depends on them between a query and the write based on it, also in a
    database with several writers.
    """
    await connection.change_many(
        "UPDATE people SET name = name WHERE id = :person",
        [{"person": person} for person in sorted(people)],
    )


async def has_blocked(connection: Connection, person: int, other: int) -> bool:
    """Tell whether a person has blocked another."""
    return await connection.has(
        "SELECT 1 FROM blocks WHERE blocker = :person AND blocked = :other",
        person=person,
        other=other,
    )
