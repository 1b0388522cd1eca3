"""Positions looked through for puzzles by a compiled program: `c_programs/puzzles.c`.

What it says is not trusted: `computer.puzzles.checker` checks each claim by the rules alone.
"""

import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from computer.puzzles.aims import Aim
from rules import Position
from rules.agon import Agon
from rules.agon import board as agon
from rules.bivouac import Bivouac
from rules.bivouac import board as bivouac
from rules.bizingo import Bizingo
from rules.bizingo import board as bizingo
from rules.hoyito import Hoyito
from rules.move import bits
from rules.ringo import Ringo
from rules.ringo import board as ringo
from tools.research.proofs.c_prover import compiled

SOURCE = Path(__file__).parents[1] / "c_programs" / "puzzles.c"
MOST_NODES = 3_000_000
"""A position that takes more is left."""


class BoardCell(NamedTuple):
    """A cell as the program reads it: a mark, and numbers of other cells."""

    flag: int = 0
    near: tuple[int, ...] = ()
    around: tuple[int, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()
    lines: tuple[tuple[int, int], ...] = ()

    def numbers(self) -> Iterator[int]:
        """Write it."""
        yield self.flag
        for listed in (self.near, self.around):
            yield len(listed)
            yield from listed
        for paired in (self.pairs, self.lines):
            yield len(paired)
            for pair in paired:
                yield from pair


class FoundPuzzle(NamedTuple):
    """The program's find: the one move, what it achieves in how many moves, and how much."""

    move: str
    aim: Aim
    moves: int
    number: int


def _bizingo_cells() -> list[BoardCell]:
    order = list(bizingo.CELLS.values())
    number = {cell: at for at, cell in enumerate(order)}
    return [
        BoardCell(
            bizingo.EDGE[side] >> place & 1,
            tuple(number[side, near] for near in bits(bizingo.NEAR[side][place])),
            tuple(number[1 - side, near] for near in bits(bizingo.AROUND[side][place])),
        )
        for side, place in order
    ]


def _bivouac_cells() -> list[BoardCell]:
    order = list(bivouac.NAMES)
    number = {place: at for at, place in enumerate(order)}
    return [
        BoardCell(
            sum((goal >> place & 1) << 1 + side for side, goal in enumerate(bivouac.GOALS)),
            tuple(number[near] for near in bits(bivouac.REACH[place])),
            pairs=tuple(
                (number[over.bit_length() - 1], number[landing])
                for over, landing in bivouac.JUMPS[place]
            ),
        )
        for place in order
    ]


def _agon_cells() -> list[BoardCell]:
    def pairs(sets: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
        return tuple((one.bit_length() - 1, other.bit_length() - 1) for one, other in sets)

    return [
        BoardCell(
            agon.RING[place],
            tuple(bits(agon.TARGETS[place])),
            pairs=pairs(agon.TRAPS[place]),
            lines=tuple(
                (pair.bit_length() - 1, (pair & -pair).bit_length() - 1)
                for pair in agon.LINES[place]
            ),
        )
        for place in range(len(agon.NAMES))
    ]


def _pieces(names: Mapping[str, object], letters: str) -> Callable[[Position], list[int]]:
    """Write a board: 1 and 2 for the sides' pieces, 3 and 4 for their captains."""
    worth = {letter: 1 + at for at, letter in enumerate(letters)}

    def write(position: Position) -> list[int]:
        there = position.board()
        return [worth[str(there[name])] if name in there else 0 for name in names]

    return write


def _agon_board(position: Position) -> list[int]:
    assert isinstance(position, Agon)
    caught = position.trapped[0] | position.trapped[1]
    plain = _pieces(dict.fromkeys(agon.NAMES), "wbWB")(position)
    return [piece + 8 * (caught >> place & 1) for place, piece in enumerate(plain)]


BOARDS: Mapping[str, Callable[[Position], list[int]]] = {
    "agon": _agon_board,
    "bivouac": _pieces(dict.fromkeys(bivouac.NAMES.values()), "wb"),
    "bizingo": _pieces(bizingo.CELLS, "ldLD"),
    "hoyito": lambda position: [int(stones) for stones in position.board().values()],
    "ringo": _pieces(dict.fromkeys(ringo.NAMES), "ad"),
}


def _tables(position: Position) -> list[BoardCell]:
    if isinstance(position, Bizingo):
        return _bizingo_cells()
    if isinstance(position, Bivouac):
        return _bivouac_cells()
    if isinstance(position, Agon):
        return _agon_cells()
    return [BoardCell()] * len(BOARDS[position.key](position))


def _options(position: Position) -> list[int]:
    match position:
        case Bivouac():
            return [position.chosen.variant == "hostile", 0, 0, 0]
        case Agon():
            return [position.chosen.queen == "anywhere", 0, 0, 0]
        case Ringo():
            chosen = position.chosen
            limit = ("none", "one", "defenders").index(chosen.neutral_limit)
            shut = chosen.fortress_from_neutral == "no"
            may_pass = chosen.defender_pass == "yes"  # noqa: S105 (a move, not a secret)
            return [chosen.capture == "replacement", shut, may_pass, limit]
    return [0, 0, 0, 0]


def _more(position: Position) -> list[int]:
    if isinstance(position, Ringo):
        return [position.fortress, 0]
    return [*position.stores] if isinstance(position, Hoyito) else [0, 0]


def _after(position: Position) -> list[int]:
    return [*BOARDS[position.key](position), *_more(position)]


class Finder:
    """The running program, for one game and board."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def look(self, position: Position) -> FoundPuzzle | None:
        """Find the puzzle that a position is."""
        answer = self._ask(position, 0)
        if answer[0] == "none":
            return None
        aim, moves, number, _, *after = answer
        reached = [*map(int, after)]
        each = [
            text
            for text, move in position.moves().items()
            if _after(position.after(move)) == reached
        ]
        # Two ways to the same board would both be right.
        return FoundPuzzle(each[0], Aim(aim), int(moves), int(number)) if len(each) == 1 else None

    def count(self, position: Position, plies: int) -> int:
        """Count the lines of so many plies, to compare the program with the rules."""
        return int(self._ask(position, plies)[0])

    def _ask(self, position: Position, plies: int) -> list[str]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        numbers = [plies, position.turn, *map(int, _options(position)), *_after(position)]
        print(*numbers, file=self._process.stdin, flush=True)
        return self._process.stdout.readline().split()


@contextmanager
def finder(board: Position, most_moves: int, most_nodes: int = MOST_NODES) -> Iterator[Finder]:
    """Run the compiled program for boards like this one; there must be a compiler."""
    with subprocess.Popen(  # noqa: S603
        [str(compiled(SOURCE)), board.key, str(most_moves), str(most_nodes)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        cells = _tables(board)
        numbers = [len(cells), *(number for cell in cells for number in cell.numbers())]
        assert process.stdin is not None
        print(*numbers, file=process.stdin, flush=True)
        try:
            yield Finder(process)
        finally:
            process.stdin.close()
