import ast
import math
import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

import rendering
from rendering.bivouac import GOAL_INKS
from rendering.colour_roles import Role
from rendering.fit_text import CAPITAL
from rendering.geometry import Box, Point
from rendering.hoyito import scene_with_stones
from rendering.scene import Scene, Token
from rendering.scene import turned as turned_symbol
from rendering.shape_looks import bounds
from rendering.shapes import Disc, Polygon, Symbol, Text
from rendering.stones import MOST_HEAPED
from rules import GAMES, Move, Position
from rules.agon import Agon
from rules.bivouac import Bivouac
from rules.bizingo import Bizingo
from rules.bizingo.board import CELLS, DARK
from rules.hoyito import Hoyito
from rules.ringo import Ringo
from tests.rendering.test_pictures import plies
from tests.thorough import THOROUGH

ROOM = Path(rendering.__file__).parent
PHONE = 0.4
"""A phone shows a picture at four tenths of its size."""


def names(tokens: list[Token] | tuple[Token, ...], cell: str = "") -> list[str]:
    return [token.symbol.name for token in tokens if not cell or token.cell == cell]


def marks(position: Position, last: Move, targets: tuple[str, ...] = ()) -> dict[str, list[Token]]:
    """Give what is drawn besides the pieces and the plates, by name."""
    scene = rendering.scene_of(position)
    found: dict[str, list[Token]] = {}
    for token in rendering.tokens_of(scene, position, last, targets):
        found.setdefault(token.symbol.name, []).append(token)
    return found


def within(box: Box, at: Point) -> bool:
    return box.left < at.x < box.right and box.top < at.y < box.bottom


def words(scene: Scene, position: Position) -> list[str]:
    return names(rendering.tokens_of(scene, position))


