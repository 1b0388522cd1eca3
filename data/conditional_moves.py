"""Conditional moves: answers stored while the opponent thinks, known to nobody else."""

from collections.abc import Sequence

from data import tables
from data.database import Database
from data.load_match import load_match, lock_match
from data.save_match import lines_of
from data.tables.conditional_moves import line_columns, line_from
from match.conditional_moves import ConditionalLine, conditional_line
from rules import Refusal


class ConditionalMoves:
    """The lines stored in matches, by number; `matches.happen` plays and deletes them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def store(
        self, number: int, person: int, moves: Sequence[str], seen: int
    ) -> ConditionalLine:
        """Store moves for both sides in turn, from the state of a match after `seen` events.

        Raises `Refusal` for a line that is illegal, contradicts another, or comes too late.
        """
        async with self._database.transaction() as connection:
            match = await lock_match(connection, number)
            match.refuse_stale(seen)
            stored = conditional_line(match, person, moves, await lines_of(connection, number))
            await tables.conditional_moves.add(connection, line_columns(number, stored))
            await tables.conditional_moves.note_change(connection, number)
            return stored

    async def of(self, number: int, person: int) -> dict[int, ConditionalLine]:
        """List a player's lines in a match, by their numbers. Raises `Refusal` for anybody else."""
        async with self._database.reading() as connection:
            side = (await load_match(connection, number)).side_of(person)
            rows = await tables.conditional_moves.of(connection, number)
        return {row["id"]: line_from(row) for row in rows if row["side"] == side}

    async def delete(self, number: int, person: int, which: int) -> None:
        """Delete a line. Raises `Refusal` if it does not exist any more."""
        async with self._database.transaction() as connection:
            match = await lock_match(connection, number)
            side = match.side_of(person)
            if not await tables.conditional_moves.remove(connection, number, which, side):
                raise Refusal("This line no longer exists; check your current ones.")
            await tables.conditional_moves.note_change(connection, number)
