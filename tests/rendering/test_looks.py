"""Small things that a stranger's eye found: nothing hides what it should not, all is told apart."""

import math
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageChops, ImageDraw

import rendering
from rendering.agon import HALF, PIECE
from rendering.arrows import arrow
from rendering.banner import _TASK_PLACE, TASK_HEIGHT, _board
from rendering.bivouac import COUNTER, GOAL_FLOORS, GOAL_INKS, LEFT, TOP
from rendering.bivouac import SIDE as BIVOUAC_SIDE
from rendering.bizingo import SIDE
from rendering.choice_marks import mark_chosen
from rendering.colour_roles import Ink, Role
from rendering.geometry import Point
from rendering.hoyito import scene_with_stones
from rendering.indexed_palette import palette
from rendering.lively_positions import liveliest
from rendering.marks import mark_last_move, mark_move_above
from rendering.paint import paint
from rendering.painted_board import Surface
from rendering.paletted_bitmap import Area
from rendering.pieces import DULL_RIM, INLAY, TRIANGLE_INRADIUS, button, stepping_back
from rendering.player_plates import plate_tokens
from rendering.ringo import CORNERS, FRAME, HOLLOW, OUTSIDE, SEAT, WALL
from rendering.ringo import COUNTER as RINGO_COUNTER
from rendering.scene import Token
from rendering.shape_looks import bounds, extent
from rendering.shapes import Bevel, Disc, Polygon, Shadow, Symbol, Text
from rendering.stamps import Stamps
from rendering.themes import THEMES, contrast
from rules import GAMES, Effect, Name, Position, Sentence
from rules.bivouac import Bivouac
from rules.bizingo import Bizingo
from rules.hoyito import Hoyito
from rules.ringo import Ringo
from rules.sentence import PLAIN_ENGLISH
from tests.thorough import THOROUGH

NUMBER = 14
"""The distance that arrows keep from the middle of a ring's number."""
BOTH_CAPTURED = (
    "....w./.b..b./.bw.b./.b.b../.bb.b./....../.wb.../.ww.w./.w.w../.w.ww./...... white -"
)
"""A position of Bivouac in which each side has captured something, and stands on goals."""


@pytest.mark.parametrize("name", THEMES)
def test_white_and_black_pieces_step_back_from_those_that_can_be_chosen(name: str) -> None:
    """A dimmed white piece is darker than a lit one, in the white theme as well."""
    theme = THEMES[name]
    chosen = palette(theme)
    dimmed = dict(zip(chosen.colours(), chosen.dimmed, strict=True))
    assert contrast(dimmed[theme.colours[Role.LIGHT]], theme.colours[Role.LIGHT_FACE]) >= 1.3
    surround = theme.colours[Role.SURROUND]
    assert dimmed[surround] == surround
    black, wood = theme.colours[Role.DARK], theme.colours[Role.FIELD]
    assert contrast(dimmed[black], dimmed[wood]) <= 0.75 * contrast(black, wood)
    dark_wood = dimmed[theme.colours[Role.FIELD_DARK]]
    assert contrast(dimmed[black], dark_wood) >= 2.4, "it is still told from its cell"


@pytest.mark.parametrize("name", THEMES)
def test_the_fences_of_the_encampments_are_no_lighter_on_a_dimmed_board(name: str) -> None:
    """What steps back cannot become louder than it was; and yet a fence is seen off its floor."""
    position = Bivouac.start({})
    plain, dimmed = (
        Image.open(BytesIO(rendering.picture(position, theme=name, choices=choices))).convert("L")
        for choices in ({}, {"b3": Effect.NONE})
    )
    x, y = LEFT + round(2.5 * BIVOUAC_SIDE), TOP + BIVOUAC_SIDE
    across = (x, y - 12, x + 1, y + 13)
    was, now = (image.crop(across).tobytes() for image in (plain, dimmed))
    assert now[12] <= was[12], "the line inlaid in it"
    assert min(now) <= min(was) + 12, "its dark line"
    assert min(now) <= 0.75 * now[0]


