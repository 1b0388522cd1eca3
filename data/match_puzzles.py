"""Puzzles found in reviewed matches, for as long as both players allow it."""

from collections.abc import Iterable
from dataclasses import dataclass

from data import tables
from data.connection import Row
from data.database import Database


@dataclass(frozen=True)
class MatchPuzzle:
    """A puzzle from a match, after `ply` moves; `text` is in the computer's own format."""

    id: int
    match: int
    ply: int
    game: str
    text: str


class MatchPuzzles:
    """Puzzles from matches; whoever is a seat of the match has to allow them, but the computer."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def to_search(self) -> int | None:
        """Return a reviewed match in which nobody has looked for puzzles yet."""
        async with self._database.reading() as connection:
            return await tables.match_puzzles.unsearched(connection)

    async def keep(self, match: int, game: str, found: Iterable[tuple[int, str]]) -> None:
        """Store what was found in a match, by plies, and that it was searched."""
        async with self._database.transaction() as connection:
            for ply, text in found:
                await tables.match_puzzles.add(
                    connection, {"match": match, "ply": ply, "game": game, "text": text}
                )
            await tables.match_puzzles.note_searched(connection, match)

    async def find(self, number: int) -> MatchPuzzle | None:
        """Find a puzzle, if both players allow it now."""
        async with self._database.reading() as connection:
            row = await tables.match_puzzles.find(connection, number)
        return None if row is None else _puzzle(row)

    async def of_game(self, game: str, solver: int) -> list[MatchPuzzle]:
        """List the puzzles of a game for a person: those from the matches of others."""
        async with self._database.reading() as connection:
            rows = await tables.match_puzzles.of_game(connection, game, solver)
        return [_puzzle(row) for row in rows]

    async def in_match(self, match: int) -> int:
        """Count the puzzles found in a match, allowed or not."""
        async with self._database.reading() as connection:
            return await tables.match_puzzles.count(connection, match)

    async def allowed_in(self, match: int) -> MatchPuzzle | None:
        """Return the first puzzle of a match, if both players allow it now."""
        async with self._database.reading() as connection:
            row = await tables.match_puzzles.first_of(connection, match)
        return None if row is None else _puzzle(row)


def _puzzle(row: Row) -> MatchPuzzle:
    return MatchPuzzle(row["id"], row["match"], row["ply"], row["game"], row["text"])
