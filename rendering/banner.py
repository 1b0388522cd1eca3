"""What stands over a finished board: who has won, in large letters, and what decided it."""

from collections.abc import Iterator
from functools import cache, lru_cache

from rendering.frame import Frame
from rendering.geometry import Box, Point, around, rounded, shifted
from rendering.kept import surface_for
from rendering.lettering import text_width, writable
from rendering.plates import Result, fitted
from rendering.roles import Role
from rendering.scene import Board, Scene, Token
from rendering.shapes import Polygon, Shape, Symbol, enlarged, text
from rendering.themes import Theme
from rendering.wood import grain, rim
from rules import Position

WIDTH, HEIGHT = 1000, 168
_PLACE = Box(20, 18, WIDTH - 20, HEIGHT - 14)
_NAME_SIZES, _WORD_SIZES = (70, 60, 50, 42), (36, 33, 30, 27)
_SIGN, _LEAF = 1.75, 58
"""How much a side's sign is enlarged, and how far from its middle the leaves of the wreath lie."""
_GAP = 30


def banner(
    scene: Scene, position: Position, names: tuple[str, str], result: Result, theme: Theme
) -> Frame:
    """Make the strip that says how a match ended."""
    ground = Scene(_board(), (), scene.icons)
    surface = surface_for(ground, theme, coordinates=False)
    called = [
        writable(name) or side.capitalize()
        for name, side in zip(names, position.sides, strict=True)
    ]
    return surface.frame(_tokens(scene.icons, called, result))


def _tokens(icons: tuple[Symbol, Symbol], names: list[str], result: Result) -> Iterator[Token]:
    """Put up the winner's sign in a wreath, or both, with the words beside them, in the middle."""
    if result.winner is None:
        signs = [enlarged(icon, _SIGN) for icon in icons]
        large, small = result.words.capitalize(), result.why or " · ".join(names)
    else:
        signs = [_wreathed(icons[result.winner])]
        large, small = names[result.winner], result.why or result.words
    wide = sum(_width(sign) for sign in signs)
    room = _PLACE.right - _PLACE.left - wide - 3 * _GAP
    large, large_size = fitted(large, _NAME_SIZES, room)
    small, small_size = fitted(small, _WORD_SIZES, room)
    words = max(text_width(large, large_size), text_width(small, small_size))
    x = (WIDTH - wide - _GAP - words) / 2
    y = _PLACE.middle.y
    for sign in signs:
        yield Token(sign, Point(round(x + _width(sign) / 2), y))
        x += _width(sign)
    at = round(x + _GAP + words / 2)
    yield Token(text(large, large_size, Role.WINNER, Role.PIT), Point(at, y - 22))
    yield Token(text(small, small_size, Role.PIT_TEXT, Role.PIT), Point(at, y + 39))


@cache
def _board() -> Board:
    width, height = _PLACE.right - _PLACE.left, _PLACE.bottom - _PLACE.top
    hull = shifted(rounded(width, height, 20), *_PLACE.middle)
    ground: tuple[Shape, ...] = (
        *rim(hull, 12),
        Polygon(hull, Role.PIT),
        *grain(hull, height / 2, seed=2, streaks=0.2, planks=False),
    )
    return Board("result", WIDTH, HEIGHT, ground, {}, (), ())


def _width(sign: Symbol) -> float:
    return 2 * _LEAF + 28 if sign.name.startswith("wreath") else 2 * 24 * _SIGN + 8


@lru_cache(maxsize=16)
def _wreathed(icon: Symbol) -> Symbol:
    """Lay a wreath of leaves around a side's sign, open above."""
    leaf = tuple(
        Point(x, y) for x, y in ((0, -15), (6, -7), (6.5, 2), (0, 15), (-6.5, 2), (-6, -7))
    )
    leaves = []
    for way in (1, -1):
        for turn in range(40, 180, 26):
            for out in (1, -1):
                at = around(_LEAF + 6 * out, way * (turn + 5 * out))
                leaves.append(_turned(leaf, way * (turn - 90 - 28 * out), at))
    shapes = (Polygon(one, Role.WINNER) for one in leaves)
    sign = enlarged(icon, _SIGN)
    return Symbol(f"wreath around {icon.name}", (*shapes, *sign.shapes))


def _turned(outline: tuple[Point, ...], degrees: float, at: Point) -> tuple[Point, ...]:
    """Turn an outline around (0, 0), clockwise, and lay it at a place."""
    right, down = around(1, degrees + 90), around(1, degrees + 180)
    return tuple(
        Point(at.x + x * right.x + y * down.x, at.y + x * right.y + y * down.y) for x, y in outline
    )
