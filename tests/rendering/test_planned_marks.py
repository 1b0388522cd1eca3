"""A move that is looked at before it is made cannot be taken for one that was made."""

import math
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

import rendering
from rendering.arrows import dashed_arrow
from rendering.choice_marks import RINGS, is_number
from rendering.colour_roles import Role
from rendering.drawings import planned_tokens
from rendering.geometry import Box, Point
from rendering.lively_positions import quick_games
from rendering.pieces import STAR, stepping_back
from rendering.planned_marks import _becomes
from rendering.scene import Token
from rendering.shape_looks import bounds, extent
from rendering.shapes import Disc, Polygon, Text
from rendering.sowing_marks import sowing_pointer
from rendering.stamps import stamps_of
from rendering.svg import whole_tokens
from rendering.themes import THEMES
from rules import GAMES, Effect, Move, Position, Sentence, Speech, Value
from rules.hoyito import Hoyito
from tests.rendering.test_choice_marks import overlap

SOWN_PAST_A_NUMBER = (
    "1.10.2.9.3.1/3.1.8.0.3.3 0/4 south - >> 1/south "
    "010800080207020007070101 000901080200030108080202"
)
"""A position of Hoyito in which a sowing begins at the end of a row, beside a capture."""
FILLS = {Effect.TAKES: Role.TAKES, Effect.LOSES: Role.LOSES}


def looked_at(position: Position, move: Move, seen_from: int = 0) -> list[Token]:
    """Give what is painted on the board when a move is looked at."""
    scene = rendering.scene_of(position, seen_from)
    after = rendering.scene_of(position.game_end(move) or position.after(move), seen_from)
    return planned_tokens(scene, position, move, after)


def one_of_each(key: str) -> dict[Effect, tuple[Position, Move]]:
    """Find a move of each effect that there is in a short game."""
    found: dict[Effect, tuple[Position, Move]] = {}
    for _, moment in quick_games(GAMES[key]):
        for move in moment.position.moves().values():
            found.setdefault(moment.position.effect((move,)), (moment.position, move))
    return found


def written(tokens: list[Token]) -> Iterator[str]:
    for token in tokens:
        for shape in token.symbol.shapes:
            if isinstance(shape, Text):
                yield shape.text


def chips(tokens: list[Token]) -> dict[Role, int]:
    """Give by the colour of its chip how many pieces a plate says are to be captured."""
    found: Counter[Role] = Counter()
    for token in whole_tokens(tokens):
        for shape in token.symbol.shapes if "+" in token.symbol.name else ():
            if isinstance(shape, Text) and shape.text.startswith("+"):
                found[shape.on] += int(shape.text)
    return found


@pytest.mark.parametrize("key", GAMES)
def test_the_plates_tell_how_many_pieces_a_move_would_capture_or_lose(key: str) -> None:
    for position, move in one_of_each(key).values():
        if rendering.scene_of(position).board.heap:
            continue
        side = position.turn
        now, then = (rendering.scene_of(it).trophies for it in (position, position.after(move)))
        wanted = {
            Role.TAKES: len(then[side]) - len(now[side]),
            Role.LOSES: len(then[1 - side]) - len(now[1 - side]),
        }
        found = chips(looked_at(position, move))
        assert found == {role: number for role, number in wanted.items() if number}


def test_a_captain_who_would_be_captured_is_told_as_one() -> None:
    """On the board the cross lies where its star is."""
    crowned = set()
    for _, moment in quick_games(GAMES["bizingo"]):
        position = moment.position
        for move in position.moves().values():
            for name in move.taken:
                there = [it for it in rendering.scene_of(position).tokens if it.cell == name]
                told = [it for it in looked_at(position, move) if it.symbol.name.endswith("+1")]
                if there and len(move.taken) == 1:
                    (victim,), (plate,) = there, told
                    shown = (shape for part, _ in plate.symbol.parts for shape in part.shapes)
                    stars = {shape.fill for shape in shown if isinstance(shape, Polygon)}
                    crowned.add("captain" in victim.symbol.name)
                    assert (STAR[1 - position.turn] in stars) == ("captain" in victim.symbol.name)
    assert crowned == {False, True}