def test_dark_round_pieces_are_dull_on_a_dimmed_board_or_have_a_rim() -> None:
    """Those that could look like holes have the rim, and are as they were within that."""
    for rules, rimmed in ((Bivouac, False), (Ringo, True)):
        pieces = {token.symbol for token in rendering.scene_of(rules.start({})).tokens}
        for symbol in pieces:
            shown = stepping_back(symbol)
            if not (symbol.face and symbol.face.colour):
                assert shown is symbol
            elif rimmed:
                *body, rim = shown.shapes
                assert (*body,) == symbol.shapes
                assert isinstance(rim, Disc)
                assert (rim.fill, rim.line) == (None, DULL_RIM)
            else:
                assert shown is not symbol
                assert len(shown.shapes) == len(symbol.shapes)


def test_the_pill_says_to_move_and_the_side_stands_beside_the_name() -> None:
    position = Ringo.start({})
    tokens = rendering.tokens_of(
        rendering.scene_of(position), position, names=(Name("Ada"), Name("Ben"))
    )
    at = {token.symbol.name: token.at for token in tokens}
    assert "to move" in at
    assert at["attacker"].y == at["Ada"].y
    assert at["defender"].y == at["Ben"].y


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("winner", [None, 1])
def test_how_a_game_ended_is_no_pill_for_nobody_is_to_move(key: str, winner: int | None) -> None:
    """The page that replays a match used to show two pills with pointers after a draw."""
    position, words = GAMES[key].start({}), "drawn" if winner is None else "has won"
    result = rendering.ShownResult(winner, Sentence(words))
    tokens = rendering.tokens_of(
        rendering.scene_of(position), position, names=(Name("Ada"), Name("Ben")), result=result
    )
    ends = [token.symbol for token in tokens if token.symbol.name == words]
    assert len(ends) == (2 if winner is None else 1)
    assert all(isinstance(shape, Text) for symbol in ends for shape in symbol.shapes)


@pytest.mark.parametrize("seen_from", [0, 1])
def test_triangles_beside_players_are_as_large_and_centred_on_their_names(seen_from: int) -> None:
    position = Bizingo.start({})
    scene = rendering.scene_of(position, seen_from)
    tokens = rendering.tokens_of(scene, position, names=(Name("Ada"), Name("Ben")))
    sizes = []
    for icon, player in zip(scene.icons, ("Ada", "Ben"), strict=True):
        (at,) = [token.at for token in tokens if token.symbol == icon]
        (line,) = [token.at.y for token in tokens if token.symbol.name == player]
        outer = extent(icon.shapes[1])
        assert at.y + outer.middle.y == pytest.approx(line, abs=0.6)
        sizes.append(outer.bottom - outer.top)
    assert sizes[0] == pytest.approx(sizes[1], rel=0.05)


def test_goals_stand_beside_their_player_and_keep_their_place_when_the_pill_comes() -> None:
    position, names = Bivouac.start({}), (Name("Ada"), Name("Ben"))
    goals: dict[int, set[Point]] = {0: set(), 1: set()}
    for _ in range(2):
        scene = rendering.scene_of(position)
        tokens = rendering.tokens_of(scene, position, names=names)
        for side, player in enumerate((("Ada", "white"), ("Ben", "black"))):
            y = scene.board.plates[side].words.middle.y
            line = [token for token in tokens if token.at.y == y]
            line.sort(key=lambda token: token.at.x, reverse=side == 1)
            pill = ("to move",) if position.turn == side else ()
            wanted = *player, "0 of 4 goals", *pill
            assert tuple(token.symbol.name for token in line[1:]) == wanted
            goals[side].add(line[3].at)
        _, position = position.play(next(iter(position.moves())))
    assert [len(places) for places in goals.values()] == [1, 1]


