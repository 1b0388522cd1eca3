"""A ladder as a table: a row for each rung, with who stands there and what they are about."""

from collections.abc import Iterator
from dataclasses import dataclass

from rendering.charts.fast_table import Tile, table_png
from rendering.charts.parts import left_aligned, rectangle, right_aligned
from rendering.charts.table_rows import (
    arrow,
    fitted_name,
    ground_of,
    heading,
    own_row,
    planks,
    row_tops,
)
from rendering.colour_roles import Role
from rendering.fit_text import truncate
from rendering.geometry import Box
from rendering.shapes import Text
from rendering.themes import DEFAULT_THEME, find_theme
from rules import Speech
from rules.sentence import PLAIN_ENGLISH

ROW, _TOP, _FOOT = 96, 122, 26
"""A row's height, the heading's, the rest below."""
_PLACE, _NAME, _CLIMBED, _RATING = 96, 118, 758, 966
"""The ends of the places, the starts of the names, the arrow's middle, the ends of the ratings."""
_HEAD, _DIGITS, _SIZES, _NOTE = 30, 40, (40, 36, 32, 29), 28
_STRIP = 12
"""The width of the mark on who may be challenged."""


@dataclass(frozen=True)
class LadderRow:
    """A rung: the player there, and how many places they have gone up in the past days.

    `note` are a few words, such as whom they play; `reachable` is whom the reader may challenge.
    """

    place: int
    name: str
    rating: str
    note: str = ""
    climbed: int = 0
    own: bool = False
    reachable: bool = False


@dataclass(frozen=True)
class LadderTable:
    """A part of a ladder, from the top: a title, what stands beside it, the rungs."""

    title: str
    subtitle: str
    rating: str
    """The heading of the ratings."""
    rows: tuple[LadderRow, ...]


def ladder_table(
    table: LadderTable, *, theme: str = DEFAULT_THEME, speech: Speech = PLAIN_ENGLISH
) -> bytes:
    """Draw a ladder with at least one row as PNG, 1,000 pixels wide.

    After a jump in the places there is a gap. A player whose name the font cannot draw is said to
    be named below the picture. Raises `Refusal` for an unknown theme.
    """
    if not table.rows:
        raise ValueError("a picture of a ladder has at least one row")
    colours = find_theme(theme)
    tops = row_tops([row.place for row in table.rows], _TOP, ROW)
    height = tops[-1] + ROW + _FOOT
    ground = planks(tops, ROW)
    return table_png(ground, height, _tiles(table.rows, tops), _texts(table, tops, speech), colours)


def _tiles(rows: tuple[LadderRow, ...], tops: tuple[int, ...]) -> Iterator[Tile]:
    """Draw the highlighted row, the marks of who may be challenged, and the arrows."""
    for number, (row, top) in enumerate(zip(rows, tops, strict=True)):
        if row.own:
            yield own_row(top, ROW)
        if row.reachable:
            mark = (rectangle(Box(0, 0, _STRIP, ROW), Role.TARGET),)
            yield Tile(mark, _STRIP, ROW, 20, top)
        if row.climbed:
            ground = ground_of(number, own=row.own)
            yield arrow(row.climbed > 0, _CLIMBED, top + ROW // 2, ground)


def _texts(table: LadderTable, tops: tuple[int, ...], speech: Speech) -> Iterator[Text]:
    """Write the headings, and what is in each row."""
    yield from heading(table.title, table.subtitle)
    rating = truncate(table.rating, _HEAD, _RATING - _CLIMBED)
    yield right_aligned(rating, _RATING, 94, _HEAD, Role.QUIET, Role.SURROUND)
    for number, (row, top) in enumerate(zip(table.rows, tops, strict=True)):
        ink, ground, middle = Role.PANEL_TEXT, ground_of(number, own=row.own), top + ROW / 2
        place = str(row.place)
        size = min(_DIGITS, round(2.6 * _DIGITS / len(place)))
        yield right_aligned(place, _PLACE, middle, size, ink, ground)
        name, size = fitted_name(row.name, _SIZES, _CLIMBED - 40 - _NAME, speech)
        note = truncate(row.note, _NOTE, _CLIMBED - 40 - _NAME)
        yield left_aligned(name, _NAME, middle - 19 if note else middle, size, ink, ground)
        if note:
            yield left_aligned(note, _NAME, middle + 24, _NOTE, ink, ground)
        if row.climbed:
            moved = str(abs(row.climbed))
            yield left_aligned(moved, _CLIMBED + 18, middle, _HEAD, ink, ground)
        yield right_aligned(row.rating, _RATING, middle, _DIGITS - 4, ink, ground)
