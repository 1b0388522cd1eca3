"""Every SQL statement: one small function each, by subject, on the connection given to it."""

from data.tables import (
    cards,
    computer,
    conditional_moves,
    contests,
    daily_puzzles,
    due,
    integrity,
    leaderboards,
    outages,
    puzzle_ratings,
    puzzles,
    ratings,
    spectators,
    vacations,
)

__all__ = [
    "cards",
    "computer",
    "conditional_moves",
    "contests",
    "daily_puzzles",
    "due",
    "integrity",
    "leaderboards",
    "outages",
    "puzzle_ratings",
    "puzzles",
    "ratings",
    "spectators",
    "vacations",
]
