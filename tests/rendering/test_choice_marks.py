"""What can be chosen bears its name and the colour of its button; all else steps back."""

import math
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageDraw

import rendering
from rendering.choice_marks import lit_coordinates
from rendering.colour_roles import Role, Shade
from rendering.drawings import planned_tokens
from rendering.fit_text import CAPITAL, text_width
from rendering.geometry import Box, Point, offset_outline
from rendering.indexed_palette import DIMMED, palette
from rendering.paint import paint
from rendering.scene import Scene, Token
from rendering.shape_looks import extent
from rendering.shapes import Polygon, Text
from rendering.themes import THEMES, Theme, contrast, mix
from rules import GAMES, Effect, Position
from rules.bizingo import Bizingo
from rules.ringo import Ringo
from tests.rendering.test_pictures import plies
from tests.thorough import THOROUGH

FILLS = {Effect.NONE: Role.PLACE, Effect.TAKES: Role.TAKES, Effect.LOSES: Role.LOSES}
FACES = Role.LIGHT_FACE, Role.DARK_FACE
LEAST_TEXT, AIR, BESIDE = 4.5, 2.2, 1.4
"""The least contrast of text, and how far a name keeps from the edge of its triangle; and where
it is a place, from the dashes around its corners."""
STAR_AIR = 4
"""How far a captain's star keeps from its name."""
_WRITTEN = 60 * (0,) + 196 * (255,)
"""Where letters are, by how much they change a grey ground."""


def overlap(one: Box, other: Box) -> float:
    """Measure the area that two boxes share."""
    width = min(one.right, other.right) - max(one.left, other.left)
    height = min(one.bottom, other.bottom) - max(one.top, other.top)
    return width * height if width > 0 and height > 0 else 0


def buttons(
    scene: Scene, position: Position, choices: dict[str, Effect], chosen: str = ""
) -> dict[str, Token]:
    """Give what bears the name of a choice, by that name."""
    tokens = rendering.tokens_of(scene, position, choices=choices, chosen=chosen)
    found = {}
    for token in tokens:
        for shape in token.symbol.shapes:
            if isinstance(shape, Text) and token.symbol.name.startswith("choice "):
                assert token.symbol.lit
                found[shape.text] = token
    return found


def fills(token: Token) -> set[object]:
    return {shape.fill for shape in token.symbol.shapes if isinstance(shape, Polygon)}


def written(token: Token) -> Box:
    """Give the box of a button's name, where it stands."""
    (text,) = [shape for shape in token.symbol.shapes if isinstance(shape, Text)]
    x, y = token.at.x + text.centre.x, token.at.y + text.centre.y
    half = text.width / 2
    return Box(x - half, y - text.size * 0.36, x + half, y + text.size * 0.36)


def choices_of(position: Position) -> Iterator[tuple[str, dict[str, Effect]]]:
    """Give what can be chosen first, and then for one piece where it may go."""
    moves = [move for move in position.moves().values() if move.path]
    starts = dict.fromkeys(move.path[0] for move in moves)
    yield "", {cell: position.effect(m for m in moves if m.path[0] == cell) for cell in starts}
    if moves and not position.single_choice:
        chosen = moves[0].path[0]
        own = [move for move in moves if move.path[0] == chosen]
        ends = dict.fromkeys(move.path[-1] for move in own)
        yield chosen, {c: position.effect(m for m in own if m.path[-1] == c) for c in ends}


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("effect", Effect)
def test_a_button_on_the_board_has_its_buttons_colour_and_sign(key: str, effect: Effect) -> None:
    position = GAMES[key].start({})
    scene = rendering.scene_of(position)
    cell = next(iter(position.moves().values())).path[0]
    (token,) = buttons(scene, position, {cell: effect}).values()
    signs = [
        shape
        for shape in token.symbol.shapes
        if isinstance(shape, Polygon) and shape.fill is Role.CHOICE_TEXT
    ]
    assert len(signs) == {Effect.NONE: 0, Effect.LOSES: 1, Effect.TAKES: 2}[effect]
    wanted = {*FACES} if effect is Effect.NONE else {FILLS[effect]}
    assert fills(token) & wanted
    assert not fills(token) & ({*FILLS.values()} - wanted)