def test_a_cross_stands_on_what_was_taken_above_the_arrow() -> None:
    _, last, position = liveliest(Ringo)
    scene = rendering.scene_of(position)
    marks = [*mark_move_above(scene, last)]
    (cross,) = (token for token in marks if token.symbol.name == "taken")
    (taken,) = (scene.board.cells[name] for name in last.taken)
    assert cross.at == taken.centre
    box = extent(cross.symbol.shapes[0])
    assert 30 <= box.right - box.left <= 1.5 * RINGO_COUNTER, "what was taken is seen"
    ways = [number for number, token in enumerate(marks) if token.symbol.name == "way"]
    assert max(ways) < marks.index(cross)


def test_a_cross_does_not_hide_the_head_of_an_arrow() -> None:
    _, last, position = liveliest(Ringo)
    names = [token.symbol.name for token in mark_move_above(rendering.scene_of(position), last)]
    assert names[-2:] == ["taken", "head"]


@pytest.mark.parametrize("seen_from", [0, 1])
def test_the_arrow_of_a_jump_between_squares_lies_clear_of_the_cross(seen_from: int) -> None:
    before, last, position = liveliest(Bivouac)
    scene, stood = (rendering.scene_of(each, seen_from) for each in (position, before))
    marks = [*mark_move_above(scene, last, stood)]
    (cross,) = [token for token in marks if token.symbol.name == "taken"]
    assert marks[-1] == cross  # no head has to be shown once more
    way, *_ = [token for token in marks if token.symbol.name == "way"]
    (shape,) = way.symbol.shapes
    assert isinstance(shape, Polygon)
    at = [Point(way.at.x + x, way.at.y + y) for x, y in shape.points]
    assert min(math.dist(each, cross.at) for each in at) > extent(cross.symbol.shapes[0]).right


def test_what_is_taken_in_the_fortress_is_crossed_out_where_it_stood() -> None:
    before = Ringo.decode(".a.....a/..a.aa../.a....../......../......../.dd...../1 defender -")
    last, position = before.play("b6:f6")
    assert last.taken == ("F",)
    scene, stood = rendering.scene_of(position), rendering.scene_of(before)
    (man,) = [token.at for token in stood.tokens if token.cell == "F"]
    marks = [*mark_last_move(scene, last, stood), *mark_move_above(scene, last, stood)]
    shown = {token.symbol.name: token.at for token in marks}
    assert shown["taken"] == shown["faded dark piece"] == man


@pytest.mark.parametrize("name", THEMES)
def test_an_empty_seat_is_told_from_a_black_piece(name: str) -> None:
    """By its size, and since it is not so dark; a black piece has a ring besides."""
    theme = THEMES[name]
    assert SEAT <= 0.5 * RINGO_COUNTER
    assert contrast(theme.ink(HOLLOW), theme.ink(Role.DARK)) >= 1.6
    assert contrast(theme.ink(INLAY), theme.ink(Role.DARK)) >= 4.5


def test_what_marks_a_piece_on_a_ring_keeps_clear_of_all_beside_it() -> None:
    """Of the fortress's wall and of the number beside the innermost ring, and the next piece."""
    _, last, position = liveliest(Ringo)
    scene = rendering.scene_of(position)
    cells = scene.board.cells
    assert last.path[-1] == "a6"
    marks = {token.symbol.name: token for token in mark_move_above(scene, last)}
    ring = marks["ring"]
    assert ring.at == cells["a6"].centre
    reach = extent(ring.symbol.shapes[1]).right + 1.3
    assert reach <= RINGO_COUNTER + 5
    assert math.dist(ring.at, scene.board.middle) - reach >= WALL + 8
    assert math.dist(ring.at, cells["a5"].centre) >= RINGO_COUNTER + reach - 3
    number = next(s for s in scene.board.labels if isinstance(s, Text) and s.text == "6")
    assert math.dist(ring.at, number.centre) - reach >= NUMBER + 6


