"""Arrows: drawn in tiles, and whole."""

import math
import random
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

import rendering
from rendering.arrows import arrow, dashed_arrow
from rendering.cache import surface_for
from rendering.colour_roles import Role
from rendering.geometry import Point, offset_outline
from rendering.scene import Token
from rendering.shapes import Polygon
from rendering.themes import THEMES
from rules import GAMES
from tests.thorough import THOROUGH


@THOROUGH
@pytest.mark.parametrize("key", ["bivouac", "bizingo", "ringo"])
def test_the_tiles_of_an_arrow_show_all_of_it(key: str) -> None:
    scene = rendering.scene_of(GAMES[key].start({}))
    surface = surface_for(scene, THEMES["paper"], coordinates=True)
    cells = [*scene.board.cells.values()]
    rng = random.Random(1)
    for _ in range(12):
        start, end = rng.sample(cells, 2)
        tiles = arrow(scene.board, start, end, end.centre)
        whole = Token(replace(tiles[0].symbol, window=None), tiles[0].at)
        bare, tiled, drawn = (surface.bitmap(shown).rows() for shown in ((), tiles, [whole]))
        covered = [
            at for at, pair in enumerate(zip(bare, drawn, strict=True)) if pair[0] != pair[1]
        ]
        missing = [at for at in covered if tiled[at] == bare[at]]
        beyond = sum(a != b for a, b in zip(bare, tiled, strict=True)) - len(covered)
        # Where a tile begins, edges may be rounded differently.
        assert len(missing) <= 0.04 * len(covered)
        assert abs(beyond) <= 0.04 * len(covered)


def test_an_arrow_of_one_step_is_told_from_the_cell_that_it_leaves() -> None:
    """It is dark in that, which has the colour of longer arrows."""
    board = rendering.scene_of(GAMES["ringo"].start({})).board
    for start, end, dark in (("b2", "b1", True), ("h6", "a6", True), ("b3", "b1", False)):
        cell = board.cells[end]
        (shape,) = arrow(board, board.cells[start], cell, cell.centre)[0].symbol.shapes
        assert isinstance(shape, Polygon)
        assert (shape.fill is Role.LAST_EDGE) is dark


def test_a_step_between_triangles_has_a_long_bright_arrow_that_begins_in_its_cell() -> None:
    board = rendering.scene_of(GAMES["bizingo"].start({})).board
    for pair in ("e7-e5", "e7-d7", "f5-g7", "g6-g8", "g6-h8", "g6-f6"):
        start, end = (board.cells[name] for name in pair.split("-"))
        tiles = arrow(board, start, end, end.centre)
        (shape,) = tiles[0].symbol.shapes
        assert isinstance(shape, Polygon)
        assert (shape.fill, shape.line) == (Role.LAST, Role.LAST_EDGE)
        assert max(math.dist(*two) for two in combinations(shape.points, 2)) >= 75
        tail = [at for at in shape.points if math.dist(at, Point(0, 0)) < 24]
        assert len(tail) >= 2, "it begins in the cell that it leaves"


@pytest.mark.parametrize("pair", ["e13-f13", "e1-f3", "a3-b3", "d2-e4"])
def test_the_arrow_of_a_step_from_the_rim_keeps_clear_of_the_frame(pair: str) -> None:
    """It begins well inside the cell that it leaves."""
    board = rendering.scene_of(GAMES["bizingo"].start({})).board
    start, end = (board.cells[name] for name in pair.split("-"))
    (shape,) = arrow(board, start, end, end.centre)[0].symbol.shapes
    assert isinstance(shape, Polygon)
    inside = offset_outline(start.outline, -6)
    behind = [at for at in shape.points if math.dist(at, shape.points[0]) < 20]
    assert behind
    for x, y in behind:
        for one, other in pairwise((*inside, inside[0])):
            assert (other.x - one.x) * (y - one.y) - (other.y - one.y) * (x - one.x) >= 0


def test_the_arrow_of_a_planned_step_begins_outside_the_piece_that_would_move() -> None:
    scene = rendering.scene_of(GAMES["bizingo"].start({}))
    start, end = scene.board.cells["h6"], scene.board.cells["g6"]
    (man,) = [token.symbol.face for token in scene.tokens if token.cell == "h6"]
    assert man
    rim = max(math.hypot(*at) for at in offset_outline(man.outline, -8))
    *dashes, head = dashed_arrow(scene.board, start, end, end.centre)
    assert dashes
    for token in (*dashes, head):
        (shape,) = token.symbol.shapes
        assert isinstance(shape, Polygon)
        assert min(math.hypot(*at) for at in shape.points) >= rim


def test_an_arrow_of_one_step_has_a_shaft() -> None:
    board = rendering.scene_of(GAMES["ringo"].start({})).board
    start, end = board.cells["b2"], board.cells["b1"]
    tiles = arrow(board, start, end, end.centre)
    (shape,) = tiles[0].symbol.shapes
    assert isinstance(shape, Polygon)
    xs, ys = zip(*shape.points, strict=True)
    assert max(max(xs) - min(xs), max(ys) - min(ys)) >= 48