@pytest.mark.parametrize("key", ["bizingo", "bivouac", "ringo"])
def test_a_name_stands_on_the_piece_itself_and_a_place_is_dashed(key: str) -> None:
    position: Position = GAMES[key].start({})
    scene = rendering.scene_of(position)
    for chosen, choices in choices_of(position):
        found = buttons(scene, position, choices, chosen)
        assert set(found) == set(choices)
        for name, token in found.items():
            cell = scene.board.cells[name]
            assert token.at == cell.centre
            edges = [s for s in token.symbol.shapes if isinstance(s, Polygon) and not s.closed]
            assert bool(edges) == bool(chosen), "places are dashed, pieces are not"
            for edge in edges:
                ink = edge.line.other if isinstance(edge.line, Shade) else edge.line
                assert ink is Role.CHOICE_EDGE


@pytest.mark.parametrize("turned", [0, 1])
def test_the_letters_of_a_name_keep_clear_of_the_edge_of_a_triangular_button(turned: int) -> None:
    """Names of three characters were once wider than the pieces on which they stand."""
    position = Bizingo.start({})
    scene = rendering.scene_of(position, turned)
    choices = dict.fromkeys(scene.board.cells, Effect.NONE)
    standing = {token.cell for token in scene.tokens}
    large, corner = 4, Point(-60, -60)
    for chosen in ("", "a1"):  # pieces, and places
        for name, token in buttons(scene, position, choices, chosen).items():
            inside = Image.new("L", (120 * large, 120 * large))
            outline = offset_outline(scene.board.cells[name].plate, -AIR)
            ImageDraw.Draw(inside).polygon(
                [((x + 60) * large, (y + 60) * large) for x, y in outline], 255
            )
            (text,) = [shape for shape in token.symbol.shapes if isinstance(shape, Text)]
            bare = Image.new("RGB", inside.size, (128, 128, 128))
            drawn = bare.copy()
            paint(drawn, [text], THEMES["paper"], large, corner)
            letters = (
                ImageChops.difference(drawn, bare).convert("L").point(lambda at: 255 * (at > 60))
            )
            assert letters.getbbox()
            assert ImageChops.subtract(letters, inside).getbbox() is None, name
            if chosen and name not in standing:
                dashes = Image.new("L", inside.size)
                for shape in token.symbol.shapes:
                    if isinstance(shape, Polygon) and not shape.closed:
                        path = [((x + 60) * large, (y + 60) * large) for x, y in shape.points]
                        wide = round((shape.width + 2 * BESIDE) * large)
                        ImageDraw.Draw(dashes).line(path, 255, wide, joint="curve")
                assert ImageChops.darker(letters, dashes).getbbox() is None, name


def test_a_long_name_on_a_triangle_is_as_high_as_others_but_narrower() -> None:
    position = Bizingo.start({})
    found = buttons(rendering.scene_of(position), position, {"h10": Effect.NONE, "h8": Effect.NONE})
    texts = [s for token in found.values() for s in token.symbol.shapes if isinstance(s, Text)]
    long, short = sorted(texts, key=lambda text: -len(text.text))
    assert long.share < short.share <= 1
    assert long.width == long.share * text_width("h10", long.size, narrow=True) <= 50
    canvas = Image.new("RGB", (120, 60))
    for share in (1, long.share):
        shown = replace(long, share=share, centre=Point(60, 30), role=Role.CHOICE_TEXT)
        paint(canvas, [shown], THEMES["contrast"], 1)
        left, top, right, bottom = canvas.getbbox() or (0, 0, 0, 0)
        assert bottom - top == pytest.approx(long.size * CAPITAL + 1, abs=2)
        assert right - left <= share * text_width("h10", long.size, narrow=True) + 1
        canvas.paste((0, 0, 0), (0, 0, 120, 60))


