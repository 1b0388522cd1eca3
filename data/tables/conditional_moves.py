"""The table of lines: conditional moves stored while the opponent thinks."""

from data.connection import Columns, Connection, Row, Value
from match.conditional_moves import ConditionalLine


async def of(connection: Connection, match: int) -> list[Row]:
    """List the lines of a match, in the order in which they were stored."""
    return await connection.rows(
        "SELECT id, side, moves FROM plans WHERE match = :match ORDER BY id", match=match
    )


async def add(connection: Connection, columns: Columns) -> None:
    """Insert a line, unless it is stored already."""
    await connection.change(
        "INSERT INTO plans (match, side, moves) VALUES (:match, :side, :moves) "
        "ON CONFLICT (match, side, moves) DO NOTHING",
        **columns,
    )


async def remove(connection: Connection, match: int, number: int, side: int) -> bool:
    """Remove a side's line; return whether there was one."""
    return bool(
        await connection.change(
            "DELETE FROM plans WHERE id = :number AND match = :match AND side = :side",
            number=number,
            match=match,
            side=side,
        )
    )


async def remove_all(connection: Connection, match: int) -> None:
    """Remove the lines of a match."""
    await connection.change("DELETE FROM plans WHERE match = :match", match=match)


async def set_aside(connection: Connection, columns: Columns) -> None:
    """Set a line aside, because of a move that it does not expect."""
    await connection.change(
        "INSERT INTO plans_set_aside (match, side, moves, move) "
        "VALUES (:match, :side, :moves, :move)",
        **columns,
    )


async def set_aside_by(connection: Connection, match: int, move: int | None = None) -> list[Row]:
    """List the lines of a match that one move has set aside, or all moves."""
    return await connection.rows(
        "SELECT side, moves, move FROM plans_set_aside "
        "WHERE match = :match AND (:move IS NULL OR move = :move) ORDER BY id",
        match=match,
        move=move,
    )


async def forget_set_aside(connection: Connection, match: int, move: int) -> None:
    """Remove the lines of a match that a move, or a later one, has set aside."""
    await connection.change(
        "DELETE FROM plans_set_aside WHERE match = :match AND move >= :move",
        match=match,
        move=move,
    )


async def note_change(connection: Connection, match: int) -> None:
    """Record that the lines of a match have changed."""
    await connection.change(
        "UPDATE matches SET plan_changes = plan_changes + 1, version = version + 1 "
        "WHERE id = :match",
        match=match,
    )


def line_from(row: Row) -> ConditionalLine:
    """Read a line."""
    return ConditionalLine(row["side"], tuple(row["moves"].split()))


def line_columns(match: int, line: ConditionalLine) -> dict[str, Value]:
    """Write a line."""
    return {"match": match, "side": line.side, "moves": " ".join(line.moves)}
