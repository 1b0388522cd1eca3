"""Conditional moves: answers stored while the opponent thinks, known to nobody else."""

from collections.abc import Sequence

from data.connection import Connection, Row, Value
from data.database import Subject
from data.events import load_event_rows
from data.load_match import load_match, lock_match
from data.values import StoredMatch
from match.conditional_moves import ConditionalLine, SetAside, conditional_line
from match.event import TAKE_BACKS, Kind
from rules import Refusal
from rules.move import PASS

MOVES_THE_BOARD = (Kind.MOVE, Kind.PASS, *TAKE_BACKS)
"""Events after which a line that was begun before them can no longer be stored."""


class ConditionalMoves(Subject):
    """The lines stored in matches, by number; `matches.apply` plays and deletes them."""

    async def store(
        self, number: int, person: int, moves: Sequence[str], seen: int
    ) -> ConditionalLine:
        """Store moves for both sides in turn, from the state of a match after `seen` events.

        Raises `Refusal` for a line that is illegal, contradicts another, or comes too late.
        """
        async with self._database.transaction() as connection:
            match = await lock_match(connection, number)
            match.refuse_stale(seen)
            stored = conditional_line(
                match, person, moves, await load_conditional_lines(connection, number)
            )
            await _add_line(connection, number, stored)
            await _note_change(connection, number)
            return stored

    async def keep(self, match: StoredMatch, person: int, moves: Sequence[str], seen: int) -> None:
        """Store moves that were tried on a board when the match had `seen` events.

        Raises `Stale` if it has moved on since, and `Refusal` for what is no plan.
        """
        since = await load_event_rows(self._reader, match.number, after=seen)
        if any(row["kind"] in MOVES_THE_BOARD for row in since):
            match.refuse_stale(seen)
        line = [text for text in moves if text != PASS]
        await self.store(match.number, person, line, match.count)

    async def find(self, number: int, person: int) -> dict[int, ConditionalLine]:
        """List a player's lines in a match, by their numbers. Raises `Refusal` for anybody else."""
        side = (await load_match(self._reader, number)).side_of(person)
        rows = await _rows_of(self._reader, number)
        return {row["id"]: _line_from(row) for row in rows if row["side"] == side}

    async def delete(self, number: int, person: int, which: int) -> None:
        """Delete a line. Raises `Refusal` if it does not exist any more."""
        async with self._database.transaction() as connection:
            match = await lock_match(connection, number)
            deleted = await connection.change(
                "DELETE FROM plans WHERE id = :which AND match = :match AND side = :side",
                which=which,
                match=number,
                side=match.side_of(person),
            )
            if not deleted:
                raise Refusal("This plan no longer exists; check your current ones.")
            await _note_change(connection, number)


async def load_conditional_lines(connection: Connection, match: int) -> list[ConditionalLine]:
    """Load the lines that are stored in a match, in the order in which they were stored."""
    return [_line_from(row) for row in await _rows_of(connection, match)]


async def load_lines_set_aside_by(
    connection: Connection, match: int, move: int
) -> list[ConditionalLine]:
    """Load the lines of a match that a move has set aside."""
    rows = await connection.rows(
        "SELECT side, moves FROM plans_set_aside WHERE match = :match AND move = :move ORDER BY id",
        match=match,
        move=move,
    )
    return [_line_from(row) for row in rows]


async def save_conditional_lines(
    connection: Connection, match: int, lines: Sequence[ConditionalLine], aside: SetAside | None
) -> None:
    """Save the lines that remain in a match, and those that were set aside."""
    await connection.change("DELETE FROM plans WHERE match = :match", match=match)
    for line in lines:
        await _add_line(connection, match, line)
    if aside is None:
        return
    await connection.change(
        "DELETE FROM plans_set_aside WHERE match = :match AND move >= :move",
        match=match,
        move=aside.move,
    )
    for line in aside.lines:
        await connection.insert("plans_set_aside", **_line_columns(match, line), move=aside.move)


async def _rows_of(connection: Connection, match: int) -> list[Row]:
    return await connection.rows(
        "SELECT id, side, moves FROM plans WHERE match = :match ORDER BY id", match=match
    )


async def _add_line(connection: Connection, match: int, line: ConditionalLine) -> None:
    await connection.insert(
        "plans", "(match, side, moves) DO NOTHING", **_line_columns(match, line)
    )


async def _note_change(connection: Connection, match: int) -> None:
    await connection.change(
        "UPDATE matches SET plan_changes = plan_changes + 1, version = version + 1 "
        "WHERE id = :match",
        match=match,
    )


def _line_from(row: Row) -> ConditionalLine:
    return ConditionalLine(row["side"], tuple(row["moves"].split()))


def _line_columns(match: int, line: ConditionalLine) -> dict[str, Value]:
    return {"match": match, "side": line.side, "moves": " ".join(line.moves)}
