"""Arrows: drawn in tiles, and whole."""

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise, permutations

import pytest

import rendering
from rendering.arrows import arrow, dashed_arrow
from rendering.cache import surface_for
from rendering.colour_roles import Role
from rendering.geometry import Point, offset_outline
from rendering.ringo import COUNTER
from rendering.scene import Board, Scene, Token
from rendering.shape_looks import bounds
from rendering.shapes import Polygon, Text
from rendering.themes import THEMES
from rules import GAMES
from tests.thorough import THOROUGH


@THOROUGH
@pytest.mark.parametrize("key", ["bivouac", "bizingo", "ringo"])
def test_the_tiles_of_an_arrow_show_all_of_it(key: str) -> None:
    scene = rendering.scene_of(GAMES[key].start({}))
    surface = surface_for(scene.board, THEMES["paper"], coordinates=True)
    cells = [*scene.board.cells.values()]
    rng = random.Random(1)
    for _ in range(6):
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
        assert max(math.dist(*two) for two in combinations(shape.points, 2)) >= 68
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


@pytest.mark.parametrize(("key", "pair"), [("ringo", "b2-b3"), ("ringo", "g6-h6")])
def test_the_arrow_of_a_planned_step_begins_on_the_piece_and_keeps_clear_of_the_sign(
    key: str, pair: str
) -> None:
    """Beside it there is only room for a crumb."""
    scene = rendering.scene_of(GAMES[key].start({}))
    start, end = (scene.board.cells[name] for name in pair.split("-"))
    shaft, *dashes, head = dashed_arrow(scene.board, start, end, end.centre)
    assert dashes
    points = []
    for token in (shaft, *dashes, head):
        (shape,) = token.symbol.shapes
        assert isinstance(shape, Polygon)
        points += [Point(token.at.x + x, token.at.y + y) for x, y in shape.points]
    nearest = min(math.dist(at, start.centre) for at in points)
    assert 8 <= nearest <= 0.6 * start.room, "it leaves the middle of the piece free"
    assert min(math.dist(at, end.centre) for at in points) >= 19
    assert max(math.dist(*two) for two in combinations(points, 2)) >= 33


def jumps() -> Iterator[tuple[str, str, str]]:
    """Give every jump of Ringo's rings: where it begins, what it leaps over, where it ends."""
    for name in (f"{sector}{ring}" for sector in "abcdefgh" for ring in range(1, 7)):
        sector, ring = "abcdefgh".index(name[0]), int(name[1])
        for aside, inwards in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if 1 <= ring + 2 * inwards <= 6:
                over, end = (
                    f"{'abcdefgh'[(sector + far * aside) % 8]}{ring + far * inwards}"
                    for far in (1, 2)
                )
                yield name, over, end


def outlined(scene: Scene, start: str, end: str, crowd: tuple[Point, ...] = ()) -> list[Point]:
    """Return the outline of an arrow."""
    cells = scene.board.cells
    token, *_ = arrow(scene.board, cells[start], cells[end], cells[end].centre, crowd)
    (shape,) = token.symbol.shapes
    assert isinstance(shape, Polygon)
    return [Point(x + token.at.x, y + token.at.y) for x, y in shape.points]


@pytest.mark.parametrize("side", [0, 1])
def test_the_arrow_of_a_jump_bows_past_what_it_takes_and_past_every_number(side: int) -> None:
    """Nothing lies under the cross, and the piece that bears it is recognised."""
    scene = rendering.scene_of(GAMES["ringo"].start({}), side)
    numbers = [s.centre for s in scene.board.labels if isinstance(s, Text) and s.text.isdigit()]
    for start, over, end in jumps():
        outline = outlined(scene, start, end)
        taken = scene.board.cells[over].centre
        assert min(math.dist(at, taken) for at in outline) >= 0.84 * COUNTER, (start, end)
        assert min(math.dist(at, it) for at in outline for it in numbers) >= 10, (start, end)


def test_the_arrow_of_a_jump_passes_on_the_side_where_nothing_stands() -> None:
    scene = rendering.scene_of(GAMES["ringo"].start({}))
    in_its_way = scene.board.cells["b5"].centre
    free, past = (outlined(scene, "a4", "c4", crowd) for crowd in ((), (in_its_way,)))
    near, far = (min(math.dist(at, in_its_way) for at in way) for way in (free, past))
    assert near < COUNTER <= far


@pytest.mark.parametrize("key", ["bivouac", "bizingo", "ringo", "agon"])
@pytest.mark.parametrize("side", [0, 1])
def test_no_arrow_of_a_step_reaches_over_the_edge_of_the_picture(key: str, side: int) -> None:
    """That of k18-j20 in Bizingo did, beside the frame."""
    board = rendering.scene_of(GAMES[key].start({}), side).board
    for start, end in permutations(board.cells.values(), 2):
        if math.dist(start.centre, end.centre) <= 5 * start.room:
            for token in arrow(board, start, end, end.centre):
                left, top, right, bottom = bounds(token.symbol)
                assert token.at.x + left >= 0
                assert token.at.x + right <= board.width
                assert token.at.y + top >= 0
                assert token.at.y + bottom <= board.height


@pytest.mark.parametrize(
    ("jump", "sides"), [("e2-e4", "d3 f3"), ("b2-d4", "b4 d2"), ("c7-e7", "d6 d8")]
)
def test_arrow_of_a_jump_between_squares_passes_where_nothing_stands(jump: str, sides: str) -> None:
    board = rendering.scene_of(GAMES["bivouac"].start({})).board
    for occupied, free in permutations(board.cells[name] for name in sides.split()):
        for point in peak_of(board, jump, (occupied.centre,)):
            assert math.dist(point, occupied.centre) > math.dist(point, free.centre)


@pytest.mark.parametrize(("jump", "inside"), [("a3-a5", "b4"), ("f3-f5", "e4"), ("c1-e1", "d2")])
def test_the_arrow_of_a_jump_along_the_boards_edge_passes_inside(jump: str, inside: str) -> None:
    board = rendering.scene_of(GAMES["bivouac"].start({})).board
    within = board.cells[inside]
    for point in peak_of(board, jump, (within.centre,)):
        assert math.dist(point, within.centre) < within.room


def peak_of(board: Board, jump: str, crowd: tuple[Point, ...]) -> Iterator[Point]:
    """Give the outline of the dash in the middle of a jump's arrow."""
    start, end = (board.cells[name] for name in jump.split("-"))
    *dashes, _ = dashed_arrow(board, start, end, end.centre, crowd, leaps=True)
    middle = dashes[len(dashes) // 2]
    (shape,) = middle.symbol.shapes
    assert isinstance(shape, Polygon)
    for x, y in shape.points:
        yield Point(x + middle.at.x, y + middle.at.y)


def test_an_arrow_of_one_step_has_a_shaft() -> None:
    board = rendering.scene_of(GAMES["ringo"].start({})).board
    start, end = board.cells["b2"], board.cells["b1"]
    tiles = arrow(board, start, end, end.centre)
    (shape,) = tiles[0].symbol.shapes
    assert isinstance(shape, Polygon)
    xs, ys = zip(*shape.points, strict=True)
    assert max(max(xs) - min(xs), max(ys) - min(ys)) >= 48