@pytest.mark.parametrize("effect", Effect)
def test_a_captains_button_has_the_edge_of_any_other(effect: Effect) -> None:
    """A golden one would say that it was chosen, or moved last; its star tells what it is."""
    position = Bizingo.start({})
    scene = rendering.scene_of(position)
    found = buttons(scene, position, dict.fromkeys([t.cell for t in scene.tokens], effect))
    edges: dict[int, set[object]] = {0: set(), 1: set()}
    for token in scene.tokens:
        if token.symbol.face:
            edge, body = found[token.cell].symbol.shapes[:2]
            assert isinstance(edge, Polygon)
            assert isinstance(body, Polygon)
            edges[token.symbol.face.colour].add(
                (edge.fill, extent(edge).right - extent(body).right)
            )
    assert [len(own) for own in edges.values()] == [1, 1]


@pytest.mark.parametrize("effect", Effect)
def test_a_captain_keeps_its_star_as_a_button_beside_any_sign(effect: Effect) -> None:
    position = Bizingo.start({})
    scene = rendering.scene_of(position)
    crowned = {token.cell for token in scene.tokens if token.symbol.heart}
    found = buttons(scene, position, dict.fromkeys([t.cell for t in scene.tokens], effect))
    for name, token in found.items():
        polygons = [s for s in token.symbol.shapes if isinstance(s, Polygon)]
        stars = [shape for shape in polygons if len(shape.points) == 10]
        assert bool(stars) == (name in crowned)
        signs = [extent(s) for s in polygons if len(s.points) == 4]
        assert len(signs) == {Effect.NONE: 0, Effect.LOSES: 1, Effect.TAKES: 2}[effect]
        for star in stars:
            assert not any(overlap(extent(star), sign) for sign in signs)


@pytest.mark.parametrize("turned", [0, 1])
def test_dashes_of_a_triangle_lie_around_its_corners_and_are_alike_on_sides(turned: int) -> None:
    """The same line joins all of them: on a phone that is one edge, and no part of a letter."""
    position = Bizingo.start({})
    scene = rendering.scene_of(position, turned)
    empty = scene.board.cells.keys() - {token.cell for token in scene.tokens}
    for token in buttons(scene, position, dict.fromkeys(empty, Effect.NONE), "a1").values():
        dashes = [
            shape.points
            for shape in token.symbol.shapes
            if isinstance(shape, Polygon) and not shape.closed
        ]
        assert len(dashes) == 9
        gaps = [
            math.dist(dash[-1], following[0])
            for dash, following in zip(dashes, (*dashes[1:], dashes[0]), strict=True)
        ]
        assert max(gaps) - min(gaps) <= 0.5
        joined = [s for s in token.symbol.shapes if isinstance(s, Polygon) and s.closed and s.line]
        assert [type(line.line) for line in joined] == [Shade]
        ends = [at for dash in dashes for at in (dash[0], dash[-1])]
        assert all(any(math.dist((-x, y), at) < 0.5 for at in ends) for x, y in ends)


def test_the_names_on_the_frame_stay_in_full_light() -> None:
    """One finds a place by them; but not where they are not there."""
    position: Position = Bizingo.start({})
    board = rendering.scene_of(position).board
    lit = [*lit_coordinates(board)]
    assert len(lit) == 22
    assert all(token.symbol.lit for token in lit)
    plain = opened(rendering.picture(position))
    dimmed = opened(rendering.picture(position, choices={"h6": Effect.NONE}))
    for token in lit:
        x, y, half = *map(round, token.at), 12
        boxes = [each.crop((x - half, y - half, x + half, y + half)) for each in (plain, dimmed)]
        was, now = map(brightest, boxes)
        assert now >= 0.97 * was
    without = {
        rendering.picture(position, choices={"h6": Effect.NONE}, coordinates=shown)
        for shown in (True, False)
    }
    bare = opened(rendering.picture(position, choices={"h6": Effect.NONE}, coordinates=False))
    x, y = map(round, lit[0].at)
    assert len(without) == 2
    assert brightest(bare.crop((x - 9, y - 9, x + 9, y + 9))) < 130


