"""Diagrams: the rules show the part of the board that they speak of, large, with names."""

import struct

import pytest

import rendering
from rendering.cell_names import _ink, cell_names
from rendering.diagrams import LABEL_SIZE, _enlarged, diagram
from rendering.fit_text import CAPITAL
from rendering.scene import Scene
from rendering.themes import THEMES, contrast
from rulebook import Picture, rulebook
from rules import GAMES, Position, Refusal
from rules.bizingo import Bizingo
from tests.thorough import THOROUGH

PARTS = [
    pytest.param(page.picture, id=f"{key} {page.title}")
    for key in GAMES
    for page in rulebook(key).pages
    if page.picture and page.picture.part
]
PHONE, LEAST_CAPITAL, LEAST_TEXT = 275 / 1000, 6, 4.5
HEAVIEST = 110_000


def drawn(picture: Picture, theme: str) -> bytes:
    return diagram(
        picture.position,
        picture.part,
        last=picture.last,
        before=picture.previous,
        targets=picture.targets,
        theme=theme,
    )


def seen(picture: Picture) -> Scene:
    return _enlarged(rendering.scene_of(picture.position), picture.part)


def test_most_pages_of_rules_show_a_part() -> None:
    pages = [page for key in GAMES for page in rulebook(key).pages if page.picture]
    assert len(PARTS) > 0.6 * len(pages)


@THOROUGH
@pytest.mark.parametrize("picture", PARTS)
def test_a_diagram_is_large_and_shows_all_that_its_page_marks(picture: Picture) -> None:
    scene, whole = seen(picture), rendering.scene_of(picture.position).board
    board = scene.board
    assert (board.width, board.plates) == (1000, ())
    assert board.height <= 900
    told = [*picture.part, *picture.targets]
    if picture.last:
        told += [*picture.last.path, *picture.last.taken]
    names = {token.symbol.name for token in cell_names(scene, LABEL_SIZE)}
    for name in told:
        assert all(-1 <= x <= 1001 and -1 <= y <= board.height + 1 for x, y in cell_of(scene, name))
        assert name in names
    cell, before = board.cells[picture.part[0]], whole.cells[picture.part[0]]
    assert cell.room >= before.room


def cell_of(scene: Scene, name: str) -> tuple[tuple[float, float], ...]:
    return scene.board.cells[name].corners


@THOROUGH
@pytest.mark.parametrize("picture", PARTS)
def test_names_can_be_read_on_a_phone_in_every_theme(picture: Picture) -> None:
    assert LABEL_SIZE * CAPITAL * PHONE >= LEAST_CAPITAL
    cells = seen(picture).board.cells.values()
    for theme in THEMES.values():
        for cell in cells:
            role, on = _ink(cell)
            assert contrast(theme.colours[role], theme.colours[on]) >= LEAST_TEXT, (role, on)


@THOROUGH
@pytest.mark.parametrize("number", range(len(rendering.THEMES)))
def test_a_diagram_is_light_and_always_the_same(number: int) -> None:
    theme = rendering.THEMES[number]
    picture: Picture = PARTS[5 * number].values[0]  # type: ignore[assignment]  # of our own making
    first = drawn(picture, theme)
    diagram.cache_clear()
    assert drawn(picture, theme) == first
    assert struct.unpack(">II", first[16:24]) == (1000, seen(picture).board.height)
    assert len(first) <= HEAVIEST


@pytest.mark.parametrize("part", [(), ("a1", "z9")])
def test_a_part_that_the_board_does_not_have_is_a_fault_of_the_text(part: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="cells of Bizingo"):
        diagram(Bizingo.start({}), part)


def test_what_reaches_over_the_edge_is_cut_off() -> None:
    position: Position = Bizingo.start({})
    scene = _enlarged(rendering.scene_of(position), ("h6",))
    beyond = [token for token in scene.tokens if token.at.x < 0 or token.at.x > 1000]
    assert beyond
    assert rendering.diagram(position, ("h6",)).startswith(b"\x89PNG")


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(Refusal, match="no theme `plush`"):
        diagram(Bizingo.start({}), ("h6",), theme="plush")


def test_only_those_cells_are_named_that_words_name() -> None:
    part = ("f7", "f8", "f9")
    start = Bizingo.start({})
    every = tuple(rendering.scene_of(start, 0).board.cells)
    assert diagram(start, part, told=every) == diagram(start, part)
    one, other = diagram(start, part, told=("f7",)), diagram(start, part, told=("f8",))
    assert len({one, other, diagram(start, part)}) == 3
