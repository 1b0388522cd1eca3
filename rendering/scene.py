"""A picture as data: shapes in board units, colours by role, and the places of the cells.

A unit is a thousandth of the picture's width; x grows to the right and y downwards.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from rendering.geometry import CENTRE, Point, grown, turned


class Role(StrEnum):
    """What a colour is for; a theme gives every role its colour."""

    SURROUND = "surround"
    TEXT = "text"
    QUIET = "quiet text"
    RIM = "rim"
    RIM_LIGHT = "rim's light edge"
    RIM_TEXT = "text on the rim"
    LINE = "line"
    FIELD = "field"
    FIELD_DARK = "dark field"
    FIELD_QUIET = "quiet field"
    GOAL_FIRST = "first side's goal"
    GOAL_SECOND = "second side's goal"
    WOOD = "wood"
    WOOD_TEXT = "text on wood"
    PIT = "pit"
    PIT_EDGE = "pit's edge"
    PIT_TEXT = "text in a pit"
    SHADOW = "shadow"
    FIRST = "first side"
    FIRST_GLOW = "first side's glow"
    FIRST_EDGE = "first side's outline"
    FIRST_INK = "first side's mark"
    FIRST_STAR = "first side's star"
    SECOND = "second side"
    SECOND_GLOW = "second side's glow"
    SECOND_EDGE = "second side's outline"
    SECOND_INK = "second side's mark"
    SECOND_STAR = "second side's star"
    STONE = "stone"
    STONE_GLOW = "stone's glow"
    STONE_EDGE = "stone's outline"
    LAST = "last move"
    LAST_EDGE = "last move's outline"
    TAKEN = "taken"
    TARGET = "target"
    TARGET_EDGE = "target's outline"


@dataclass(frozen=True)
class Polygon:
    """A filled polygon, an outlined one, or (with `fill` alone missing) an open line."""

    points: tuple[Point, ...]
    fill: Role | None = None
    line: Role | None = None
    width: float = 0
    closed: bool = True

    def turned(self, centre: Point) -> "Polygon":
        """Turn it by half a circle about a point."""
        return replace(self, points=tuple(turned(point, centre) for point in self.points))


@dataclass(frozen=True)
class Disc:
    """A round thing: plain, lit from the upper left (`glow`), outlined, or faint (`opacity`)."""

    centre: Point
    radius: float
    fill: Role | None = None
    line: Role | None = None
    width: float = 0
    glow: Role | None = None
    opacity: float = 1

    def turned(self, centre: Point) -> "Disc":
        """Turn it by half a circle about a point; the light stays where it is."""
        return replace(self, centre=turned(self.centre, centre))


@dataclass(frozen=True)
class Text:
    """A line of text around its centre, upright from every side; `on` is what is behind it."""

    centre: Point
    text: str
    size: float
    role: Role
    on: Role

    def turned(self, centre: Point) -> "Text":
        """Move it to the opposite place; it stays upright."""
        return replace(self, centre=turned(self.centre, centre))


Shape = Polygon | Disc | Text


@dataclass(frozen=True, eq=False)
class Symbol:
    """Shapes around (0, 0) that are stamped at places, always upright.

    Every symbol is made once (its makers are cached), so it is known by its identity.
    """

    name: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Token:
    """A symbol at its place, and the cell it stands on, if any."""

    symbol: Symbol
    at: Point
    cell: str = ""


@dataclass(frozen=True)
class Cell:
    """A cell's centre, its outline around that (clockwise), the free radius, its floor.

    A `sunk` cell is never filled with a mark's colour, since its floor carries text; `badge` is
    where the sign goes that something was taken there, if that is not the centre.
    """

    centre: Point
    outline: tuple[Point, ...]
    room: float
    floor: Role
    sunk: bool = False
    badge: Point | None = None

    @property
    def corners(self) -> tuple[Point, ...]:
        """The outline at its place on the board."""
        return tuple(Point(self.centre.x + x, self.centre.y + y) for x, y in self.outline)


@dataclass(frozen=True, eq=False)
class Board:
    """What never changes during a game; made once per kind of board and known by its identity.

    `ground` is painted first, `fittings` are stamped on it, `labels` are the coordinates, `plates`
    the centres of the two sides' plates. With `trail` the way of the last move is dotted.
    """

    name: str
    width: int
    height: int
    ground: tuple[Shape, ...]
    cells: Mapping[str, Cell]
    labels: tuple[Shape, ...]
    plates: tuple[Point, Point]
    fittings: tuple[Token, ...] = ()
    trail: bool = True

    @property
    def middle(self) -> Point:
        """The point about which the board is turned."""
        return Point(self.width / 2, self.height / 2)


@dataclass(frozen=True)
class Scene:
    """A position as it is seen: the board, what stands on it, and what each side's plate says.

    `icons` stand for the two sides, `counts` are a few short lines of text for each.
    """

    board: Board
    tokens: tuple[Token, ...]
    icons: tuple[Symbol, Symbol]
    counts: tuple[tuple[str, ...], tuple[str, ...]]

    def turned(self) -> "Scene":
        """Show it from the other side."""
        middle = self.board.middle
        tokens = (Token(t.symbol, turned(t.at, middle), t.cell) for t in self.tokens)
        return replace(self, board=_turned_board(self.board), tokens=tuple(tokens))


@lru_cache(maxsize=64)
def _turned_board(board: Board) -> Board:
    middle = board.middle
    return replace(
        board,
        ground=tuple(shape.turned(middle) for shape in board.ground),
        cells={
            name: replace(
                cell,
                centre=turned(cell.centre, middle),
                outline=tuple(turned(point, CENTRE) for point in cell.outline),
                badge=cell.badge and turned(cell.badge, middle),
            )
            for name, cell in board.cells.items()
        },
        labels=tuple(label.turned(middle) for label in board.labels),
        plates=(turned(board.plates[0], middle), turned(board.plates[1], middle)),
        fittings=tuple(replace(t, at=turned(t.at, middle)) for t in board.fittings),
    )


def rim(hull: tuple[Point, ...], width: float = 13) -> tuple[Polygon, ...]:
    """Lay a wooden rim around a board's outline (convex, clockwise)."""
    return (
        Polygon(grown(hull, width + 2), Role.RIM_LIGHT),
        Polygon(grown(hull, width), Role.RIM),
        Polygon(grown(hull, 2), Role.RIM_LIGHT),
    )