def brightest(image: Image.Image) -> float:
    brightest = image.convert("L").getextrema()[1]
    assert not isinstance(brightest, tuple)
    return brightest


def opened(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content)).convert("RGB")


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_dark_triangles_keep_an_edge_that_is_told_from_them_on_a_dimmed_board(theme: Theme) -> None:
    """Either they stand out from their cell, or an edge does from both; but that is no gold."""
    position = Bizingo.start({})
    scene = rendering.scene_of(position)
    shown = rendering.tokens_of(scene, position, choices={"h6": Effect.NONE})
    plain = {token.symbol for token in scene.tokens}
    men = {token.symbol for token in shown if token.symbol.face and token.cell}
    edged = men - plain
    assert {man.name for man in edged} == {"dark piece", "dark captain"}
    (line,) = {man.shapes[-1] for man in edged}
    assert isinstance(line, Polygon)
    assert line.line
    chosen = palette(theme)
    dimmed = dict(zip(chosen.colours(), chosen.dimmed, strict=True))
    edge, man, cell = (
        dimmed[min(chosen.plain, key=lambda colour: math.dist(colour, theme.ink(ink)))]
        for ink in (line.line, Role.DARK, Role.FIELD_DARK)
    )
    assert max(contrast(man, cell), contrast(edge, man)) >= 3
    assert max(contrast(man, cell) / 2, contrast(edge, cell)) >= 1.3
    assert max(edge) - min(edge) <= 0.4 * max(edge)


def test_the_chosen_piece_is_framed_and_in_full_light() -> None:
    position = Bizingo.start({})
    scene = rendering.scene_of(position)
    tokens = rendering.tokens_of(scene, position, chosen="h6", choices={"g6": Effect.NONE})
    lit = [token for token in tokens if token.symbol.lit and token.at == scene.place("h6")]
    assert [token.symbol.name for token in lit] == ["chosen", "light captain"]


def test_a_piece_that_can_be_taken_shows_where_it_stands() -> None:
    position = Ringo.decode("......../....a.../...d..../......a./.....d../.a.d..../1 attacker -")
    scene = rendering.scene_of(position)
    taken = next(t for t in scene.tokens if t.symbol.face and t.symbol.face.colour == 1)
    (token,) = buttons(scene, position, {taken.cell: Effect.TAKES}, chosen="e2").values()
    assert token.at == taken.at
    assert fills(token) >= {Role.TAKES}


@pytest.mark.parametrize("turned", [0, 1])
def test_who_joins_another_in_the_fortress_is_shown_the_free_place(turned: int) -> None:
    position = Ringo.decode(".d..a..a/....a.../.a....../......../..d...../.a.d..a./1 attacker -")
    scene = rendering.scene_of(position, turned)
    (inside,) = [token for token in scene.tokens if token.cell == "F"]
    tokens = rendering.tokens_of(scene, position, choices={"F": Effect.NONE}, chosen="b6")
    (place,) = [token for token in tokens if token.symbol.name == "choice F"]
    middle = scene.board.cells["F"].centre
    assert math.dist(place.at, inside.at) == pytest.approx(2 * math.dist(place.at, middle))
    assert Role.PLACE in fills(place)
    lit = [t for t in tokens if t.symbol.name == "coordinate" and t.symbol.lit]
    assert [t.at for t in lit if math.dist(t.at, middle) < 60] == [scene.board.cells["F"].corner]
    (only,) = buttons(scene, position, {"F": Effect.NONE}, chosen="b6").values()
    assert only == place
    move = next(m for m in position.moves().values() if m.path == ("b6", "F"))
    after = rendering.scene_of(position.after(move), turned)
    planned = planned_tokens(scene, position, move, after)
    (ghost,) = [t for t in planned if t.symbol.face and t.symbol.name.startswith("planned ")]
    assert ghost.at == place.at