@pytest.mark.parametrize("side", [0, 1])
def test_no_letter_on_a_round_frame_lies_on_an_edge_of_that(side: int) -> None:
    board = rendering.scene_of(Ringo.start({}), side).board
    (letter,) = [s for s in board.labels if isinstance(s, Text) and s.text == "g"]
    tail = Point(letter.below.x, letter.below.y + 0.2 * letter.size)
    assert OUTSIDE + 4 <= math.dist(tail, board.middle) <= OUTSIDE + FRAME - 5


@pytest.mark.parametrize("words", ["to move", "not played yet"])
def test_what_stands_beside_a_round_board_keeps_clear_of_its_rim(words: str) -> None:
    position = Ringo.start({})
    scene = rendering.scene_of(position)
    rim = math.dist(extent(scene.board.ground[0]).middle, (extent(scene.board.ground[0]).left, 518))
    for side in (0, 1):
        ours = rendering.scene_of(position, side)
        planned = ours if words != "to move" else None
        tokens = plate_tokens(
            ours, position, ("Ada", "Ben"), None, PLAIN_ENGLISH, state=True, planned=planned
        )
        (pill,) = [token for token in tokens if token.symbol.name == words]
        outline = pill.symbol.shapes[0]
        assert isinstance(outline, Polygon)
        middle = ours.board.middle
        away = min(math.dist((x + pill.at.x, y + pill.at.y), middle) for x, y in outline.points)
        assert away >= rim + 8


@pytest.mark.parametrize("pair", ["h6-a6", "h1-a1", "a6-h6", "h5-a5"])
def test_no_arrow_lies_on_the_number_of_a_ring(pair: str) -> None:
    board = rendering.scene_of(Ringo.start({})).board
    start, end = (board.cells[name] for name in pair.split("-"))
    numbers = [s for s in board.labels if isinstance(s, Text) and s.text.isdigit()]
    assert len(numbers) == 12
    for token in arrow(board, start, end, end.centre):
        (shape,) = token.symbol.shapes
        assert isinstance(shape, Polygon)
        for number in numbers:
            away = (
                math.dist((x + token.at.x, y + token.at.y), number.centre) for x, y in shape.points
            )
            assert min(away) >= NUMBER


def test_the_first_stone_of_a_hole_lies_near_its_middle() -> None:
    for holes in Hoyito.options[0].values:
        ones = dict.fromkeys(Hoyito.start({"holes": holes}).board(), 1)
        scene = scene_with_stones(ones, frozenset(), (0, 0))
        for token in scene.tokens:
            if token.symbol.name == "stone":
                assert math.dist(token.at, scene.board.cells[token.cell].centre) <= 14


def test_up_to_three_stones_lie_around_the_middle_of_their_hole() -> None:
    for holes in Hoyito.options[0].values:
        for number in (1, 2, 3):
            few = dict.fromkeys(Hoyito.start({"holes": holes}).board(), number)
            scene = scene_with_stones(few, frozenset(), (0, 0))
            for name, cell in scene.board.cells.items():
                stones = [t for t in scene.tokens if t.cell == name and t.symbol.name == "stone"]
                assert abs(sum(t.at.x for t in stones) / number - cell.centre.x) <= 3


def test_a_pits_gradient_has_fine_steps_where_a_theme_has_depth() -> None:
    hole = Hoyito.start({})
    symbol = rendering.scene_of(hole).board.fittings[0].symbol
    for name, fine in (("walnut", True), ("paper", False)):
        stamps = Stamps(THEMES[name])
        area = stamps.area(Token(symbol, Point(0, 0)))
        ground = Image.new("L", (area.width, area.height))
        smooth = stamps.cut(symbol, ground).tobytes()
        stepped = stamps.cut(replace(symbol, smooth=0), ground).tobytes()
        assert (len({*smooth}) > len({*stepped}) + 20) is fine
        assert smooth[: area.width] == stepped[: area.width]  # no hole, but the wood above it