@pytest.mark.parametrize("key", GAMES)
def test_a_games_drawing_knows_no_pillow(key: str) -> None:
    """Nor does it import a module of the room that does."""
    knowing = {
        "PIL",
        "rendering.paint",
        "rendering.painted_board",
        "rendering.player_plates",
        "rendering",
    }
    tree = ast.parse((ROOM / f"{key}.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            assert not {alias.name for alias in node.names} & knowing
        elif isinstance(node, ast.ImportFrom):
            assert node.module not in knowing


def test_every_game_has_its_drawing_and_shared_code_names_no_game() -> None:
    assert set(rendering.DRAWINGS) == set(GAMES)
    for path in ROOM.glob("*.py"):
        if path.stem not in GAMES:
            source = path.read_text(encoding="utf-8").lower()
            assert not [key for key in GAMES if re.search(rf"\b{key}", source)], path.name


@pytest.mark.parametrize("key", GAMES)
def test_turning_moves_everything_and_keeps_text_upright(key: str) -> None:
    position = GAMES[key].start({})
    seen, turned = rendering.scene_of(position), rendering.scene_of(position, 1)
    width, height = seen.board.width, seen.board.height
    for one, other in zip(seen.tokens, turned.tokens, strict=True):
        assert other.symbol is turned_symbol(one.symbol)  # upright, or pointing as its cell does
        assert one.at == pytest.approx((width - other.at.x, height - other.at.y))
    for name, cell in seen.board.cells.items():
        x, y = turned.board.cells[name].centre
        assert cell.centre == pytest.approx((width - x, height - y))
    assert [label.text for label in seen.board.labels if isinstance(label, Text)] == [
        label.text for label in turned.board.labels if isinstance(label, Text)
    ]


@pytest.mark.parametrize("key", GAMES)
def test_coordinates_counts_and_signs_can_be_read_on_a_phone(key: str) -> None:
    position = GAMES[key].start({})
    scene = rendering.scene_of(position)
    shapes = [*scene.board.labels, *scene.board.ground]
    for token in rendering.tokens_of(scene, position):
        shapes += token.symbol.shapes
    sizes = {shape.size for shape in shapes if isinstance(shape, Text)}
    assert min(sizes) * PHONE >= 9.5


@pytest.mark.parametrize("key", GAMES)
def test_coordinates_stand_on_no_cells_floor(key: str) -> None:
    """Outside the playing area; but Ringo's numbers, and every third name where cells are many."""
    board = rendering.scene_of(GAMES[key].start({})).board
    floors = {cell.floor for cell in board.cells.values()} - {Role.HOLLOW}
    written = [label for label in board.labels if isinstance(label, Text)]
    engraved = [label for label in written if len(label.text) > 1 and label.text in board.cells]
    assert bool(engraved) == (key in ("bizingo", "agon"))
    for label in engraved:
        assert int(label.text[1:]) % 3 == 0
        assert (label.centre, label.on) == (
            board.cells[label.text].centre,
            board.cells[label.text].floor,
        )
    labels = [label for label in written if label not in engraved]
    assert labels
    assert not {label.on for label in labels} & floors
    on_plates = [label.text for label in labels if label.on is Role.PLATE]
    assert on_plates in ([], [*"665544332211", "F"])


def test_bizingos_numbers_lie_within_its_slanting_frame() -> None:
    """Their feet once lay on its outer edge, and ran into a black surround."""
    board = rendering.scene_of(Bizingo.start({})).board
    frame = next(s for s in board.ground if isinstance(s, Polygon) and s.fill is Role.RIM)
    numbers = [it for it in board.labels if isinstance(it, Text) and it.text.isdigit()]
    assert len(numbers) == 11
    sides = [*pairwise((*frame.points, frame.points[0]))]
    for text in numbers:
        (x, y), wide, high = text.centre, text.width / 2, text.size * CAPITAL / 2
        for at in (Point(x + a * wide, y + b * high) for a in (-1, 1) for b in (-1, 1)):
            assert min(_inside(at, *side) for side in sides) > 0.5


def _inside(at: Point, start: Point, end: Point) -> float:
    """Return how far to the right of a line a point lies: inside what that goes around."""
    across = (end.x - start.x) * (at.y - start.y) - (end.y - start.y) * (at.x - start.x)
    return across / math.dist(start, end)


@pytest.mark.parametrize("key", GAMES)
def test_whose_turn_it_is_stands_in_words_at_that_sides_plate(key: str) -> None:
    position: Position = GAMES[key].start({})
    for _ in range(2):
        scene = rendering.scene_of(position)
        signs = [
            token
            for token in rendering.tokens_of(scene, position)
            if token.symbol.name == "to move"
        ]
        plate = scene.board.plates[position.turn]
        assert [token.at for token in signs if within(plate.words, token.at)]
        assert len(signs) == 1
        _, position = position.play(next(iter(position.moves())))


def test_a_finished_game_says_who_has_won() -> None:
    position = Ringo.start({})
    while position.moves():
        taking = [text for text, move in position.moves().items() if move.path[-1:] == ("F",)]
        _, position = position.play((taking or list(position.moves()))[0])
    ending = position.outcome()
    assert ending
    assert ending.winner is not None
    shown = words(rendering.scene_of(position), position)
    assert "has won" in shown
    assert "to move" not in shown


def test_sides_differ_in_mark_and_captains_in_shape() -> None:
    scene = rendering.scene_of(Bizingo.start({}))
    kinds = {token.symbol.name: token.symbol for token in scene.tokens}
    assert Counter(names(scene.tokens)) == {
        "light piece": 16,
        "light captain": 2,
        "dark piece": 16,
        "dark captain": 2,
    }

    def form(symbol: Symbol) -> list[tuple[str, int | float]]:
        return [
            ("polygon", len(shape.points))
            if isinstance(shape, Polygon)
            else ("disc", round(shape.radius, 1))
            for shape in symbol.shapes
            if isinstance(shape, Polygon | Disc)
        ]

    forms = [
        form(kinds[f"{colour} {kind}"])
        for colour in ("light", "dark")
        for kind in ("piece", "captain")
    ]
    assert forms[0] != forms[2]
    assert forms[0] != forms[1]
    assert forms[2] != forms[3]
    star = ("polygon", 10)
    assert star in forms[1]
    assert star in forms[3]


def test_bizingos_upright_cells_are_the_dark_ones() -> None:
    board = rendering.scene_of(Bizingo.start({})).board
    assert len(board.cells) == 157
    for name, (side, _) in CELLS.items():
        cell = board.cells[name]
        points_up = min(y for _, y in cell.outline) < -max(y for _, y in cell.outline)
        assert points_up == (side == DARK)
        assert (cell.floor is Role.FIELD_DARK) == (side == DARK)


def test_a_capture_is_marked_from_its_start_over_its_way_to_its_end() -> None:
    position: Position = Bivouac.start({})
    last = Move("d9:b9:b7", ("d9", "b9", "b7"), ("c9", "b8"))
    found = marks(position, last)
    cells = rendering.scene_of(position).board.cells
    assert [token.at for token in found["start"]] == [cells["d9"].centre]
    assert [token.at for token in found["landing"]] == [cells["b9"].centre]
    assert [token.at for token in found["end"]] == [cells["b7"].centre]
    assert [token.at for token in found["taken"]] == [cells["c9"].centre, cells["b8"].centre]
    begun = {token.at for token in found["way"]}
    for at, start in zip(sorted(begun, reverse=True), ("d9", "b9"), strict=True):
        assert at == pytest.approx(cells[start].centre, abs=1)


@pytest.mark.parametrize("key", ["bizingo", "bivouac", "ringo"])
def test_an_arrow_ends_at_the_edge_of_what_came(key: str) -> None:
    """Or before the frame of a triangle, which is wider than that."""
    position: Position = GAMES[key].start({})
    last, after = position.play(next(iter(position.moves())))
    scene = rendering.scene_of(after)
    (came,) = [token for token in scene.tokens if token.cell == last.path[-1]]
    ways = marks(after, last)["way"]
    points = [
        Point(token.at.x + x, token.at.y + y)
        for token in ways
        for shape in token.symbol.shapes
        if isinstance(shape, Polygon)
        for x, y in shape.points
    ]
    nearest = min(math.dist(at, came.at) for at in points)
    room = scene.board.cells[last.path[-1]].room + 12.5 * (key == "bizingo")
    assert room - 2 <= nearest <= room + 2


def test_an_arrow_is_drawn_in_tiles_where_it_is_and_nowhere_else() -> None:
    position: Position = Bizingo.start({})
    last = Move("", ("e3", "h12"))
    tiles = marks(position, last)["way"]
    boxes = [bounds(token.symbol) for token in tiles]
    area = sum((right - left) * (bottom - top) for left, top, right, bottom in boxes)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    assert area < 0.7 * (max(rights) - min(lefts)) * (max(bottoms) - min(tops))
    assert len({(left, top) for left, top, _, _ in boxes}) == len(boxes)


def test_targets_are_dots_on_empty_cells_and_rings_around_pieces() -> None:
    position = Bivouac.start({})
    found = marks(position, Move("", ()), ("d8", "b2"))["target"]
    dot, ring = found
    assert any(isinstance(shape, Disc) and shape.fill for shape in dot.symbol.shapes)
    assert all(isinstance(shape, Disc) and not shape.fill for shape in ring.symbol.shapes)


@pytest.mark.parametrize(
    ("position", "taken"),
    [
        (
            Bizingo.decode(
                "...../......./....d..../....d....../.l........d../d.........D..../"
                ".L.............../.....l.......L...../.......l............./"
                "...................../................... light -"
            ),
            (["dark captain", *["dark piece"] * 12], ["light piece"] * 13),
        ),
        (
            Bivouac.decode(
                "....../....../..w.w./..wwb./....../.....b/"
                "....../.bbb../....../.w..../...... white -"
            ),
            (["dark piece"] * 7, ["light piece"] * 7),
        ),
        (
            Ringo.decode("......../....a.../...d..../......a./.....d../.a.d..../1 attacker -"),
            (["light piece"], ["dark piece"] * 3),
        ),
    ],
    ids=["bizingo", "bivouac", "ringo"],
)
def test_taken_pieces_lie_beside_it(position: Position, taken: tuple[list[str], list[str]]) -> None:
    scene = rendering.scene_of(position)
    assert tuple(sorted(symbol.name for symbol in own) for own in scene.trophies) == taken
    tokens = rendering.tokens_of(scene, position)
    for plate, own in zip(scene.board.plates, scene.trophies, strict=True):
        for symbol, number in Counter(own).items():
            told = [t for t in tokens if t.symbol.name == f"{symbol.name} ×{number}"]
            assert told or {*own} > {symbol}, "beside captains the whole number may have to do"
            assert all(within(plate.words, token.at) for token in told)


def test_a_start_has_nothing_beside_the_board() -> None:
    for game in GAMES.values():
        assert rendering.scene_of(game.start({})).trophies == ((), ())


def test_bivouacs_goals_wear_their_owners_mark_and_floor() -> None:
    board = rendering.scene_of(Bivouac.start({})).board
    floors = Counter(cell.floor for cell in board.cells.values())
    assert floors == {Role.FIELD_DARK: 34, Role.FIELD: 24, Role.GOAL_FIRST: 4, Role.GOAL_SECOND: 4}
    for role, goals in (
        (GOAL_INKS[0], ("c8", "c9", "d8", "d9")),
        (GOAL_INKS[1], ("c3", "c4", "d3", "d4")),
    ):
        inlaid = [
            token
            for token in board.fittings
            if sum(isinstance(s, Polygon) and s.fill == role for s in token.symbol.shapes) == 3
        ]  # a ring, a flag and its pole
        assert {token.at for token in inlaid} == {board.cells[name].centre for name in goals}


def test_flags_stand_upright_from_either_side() -> None:
    seen = [rendering.scene_of(Bivouac.start({}), side).board.fittings for side in (0, 1)]
    assert {token.symbol for token in seen[0]} == {token.symbol for token in seen[1]}


def test_bivouac_lies_on_its_side_with_the_viewers_end_at_the_left() -> None:
    for side, home in ((0, "a1"), (1, "a11")):
        scene = rendering.scene_of(Bivouac.start({}), side)
        cells = scene.board.cells
        assert scene.board.height < 0.75 * scene.board.width
        assert cells[home].centre.x == min(cell.centre.x for cell in cells.values())


def test_the_number_of_goals_reached_stands_beside_the_name() -> None:
    position = Bivouac.decode(
        "....../....../..w.w./..wwb./....../.....b/....../.bbb../....../.w..../...... white -"
    )
    progress = rendering.scene_of(position).progress
    assert [own[0].name for own in progress] == ["3 of 4 goals", "2 of 4 goals"]
    assert [own[0].parts[-1][0].name for own in progress] == ["3/4", "2/4"]


def test_ringos_sectors_run_clockwise_from_the_neutral_zone_on_top() -> None:
    board = rendering.scene_of(Ringo.start({})).board
    middle = board.cells["F"].centre
    assert board.cells["h1"].centre.y < middle.y
    assert board.cells["b1"].centre.x > middle.x
    assert board.cells["d1"].centre.y > middle.y
    assert board.cells["f1"].centre.x < middle.x
    assert board.cells["h1"].centre.y < board.cells["h6"].centre.y  # 1 is the outer ring
    neutral = {cell.floor for name, cell in board.cells.items() if name.startswith("h")}
    others = {cell.floor for name, cell in board.cells.items() if name[0] in "abcdefg"}
    assert not neutral & others


def test_ringos_attackers_are_black_and_its_defenders_white() -> None:
    """“Attackers are black, defenders white”, as the sources say three times."""
    for seen_from in (0, 1):
        scene = rendering.scene_of(Ringo.start({}), seen_from)
        shown = {token.cell: token.symbol.name for token in scene.tokens}
        for cell, letter in Ringo.start({}).board().items():
            assert shown[cell] == {"a": "dark piece", "d": "light piece"}[letter]
        assert [icon.name for icon in scene.icons] == ["dark sign", "light sign"]


def test_ringos_fortress_shows_its_occupants() -> None:
    position = Ringo.start({})
    for inside in range(2):
        entering = Ringo.decode(position.encode())
        shown = rendering.scene_of(entering).tokens
        assert names(shown, "F") == ["dark piece"] * inside
        while entering.fortress == inside:
            moves = entering.moves()
            enter = [text for text, move in moves.items() if move.path[-1:] == ("F",)]
            _, entering = entering.play((enter or list(moves))[0])
        position = entering
    assert names(rendering.scene_of(position).tokens, "F") == ["dark piece"] * 2


@THOROUGH
@pytest.mark.parametrize("holes", Hoyito.options[0].values)
def test_every_stone_of_a_hole_is_seen_and_counted(holes: str) -> None:
    position = Hoyito.start({"holes": holes})
    for _ in range(12):
        scene = rendering.scene_of(position)
        for cell, stones in position.board().items():
            shown = names(scene.tokens, cell)
            assert shown.count("stone") == min(stones, 15)
            assert str(stones) in shown
        if not position.moves():
            break
        _, position = position.play(next(iter(position.moves())))


def test_both_stores_are_shown_with_their_stones_and_their_number() -> None:
    position = Hoyito.start({})
    while sum(position.stores) < 12:
        _, position = position.play(next(iter(position.moves())))
    scene = rendering.scene_of(position)
    shown = [token for token in scene.tokens if not token.cell]
    assert names(shown).count("stone") == sum(position.stores)
    assert {str(stones) for stones in position.stores} <= set(names(shown))


def test_stones_do_not_lie_on_each_other_and_stay_in_their_hole() -> None:
    for holes in Hoyito.options[0].values:
        position = Hoyito.start({"holes": holes})
        for _ in range(12):
            scene = rendering.scene_of(position)
            for cell in scene.board.cells:
                stones = [
                    token
                    for token in scene.tokens
                    if token.cell == cell and token.symbol.name == "stone"
                ]
                place = scene.board.cells[cell]
                reach = max(x for x, _ in place.outline)
                for number, one in enumerate(stones):
                    left, _, right, _ = bounds(one.symbol)
                    radius = (right - left) / 2 - 3  # without its shadow
                    assert abs(one.at.x - place.centre.x) + radius < reach + 1
                    for other in stones[:number]:
                        assert math.dist(one.at, other.at) >= 0.4 * radius
            if not position.moves():
                break
            _, position = position.play(next(iter(position.moves())))


@pytest.mark.parametrize("holes", ["6", "8", "12"])
def test_stones_keep_clear_of_their_holes_number(holes: str) -> None:
    """Of the first three no part is under the plate, of the others no more than the edge."""
    empty = dict.fromkeys(Hoyito.start({"holes": holes}).board(), 0)
    for cell in empty:
        tokens = scene_with_stones(empty | {cell: MOST_HEAPED}, frozenset(), (0, 0)).tokens
        shown = [token for token in tokens if token.cell == cell]
        stones = [token for token in shown if token.symbol.name == "stone"]
        (number,) = (token for token in shown if token.symbol.name == str(MOST_HEAPED))
        _, top, _, bottom = bounds(number.symbol)
        for place, stone in enumerate(stones):
            pebble = bounds(replace(stone.symbol, shapes=stone.symbol.shapes[1:]))
            apart = abs(stone.at.y - number.at.y) - (bottom - top) / 2 - pebble[3]
            assert apart >= (-3 if place < 3 else -18), (cell, place)


def test_from_the_fourth_on_stones_never_move_when_others_are_added() -> None:
    for holes in Hoyito.options[0].values:
        empty = dict.fromkeys(Hoyito.start({"holes": holes}).board(), 0)
        heaps = [
            scene_with_stones(empty | {"b": stones}, frozenset(), (0, 0)).tokens
            for stones in range(20)
        ]
        stones = [
            [token for token in heap if token.cell == "b" and token.symbol.name == "stone"]
            for heap in heaps
        ]
        for fewer, more in pairwise(stones[4:]):
            assert more[: len(fewer)] == fewer
        assert [len(heap) for heap in stones] == [min(number, MOST_HEAPED) for number in range(20)]


def test_closed_holes_are_closed_with_a_lid() -> None:
    position = Hoyito.start({"play": "match"})
    while not position.closed_cells:
        _, position = position.play(next(iter(position.moves())))
    scene = rendering.scene_of(position)
    for cell in position.board():
        assert ("closed" in names(scene.tokens, cell)) == (cell in position.closed_cells)


def test_a_sowing_marks_its_start_its_end_and_what_changed() -> None:
    position: Position = Hoyito.start({})
    last, after = position.play("a")
    found = marks(after, last)
    cells = rendering.scene_of(after).board.cells
    assert [token.at for token in found["start"]] == [cells[last.path[0]].centre]
    assert [token.at for token in found["end"]] == [cells[last.path[-1]].centre]
    assert not {"way", "landing", "taken"} & set(found), "all else is told by numbers"


@THOROUGH
def test_what_a_sowing_takes_stands_as_a_number_at_each_hole() -> None:
    seen = 0
    for position, _ in plies(every=25):
        if position.key != "hoyito":
            continue
        for move in list(position.moves().values())[:3]:
            assert isinstance(position, Hoyito)
            after = position.after(move)
            scene, before = rendering.scene_of(after), rendering.scene_of(position)
            assert before.sown
            gains = before.sown(move).gains
            assert set(gains) <= set(move.taken)
            holes, taken, _, _ = position.sow(move)
            assert sum(gains.values()) <= taken
            assert sum(gains.values()) == taken or not any(holes), "but for stones in the hand"
            tokens = rendering.tokens_of(scene, after, move, before=before)
            for cell, number in gains.items():
                seen += 1
                (told,) = [t for t in tokens if t.symbol.name == f"+{number}" and t.cell == cell]
                assert told.at == scene.board.cells[cell].badge
    assert seen > 20


def test_agon_counts_each_sides_guards_around_the_throne_beside_its_name() -> None:
    """White's queen stands there too, and is no guard."""
    position = Agon.decode(
        ".b...B/w....../......../........./b........b/....w.b..../w...Ww...w/........./"
        "....b.../......b/....w. - white 0 -"
    )
    progress = rendering.scene_of(position).progress
    assert [own[0].name for own in progress] == ["2 of 6 guards", "1 of 6 guards"]
    assert [own[0].parts[-1][0].name for own in progress] == ["2/6", "1/6"]


@pytest.mark.parametrize("game", ["agon", "bivouac", "bizingo", "hoyito", "ringo"])
def test_beside_each_name_stands_how_near_its_side_is(game: str) -> None:
    scene = rendering.scene_of(GAMES[game].start(GAMES[game].presets[GAMES[game].usual_preset]))
    assert all(own[0].name.startswith("0 of ") for own in scene.progress)


def test_hoyito_counts_the_stones_that_win_but_not_in_a_match_of_several_games() -> None:
    position = Hoyito.start({"holes": "8"})
    progress = rendering.scene_of(replace(position, stores=(12, 33))).progress
    assert [own[0].name for own in progress] == ["12 of 33 stones", "33 of 33 stones"]
    assert rendering.scene_of(Hoyito.start({"play": "match"})).progress == ((), ())


def test_what_is_taken_stays_clear_of_the_board_beside_it() -> None:
    """A captain and many pieces ran over Bizingo's frame."""
    scene = rendering.scene_of(
        position := Bizingo.decode(
            "...../......./........./.....l.l.../.l..d...d..l./.....lDL......./.......L........./"
            ".................../...................../...................../"
            "................... light -"
        )
    )
    tokens = [it for it in rendering.tokens_of(scene, position) if "16 taken" in it.symbol.name]
    (reached,) = [it for it in tokens if it.symbol.name.startswith("15")]
    line = [it for it in rendering.tokens_of(scene, position) if it.at.y == reached.at.y]
    captains = [it for it in rendering.tokens_of(scene, position) if "captain ×1" in it.symbol.name]
    assert len(captains) == 1
    plate = scene.board.plates[0]
    for token in (*line, *captains):
        assert token.at.x + bounds(token.symbol)[2] <= plate.words.right - 2 * plate.narrowing
