"""The two sides' plates: who plays which pieces, what is counted, and whose turn it is."""

from collections.abc import Iterator
from functools import lru_cache

from rendering.geometry import Point
from rendering.paint import text_width
from rendering.pieces import text
from rendering.scene import Polygon, Role, Scene, Symbol, Text, Token
from rules import Outcome, Position

_NAME, _COUNT, _SIGN = 30, 24, 25
"""The sizes of a plate's lines; 25 units are ten pixels on a phone."""
_NAME_ROOM, _LINE_ROOM = 42, 38


def both_plates(scene: Scene, position: Position) -> Iterator[Token]:
    """Put each side's name, counts and sign around its place, one below the other."""
    ending = position.outcome()
    for side, (x, middle) in enumerate(scene.board.plates):
        lines = scene.counts[side]
        y = middle - (_NAME_ROOM + len(lines) * _LINE_ROOM) / 2
        name = position.sides[side].capitalize()
        yield Token(scene.icons[side], Point(x - text_width(name, _NAME) / 2 - 12, y))
        yield Token(text(name, _NAME, Role.TEXT), Point(x + 23, y))
        for number, line in enumerate(lines):
            below = _NAME_ROOM + number * _LINE_ROOM
            yield Token(text(line, _COUNT, Role.QUIET), Point(x, y + below))
        if words := _state(position, ending, side):
            yield Token(_sign(words), Point(x, y + _NAME_ROOM + len(lines) * _LINE_ROOM + 4))


def _state(position: Position, ending: Outcome | None, side: int) -> str:
    """Say whose turn it is or how the game ended, as one side's plate shows it."""
    if not ending:
        return "to move" if position.turn == side else ""
    if ending.winner is None:
        return "drawn"
    return "has won" if ending.winner == side else ""


@lru_cache(maxsize=16)
def _sign(words: str) -> Symbol:
    width = text_width(words, _SIGN)
    left = -width / 2 - 12
    pointer = (Point(left - 8, -9), Point(left + 8, 0), Point(left - 8, 9))
    return Symbol(
        words,
        (
            Polygon(pointer, Role.TEXT),
            Text(Point(13, 0), words, _SIGN, Role.TEXT, Role.SURROUND),
        ),
    )
