"""Every SQL statement: one small function each, by subject, on the connection that it is given."""

from data.tables import challenges, clock, events, lists, matches, pages, people, ratings, whole

__all__ = [
    "challenges",
    "clock",
    "events",
    "lists",
    "matches",
    "pages",
    "people",
    "ratings",
    "whole",
]