@pytest.mark.parametrize("key", GAMES)
def test_it_is_still_the_turn_of_whoever_looks_and_not_played_yet(key: str) -> None:
    for position, move in one_of_each(key).values():
        words = [*written(looked_at(position, move, position.turn))]
        assert words.count("not played yet") == 1
        assert "to move" not in words


@pytest.mark.parametrize("key", GAMES)
def test_every_piece_still_stands_where_it_is(key: str) -> None:
    for position, move in one_of_each(key).values():
        scene = rendering.scene_of(position)
        if not scene.board.heap:
            wanted, shown = scene.tokens, looked_at(position, move)
            assert [t._replace(symbol=stepping_back(t.symbol)) for t in wanted] == [
                token for token in shown if token.cell and not token.symbol.lit
            ]


@pytest.mark.parametrize("key", GAMES)
def test_where_it_would_go_is_dashed_and_has_the_colour_of_its_button(key: str) -> None:
    for effect, (position, move) in one_of_each(key).items():
        tokens = looked_at(position, move)
        (place,) = [token for token in tokens if token.symbol.name == "planned"][-1:]
        dashes = [s for s in place.symbol.shapes if isinstance(s, Polygon) and not s.closed]
        assert len(dashes) > 2
        inks = {
            ink for s in place.symbol.shapes if isinstance(s, Polygon) for ink in (s.fill, s.line)
        }
        colours = RINGS if rendering.scene_of(position).board.heap else FILLS
        assert colours.get(effect, Role.LAST) in inks
        assert not [token for token in tokens if token.symbol.name in ("start", "end")]


@pytest.mark.parametrize("key", ["bizingo", "ringo", "bivouac"])
def test_what_it_takes_or_loses_is_crossed_out_and_has_a_sign_besides_the_colour(key: str) -> None:
    for effect, (position, move) in one_of_each(key).items():
        tokens = looked_at(position, move)
        signs = [token for token in tokens if token.symbol.name == "sign"]
        assert len(signs) == (effect is not Effect.NONE)
        assert len([1 for t in tokens if t.symbol.name == "taken"]) == len({*move.taken})
        for sign in signs:
            strokes = [s for s in sign.symbol.shapes if isinstance(s, Polygon)]
            assert len(strokes) == (2 if effect is Effect.TAKES else 1)
            assert FILLS[effect] in {s.fill for s in sign.symbol.shapes if isinstance(s, Disc)}


@pytest.mark.parametrize("key", ["ringo", "bivouac"])
def test_no_dash_lies_on_the_piece_that_would_move_and_its_ghost_bears_the_sign(key: str) -> None:
    for position, move in one_of_each(key).values():
        tokens = looked_at(position, move)
        cells = rendering.scene_of(position).board.cells
        way = [token for token in tokens if token.symbol.name == "planned way"]
        start = cells[move.path[0]]
        step = math.dist(start.centre, cells[move.path[-1]].centre) < 3 * start.room
        for token in way[:-2] if key != "ringo" or not step else ():
            box = bounds(token.symbol)
            x, y = token.at.x + (box[0] + box[2]) / 2, token.at.y + (box[1] + box[3]) / 2
            assert math.dist((x, y), start.centre) >= start.room
        end = cells[move.path[-1]]
        for token in tokens:
            if token.symbol.name == "sign":
                assert math.dist(token.at, end.centre) <= end.room


def test_the_arrow_of_a_jump_over_a_large_piece_is_read_as_one_beside_the_cross() -> None:
    """Its dashes and its head follow each other closely, and none lies under the cross."""
    position, move = one_of_each("bivouac")[Effect.TAKES]
    tokens = looked_at(position, move)
    *way, above = [token for token in tokens if token.symbol.name == "planned way"]
    assert len(way) >= 4
    assert above == way[-1]
    at = [outline_of(token) for token in way]
    (cross,) = [token for token in tokens if token.symbol.name == "taken"]
    reach = bounds(cross.symbol)[2]
    assert min(math.dist(each, cross.at) for part in at for each in part) > reach
    for one, other in pairwise(at):
        assert min(math.dist(a, b) for a in one for b in other) < 12