@pytest.mark.parametrize("name", ["paper", "contrast"])
def test_a_pit_has_a_soft_shadow_where_a_theme_has_no_depth(name: str) -> None:
    """From its wall to its lightest place it has tones that differ little."""
    symbol = rendering.scene_of(Hoyito.start({})).board.fittings[0].symbol
    image = Image.new("RGB", (160, 160))
    paint(image, symbol.shapes, THEMES[name], 1, Point(-80, -80))
    row = image.convert("L").tobytes()[80 * image.width :][16:100]
    assert row[-1] - row[0] >= 7
    assert max(abs(b - a) for a, b in pairwise(row)) <= 8


@THOROUGH
@pytest.mark.parametrize("name", ["walnut", "paper"])  # one with much depth, one with none
def test_a_board_painted_sparingly_keeps_its_floors_and_its_surround(name: str) -> None:
    """Only the steps along its edges become fewer."""
    theme = THEMES[name]
    board = rendering.scene_of(Ringo.start({})).board
    assert board.sparing
    found = []
    for sparing in (True, False):
        surface = Surface(replace(board, sparing=sparing), theme, coordinates=True)
        found.append(surface.bitmap(()))
    few, all_of_them = (len({*bitmap.rows()}) for bitmap in found)
    assert few <= 0.75 * all_of_them
    corner = Area(0, 0, 5, 5)
    assert found[0].part(corner).tobytes() == found[1].part(corner).tobytes()
    plain = palette(theme).plain
    for cell in board.cells.values():
        x, y = round(cell.centre.x) + 24, round(cell.centre.y) + 24
        floor, wanted = (plain[bitmap.part(Area(x, y, 1, 1)).tobytes()[0]] for bitmap in found)
        assert math.dist(floor, wanted) <= 30  # the grain has fewer tones, too


def test_the_light_on_a_round_frame_fades_without_steps() -> None:
    """Each edge has a crescent of light and one of shade, which grow and shrink slowly."""
    bevels = [s for s in rendering.scene_of(Ringo.start({})).board.ground if isinstance(s, Bevel)]
    turned = [it for it in bevels if it.tapered and len(it.outer) == CORNERS]  # no seats
    assert len(turned) == 2
    for bevel in turned:
        assert len([*bevel.bands()]) <= 3  # one may begin where the outline does
        assert len({ink for _, ink in bevel.sides()}) == 2
        widths = [math.dist(side[0], side[3]) for side, _ in bevel.sides()]
        whole = math.dist(bevel.outer[0], bevel.inner[0])
        assert min(widths) <= 0.1 * whole
        assert max(widths) == pytest.approx(whole, abs=0.1)
        assert max(abs(one - other) for one, other in pairwise(widths)) <= 0.1 * whole


@pytest.mark.parametrize("up", [True, False])
def test_a_triangular_button_fills_its_cell_with_a_clear_gap_to_its_neighbours(up: bool) -> None:
    """Nor does it reach over the cell's corners, where six others meet."""
    cell = next(
        cell
        for cell in rendering.scene_of(Bizingo.start({})).board.cells.values()
        if cell.floor is (Role.FIELD_DARK if up else Role.FIELD)
    )
    outline = button(up=up)
    to_next = SIDE / (2 * math.sqrt(3)) - TRIANGLE_INRADIUS
    for number in range(3):
        one, other = cell.outline[number], cell.outline[(number + 1) % 3]
        across = Point(other.y - one.y, one.x - other.x)
        length = math.hypot(*across)
        reach = max((x - one.x) * across.x + (y - one.y) * across.y for x, y in outline) / length
        assert -1 <= reach <= to_next - 3
    assert max(math.hypot(*at) for at in outline) <= min(math.hypot(*at) for at in cell.outline) - 6


