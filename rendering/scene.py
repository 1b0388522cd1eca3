"""A picture as data: the board, the places of its cells, and what stands on them.

A unit is a thousandth of the picture's width; x grows to the right and y downwards.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from rendering.colour_roles import Role
from rendering.geometry import Box, Point, Transform
from rendering.shapes import Shape, Symbol, enlarge, light_up
from rules import Move


class Token(NamedTuple):
    """A symbol at its place, and the cell it stands on, if any.

    A tuple, since there are many and they are compared all the time.
    """

    symbol: Symbol
    at: Point
    cell: str = ""

    def transformed(self, transform: Transform) -> "Token":
        """Transform its place and size; it stays upright."""
        factor = abs(transform.factor)
        symbol = turned(self.symbol) if transform.factor < 0 else self.symbol
        if factor != 1:
            symbol = enlarge(symbol, factor)
        return Token(symbol, transform.point(self.at), self.cell)

    def lit(self) -> "Token":
        """Return it as it keeps its full light on a dimmed board."""
        return self._replace(symbol=light_up(self.symbol))


@dataclass(frozen=True)
class Cell:
    """A cell's centre, its outline around that (clockwise), its free radius, its floor.

    `room` is the radius of the largest disc that stands on it; `plate` is the outline of the button
    that stands on it where a piece may go, by default its own.

    A `sunk` cell is never filled with a mark's colour, since its floor carries text. `badge` is the
    place of the mark of a capture, and `label` that of its name when it can be chosen, if not the
    centre. In a diagram its name stands at its `corner`, or else at its `label`.
    """

    centre: Point
    outline: tuple[Point, ...]
    room: float
    floor: Role
    sunk: bool = False
    badge: Point | None = None
    label: Point | None = None
    corner: Point | None = None
    plate: tuple[Point, ...] = ()

    @property
    def corners(self) -> tuple[Point, ...]:
        """The outline at its place on the board."""
        return tuple(Point(self.centre.x + x, self.centre.y + y) for x, y in self.outline)

    def transformed(self, transform: Transform) -> "Cell":
        """Rotate, scale and shift it."""
        outline = Transform(transform.factor, 0, 0)
        return replace(
            self,
            centre=transform.point(self.centre),
            outline=outline.points(self.outline),
            plate=outline.points(self.plate),
            room=transform.length(self.room),
            badge=self.badge and transform.point(self.badge),
            label=self.label and transform.point(self.label),
            corner=self.corner and transform.point(self.corner),
        )


@dataclass(frozen=True)
class Plate:
    """The place of a side's name, whose turn it is, and what it has reached and taken.

    A plate in the left half of the picture is aligned left, else right; one with `rows` has these
    in lines of their own, from its outer edge inwards, each `narrowing` less wide than the one
    before; else all stands in one line.
    """

    words: Box
    rows: bool = False
    narrowing: float = 0

    def transformed(self, transform: Transform) -> "Plate":
        """Rotate, scale and shift it."""
        return replace(self, words=transform.box(self.words))


@dataclass(frozen=True, eq=False)
class Board:
    """The fixed part of a scene; made once per kind of board and compared by identity.

    `ground` is painted first, `fittings` are stamped on it, `labels` are the coordinates, `plates`
    the two sides' places beside the board. With `trail` an arrow shows the last move; it curves
    around `pivot` where both its ends are equally far from that. A capture is crossed out, but
    where it takes so many stones as `heap`, their number is shown. What reaches over the edge of a
    board that is not `whole` is cut off. `scale` is how much it is enlarged. A `sparing` one is
    painted with few colours: many curved lines take many bytes. `stores` are the places over the
    numbers of the two sides' stores where it is told what these held and hold.
    """

    name: str
    width: int
    height: int
    ground: tuple[Shape, ...]
    cells: Mapping[str, Cell]
    labels: tuple[Shape, ...]
    plates: tuple[Plate, ...]
    fittings: tuple[Token, ...] = ()
    trail: bool = True
    pivot: Point | None = None
    whole: bool = True
    heap: int = 0
    scale: float = 1
    sparing: bool = False
    stores: tuple[Point, ...] = ()

    @property
    def middle(self) -> Point:
        """The centre of the picture."""
        return Point(self.width / 2, self.height / 2)

    def transformed(self, transform: Transform, width: int, height: int) -> "Board":
        """Rotate, scale and shift everything, in a picture of another size."""
        return replace(
            self,
            width=width,
            height=height,
            ground=tuple(shape.transformed(transform) for shape in self.ground),
            cells={name: cell.transformed(transform) for name, cell in self.cells.items()},
            labels=tuple(label.transformed(transform) for label in self.labels),
            plates=tuple(plate.transformed(transform) for plate in self.plates),
            fittings=tuple(token.transformed(transform) for token in self.fittings),
            pivot=self.pivot and transform.point(self.pivot),
            stores=transform.points(self.stores),
            scale=transform.length(self.scale),
        )


class Sown(NamedTuple):
    """The course of a move of sowing.

    It takes stones from cells, and first goes `towards` a cell; what each side's store holds before
    and after it is the same where it gains nothing.
    """

    gains: Mapping[str, int]
    stores: tuple[tuple[int, int], ...]
    towards: str


@dataclass(frozen=True)
class Scene:
    """A position as one side sees it: the board, its tokens, and what each side's plate shows.

    `icons` stand for the two sides, `progress` shows how far each side is, `trophies` are the
    pieces that each has captured. `sown` tells what a move of sowing does.
    """

    board: Board
    tokens: tuple[Token, ...]
    icons: tuple[Symbol, Symbol]
    progress: tuple[tuple[Symbol, ...], tuple[Symbol, ...]] = ((), ())
    trophies: tuple[tuple[Symbol, ...], tuple[Symbol, ...]] = ((), ())
    sown: Callable[[Move], Sown] | None = None

    def place(self, cell: str, near: str = "") -> Point:
        """Return where the piece on a cell stands, or else the cell's centre.

        Where several stand on it, it is the one that is nearest to another cell.
        """
        cells = self.board.cells
        standing = [token.at for token in self.tokens if token.cell == cell]
        if not standing or self.board.heap:
            return cells[cell].centre
        return min(standing, key=lambda at: math.dist(at, cells[near or cell].centre))

    def turned(self) -> "Scene":
        """Return the scene as the other side sees it."""
        width, height = self.board.width, self.board.height
        tokens = tuple(
            [
                Token(turned(symbol), Point(width - x, height - y), cell)
                for symbol, (x, y), cell in self.tokens
            ]
        )
        return replace(
            self,
            board=_turned_board(self.board),
            tokens=tokens,
            icons=(turned(self.icons[0]), turned(self.icons[1])),
            trophies=(tuple(map(turned, self.trophies[0])), tuple(map(turned, self.trophies[1]))),
        )


def turned(symbol: Symbol) -> Symbol:
    """Return what a symbol is on a turned board: itself, or else one that points the other way."""
    return symbol.turned() if symbol.turned else symbol


@lru_cache(maxsize=64)
def _turned_board(board: Board) -> Board:
    half_turn = Transform(-1, board.width, board.height)
    return board.transformed(half_turn, board.width, board.height)
