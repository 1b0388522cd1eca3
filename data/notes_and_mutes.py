"""Players' private notes on matches, and the matches that they have muted."""

from datetime import datetime

from data import tables
from data.database import Database
from data.save_match import load_match
from data.tables.columns import stamp
from data.values import StoredMatch
from match import verbs
from match.chat import is_visible
from rules import Refusal

MOST_NOTED = 1000
"""The maximum length of a note, in characters."""


class Notes:
    """Private notes of players on matches that they play or have played."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: int, *matches: int) -> dict[int, str]:
        """Return a person's notes, by the numbers of the matches."""
        async with self._database.reading() as connection:
            rows = await tables.notes_and_mutes.notes_of(connection, person, matches)
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
            await tables.notes_and_mutes.write_note(connection, person, match, text)

    async def delete(self, match: int, person: int) -> None:
        """Delete a note. Raises `Refusal` if there is none."""
        async with self._database.transaction() as connection:
            if not await tables.notes_and_mutes.remove_note(connection, person, match):
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
            await tables.notes_and_mutes.add_mute(connection, match.number, person, stamp(now))

    async def unmute(self, number: int, person: int) -> None:
        """Unmute a match for a player."""
        async with self._database.transaction() as connection:
            await tables.notes_and_mutes.remove_mute(connection, number, person)

    async def in_match(self, number: int) -> frozenset[int]:
        """Return who has muted a match."""
        async with self._database.reading() as connection:
            return frozenset(await tables.notes_and_mutes.mutes_in_match(connection, number))

    async def by(self, person: int) -> frozenset[int]:
        """Return which matches a person has muted."""
        async with self._database.reading() as connection:
            return frozenset(
                int(row["match"])
                for row in await tables.notes_and_mutes.muted_by(connection, person)
            )
