"""Puzzles: positions in which just one move is best, found in games of self-play.

They are stored here, a file for each game with a puzzle on each line. `python -m tools.research
puzzles` adds more, and proves them again with `--check`. A number, once assigned, stays with its
puzzle. One that is no longer worth asking is *retired*: whoever has its number can still open it.
One that proves wrong is withdrawn: its line stays, without a solution.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from computer.puzzles.aims import Aim, sought, task, words
from rules import GAMES, Position, Sentence

FOLDER = Path(__file__).parent
DIFFICULTIES = range(1, 5)


@dataclass(frozen=True)
class Puzzle:
    """A position and its solution: the one best move, then the best play of both sides.

    Only the first move is the only solution. `difficulty` is one of `DIFFICULTIES`.
    """

    number: int
    game: str
    position: Position
    solution: tuple[str, ...]
    difficulty: int
    aim: Sentence
    task: Sentence
    """The aim in the few words of a banner."""
    match: int | None = None
    """The match that it is from, if any."""
    also: frozenset[str] = frozenset()
    """Other moves that are right: they win for certain too, if later."""
    retired: bool = False
    """Whether it is there only for those who have its number."""


@dataclass(frozen=True)
class PuzzleRecord:
    """A puzzle as it is stored; `count` is the number in its aim, `seed` that of its generator.

    `also` lists other moves that win for certain, after which the line is not the solution's. It is
    `retired` if it is no longer chosen for anybody.
    """

    number: int
    position: str
    solution: tuple[str, ...]
    difficulty: int
    aim: Aim
    count: int
    seed: int
    also: tuple[str, ...] = ()
    retired: bool = False

    @property
    def is_asked(self) -> bool:
        """Whether people who ask for a puzzle may get it."""
        return bool(self.solution) and not self.retired


@cache
def puzzles(key: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game by its key, in the order of their numbers.

    They are read from their file on the first call, which takes a few milliseconds.
    """
    return tuple(puzzle for puzzle in puzzles_by_number(key).values() if not puzzle.retired)


@cache
def puzzles_by_number(key: str) -> Mapping[int, Puzzle]:
    """Return the puzzles of a game by their numbers, retired ones too."""
    return {line.number: _puzzle(key, line) for line in read(key) if line.solution}


@cache
def has_puzzles(key: str) -> bool:
    """Tell whether a game has any puzzle, without setting up their positions."""
    return any(record.is_asked for record in read(key))


def _puzzle(key: str, line: PuzzleRecord) -> Puzzle:
    position = GAMES[key].decode(line.position)
    asked = sought(line.aim, line.count, position, line.solution[0]), line.count, position
    told = words(*asked), task(*asked)
    puzzle = Puzzle(line.number, key, position, line.solution, line.difficulty, *told)
    return replace(puzzle, also=frozenset(line.also), retired=line.retired)


def of_match(key: str, text: str, number: int, match: int) -> Puzzle:
    """Return a puzzle of a match from the text of its record, under a number of its own."""
    return replace(_puzzle(key, _line(text)), number=number, match=match)


def encode(record: PuzzleRecord) -> str:
    """Write a record as one line."""
    unusual = {"also", "retired"}
    return json.dumps({k: value for k, value in vars(record).items() if value or k not in unusual})


def read(key: str, folder: Path = FOLDER) -> tuple[PuzzleRecord, ...]:
    """Read the file of a game, if there is one."""
    path = folder / f"{key}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return tuple(_line(line) for line in lines)


def _line(text: str) -> PuzzleRecord:
    fields = json.loads(text)
    return PuzzleRecord(
        **{
            **fields,
            "aim": Aim(fields["aim"]),
            **{name: tuple(fields.get(name, ())) for name in ("solution", "also")},
        }
    )


def write(key: str, lines: Sequence[PuzzleRecord], folder: Path = FOLDER) -> None:
    """Write the file of a game, replacing it."""
    text = "".join(encode(line) + "\n" for line in lines)
    (folder / f"{key}.jsonl").write_text(text, encoding="utf-8")