@THOROUGH
def test_no_name_covers_another_name() -> None:
    """Nor does it reach beyond the picture."""
    seen = 0
    for number, (position, _) in enumerate(plies(every=40)):
        scene = rendering.scene_of(position, number % 2)
        picture = Box(0, 0, scene.board.width, scene.board.height)
        for chosen, choices in choices_of(position):
            boxes = [written(t) for t in buttons(scene, position, choices, chosen).values()]
            assert len(boxes) == len(choices)
            for count, box in enumerate(boxes):
                seen += 1
                width, height = box.right - box.left, box.bottom - box.top
                assert overlap(box, picture) == pytest.approx(width * height)
                assert not [other for other in boxes[:count] if overlap(box, other)]
    assert seen > 1000


def test_eighteen_pieces_to_choose_from_hide_no_other_piece() -> None:
    position: Position = Bizingo.start({})
    scene = rendering.scene_of(position)
    choices = dict.fromkeys([t.cell for t in scene.tokens if "light" in t.symbol.name], Effect.NONE)
    found = buttons(scene, position, choices)
    assert len(found) == 18
    for token in scene.tokens:
        if token.cell not in found and token.symbol.face:
            outline = extent(Polygon(token.symbol.face.outline))
            heart = Box(*(a + b for a, b in zip(outline, (*token.at, *token.at), strict=True)))
            area = (heart.right - heart.left) * (heart.bottom - heart.top)
            assert all(overlap(heart, written(other)) < 0.02 * area for other in found.values())


@THOROUGH
@pytest.mark.parametrize("theme", rendering.THEMES)
def test_what_cannot_be_chosen_steps_back_by_a_quarter(theme: str) -> None:
    position = GAMES["bivouac"].start({})
    scene = rendering.scene_of(position)
    plain = Image.open(BytesIO(rendering.picture(position, theme=theme))).convert("RGB")
    shown = rendering.picture(position, theme=theme, choices={"b3": Effect.NONE})
    dimmed = Image.open(BytesIO(shown)).convert("RGB")
    colours = THEMES[theme].colours
    for cell in ("a6", "c6", "e6", "b8"):
        at = round(scene.board.cells[cell].centre.x) + 30, round(scene.board.cells[cell].centre.y)
        before = plain.getpixel(at)
        assert isinstance(before, tuple)
        red, green, blue = before
        if 2 * sum(before) < sum(colours[Role.FIELD]):  # a black piece steps back towards the wood
            after = dimmed.getpixel(at)
            assert isinstance(after, tuple)
            assert sum(after) > sum(before)
            continue
        towards = colours[Role.QUIET if theme == "paper" else Role.SURROUND]
        assert dimmed.getpixel(at) == mix((red, green, blue), towards, DIMMED)
    assert dimmed.getpixel((5, 5)) == colours[Role.SURROUND]
    x, y = map(round, scene.board.cells["b3"].centre)
    assert dimmed.getpixel((x - 28, y)) == colours[Role.LIGHT_FACE]


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_names_on_buttons_can_be_read_in_every_theme(theme: Theme) -> None:
    colours = theme.colours
    for fill in (*FILLS.values(), Role.DARK_FACE):
        assert contrast(colours[Role.CHOICE_TEXT], colours[fill]) >= LEAST_TEXT
    assert contrast(colours[Role.LIGHT_NAME], colours[Role.LIGHT_FACE]) >= LEAST_TEXT


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_plate_of_a_place_is_as_light_as_no_piece(theme: Theme) -> None:
    """On a phone dark plates once passed for dark pieces; but they are told from wood, too."""
    colours = theme.colours
    for man in (Role.DARK, Role.LIGHT, Role.LIGHT_SHADE):
        assert contrast(colours[Role.PLACE], colours[man]) >= 2
    assert contrast(colours[Role.PLACE], colours[Role.CHOICE_EDGE]) >= 4.5


