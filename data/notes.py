"""Private notes of players on matches."""

import json

from data.connection import Connection
from data.database import Subject
from data.load_match import load_match
from data.people import lock_people
from rules import Refusal
from rules.typed_text import is_visible

MOST_NOTED = 1000
"""The maximum length of a note, in characters."""


class Notes(Subject):
    """Private notes of players on matches that they play or have played."""

    async def find(self, person: int, *matches: int) -> dict[int, str]:
        """Return a person's notes, by the numbers of the matches."""
        return await self._reader.pairs(
            "SELECT match, text FROM notes WHERE person = :person "
            "AND match IN (SELECT value FROM json_each(:matches))",
            person=person,
            matches=json.dumps(matches),
        )

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
            await lock_people(connection, person)
            (await load_match(connection, match)).side_of(person)
            await connection.replace(
                "notes", "person, match", person=person, match=match, text=text
            )

    async def delete(self, match: int, person: int) -> None:
        """Delete a note. Raises `Refusal` if there is none."""
        if not await self._database.change(
            "DELETE FROM notes WHERE person = :person AND match = :match",
            person=person,
            match=match,
        ):
            raise Refusal("You have no note on this match any more.")


async def load_note(connection: Connection, person: int, match: int) -> str:
    """Load a person's note on a match, empty if there is none."""
    rows = await connection.rows(
        "SELECT text FROM notes WHERE person = :person AND match = :match",
        person=person,
        match=match,
    )
    return "".join(row["text"] for row in rows)
