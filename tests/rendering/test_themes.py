from collections.abc import Iterator
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image

import rendering
from rendering.canvas import write_png
from rendering.colour_roles import CHARTS, CHOOSING, Role
from rendering.indexed_palette import chart_palette, palette
from rendering.lively_positions import liveliest
from rendering.painted_board import Surface
from rendering.pieces import BODY, circle, icon
from rendering.scene import Cell, Scene
from rendering.shape_looks import side_colour
from rendering.shapes import Bevel, Disc, Polygon, Shape, Text
from rendering.stamps import quantise
from rendering.themes import THEMES, Colour, Theme, contrast, mix
from rendering.wood import pit
from rules import GAMES
from rules.bizingo import Bizingo
from tests.thorough import THOROUGH

EVERY_THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
LEAST_PIECE, LEAST_SIDES, LEAST_TEXT = 3.0, 3.0, 4.5
LEAST_QUIET = 2.6
STRONG_PIECE, STRONG_SIDES, STRONG_TEXT = 3.6, 7.0, 7.0
FREE = {"agon": (12, 12), "bizingo": (0, 2), "bivouac": (12, 2), "ringo": (20, 20)}
"""How far beside a cell's middle its floor is bare."""
FLOORS = Role.FIELD, Role.FIELD_DARK, Role.NEUTRAL, Role.GOAL_FIRST, Role.GOAL_SECOND


def scenes() -> Iterator[Scene]:
    for game in GAMES.values():
        yield rendering.scene_of(game.start({}))
        yield rendering.scene_of(liveliest(game).position)


def pieces_and_floors() -> set[tuple[Role, Role]]:
    """Give every piece's body with each floor of a cell that it can stand on."""
    found: set[tuple[Role, Role]] = set()
    for scene in scenes():
        cells = scene.board.cells
        floors = {cell.floor for cell in cells.values()}
        for token in scene.tokens:
            if not token.cell:
                continue
            if token.symbol.name == "stone":
                found.add((Role.STONE, cells[token.cell].floor))
            elif token.symbol.face:
                body = BODY[token.symbol.face.colour]
                allowed = floors_for(scene, cells[token.cell], body, floors)
                found |= {(body, floor) for floor in allowed}
    return found


def floors_for(scene: Scene, cell: Cell, body: Role, floors: set[Role]) -> set[Role]:
    """Leave out the floors that the rules keep a piece from: the other colour, the fortress."""
    if scene.board.name == "Bizingo":
        return {cell.floor}
    if scene.board.name == "Ringo" and body is Role.DARK:
        return floors - {Role.WALL_DARK}
    return floors


def texts(shapes: tuple[Shape, ...]) -> Iterator[Text]:
    yield from (shape for shape in shapes if isinstance(shape, Text))


def every_text() -> set[tuple[Role, Role]]:
    found = set()
    for game in GAMES.values():
        for position in (game.start({}), liveliest(game).position):
            scene = rendering.scene_of(position)
            board = scene.board
            shapes = (*board.ground, *board.labels)
            for token in rendering.tokens_of(scene, position):
                shapes += token.symbol.shapes
            found |= {(text.role, text.on) for text in texts(shapes)}
    return found


@THOROUGH
@EVERY_THEME
def test_each_piece_stands_out_from_each_cell_it_can_stand_on(theme: Theme) -> None:
    least = STRONG_PIECE if theme.name == "contrast" else LEAST_PIECE
    found = pieces_and_floors()
    assert {body for body, _ in found} == {*BODY, Role.STONE}
    for body, floor in found:
        assert contrast(theme.colours[body], theme.colours[floor]) >= least, (body, floor)


@EVERY_THEME
def test_cells_are_quieter_than_pieces(theme: Theme) -> None:
    colours = theme.colours
    for one, other in combinations(FLOORS, 2):
        assert contrast(colours[one], colours[other]) <= 1.5


@THOROUGH
@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("key", FREE)
def test_a_piece_as_drawn_stands_out_from_its_cell_as_drawn(key: str, name: str) -> None:
    """The median pixel of each piece's face, against that of the empty cell under it."""
    theme = THEMES[name]
    position = GAMES[key].start({})
    scene = rendering.scene_of(position)
    bare = Surface(scene.board, theme, coordinates=False)
    with (
        Image.open(BytesIO(write_png(theme, bare.bitmap(())))) as empty,
        Image.open(BytesIO(write_png(theme, bare.bitmap(scene.tokens)))) as full,
    ):
        floor, drawn = empty.convert("RGB"), full.convert("RGB")
    cells = scene.board.cells
    floors = {cell.floor for cell in cells.values()}
    for token in scene.tokens[::5]:
        x, y = round(token.at.x), round(token.at.y)
        if token.symbol.heart or not token.symbol.face:
            continue
        face = [pixel(drawn, x + dx, y + dy) for dx in range(-9, 10) for dy in range(-9, 10)]
        body = BODY[token.symbol.face.colour]
        for role in floors_for(scene, cells[token.cell], body, floors) - {Role.WALL_DARK}:
            cell = next(cell for cell in cells.values() if cell.floor is role)
            at = round(cell.centre.x + FREE[key][0]), round(cell.centre.y + FREE[key][1])
            assert contrast(median(face), pixel(floor, *at)) >= LEAST_PIECE, (token.cell, role)


def pixel(image: Image.Image, x: int, y: int) -> Colour:
    found = image.getpixel((x, y))
    assert isinstance(found, tuple)
    red, green, blue = found
    return red, green, blue


