"""Notes: what a player notes about a match, known to nobody else."""

from data import tables
from data.database import Database
from data.keeping import load_match
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
            rows = await tables.notes.of(connection, person, matches)
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
            await tables.notes.write(connection, person, match, text)

    async def delete(self, match: int, person: int) -> None:
        """Delete a note. Raises `Refusal` where there is none."""
        async with self._database.transaction() as connection:
            if not await tables.notes.remove(connection, person, match):
                raise Refusal("There is no note of yours on this match any more.")