def test_the_frame_of_a_triangle_leaves_air_around_what_stands_in_it() -> None:
    before: Position = Bizingo.start({})
    move, position = before.play("h6-g6")
    scene = rendering.scene_of(position)
    (end,) = [t for t in mark_last_move(scene, move) if t.symbol.name == "end"]
    frame = [s for s in end.symbol.shapes if isinstance(s, Polygon) and s.line is Role.LAST]
    (man,) = [t.symbol.face for t in scene.tokens if t.cell == move.path[-1]]
    assert man
    tip = max(math.hypot(*at) for at in man.outline)
    for path in frame:
        assert path.fill is None
        nearest = min(math.hypot(*at) for at in path.points) - path.width
        assert nearest >= tip + 5


@pytest.mark.parametrize("turned", [0, 1])
def test_neither_button_nor_frame_covers_the_name_of_a_row(turned: int) -> None:
    scene = rendering.scene_of(Bizingo.start({}), turned)
    board = scene.board
    size = board.width, board.height
    written, covered = Image.new("RGB", size), Image.new("L", size)
    paint(
        written, [label for label in board.labels if isinstance(label, Text)], THEMES["walnut"], 1
    )
    draw = ImageDraw.Draw(covered)
    for name, cell in board.cells.items():
        (frame, *_) = mark_chosen(scene, name, cell)
        for outline, width in ((cell.plate, 0), *_lines(frame)):
            points = [(cell.centre.x + x, cell.centre.y + y) for x, y in outline]
            draw.polygon(points, 255)
            draw.line([*points, *points[:2]], 255, round(width), joint="curve")
    both = ImageChops.darker(written.convert("L"), covered)
    assert sum(level > 60 for level in both.tobytes()) <= 6, "a few pixels of all corners"


def _lines(token: Token) -> Iterator[tuple[tuple[Point, ...], float]]:
    for shape in token.symbol.shapes:
        assert isinstance(shape, Polygon)
        yield shape.points, shape.width


def test_what_was_captured_does_not_lie_on_the_frame_of_the_end() -> None:
    """But where a piece is lost at its own end."""
    before, last, position = liveliest(Ringo)
    scene = rendering.scene_of(position)
    names = [t.symbol.name for t in mark_last_move(scene, last, rendering.scene_of(before))]
    assert names[-1] == "end"
    assert any(name.startswith("faded") for name in names)
    lost = replace(last, taken=(last.path[-1],))
    names = [t.symbol.name for t in mark_last_move(scene, lost, rendering.scene_of(before))]
    assert names[-1].startswith("faded")


def test_agons_frame_follows_the_edges_of_its_cells() -> None:
    board = rendering.scene_of(GAMES["agon"].start({})).board
    (shadow,) = (shape for shape in board.ground if isinstance(shape, Shadow))
    assert len(shadow.outline) == 66  # eleven edges for each of six sides
    corners = {corner for cell in board.cells.values() for corner in cell.corners}
    assert set(shadow.outline) <= corners


def inks(symbol: Symbol) -> tuple[Ink | None, ...]:
    return tuple(shape.fill for shape in symbol.shapes if isinstance(shape, Polygon))


def test_the_goal_beside_a_name_looks_as_on_the_board() -> None:
    scene = rendering.scene_of(Bivouac.start({}))
    goals = {inks(token.symbol) for token in scene.board.fittings}
    assert len(goals) == 2
    assert {inks(own[0].parts[0][0]) for own in scene.progress} == goals