def outline_of(token: Token) -> list[Point]:
    (shape,) = token.symbol.shapes
    assert isinstance(shape, Polygon)
    return [Point(x + token.at.x, y + token.at.y) for x, y in shape.points]


@pytest.mark.parametrize("key", ["bizingo", "ringo", "bivouac"])
@pytest.mark.parametrize("side", [0, 1])
def test_a_ghost_has_its_owners_colour_on_a_coloured_place(key: str, side: int) -> None:
    """No green shines through it: its floor lies under the whole of it, within its place."""
    for _, moment in quick_games(GAMES[key]):
        position = moment.position
        moves = position.moves().values() if position.turn == side else ()
        for move in filter(position.takes, moves):
            scene = rendering.scene_of(position)
            end = scene.board.cells[move.path[-1]]
            man = next(token.symbol for token in scene.tokens if token.cell == move.path[0])
            tokens = looked_at(position, move)
            at = next(
                number
                for number, token in enumerate(tokens)
                if token.symbol.name.startswith("planned ") and token.cell and token.symbol.face
            )
            place, ghost = tokens[at - 1], tokens[at]
            assert ghost.symbol.opacity >= 0.6
            assert ghost.symbol.face
            assert man.face
            assert ghost.symbol.face.colour == man.face.colour
            assert place.at == ghost.at
            under = place.symbol.shapes[-1]
            assert isinstance(under, Polygon)
            assert (under.points, under.fill) == (ghost.symbol.face.outline, end.floor)
            assert extent(under).right + 3 <= max(extent(s).right for s in place.symbol.shapes)
            return
    pytest.fail("nothing is captured")


def test_the_arrow_of_a_step_between_triangles_is_seen_and_hides_neither_ghost_nor_sign() -> None:
    """What moves and its place touch: it begins beside the piece's pip."""
    for effect, (position, move) in one_of_each("bizingo").items():
        tokens = looked_at(position, move)
        cells = rendering.scene_of(position).board.cells
        start, end = (cells[name] for name in (move.path[0], move.path[-1]))
        way = [token for token in tokens if token.symbol.name == "way"]
        assert way
        assert all(token.symbol.lit for token in way)
        points = [at for token in way for at in outline_of(token)]
        assert min(math.dist(at, start.centre) for at in points) > 4, "clear of the pip"
        assert min(math.dist(at, end.centre) for at in points) > 0.8 * end.room
        signs = [token for token in tokens if token.symbol.name == "sign"]
        assert len(signs) == (effect is not Effect.NONE)
        for sign in signs:
            assert math.dist(sign.at, end.centre) <= 1.6 * end.room


@pytest.mark.parametrize("seen_from", [0, 1])
@pytest.mark.parametrize("key", ["agon", "bivouac"])
def test_a_step_to_a_cell_with_a_side_in_common_has_no_arrow(key: str, seen_from: int) -> None:
    """The frames of the two touch. Over a corner there is one, where there is room for it."""
    drawn = set()
    for _, moment in [*quick_games(GAMES[key])][::6]:
        position = moment.position
        cells = rendering.scene_of(position, seen_from).board.cells
        for move in [*position.moves().values()][::9]:
            names = {token.symbol.name for token in looked_at(position, move, seen_from)}
            start, end = cells[move.path[0]], cells[move.path[-1]]
            shared = {(round(x), round(y)) for x, y in start.corners}
            shared &= {(round(x), round(y)) for x, y in end.corners}
            found = names & {"way", "planned way"}
            assert found == {0: {"planned way"}, 1: {"way"}}.get(len(shared), set())
            drawn.add(len(shared))
    assert drawn == ({0, 2} if key == "agon" else {0, 1, 2})


