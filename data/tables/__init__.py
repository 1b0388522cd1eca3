"""Every SQL statement: one small function each, by subject, on the connection given to it."""

from data.tables import (
    daily_puzzles,
    due,
    outages,
    puzzle_ratings,
    puzzles,
    vacations,
)

__all__ = [
    "daily_puzzles",
    "due",
    "outages",
    "puzzle_ratings",
    "puzzles",
    "vacations",
]
