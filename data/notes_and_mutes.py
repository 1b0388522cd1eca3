"""Players' private notes on matches, and the matches they have muted."""

from datetime import datetime

from data import tables
from data.database import Database
from data.save_match import load_match
from data.tables.columns import stamp
from data.values import StoredMatch
from match import verbs
from match.chat import is_seen
from rules import Refusal

MOST_NOTED = 1000
"""So many characters a note may have."""


class Notes:
    """What people note about matches that they play or have played."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: int, *matches: int) -> dict[int, str]:
        """Give what somebody has noted, by the numbers of the matches."""
        async with self._database.reading() as connection:
            rows = await tables.notes_and_mutes.notes_of(connection, person, matches)
        return {row["match"]: row["text"] for row in rows}

    async def write(self, match: int, person: int, text: str) -> None:
        """Keep a note in place of the one before.

        Raises `Refusal` for whoever does not play there, for nothing to read, and for too much.
        """
        text = text.strip()
        if not is_seen(text):
            raise Refusal("There is nothing to read in that; write some words, or delete the note.")
        if len(text) > MOST_NOTED:
            raise Refusal(
                "That is too long: a note has {number} characters at most.", number=MOST_NOTED
            )
        async with self._database.transaction() as connection:
            # So it is not kept beside the forgetting of whoever writes it.
            await tables.people.hold(connection, person)
            (await load_match(connection, match)).side_of(person)
            await tables.notes_and_mutes.write_note(connection, person, match, text)

    async def delete(self, match: int, person: int) -> None:
        """Delete a note. Raises `Refusal` where there is none."""
        async with self._database.transaction() as connection:
            if not await tables.notes_and_mutes.remove_note(connection, person, match):
                raise Refusal("There is no note of yours on this match any more.")


class Mutes:
    """Who is neither called nor reminded in a match; its clock goes on, and nobody is told."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def mute(self, match: StoredMatch, person: int, now: datetime) -> None:
        """Have somebody not be called in a match.

        Raises `Refusal` for a stranger to it, and once it is over.
        """
        verbs.refuse_unless_playing(match, person, may_be_locked=True)
        async with self._database.transaction() as connection:
            await tables.notes_and_mutes.add_mute(connection, match.number, person, stamp(now))

    async def unmute(self, number: int, person: int) -> None:
        """Have somebody be called in a match again."""
        async with self._database.transaction() as connection:
            await tables.notes_and_mutes.remove_mute(connection, number, person)

    async def in_match(self, number: int) -> frozenset[int]:
        """Tell who is not called in a match."""
        async with self._database.reading() as connection:
            return frozenset(await tables.notes_and_mutes.mutes_in_match(connection, number))

    async def by(self, person: int) -> frozenset[int]:
        """Tell in which matches somebody is not called."""
        async with self._database.reading() as connection:
            return frozenset(
                int(row["match"])
                for row in await tables.notes_and_mutes.muted_by(connection, person)
            )