@pytest.mark.parametrize("seen_from", [0, 1])
def test_a_sowing_shows_what_it_takes_from_each_hole_and_adds_to_the_store(seen_from: int) -> None:
    position, move = one_of_each("hoyito")[Effect.TAKES]
    tokens = looked_at(position, move, seen_from)
    stores = rendering.scene_of(position, seen_from).board.stores
    gains = [token for token in tokens if token.symbol.name.startswith("+")]
    from_holes = [int(token.symbol.name) for token in gains if token.at not in stores]
    assert set(from_holes) == {4}
    assert sum(from_holes) == position.gain(move)
    (store,) = [token for token in gains if token.at in stores]
    assert int(store.symbol.name) == position.gain(move)
    assert store.at == stores[position.turn]
    rim, pill, *edge = [shape for shape in store.symbol.shapes if isinstance(shape, Polygon)]
    assert rim.fill is pill.fill is Role.GAIN
    assert len([dash for dash in edge if not dash.closed]) > 4


def test_a_sowing_points_where_it_goes() -> None:
    position = GAMES["hoyito"].start({"direction": "each_move"})
    cells = rendering.scene_of(position).board.cells
    for text, onto in {"c>": "d", "c<": "b", "f>": "A", "a<": "F"}.items():
        tokens = looked_at(position, position.moves()[text])
        (pointer,) = [token for token in tokens if token.symbol.name == "sown towards"]
        assert pointer.symbol.lit
        assert pointer.at == cells[text[0]].centre
        left, top, right, bottom = bounds(pointer.symbol)
        x, y = cells[onto].centre.x - pointer.at.x, cells[onto].centre.y - pointer.at.y
        assert (left + right) * x > 0 or (top + bottom) * y > 0


def test_a_sowing_shows_its_way_from_hole_to_hole() -> None:
    position = GAMES["hoyito"].start({"direction": "each_move"})
    scene = rendering.scene_of(position)
    for move in position.moves().values():
        tokens = [*sowing_pointer(rendering.scene_of(position.after(move)), move, scene)]
        heads = [token.at for token in tokens if token.symbol.name == "onwards"]
        steps = {step for step in pairwise(move.path) if step[0] != move.path[0]}
        assert len(heads) == len(steps)
        for one, other in steps:
            ends = (scene.board.cells[name].centre for name in (one, other))
            assert Point(*(sum(each) / 2 for each in zip(*ends, strict=True))) in heads


def test_a_planned_sowing_leaves_the_stones_and_tells_what_each_hole_would_hold() -> None:
    for position, move in one_of_each("hoyito").values():
        scene = rendering.scene_of(position)
        assert isinstance(position, Hoyito)
        after = position.after(move)
        assert isinstance(after, Hoyito)
        tokens = looked_at(position, move)
        stones = [token.at for token in scene.tokens if token.symbol.name == "stone"]
        assert [token.at for token in tokens if token.symbol.name == "stone"] == stones
        for cell, held in position.board().items():
            holds = after.board()[cell]
            (told,) = [token for token in tokens if token.cell == cell and is_number(token)
                       and not token.symbol.name.startswith("+")]  # fmt: skip
            assert told.symbol.name == (str(held) if held == holds else f"{held}→{holds}")


@pytest.mark.parametrize("holes", Hoyito.options[0].values)
def test_what_a_hole_would_hold_meets_no_neighbours_plate(holes: str) -> None:
    cells = rendering.scene_of(Hoyito.start({"holes": holes})).board.cells
    apart = cells["b"].centre.x - cells["a"].centre.x
    room = 2 * max(x for x, _ in cells["a"].outline)
    for words in (("12", "13"), ("9", "10"), ("3", "0")):
        plate = _becomes(*words, room)
        left, _, right, _ = bounds(plate)
        assert right - left <= apart - 2
        (text,) = [shape for shape in plate.shapes if isinstance(shape, Text)]
        assert text.text == ("→".join(words) if int(holes) <= 8 else words[1])
        assert (text.role is Role.PLANNED_TEXT) == (int(holes) > 8)


