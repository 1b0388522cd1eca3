from collections.abc import Iterator

import pytest
from PIL import Image

import rendering
from rendering.contact_sheet import midgame
from rendering.indexed_palette import palette, palette_image
from rendering.roles import Ink, Role
from rendering.scene import Cell, Scene
from rendering.shapes import Disc, Polygon, Shape, Symbol, Text
from rendering.themes import THEMES, Theme, contrast
from rules import GAMES

EVERY_THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
LEAST_PIECE, LEAST_SIDES, LEAST_TEXT = 3.0, 3.0, 4.5
STRONG_PIECE, STRONG_SIDES, STRONG_TEXT = 4.5, 7.0, 7.0


def scenes() -> Iterator[Scene]:
    for game in GAMES.values():
        yield rendering.scene_of(game.start({}))
        yield rendering.scene_of(midgame(game)[0])


def body_and_outline(symbol: Symbol) -> tuple[Ink, Ink]:
    """Give the colours of a piece's largest part: at its foot, which is darkest, and around it."""
    for shape in symbol.shapes:
        if isinstance(shape, Disc | Polygon) and shape.fill and shape.line:
            return shape.fill, shape.line
    raise AssertionError(f"{symbol.name} has no outline")


def pieces_and_floors() -> set[tuple[Ink, Ink, Role]]:
    """Give every piece's body and outline with each floor of a cell that it can stand on."""
    found = set()
    for scene in scenes():
        cells = scene.board.cells
        floors = {cell.floor for cell in cells.values()} | {Role.LAST}
        for token in scene.tokens:
            if token.symbol.name.endswith(("piece", "captain", "stone")) and token.cell:
                body, outline = body_and_outline(token.symbol)
                allowed = floors_for(scene, cells[token.cell], body, floors)
                found |= {(body, outline, floor) for floor in allowed}
    return found


def floors_for(scene: Scene, cell: Cell, body: Ink, floors: set[Role]) -> set[Role]:
    """Leave out the floors that the rules keep a piece from: the other colour, the fortress."""
    if scene.board.name == "Bizingo":
        return {cell.floor, Role.LAST}
    if scene.board.name == "Ringo" and body is Role.SECOND_SHADE:
        return floors - {Role.PIT}
    if cell.sunk:
        return {cell.floor}
    return floors


def texts(shapes: tuple[Shape, ...]) -> Iterator[Text]:
    yield from (shape for shape in shapes if isinstance(shape, Text))


def every_text() -> set[tuple[Role, Role]]:
    found = set()
    for game in GAMES.values():
        for position in (game.start({}), midgame(game)[0]):
            scene = rendering.scene_of(position)
            board = scene.board
            shapes = (*board.ground, *board.labels)
            for token in rendering.tokens_of(scene, position):
                shapes += token.symbol.shapes
            found |= {(text.role, text.on) for text in texts(shapes)}
    return found


@EVERY_THEME
def test_each_piece_stands_out_from_each_cell_it_can_stand_on(theme: Theme) -> None:
    least = STRONG_PIECE if theme.name == "contrast" else LEAST_PIECE
    found = pieces_and_floors()
    assert {body for body, _, _ in found} == {Role.FIRST_SHADE, Role.SECOND_SHADE, Role.STONE_SHADE}
    for body, outline, floor in found:
        ratios = [contrast(theme.ink(part), theme.colours[floor]) for part in (body, outline)]
        assert max(ratios) >= least, (body, floor, ratios)


@EVERY_THEME
def test_the_sides_stand_out_from_each_other(theme: Theme) -> None:
    least = STRONG_SIDES if theme.name == "contrast" else LEAST_SIDES
    assert contrast(theme.colours[Role.FIRST], theme.colours[Role.SECOND]) >= least


@EVERY_THEME
def test_text_can_be_read(theme: Theme) -> None:
    least = STRONG_TEXT if theme.name == "contrast" else LEAST_TEXT
    found = every_text()
    assert {on for _, on in found} == {Role.SURROUND, Role.RIM, Role.WOOD, Role.PIT}
    for role, on in found:
        assert contrast(theme.colours[role], theme.colours[on]) >= least, (role, on)


@EVERY_THEME
def test_targets_and_captains_stars_stand_out(theme: Theme) -> None:
    colours = theme.colours
    for floor in (Role.FIELD, Role.FIELD_DARK, Role.FIELD_QUIET, Role.PIT):
        parts = (colours[Role.TARGET], colours[Role.TARGET_EDGE])
        assert max(contrast(part, colours[floor]) for part in parts) >= LEAST_PIECE
    assert contrast(colours[Role.FIRST_STAR], colours[Role.FIRST]) >= LEAST_PIECE
    assert contrast(colours[Role.SECOND_STAR], colours[Role.SECOND]) >= LEAST_PIECE


@EVERY_THEME
def test_every_role_has_its_colour_in_the_palette(theme: Theme) -> None:
    chosen = palette(theme)
    assert set(theme.colours) == set(Role)
    assert len(set(chosen)) == len(chosen) <= 255
    assert set(theme.colours.values()) <= set(chosen)


@EVERY_THEME
def test_pillow_maps_each_colour_of_the_palette_to_itself(theme: Theme) -> None:
    """Else what lies under a stamp would change its colour."""
    chosen = palette(theme)
    image = Image.new("RGB", (len(chosen), 1))
    for place, colour in enumerate(chosen):
        image.putpixel((place, 0), colour)
    mapped = image.quantize(palette=palette_image(theme), dither=Image.Dither.NONE)
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
