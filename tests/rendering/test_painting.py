"""What painting leaves out, as something else covers it, is not seen."""

from dataclasses import replace

import pytest

import rendering
from rendering.canvas import paint_bitmap
from rendering.geometry import Transform
from rendering.shape_looks import extent
from rendering.shapes import Polygon, Shadow, Symbol
from rendering.stamps import _WHERE_WHOLE, Stamps
from rendering.themes import THEMES
from rules import GAMES


def hollows() -> list[Symbol]:
    """Return the holes and trays of Hoyito's board."""
    board = rendering.scene_of(GAMES["hoyito"].start({})).board
    return [*dict.fromkeys(token.symbol for token in board.fittings if token.symbol.smooth)]


def test_a_board_hides_the_hole_of_its_shadow() -> None:
    board = rendering.scene_of(GAMES["bizingo"].start({})).board
    whole = [
        replace(shape, hole=()) if isinstance(shape, Shadow) else shape for shape in board.ground
    ]
    assert whole != [*board.ground]
    size = board.width, board.height, THEMES["walnut"]
    assert paint_bitmap(whole, *size).rows() == paint_bitmap(board.ground, *size).rows()


def test_shapes_beside_a_part_of_a_board_leave_no_trace() -> None:
    board = rendering.scene_of(GAMES["bivouac"].start({})).board
    size = board.width, board.height, THEMES["walnut"]
    nothing = paint_bitmap((), *size).rows()
    kinds = {type(shape): shape for shape in board.ground}
    assert {Polygon, Shadow} <= kinds.keys()
    for shape in kinds.values():
        box = extent(shape)
        for aside in (-box.right, board.width - box.left):  # it just touches the edge
            beside = shape.transformed(Transform(1, aside, 0))
            assert paint_bitmap([beside], *size).rows() == nothing


def test_a_gradient_leaves_out_what_its_next_step_covers(monkeypatch: pytest.MonkeyPatch) -> None:
    def painted() -> list[bytes]:
        stamps = Stamps(THEMES["walnut"])
        return [stamps._painted(pit.shapes, pit).tobytes() for pit in hollows()]

    few = painted()
    monkeypatch.setattr("rendering.paint.without_lower", lambda outline, _: outline)
    assert few == painted()


def test_the_ground_of_a_pits_floor_is_as_large_as_the_whole_floor() -> None:
    stamps = Stamps(THEMES["walnut"])
    for pit in hollows():
        floor = pit.shapes[-pit.smooth :]
        ground, whole = (
            stamps._painted(shapes, pit).getchannel("A").point(_WHERE_WHOLE).tobytes()
            for shapes in (floor[:1], floor)
        )
        assert ground == whole