def test_neither_stones_nor_numbers_hide_where_a_sowing_goes() -> None:
    position = Hoyito.decode(SOWN_PAST_A_NUMBER)
    tokens = looked_at(position, position.moves()["f"])
    names = [token.symbol.name for token in tokens]
    after = names[names.index("sown towards") :]
    assert not {"stone", "hole"} & {*after}
    pointer = tokens[names.index("sown towards")]
    (gain,) = [token for token in tokens if token.symbol.name == "+4" and token.cell == "A"]
    assert not overlap(box_around(pointer), box_around(gain))


def box_around(token: Token) -> Box:
    left, top, right, bottom = bounds(token.symbol)
    x, y = token.at
    return Box(left + x, top + y, right + x, bottom + y)


def test_each_hole_and_store_is_as_a_whole_in_full_light_or_not() -> None:
    for effect, (position, move) in one_of_each("hoyito").items():
        tokens = looked_at(position, move)
        board = rendering.scene_of(position).board
        for name, cell in board.cells.items():
            inside = [token for token in tokens if token.cell == name]
            assert {token.symbol.lit for token in inside} == {name in move.path}
            floor = [t for t in tokens if t.symbol.name == "hole" and t.at == cell.centre]
            assert len(floor) == (name in move.path)
        assert len([t for t in tokens if t.symbol.name == "tray"]) == (effect is Effect.TAKES)


def test_a_move_that_ends_a_game_of_a_match_shows_nothing_of_the_next() -> None:
    position = Hoyito.start({"play": "match"})
    while not (lost := [m for m in position.moves().values() if position.game_end(m)]):
        position = position.after(next(iter(position.moves().values())))
    assert position.after(lost[0]).closed
    shown = [token.symbol.name for token in looked_at(position, lost[0])]
    assert "closed" not in shown
    assert any(name.endswith("→0") for name in shown)


def test_where_a_sowing_ends_in_its_own_start_there_is_one_ring() -> None:
    position = GAMES["hoyito"].start({})
    while not (back := [m for m in position.moves().values() if m.path[0] == m.path[-1]]):
        position = position.after(next(iter(position.moves().values())))
    rings = [token for token in looked_at(position, back[0]) if token.symbol.name == "planned"]
    assert len(rings) == 1


def test_a_move_that_ends_the_match_shows_no_winner_yet() -> None:
    position: Position = GAMES["hoyito"].start({})
    while not (last := [m for m in position.moves().values() if position.after(m).outcome()]):
        position = position.after(min(position.moves().values(), key=position.gain))
    picture = rendering.picture(position, planned=last[0])
    assert picture[16:24] == rendering.picture(position)[16:24]  # as high: without a banner


@pytest.mark.parametrize("key", GAMES)
def test_however_long_a_language_says_it_the_pill_stays_in_its_place(key: str) -> None:
    class Talkative(Speech):
        def say(self, value: Value, form: str = "") -> str:
            long = value == Sentence("not played yet")
            return "noch lange nicht gespielt" if long else super().say(value, form)

    position = GAMES[key].start({})
    move = next(iter(position.moves().values()))
    scene, after = rendering.scene_of(position), rendering.scene_of(position.after(move))
    tokens = planned_tokens(scene, position, move, after, speech=Talkative())
    (pill,) = [t for t in tokens if any(words.startswith("noch") for words in written([t]))]
    left, _, width, _ = stamps_of(THEMES["walnut"]).area(pill)
    words = scene.board.plates[position.turn].words
    assert words.left - 2 <= left
    assert left + width <= words.right + 2


def test_the_dashed_arrow_of_a_jump_along_a_spoke_lies_clear_of_both_its_ends() -> None:
    cells = (board := rendering.scene_of(GAMES["ringo"].start({})).board).cells
    for start, end in (("a4", "a6"), ("a6", "a4"), ("b1", "b3")):
        *dashes, _ = way = [*dashed_arrow(board, cells[start], cells[end], cells[end].centre)]
        assert len(dashes) >= 4
        for token in way:
            (shape,) = token.symbol.shapes
            assert isinstance(shape, Polygon)
            at = [Point(x + token.at.x, y + token.at.y) for x, y in shape.points]
            for name in (start, end):
                assert min(math.dist(each, cells[name].centre) for each in at) >= cells[name].room
