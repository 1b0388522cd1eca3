"""The table of puzzles found in matches."""

from data.connection import Columns, Connection, Row

# ruff: noqa: S608 (the statements are made of our own words only)


def _allows(seat: str, side: int) -> str:
    """Return the condition that a seat of the match `m` allows puzzles; the computer does."""
    return (
        f"(m.computer = {side} OR EXISTS (SELECT 1 FROM settings s WHERE s.person = m.{seat} "
        "AND s.setting = 'match_puzzles' AND s.value = 'yes'))"
    )


_ALLOWED = (
    "SELECT p.* FROM match_puzzles p JOIN matches m ON m.id = p.match "
    f"WHERE {_allows('first', 0)} AND {_allows('second', 1)}"
)


async def unsearched(connection: Connection) -> int | None:
    """Find a reviewed match in which no puzzles were looked for."""
    row = await connection.row("SELECT match FROM reviews WHERE searched = 0 LIMIT 1")
    return None if row is None else int(row["match"])


async def add(connection: Connection, columns: Columns) -> None:
    """Insert a puzzle; one of the same place in the match is kept."""
    await connection.change(
        "INSERT OR IGNORE INTO match_puzzles (match, ply, game, text) "
        "VALUES (:match, :ply, :game, :text)",
        **columns,
    )


async def note_searched(connection: Connection, match: int) -> None:
    """Record that puzzles were looked for in a match."""
    await connection.change("UPDATE reviews SET searched = 1 WHERE match = :match", match=match)


async def find(connection: Connection, number: int) -> Row | None:
    """Find a puzzle that both players allow."""
    return await connection.row(f"{_ALLOWED} AND p.id = :number", number=number)


async def of_game(connection: Connection, game: str, solver: int) -> list[Row]:
    """List the allowed puzzles of a game from matches in which a person did not play."""
    return await connection.rows(
        f"{_ALLOWED} AND p.game = :game AND :solver NOT IN (m.first, m.second) ORDER BY p.id",
        game=game,
        solver=solver,
    )


async def first_of(connection: Connection, match: int) -> Row | None:
    """Find the first puzzle of a match that both players allow."""
    return await connection.row(
        f"{_ALLOWED} AND p.match = :match ORDER BY p.ply LIMIT 1", match=match
    )


async def count(connection: Connection, match: int) -> int:
    """Count the puzzles of a match."""
    return await connection.number(
        "SELECT COUNT(*) FROM match_puzzles WHERE match = :match", match=match
    )
