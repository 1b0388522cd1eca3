"""Statements made from the names of columns, which all are the program's own."""

from collections.abc import Iterable


def insert_into(table: str, columns: Iterable[str]) -> str:
    """Write the statement that inserts a row, its values bound by the names of its columns."""
    names = list(columns)
    values = ", ".join(f":{name}" for name in names)
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({values})"  # noqa: S608 (our own names)


def assignments(columns: Iterable[str]) -> str:
    """Write what follows `SET`, values bound by the names of their columns."""
    return ", ".join(f"{name} = :{name}" for name in columns)


def is_away(person: str) -> str:
    """Write the condition that somebody, a column, is on vacation."""
    return f"EXISTS (SELECT 1 FROM vacations WHERE person = {person} AND ends IS NOT NULL)"  # noqa: S608 (our own names)


def has_blocked(person: str, other: str) -> str:
    """Write the condition that somebody, a column, has blocked somebody else."""
    return f"EXISTS (SELECT 1 FROM blocks WHERE blocker = {person} AND blocked = {other})"  # noqa: S608 (our own names)
