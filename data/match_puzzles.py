"""Puzzles found in reviewed matches, for as long as both players allow it."""

from collections.abc import Iterable
from dataclasses import dataclass

from data.connection import Row
from data.database import Subject

# ruff: noqa: S608 (the statements are made of our own words only)


def _allows(seat: str, side: int) -> str:
    """Return the condition that a seat of the match `m` allows puzzles; the computer does."""
    return (
        f"(m.computer = {side} OR EXISTS (SELECT 1 FROM settings s WHERE s.person = m.{seat} "
        "AND s.setting = 'match_puzzles' AND s.value = 'yes'))"
    )


ALLOWED = (
    "SELECT p.* FROM match_puzzles p JOIN matches m ON m.id = p.match "
    f"WHERE {_allows('first', 0)} AND {_allows('second', 1)}"
)


@dataclass(frozen=True)
class MatchPuzzle:
    """A puzzle from a match; `text` is in the computer's own format."""

    id: int
    match: int
    game: str
    text: str


class MatchPuzzles(Subject):
    """Puzzles from matches; whoever is a seat of the match has to allow them, but the computer."""

    async def to_search(self) -> int | None:
        """Return a reviewed match in which nobody has looked for puzzles yet."""
        return await self._reader.number_or_none(
            "SELECT match FROM reviews WHERE searched = 0 LIMIT 1"
        )

    async def keep(self, match: int, game: str, found: Iterable[tuple[int, str]]) -> None:
        """Store what was found in a match, by plies, and that it was searched."""
        async with self._database.transaction() as connection:
            for ply, text in found:
                await connection.insert(
                    "match_puzzles", "DO NOTHING", match=match, ply=ply, game=game, text=text
                )
            await connection.change(
                "UPDATE reviews SET searched = 1 WHERE match = :match", match=match
            )

    async def find(self, number: int) -> MatchPuzzle | None:
        """Find a puzzle, if both players allow it now."""
        row = await self._reader.row(f"{ALLOWED} AND p.id = :number", number=number)
        return None if row is None else _puzzle(row)

    async def of_game(self, game: str, solver: int) -> list[MatchPuzzle]:
        """List the puzzles of a game for a person: those from the matches of others."""
        rows = await self._reader.rows(
            f"{ALLOWED} AND p.game = :game AND :solver NOT IN (m.first, m.second) ORDER BY p.id",
            game=game,
            solver=solver,
        )
        return [_puzzle(row) for row in rows]

    async def in_match(self, match: int) -> int:
        """Count the puzzles found in a match, allowed or not."""
        return await self._reader.number(
            "SELECT COUNT(*) FROM match_puzzles WHERE match = :match", match=match
        )

    async def allowed_in(self, match: int) -> MatchPuzzle | None:
        """Return the first puzzle of a match, if both players allow it now."""
        row = await self._reader.row(
            f"{ALLOWED} AND p.match = :match ORDER BY p.ply LIMIT 1", match=match
        )
        return None if row is None else _puzzle(row)


def _puzzle(row: Row) -> MatchPuzzle:
    return MatchPuzzle(row["id"], row["match"], row["game"], row["text"])
