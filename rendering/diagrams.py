"""Diagrams: a part of a board, enlarged, with names on its cells."""

from dataclasses import replace
from functools import lru_cache

from rendering.canvas import write_png
from rendering.cell_names import cell_names, name_place
from rendering.drawings import scene_of, tokens_of
from rendering.geometry import Box, Transform
from rendering.painted_board import Surface
from rendering.scene import Board, Cell, Scene
from rendering.themes import DEFAULT_THEME, Theme, find_theme
from rules import Move, Position

LABEL_SIZE = 30
"""The size of a cell's name: six pixels of a capital on a phone."""
_MARGIN, _TALLEST, _LARGEST = 20, 0.9, 2.8
"""The margin shown around the part; the largest height of a picture over its width, and the
largest enlargement.
"""


@lru_cache(maxsize=64)
def diagram(
    position: Position,
    part: tuple[str, ...],
    *,
    last: Move | None = None,
    before: Position | None = None,
    targets: tuple[str, ...] = (),
    told: tuple[str, ...] = (),
    theme: str = DEFAULT_THEME,
) -> bytes:
    """Draw some cells of a board and their surroundings as PNG, 1,000 pixels wide.

    With `told` only these cells, which words name, have their names on them. The other arguments
    are those of `picture`. Diagrams are few and always the same, so they are cached, but not their
    boards; the first call takes half a second.

    Raises `ValueError` for cells that the board does not have, and `Refusal` for an unknown theme.
    """
    scene = _enlarged(scene_of(position), part)
    earlier = _enlarged(scene_of(before), part) if before else None
    colours = find_theme(theme)
    surface = _surface(scene.board, colours)
    tokens = tokens_of(scene, position, last, targets, before=earlier)
    untold = scene.board.cells.keys() - set(told) if told else ()
    return write_png(
        colours, surface.bitmap([*tokens, *cell_names(scene, LABEL_SIZE, skip=untold)])
    )


@lru_cache(maxsize=1)
def _surface(board: Board, theme: Theme) -> Surface:
    """Paint a part of a board; several diagrams of the same one are drawn in a row."""
    return Surface(board, theme, coordinates=False)


def _enlarged(scene: Scene, part: tuple[str, ...]) -> Scene:
    """Show some cells and their surroundings in place of the whole board."""
    board = scene.board
    if not part or not set(part) <= set(board.cells):
        raise ValueError(f"not all of {' '.join(part)!r} are cells of {board.name}")
    view = _view([board.cells[name] for name in part], board.width, board.height)
    factor = board.width / (view.right - view.left)
    transform = Transform(factor, -view.left * factor, -view.top * factor)
    height = round((view.bottom - view.top) * factor)
    transformed = replace(board, plates=(), labels=(), whole=False).transformed(
        transform, board.width, height
    )
    return replace(
        scene, board=transformed, tokens=tuple(t.transformed(transform) for t in scene.tokens)
    )


def _view(cells: list[Cell], width: float, height: float) -> Box:
    """Choose the part to show: the cells with a margin, neither too tall nor too enlarged."""
    points = [point for cell in cells for point in (*cell.corners, name_place(cell))]
    xs, ys = [point.x for point in points], [point.y for point in points]
    left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
    wide = max(right - left + 2 * _MARGIN, width / _LARGEST)
    tall = bottom - top + 2 * _MARGIN
    wide = min(max(wide, tall / _TALLEST), width)
    start, end = _centred((left + right) / 2, wide, width)
    upper, lower = _centred((top + bottom) / 2, tall, height)
    return Box(start, upper, end, lower)


def _centred(middle: float, length: float, most: float) -> tuple[float, float]:
    """Centre an interval at `middle`, but within 0 and `most`."""
    start = max(0, min(middle - length / 2, most - length))
    return start, min(start + length, most)