def median(colours: list[Colour]) -> Colour:
    return sorted(colours, key=sum)[len(colours) // 2]


@EVERY_THEME
def test_the_sides_stand_out_from_each_other(theme: Theme) -> None:
    least = STRONG_SIDES if theme.name == "contrast" else LEAST_SIDES
    assert contrast(theme.colours[Role.LIGHT], theme.colours[Role.DARK]) >= least


@THOROUGH
@EVERY_THEME
def test_text_can_be_read(theme: Theme) -> None:
    least = STRONG_TEXT if theme.name == "contrast" else LEAST_TEXT
    found = every_text()
    floors = {Role.FIELD, Role.FIELD_DARK}
    written = {Role.SURROUND, Role.RIM, Role.WOOD, Role.PLATE, Role.LAST}
    assert {on for _, on in found} == written | floors
    for role, on in found:
        wanted = LEAST_QUIET if on in floors else least  # names of cells, quieter than pieces
        assert contrast(theme.colours[role], theme.colours[on]) >= wanted, (role, on)


@EVERY_THEME
def test_targets_and_captains_stars_stand_out(theme: Theme) -> None:
    colours = theme.colours
    for floor in FLOORS:
        parts = (colours[Role.TARGET], colours[Role.TARGET_EDGE])
        assert max(contrast(part, colours[floor]) for part in parts) >= LEAST_PIECE
    assert contrast(colours[Role.LIGHT_STAR], colours[Role.LIGHT]) >= LEAST_PIECE
    assert contrast(colours[Role.DARK_STAR], colours[Role.DARK]) >= LEAST_PIECE


@EVERY_THEME
def test_every_role_has_its_colour_in_the_palette(theme: Theme) -> None:
    chosen, charts = palette(theme), chart_palette(theme).plain
    assert set(theme.colours) == set(Role)
    for colours in (chosen.plain, chosen.lit, charts):
        assert len(set(colours)) == len(colours)
    assert len(chosen.dimmed) + len(chosen.lit) <= 255
    boards = {role for role in Role if role not in (*CHARTS, *CHOOSING)}
    assert {theme.colours[role] for role in boards} <= set(chosen.plain)
    assert {theme.colours[role] for role in CHOOSING} <= set(chosen.lit)
    assert {theme.colours[role] for role in CHARTS} <= set(charts)


@EVERY_THEME
@pytest.mark.parametrize("chart", [False, True])
def test_pillow_maps_each_colour_of_the_palette_to_itself(theme: Theme, chart: bool) -> None:
    """Else what lies under a stamp would change its colour."""
    chosen = (chart_palette if chart else palette)(theme).plain
    image = Image.new("RGB", (len(chosen), 1))
    for place, colour in enumerate(chosen):
        image.putpixel((place, 0), colour)
    mapped = quantise(image, theme, chart=chart)
    assert mapped.tobytes() == bytes(range(len(chosen)))


def test_contrast_is_that_of_wcag() -> None:
    """The known values: black on white 21, the grey #767676 on white 4.54."""
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((255, 255, 255), (0x76, 0x76, 0x76)) == pytest.approx(4.54, abs=0.01)


def test_every_theme_says_what_it_is_called_and_how_pictures_look_in_it() -> None:
    for words in ([theme.label for theme in THEMES.values()],
                  [theme.description for theme in THEMES.values()]):  # fmt: skip
        assert all(words)
        assert len({*words}) == len(THEMES)


def test_a_frame_has_one_even_line_where_light_and_dark_do_not_differ() -> None:
    bevel = next(
        shape
        for shape in rendering.scene_of(GAMES["ringo"].start({})).board.ground
        if isinstance(shape, Bevel)
    )
    for name, even in (("paper", True), ("walnut", False)):
        found = {side_colour(bevel, ink, THEMES[name]) for _, ink in bevel.sides()}
        assert (len(found) == 1) is even


@EVERY_THEME
def test_dark_pieces_are_seen_beside_the_board(theme: Theme) -> None:
    """By their ring, or as they are."""
    surround = theme.colours[Role.SURROUND]
    shown = [icon(1), *rendering.scene_of(Bizingo.start({})).icons[1:]]
    for symbol in shown:
        inks = [shape.fill for shape in symbol.shapes[1:3] if isinstance(shape, Polygon | Disc)]
        assert max(contrast(theme.ink(ink), surround) for ink in inks if ink) >= LEAST_PIECE


@EVERY_THEME
def test_pits_and_the_throne_are_seen(theme: Theme) -> None:
    colours = theme.colours
    drawn = [s for s in pit("hole", circle(60)).shapes if isinstance(s, Polygon) and s.focus]
    (hole,) = drawn
    assert hole.fill
    assert hole.glow
    floor = mix(theme.ink(hole.fill), theme.ink(hole.glow), 0.5)
    assert contrast(floor, colours[Role.WOOD]) >= 1.7
    for stone in (Role.STONE, Role.STONE_WARM, Role.STONE_DUSKY):
        for ground in (floor, colours[Role.HOLLOW]):
            assert contrast(colours[stone], ground) >= LEAST_PIECE
    (throne,) = rendering.scene_of(GAMES["agon"].start({})).board.fittings
    fills = [shape.fill for shape in throne.symbol.shapes if isinstance(shape, Polygon)]
    dais, crown = fills[fills.index(Role.LIGHT) - 1 :][:2]
    assert dais
    assert crown
    assert contrast(theme.ink(crown), theme.ink(dais)) >= 4.5
    assert contrast(colours[Role.LIGHT], colours[Role.NEUTRAL]) >= 2.9
