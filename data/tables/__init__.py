"""Every SQL statement: one small function each, by subject, on the connection that it is given."""

from data.tables import (
    blocks,
    cards,
    challenges,
    clock,
    computer,
    events,
    imports,
    leaderboards,
    leaving,
    lists,
    matches,
    pages,
    people,
    ratings,
    results,
    whole,
)

__all__ = [
    "blocks",
    "cards",
    "challenges",
    "clock",
    "computer",
    "events",
    "imports",
    "leaderboards",
    "leaving",
    "lists",
    "matches",
    "pages",
    "people",
    "ratings",
    "results",
    "whole",
]