@pytest.mark.parametrize("names", [("Ada", "Ben"), ("W" * 32, "M" * 32)])
@pytest.mark.parametrize("planned", [False, True])
def test_what_was_captured_stands_beside_the_goals_of_its_side_and_nothing_meets(
    names: tuple[str, str], planned: bool
) -> None:
    position = Bivouac.decode(BOTH_CAPTURED)
    scene = rendering.scene_of(position)
    first, second = scene.trophies
    after = replace(scene, trophies=((*first, first[0]), (*second, second[0])))
    tokens = [*plate_tokens(scene, position, names, None, PLAIN_ENGLISH, state=True,
                            planned=after if planned else None)]  # fmt: skip
    for side, plate in enumerate(scene.board.plates):
        line = [token for token in tokens if token.at.y == plate.words.middle.y]
        line.sort(key=lambda token: token.at.x, reverse=side == 1)
        kinds = [token.symbol.name for token in line]
        (goals,) = [number for number, kind in enumerate(kinds) if "goals" in kind]
        assert "×" in kinds[goals + 1]
        assert ("+1" in kinds[goals + 1]) == planned
        last = kinds[goals + 2 :]
        wanted = "not played yet" if planned else "to move"
        assert last == ([wanted] if side == position.turn else [])
        boxes = [bounds(token.symbol) for token in line]
        reach = [(t.at.x + box[0], t.at.x + box[2]) for t, box in zip(line, boxes, strict=True)]
        for number, (one, other) in enumerate(pairwise(sorted(reach))):
            gap = other[0] - one[1]
            assert gap >= 5
            if side == 0 and number >= goals:
                assert gap >= 22
        assert min(left for left, _ in reach) >= plate.words.left - 3
        assert max(right for _, right in reach) <= plate.words.right + 3


@pytest.mark.parametrize("name", THEMES)
def test_a_goal_shows_its_owner_in_every_theme(name: str) -> None:
    """Its ring and its flag stand out from the floor and from the line around them."""
    theme = THEMES[name]
    for side, (own, floor) in enumerate(zip(GOAL_INKS, GOAL_FLOORS, strict=True)):
        assert contrast(theme.ink(own), theme.ink(floor)) >= 3
        assert contrast(theme.ink(own), theme.ink(COUNTER[side])) >= 6


def test_a_goal_is_seen_around_the_piece_on_it() -> None:
    scene = rendering.scene_of(Bivouac.start({}))
    stone = next(token.symbol for token in scene.tokens if token.symbol.face)
    assert stone.face
    piece = extent(Polygon(stone.face.outline)).right
    for token in scene.board.fittings:
        ring = token.symbol.shapes[1]
        assert isinstance(ring, Polygon)
        assert extent(ring).right - piece >= 5


def test_the_frame_of_a_goal_is_slim_and_clear_of_whatever_stands_on_it() -> None:
    """A thick one would look like a selection, and be louder than the last move."""
    scene = rendering.scene_of(Bivouac.start({}))
    stone = next(token.symbol for token in scene.tokens if token.symbol.face)
    assert stone.face
    piece = extent(Polygon(stone.face.outline)).right
    for token in scene.board.fittings:
        parts = [shape for shape in token.symbol.shapes if isinstance(shape, Polygon)]
        frame = next(part for part in parts if part.fill in GOAL_INKS)
        inside = parts[parts.index(frame) + 1]
        assert extent(inside).right >= piece
        assert 4 <= extent(frame).right - extent(inside).right <= 5
        corner, within = (max(math.hypot(*at) for at in part.points) for part in (frame, inside))
        assert 4 <= corner - within <= 7


def test_the_ring_of_a_trapped_piece_stays_clear_of_a_frame_beside_it() -> None:
    position = liveliest(GAMES["agon"]).position
    trapped = [t for t in rendering.scene_of(position).tokens if "trapped" in t.symbol.name]
    assert trapped
    for token in trapped:
        rings = [s for s in token.symbol.shapes if isinstance(s, Disc) and s.line]
        assert PIECE < max(ring.radius for ring in rings) <= HALF - 2


@pytest.mark.parametrize("key", GAMES)
def test_a_task_stands_clear_of_the_board(key: str) -> None:
    """At least 24 units lie between a puzzle's banner and the frame below."""
    board = rendering.scene_of(GAMES[key].start({})).board
    frame = min(extent(shape).top for shape in board.ground)
    foot = max(extent(shape).bottom for shape in _board("task", TASK_HEIGHT, _TASK_PLACE).ground)
    assert TASK_HEIGHT - foot + frame >= 24
