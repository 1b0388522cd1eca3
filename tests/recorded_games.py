"""Recorded games and perft tables, made by an independent program from the same rules."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, TypedDict

_VECTORS = Path(__file__).parent.parent / "library" / "vectors"


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


RECORDINGS = tuple(
    Recording(**json.loads(line))
    for line in (_VECTORS / "games.jsonl").read_text(encoding="utf-8").splitlines()
)
PERFTS = tuple(
    Perft(**row) for row in json.loads((_VECTORS / "perft.json").read_text(encoding="utf-8"))
)


def titled(case: Recording | Perft) -> str:
    """Return a case's name: its game and options."""
    return "-".join((case.game, *(f"{key}={value}" for key, value in case.options.items())))
