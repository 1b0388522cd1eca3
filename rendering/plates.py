"""What stands beside the board: who plays which side, whose turn it is, who won, what was taken."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from rendering.geometry import Box, Point, grown, rounded
from rendering.lettering import shortened, text_width, writable
from rendering.paint import bounds
from rendering.roles import Role
from rendering.scene import Scene, Token
from rendering.shapes import Polygon, Symbol, Text, text
from rules import Position

_NAME_SIZES, _STATE, _ICON = (34, 30, 26), 26, 24
"""The sizes of a plate's lines (a long name is smaller), and the radius of a side's sign."""
_ONE_LINE = 60
"""A plate that is no higher than this has its words in one line."""
_MARGIN = 7
"""How far taken pieces lie from their tray's edge."""


@dataclass(frozen=True)
class Result:
    """How a match ended: the winner as an index into the sides (`None`: nobody), and in words.

    `words` are short, as “wins by resignation”; they stand under the winner's name, or under both.
    """

    winner: int | None
    words: str


def result_of(position: Position) -> Result | None:
    """Give the result of a game that has come to its own end."""
    if ending := position.outcome():
        return Result(ending.winner, "drawn" if ending.winner is None else "has won")
    return None


def both_plates(
    scene: Scene, position: Position, names: tuple[str, str], result: Result | None
) -> Iterator[Token]:
    """Write each side's name and state at its place, and lay out what it has taken."""
    result = result or result_of(position)
    for side, plate in enumerate(scene.board.plates):
        words = position.sides[side]
        name = writable(names[side])
        state = _state(position, result, side)
        quiet = [words if name else "", scene.counts[side]]
        won = result is not None and result.winner == side
        yield from _words(
            plate.words,
            scene,
            _Lines(scene.icons[side], name or words.capitalize(), quiet, state, won=won),
        )
        if plate.trophies and scene.trophies[side]:
            yield from _tray(plate.trophies, scene.trophies[side], scene.board.middle)


def _state(position: Position, result: Result | None, side: int) -> str:
    """Say whose turn it is or how the game ended, as one side's plate shows it."""
    if result is None:
        return "to move" if position.turn == side else ""
    return result.words if result.winner in (None, side) else ""


@dataclass(frozen=True)
class _Lines:
    icon: Symbol
    name: str
    quiet: list[str]
    state: str
    won: bool


def _words(box: Box, scene: Scene, lines: _Lines) -> Iterator[Token]:
    """Write a plate's words within a box, at its outer side."""
    one_line = box.bottom - box.top <= _ONE_LINE
    to_left = box.middle.x < scene.board.middle.x
    name_room = (box.right - box.left) * (0.5 if one_line else 1) - 2 * _ICON - 10
    size = next((size for size in _NAME_SIZES if text_width(lines.name, size) <= name_room), _STATE)
    name = shortened(lines.name, size, name_room)
    x = box.left + _ICON if to_left else box.right - _ICON
    y = box.middle.y if one_line else box.top + _ICON
    yield Token(lines.icon, Point(x, y))
    inwards = 1 if to_left else -1
    x += inwards * (_ICON + 10)

    def line(words: Symbol, width: float) -> Token:
        nonlocal x
        token = Token(words, Point(x + inwards * width / 2, y))
        x += inwards * (width + 16)
        return token

    role = Role.WINNER if lines.won else Role.TEXT
    yield line(text(name, size, role), text_width(name, size))
    if not one_line:
        x, y = (box.left if to_left else box.right), box.bottom - _STATE / 2
    said = " · ".join(filter(None, lines.quiet))
    pieces = [(text(said, _STATE, Role.QUIET), text_width(said, _STATE))] if said else []
    if lines.state:
        pieces.append((_sign(lines.state, role), text_width(lines.state, _STATE) + 24))
    yield from (line(*part) for part in (pieces if to_left else reversed(pieces)))


@lru_cache(maxsize=64)
def _sign(words: str, role: Role) -> Symbol:
    """Make the words of a state with a pointer before them."""
    width = text_width(words, _STATE)
    left = -width / 2 - 12
    pointer = (Point(left, -10), Point(left + 16, 0), Point(left, 10))
    return Symbol(
        words,
        (Polygon(pointer, role), Text(Point(12, 0), words, _STATE, role, Role.SURROUND)),
    )


def _tray(box: Box, trophies: Sequence[Symbol], centre: Point) -> Iterator[Token]:
    """Lay pieces into a tray, as many rows as they need, from the outer corner of a box."""
    left, _, right, _ = bounds(trophies[0])
    pitch = right - left + 1
    columns = min(len(trophies), int((box.right - box.left - 2 * _MARGIN) // pitch))
    rows = ceil(len(trophies) / columns)
    half = Point(columns * pitch / 2 + _MARGIN, rows * pitch / 2 + _MARGIN)
    to_left, to_top = box.middle.x < centre.x, box.middle.y < centre.y
    x = box.left + half.x if to_left else box.right - half.x
    y = box.top + half.y if to_top else box.bottom - half.y
    middle = Point(round(x), round(y))
    yield Token(_trough(half), middle)
    for number, symbol in enumerate(trophies):
        row, column = divmod(number, columns)
        across = (column + 0.5 - columns / 2) * pitch
        yield Token(
            symbol,
            Point(
                middle.x + (across if to_left else -across),
                middle.y + (row + 0.5 - rows / 2) * pitch,
            ),
        )


@lru_cache(maxsize=64)
def _trough(half: Point) -> Symbol:
    outline = rounded(2 * half.x, 2 * half.y, 12)
    return Symbol(
        "tray",
        (
            Polygon(grown(outline, 2), Role.RIM),
            Polygon(outline, Role.FIELD, glow=Role.FIELD_QUIET),
        ),
    )
