"""Straightforward drawing, for comparison: oversample the whole board, animate whole pictures."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from rendering import scene_of, tokens_of
from rendering.colour_roles import Role
from rendering.geometry import Point
from rendering.paint import paint
from rendering.themes import THEMES
from rules import Move, Position

SCALE = 4


def naive_picture(position: Position, last: Move | None, theme: str = "walnut") -> bytes:
    """Draw the same scene as `rendering.picture`, without caching anything."""
    scene = scene_of(position)
    board, colours = scene.board, THEMES[theme]
    size = (board.width * SCALE, board.height * SCALE)
    canvas = Image.new("RGB", size, colours.colours[Role.SURROUND])
    paint(canvas, (*board.ground, *board.labels), colours, SCALE)
    for token in (*board.fittings, *tokens_of(scene, position, last)):
        paint(canvas, token.symbol.shapes, colours, SCALE, Point(-token.at.x, -token.at.y))
    small = canvas.resize((board.width, board.height), Image.Resampling.LANCZOS)
    output = BytesIO()
    small.save(output, "PNG")
    return output.getvalue()


def naive_animation(pictures: Sequence[bytes]) -> bytes:
    """Write pictures as GIF with Pillow's own writer."""
    first, *others = [Image.open(BytesIO(content)).convert("RGB") for content in pictures]
    output = BytesIO()
    first.save(output, "GIF", save_all=True, append_images=others, duration=700, loop=0)
    return output.getvalue()