def test_the_star_of_a_captain_that_can_be_chosen_keeps_clear_of_its_name() -> None:
    position = Bizingo.start({})
    scene = rendering.scene_of(position)
    crowned = [token.cell for token in scene.tokens if token.symbol.heart]
    found = buttons(scene, position, dict.fromkeys(crowned, Effect.NONE))
    assert len(found) == len(crowned) == 4
    for token in found.values():
        polygons = [s for s in token.symbol.shapes if isinstance(s, Polygon)]
        (star,) = [extent(shape) for shape in polygons if len(shape.points) == 10]
        (text,) = [shape for shape in token.symbol.shapes if isinstance(shape, Text)]
        name = text.centre.y - text.size * CAPITAL / 2, text.centre.y + text.size * CAPITAL / 2
        assert max(name[0] - star.bottom, star.top - name[1]) >= STAR_AIR


def test_what_the_board_does_not_have_is_passed_over() -> None:
    position = Bizingo.start({})
    tokens = rendering.tokens_of(
        rendering.scene_of(position), position, chosen="z9", choices={"pass": Effect.NONE}
    )
    assert not [token for token in tokens if token.symbol.name.startswith("cho")]


def test_what_the_last_sowing_took_does_not_pass_for_what_can_be_taken() -> None:
    before: Position = GAMES["hoyito"].start({})
    while not (taking := next(filter(before.takes, before.moves().values()), None)):
        before = before.after(next(iter(before.moves().values())))
    position, scene = before.after(taking), rendering.scene_of(before.after(taking))
    choices = {move.path[0]: Effect.NONE for move in position.moves().values()}

    def numbers(choices: dict[str, Effect]) -> list[str]:
        tokens = rendering.tokens_of(scene, position, taking, choices=choices)
        return [token.symbol.name for token in tokens if token.symbol.name.startswith("+")]

    assert numbers({})
    assert not numbers(choices)


def test_a_hole_that_can_be_chosen_shows_its_stones_and_number_in_full_light() -> None:
    position = GAMES["hoyito"].start({})
    scene = rendering.scene_of(position)
    tokens = rendering.tokens_of(scene, position, choices={"c": Effect.TAKES})
    lit = [token for token in tokens if token.symbol.lit and token.cell == "c"]
    assert [token.symbol.name for token in lit] == [*["stone"] * 4, "4"]
    (hole,) = [token for token in tokens if token.symbol.lit and token.symbol.name == "hole"]
    assert hole.at == scene.board.cells["c"].centre
    (ring,) = [token for token in tokens if token.symbol.name == "choice"]
    assert ring.at == scene.board.cells["c"].centre
    assert Point(*ring.at) != buttons(scene, position, {"c": Effect.TAKES})["c"].at


def test_every_number_of_stones_keeps_its_light_where_a_hole_is_chosen() -> None:
    position = GAMES["hoyito"].start({})
    scene = rendering.scene_of(position)
    numbers = [t.at for t in scene.tokens if any(isinstance(s, Text) for s in t.symbol.shapes)]
    assert len(numbers) == 14
    for choices, wanted in (({}, []), ({"c": Effect.TAKES}, numbers)):
        tokens = rendering.tokens_of(scene, position, choices=choices)
        lit = [token.at for token in tokens if token.symbol.lit and token.symbol.name.isdigit()]
        assert sorted(lit) == sorted(wanted)


def test_the_dashed_edge_of_a_square_place_is_clear_of_its_name() -> None:
    position = GAMES["bivouac"].start({})
    scene = rendering.scene_of(position)
    choices = {"a2": Effect.NONE, "a10": Effect.TAKES, "f11": Effect.LOSES}
    for token in buttons(scene, position, choices, chosen="b3").values():
        edge = [s for s in token.symbol.shapes if isinstance(s, Polygon) and not s.closed]
        assert len(edge) >= 8
        name, (x, y) = written(token), token.at
        air = 1 + edge[0].width / 2
        for at in (at for dash in edge for at in dash.points):
            across = max(name.left - at.x - x, at.x + x - name.right)
            assert max(across, name.top - at.y - y, at.y + y - name.bottom) > air
