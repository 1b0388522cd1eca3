"""What can be chosen bears its name and the colour of its button; all else steps back."""

from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageDraw

import rendering
from rendering.colour_roles import Role
from rendering.fit_text import CAPITAL, font, text_width
from rendering.geometry import Box, Point, offset_outline
from rendering.indexed_palette import DIMMED
from rendering.paint import extent
from rendering.scene import Scene, Token
from rendering.shapes import Polygon, Text
from rendering.themes import THEMES, Theme, contrast, mix
from rules import GAMES, Effect, Position
from rules.bizingo import Bizingo
from rules.ringo import Ringo
from tests.rendering.test_pictures import plies
from tests.thorough import THOROUGH

FILLS = {Effect.NONE: Role.PLACE, Effect.TAKES: Role.TAKES, Effect.LOSES: Role.LOSES}
FACES = Role.FIRST_FACE, Role.SECOND_FACE
LEAST_TEXT = 4.5


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
    half = text_width(text.text, text.size, narrow=text.narrow) / 2
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
    wanted = {FILLS[effect]} if effect is not Effect.NONE or key == "hoyito" else {*FACES}
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
            assert all(edge.line is Role.CHOICE_EDGE for edge in edges)


@pytest.mark.parametrize("turned", [0, 1])
def test_the_letters_of_a_name_stay_within_a_triangular_button(turned: int) -> None:
    """Names of three characters were once wider than the pieces on which they stand."""
    position = Bizingo.start({})
    scene = rendering.scene_of(position, turned)
    choices = dict.fromkeys(scene.board.cells, Effect.NONE)
    large = 4
    for chosen in ("", "a1"):  # pieces, and places
        for name, token in buttons(scene, position, choices, chosen).items():
            plate, letters = (Image.new("L", (120 * large, 120 * large)) for _ in range(2))
            outline = [((x + 60) * large, (y + 60) * large) for x, y in button_of(scene, name)]
            ImageDraw.Draw(plate).polygon(outline, 255)
            (text,) = [shape for shape in token.symbol.shapes if isinstance(shape, Text)]
            below = 60 + text.centre.x, 60 + text.centre.y + text.size * CAPITAL / 2
            face = font(round(text.size * large), narrow=text.narrow)
            at = below[0] * large, below[1] * large
            ImageDraw.Draw(letters).text(at, text.text, 180, face, "ms")
            assert ImageChops.subtract(letters, plate).getbbox() is None, name


def button_of(scene: Scene, name: str) -> tuple[Point, ...]:
    """Give the outline of a triangular button around (0, 0), at the middle of its edge."""
    return offset_outline(scene.board.cells[name].plate, -0.5)


def test_a_captain_keeps_a_golden_edge_as_a_button() -> None:
    position = Bizingo.start({})
    scene = rendering.scene_of(position)
    crowned = {token.cell for token in scene.tokens if token.symbol.heart}
    found = buttons(scene, position, dict.fromkeys([t.cell for t in scene.tokens], Effect.TAKES))
    assert {name for name, token in found.items() if Role.CAPTAIN in fills(token)} == crowned


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
            assert not any(extent(star).overlap(sign) for sign in signs)


def test_no_dash_of_a_triangles_place_lies_above_its_name() -> None:
    position = Bizingo.start({})
    scene = rendering.scene_of(position)
    empty = scene.board.cells.keys() - {token.cell for token in scene.tokens}
    for token in buttons(scene, position, dict.fromkeys(empty, Effect.NONE), "a1").values():
        box = written(token)
        for shape in token.symbol.shapes:
            if isinstance(shape, Polygon) and not shape.closed:
                points = [Point(token.at.x + x, token.at.y + y) for x, y in shape.points]
                assert not any(
                    box.left < x < box.right and box.top - 4 < y < box.bottom + 4 for x, y in points
                )


def test_the_chosen_piece_is_framed_and_in_full_light() -> None:
    position = Bizingo.start({})
    scene = rendering.scene_of(position)
    tokens = rendering.tokens_of(scene, position, chosen="h6", choices={"g6": Effect.NONE})
    lit = [token for token in tokens if token.symbol.lit and token.at == scene.place("h6")]
    assert [token.symbol.name for token in lit] == ["chosen", "first side's captain"]


def test_a_piece_that_can_be_taken_shows_where_it_stands() -> None:
    position = Ringo.decode("......../....a.../...d..../......a./.....d../.a.d..../1 attacker -")
    scene = rendering.scene_of(position)
    taken = next(t for t in scene.tokens if t.symbol.face and t.symbol.face.side == 1)
    (token,) = buttons(scene, position, {taken.cell: Effect.TAKES}, chosen="e2").values()
    assert token.at == taken.at
    assert fills(token) >= {Role.TAKES}


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
                assert box.overlap(picture) == pytest.approx(width * height)
                assert not [other for other in boxes[:count] if box.overlap(other)]
    assert seen > 1000


def test_eighteen_pieces_to_choose_from_hide_no_other_piece() -> None:
    position: Position = Bizingo.start({})
    scene = rendering.scene_of(position)
    choices = dict.fromkeys([t.cell for t in scene.tokens if "first" in t.symbol.name], Effect.NONE)
    found = buttons(scene, position, choices)
    assert len(found) == 18
    for token in scene.tokens:
        if token.cell not in found and token.symbol.face:
            outline = extent(Polygon(token.symbol.face.outline))
            heart = Box(*(a + b for a, b in zip(outline, (*token.at, *token.at), strict=True)))
            area = (heart.right - heart.left) * (heart.bottom - heart.top)
            assert all(heart.overlap(written(other)) < 0.02 * area for other in found.values())


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
    assert dimmed.getpixel((x - 28, y)) == colours[Role.FIRST_FACE]


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_names_on_buttons_can_be_read_in_every_theme(theme: Theme) -> None:
    colours = theme.colours
    for fill in (*FILLS.values(), Role.SECOND_FACE):
        assert contrast(colours[Role.CHOICE_TEXT], colours[fill]) >= LEAST_TEXT
    assert contrast(colours[Role.FIRST_NAME], colours[Role.FIRST_FACE]) >= LEAST_TEXT


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
