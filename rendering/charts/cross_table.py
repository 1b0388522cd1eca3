"""The cross table of a league: everybody's results against everybody, and their points."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from rendering.charts.fast_table import HashedShapes, Tile, table_png
from rendering.charts.parts import left_aligned, rectangle, right_aligned
from rendering.charts.table_rows import (
    RIGHT,
    arrow,
    fitted_name,
    ground_of,
    heading,
    heads,
    own_row,
    planks,
)
from rendering.colour_roles import Role
from rendering.fit_text import text_width
from rendering.geometry import Box, Point, rounded_box, translate
from rendering.shapes import Disc, Polygon, Text
from rendering.themes import DEFAULT_THEME, find_theme
from rules import Speech
from rules.sentence import PLAIN_ENGLISH

MOST_COLUMNS, MOST_ROWS = 8, 16
"""The most opponents side by side, as far as a phone shows them, and the most rows."""
ROW, _TOP, _FOOT = 84, 124, 26
"""A row's height, the heading's, the rest below."""
_PLACE, _ARROW, _NAME, _POINTS = 90, 108, 128, 118
"""The ends of the places, the arrows' middle, the starts of the names, the width of the points."""
_CELLS, _NARROWEST, _WIDEST = 464, 58, 92
"""The width that all cells share, and a cell's least and greatest."""
_HEAD, _SHARED, _DIGITS, _SIZES = 30, 26, 38, (36, 33, 30, 28)
"""The sizes of headings and places, of shared places of two digits, of results, of names."""


class CellResult(StrEnum):
    """The result of a match for the player of the row."""

    WON = "1"
    DRAWN = "½"
    LOST = "0"
    GIVEN = "+"
    """Won without a match that was played to its end."""
    FORFEITED = "–"
    """Lost without one."""
    PLAYING = "playing"
    TO_COME = "to come"


@dataclass(frozen=True)
class CrossTableRow:
    """A player: the results against each opponent of the columns, one or two, or none.

    Against themselves they have none. `arrow` is 1 for who goes up after the season, -1 for who
    goes down; `struck` is who has left.
    """

    place: str
    name: str
    results: tuple[tuple[CellResult, ...], ...]
    points: str
    own: bool = False
    arrow: int = 0
    struck: bool = False


@dataclass(frozen=True)
class CrossTable:
    """A cross table: a title, what stands beside it, and a row for each player.

    The columns are those of the rows from `first` on, headed by the rows' numbers: a place can be
    shared.
    """

    title: str
    subtitle: str
    points: str
    """The heading of the points."""
    rows: tuple[CrossTableRow, ...]
    first: int = 0

    @property
    def opponents(self) -> tuple[int, ...]:
        """The rows that have a column, by their numbers from 0."""
        return (*range(self.first, min(self.first + MOST_COLUMNS, len(self.rows))),)

    def parts(self) -> "tuple[CrossTable, ...]":
        """Divide it into tables that a phone shows: up to eight rows stay one, up to 16 are two."""
        return tuple(replace(self, first=first) for first in range(0, len(self.rows), MOST_COLUMNS))


def cross_table(
    table: CrossTable, *, theme: str = DEFAULT_THEME, speech: Speech = PLAIN_ENGLISH
) -> bytes:
    """Draw a cross table as PNG, 1,000 pixels wide; more than eight rows need a picture each part.

    A player whose name the font cannot draw is said to be named below the picture. Raises `Refusal`
    for an unknown theme and `ValueError` for a table without rows or with too many.
    """
    if not table.rows or len(table.rows) > MOST_ROWS:
        raise ValueError(f"a cross table has 1 to {MOST_ROWS} rows")
    colours = find_theme(theme)
    tops = tuple(_TOP + number * ROW for number in range(len(table.rows)))
    height = tops[-1] + ROW + _FOOT
    tiles, texts = _tiles(table, speech), _texts(table, speech)
    return table_png(planks(tops, ROW), height, tiles, texts, colours)


