"""Games of a long count, each kept as it ends, so that the count can be broken off and go on.

A file has a line for each game. It counts only for the same start, level, nodes and seed, and the
same program: after a change of the search or the rules the games are played anew.
"""

import inspect
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from rules import Position


@dataclass(frozen=True)
class Count:
    """The games that are counted: from a start, at a level, with as many nodes, from a seed on."""

    game: str
    chosen: str
    level: int
    nodes: int
    seed: int
    program: str


@dataclass(frozen=True)
class CountedGame:
    """The end of a game of a count, as `GameResult` has it."""

    winner: int | None
    code: str
    plies: int
    lead: int | None


class GameFile:
    """The file of a count; without a path nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def games(self, count: Count) -> dict[int, CountedGame]:
        """Read the games of a count that were played before, by their numbers."""
        wanted = asdict(count)
        return {
            line["number"]: CountedGame(**line["ended"])
            for line in self._lines()
            if line["count"] == wanted
        }

    def keep(self, count: Count, number: int, ended: CountedGame) -> None:
        """Add a game."""
        if self._path is None:
            return
        line = {"count": asdict(count), "number": number, "ended": asdict(ended)}
        torn = self._path.exists() and not self._path.read_bytes().endswith(b"\n")
        with self._path.open("a", encoding="utf-8") as file:
            file.write("\n" * torn + json.dumps(line) + "\n")

    def _lines(self) -> Iterator[dict[str, Any]]:
        if self._path is None or not self._path.exists():
            return
        for text in self._path.read_text(encoding="utf-8").splitlines():
            try:
                yield json.loads(text)
            except json.JSONDecodeError:
                continue  # it was being written when the count was broken off


def program_of(game: type[Position]) -> str:
    """Return a digest of the program that plays a game: of the search and the rules."""
    rules = Path(inspect.getfile(game)).parent
    sources = [*Path(__file__).parent.glob("*.py"), *rules.glob("*.py")]
    digest = sha256()
    for path in sorted(source for source in sources if source.name != "balance.py"):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
