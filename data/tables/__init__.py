"""Every SQL statement: one small function each, by subject, on the connection given to it."""

from data.tables import (
    daily_puzzles,
    puzzle_ratings,
    puzzles,
)

__all__ = [
    "daily_puzzles",
    "puzzle_ratings",
    "puzzles",
]
