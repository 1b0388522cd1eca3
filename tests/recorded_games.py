"""Recorded games and perft tables, made by an independent program from the same rules."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple, TypedDict

from library.conformance import VECTORS


class Result(TypedDict):
    """How a recorded game ended; a draw has no winner."""

    winner: str | None


class Recording(NamedTuple):
    """A game, with a digest of the legal moves before every move and at the end."""

    game: str
    options: Mapping[str, str]
    moves: list[str]
    legal: list[str]
    result: Result | None


class Perft(NamedTuple):
    """The number of sequences of 1, 2, 3 … moves from the start."""

    game: str
    options: Mapping[str, str]
    nodes: list[int]


def rows(kind: str) -> list[dict[str, Any]]:
    """Return the rows of a file of test vectors."""
    lines = (VECTORS / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


RECORDINGS = tuple(Recording(**row) for row in rows("games"))
ENDINGS = tuple(
    Recording(**{key: value for key, value in row.items() if key in Recording._fields})
    for row in rows("endings")
)
"""Games that reach each kind of ending."""
WRITTEN = tuple((row["text"], row["record"]["moves"]) for row in rows("records") if "record" in row)
"""Games as their record is written, and their moves."""
PERFTS = tuple(
    Perft(**row) for row in json.loads((VECTORS / "perft.json").read_text(encoding="utf-8"))
)


def titled(case: Recording | Perft) -> str:
    """Return a case's name: its game and options."""
    return "-".join((case.game, *(f"{key}={value}" for key, value in case.options.items())))