def _columns(table: CrossTable) -> dict[int, tuple[int, int]]:
    """Return where each opponent's column begins, and how wide it is."""
    count = len(table.opponents)
    wide = max(_NARROWEST, min(_WIDEST, _CELLS // count))
    start = RIGHT - _POINTS - count * wide
    return {who: (start + column * wide, wide) for column, who in enumerate(table.opponents)}


def _name(table: CrossTable, row: CrossTableRow, speech: Speech) -> tuple[str, int]:
    """Fit a player's name between the place and the first cell."""
    room = min(left for left, _ in _columns(table).values()) - _NAME - 14
    return fitted_name(row.name, _SIZES, room, speech)


def _tiles(table: CrossTable, speech: Speech) -> Iterator[Tile]:
    """Draw the highlighted row, the arrows and the cells."""
    columns = _columns(table)
    for number, row in enumerate(table.rows):
        top, ground = _TOP + number * ROW, ground_of(number, own=row.own)
        if row.own:
            yield own_row(top, ROW)
        if row.arrow:
            yield arrow(row.arrow > 0, _ARROW, top + ROW // 2, ground)
        if row.struck:
            wide = round(text_width(*_name(table, row, speech)))
            ink = rectangle(Box(0, 0, wide, 4), Role.PANEL_TEXT)
            yield Tile((ink,), wide, 4, _NAME, top + ROW // 2)
        for who, (left, wide) in columns.items():
            if who == number:
                yield Tile(_blank(wide, ROW - 12), wide, ROW - 12, left, top + 6)
            elif results := row.results[who]:
                each = (ROW - 8) // len(results)
                for place, result in enumerate(results):
                    shapes = _cell(result, wide, each, ground)
                    yield Tile(shapes, wide, each, left, top + 4 + place * each)


@cache
def _blank(wide: int, high: int) -> HashedShapes:
    """Fill the cell of players against themselves."""
    return HashedShapes([rectangle(Box(0, 0, wide, high), Role.PANEL_DARK)])


@cache
def _cell(result: CellResult, wide: int, high: int, ground: Role) -> HashedShapes:
    """Draw a result on the colour of its row."""
    middle = Point(wide / 2, high / 2)
    plate = translate(rounded_box(wide - 6, high - 4, 8), *middle)
    below = rectangle(Box(0, 0, wide, high), ground)
    match result:
        case CellResult.TO_COME:
            return HashedShapes([below, Disc(middle, 5, Role.LINE)])
        case CellResult.PLAYING:
            dots = (Disc(Point(middle.x + x, middle.y), 5, Role.PANEL_TEXT) for x in (-15, 0, 15))
            return HashedShapes([below, Polygon(plate, Role.PANEL_QUIET, Role.LINE, 2), *dots])
        case CellResult.DRAWN:
            face, ink = Role.LIGHT, Role.LIGHT_EDGE
        case CellResult.WON | CellResult.GIVEN:
            face, ink = Role.TARGET, Role.TARGET_EDGE
        case _:
            face, ink = Role.TAKEN, Role.TARGET_EDGE
    size = min(_DIGITS, high - 4)
    shown = Polygon(plate, face, Role.LINE, 2)
    return HashedShapes([below, shown, Text(middle, result, size, ink, face)])


def _texts(table: CrossTable, speech: Speech) -> Iterator[Text]:
    """Write the headings, and each player's place, name and points."""
    columns = _columns(table)
    yield from heading(table.title, table.subtitle)
    middles = ((str(who + 1), left + wide / 2, wide) for who, (left, wide) in columns.items())
    yield from heads((*middles, (table.points, RIGHT - _POINTS / 2, _POINTS)), 94, _HEAD)
    for number, row in enumerate(table.rows):
        y, ground = _TOP + (number + 0.5) * ROW, ground_of(number, own=row.own)
        name, size = _name(table, row, speech)
        small = _SHARED if len(row.place) > 2 else _HEAD
        yield right_aligned(row.place, _PLACE, y, small, Role.PANEL_TEXT, ground)
        yield left_aligned(name, _NAME, y, size, Role.PANEL_TEXT, ground)
        yield right_aligned(row.points, RIGHT - 14, y, _DIGITS, Role.PANEL_TEXT, ground)
