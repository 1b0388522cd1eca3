"""The naive painter of a scene: everything at four times the size, reduced, saved as RGB PNG."""

from io import BytesIO

from PIL import Image

from rendering import scene_of, tokens_of
from rendering.geometry import Point
from rendering.paint import paint
from rendering.roles import Role
from rendering.themes import THEMES
from rules import Move, Position

SCALE = 4


def naive_picture(position: Position, last: Move | None, theme: str = "walnut") -> bytes:
    """Paint the same scene that `rendering.picture` shows, without keeping anything."""
    seen = scene_of(position)
    board, colours = seen.board, THEMES[theme]
    size = (board.width * SCALE, board.height * SCALE)
    canvas = Image.new("RGB", size, colours.colours[Role.SURROUND])
    paint(canvas, (*board.ground, *board.labels), colours, SCALE)
    for token in (*board.fittings, *tokens_of(seen, position, last)):
        paint(canvas, token.symbol.shapes, colours, SCALE, Point(-token.at.x, -token.at.y))
    small = canvas.resize((board.width, board.height), Image.Resampling.LANCZOS)
    output = BytesIO()
    small.save(output, "PNG")
    return output.getvalue()
