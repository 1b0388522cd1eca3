"""The painter that one would write in an afternoon: all flat at four times the size, then LANCZOS.

It has no grain, no shadows and no gradients, and keeps nothing.
"""

import io
from collections.abc import Iterable

from PIL import Image, ImageDraw

from rendering.colour_roles import Role
from rendering.drawings import scene_of, tokens_of
from rendering.geometry import Point
from rendering.paint import font
from rendering.shapes import Bevel, Disc, Polygon, Shape, Text
from rendering.svg import whole_tokens
from rendering.themes import DEFAULT_THEME, THEMES
from rules import Move, Position, Value

SCALE = 4
_THEME = THEMES[DEFAULT_THEME]


def paint(position: Position, last: Move, before: Position, names: tuple[Value, Value]) -> bytes:
    """Draw what `rendering.picture` draws with these arguments, as a PNG in RGB."""
    scene = scene_of(position)
    board = scene.board
    canvas = Image.new("RGB", (board.width * SCALE, board.height * SCALE), _colour(Role.SURROUND))
    draw = ImageDraw.Draw(canvas)
    _paint(draw, (*board.ground, *board.labels), Point(0, 0))
    tokens = tokens_of(scene, position, last, before=scene_of(before), names=names)
    for token in whole_tokens((*board.fittings, *tokens)):
        _paint(draw, token.symbol.shapes, token.at)
    small = canvas.resize((board.width, board.height), Image.Resampling.LANCZOS)
    output = io.BytesIO()
    small.save(output, "PNG")
    return output.getvalue()


def _colour(role: Role) -> tuple[int, int, int]:
    return _THEME.colours[role]


def _paint(draw: ImageDraw.ImageDraw, shapes: Iterable[Shape], at: Point) -> None:
    """Paint the shapes that are not translucent at a place."""
    for shape in shapes:
        match shape:
            case Polygon(fill=fill, line=line, width=width, opacity=1):
                corners = _placed(shape.points, Point(at.x, at.y + shape.sink))
                if fill:
                    draw.polygon(corners, _THEME.ink(fill))
                if line:
                    path = [*corners, corners[0]] if shape.closed else corners
                    draw.line(path, _THEME.ink(line), round(width * SCALE))
            case Disc(centre=(x, y), radius=radius, fill=fill, line=line, opacity=1):
                box = (Point(x - radius, y - radius), Point(x + radius, y + radius))
                inside, edge = (_THEME.ink(ink) if ink else None for ink in (fill, line))
                draw.ellipse(_placed(box, at), inside, edge, round(shape.width * SCALE))
            case Bevel():
                for band, ink in shape.bands():
                    draw.polygon(_placed(band, at), _THEME.ink(ink))
            case Text(text=words, size=size, role=role):
                face = font(round(size * SCALE), narrow=shape.narrow)
                draw.text(_placed((shape.below,), at)[0], words, _colour(role), face, "ms")


def _placed(points: Iterable[Point], at: Point) -> list[Point]:
    return [Point((x + at.x) * SCALE, (y + at.y) * SCALE) for x, y in points]
