"""A board on which every cell has its name, for whoever wishes that."""

import math
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

import rendering
from rendering.cell_names import cell_names, told_names
from rendering.drawings import LABEL_SIZE, scene_of, tokens_of
from rendering.geometry import Point
from rendering.painted_board import Surface
from rendering.scene import Token
from rendering.shapes import Text
from rendering.themes import find_theme
from rules import GAMES
from tests.thorough import THOROUGH


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seen_from", [0, 1])
def test_every_cell_has_its_name_on_the_board(game: str, seen_from: int) -> None:
    scene = scene_of(GAMES[game].start({}), seen_from)
    written = [
        shape.text
        for token in cell_names(scene, LABEL_SIZE)
        for shape in token.symbol.shapes
        if isinstance(shape, Text)
    ]
    there = {label.text for label in scene.board.labels if isinstance(label, Text)}
    assert len(written) == len(set(written))
    assert set(written) <= set(scene.board.cells) <= {*written, *there}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seen_from", [0, 1])
def test_names_keep_clear_of_each_other(game: str, seen_from: int) -> None:
    scene = scene_of(GAMES[game].start({}), seen_from)
    places = [token.at for token in cell_names(scene, LABEL_SIZE)]
    for number, one in enumerate(places):
        for other in places[:number]:
            assert abs(one.x - other.x) >= LABEL_SIZE or abs(one.y - other.y) >= LABEL_SIZE * 0.7


@THOROUGH
@pytest.mark.parametrize(
    ("game", "theme"),
    [
        (game, theme)
        for number, game in enumerate(GAMES)
        for at, theme in enumerate(rendering.THEMES)
        if (number + at) % 2
    ],
)
def test_names_are_there_when_they_are_wished(game: str, theme: str) -> None:
    position = GAMES[game].start({})
    plain = rendering.picture(position, theme=theme)
    assert rendering.picture(position, theme=theme, named=False) == plain
    named = rendering.picture(position, theme=theme, named=True)
    assert (named == plain) == (game == "hoyito"), "there every hole has its letter beside it"
    assert len(named) < 200_000


def test_what_can_be_chosen_is_named_once() -> None:
    position = GAMES["bizingo"].start({})
    names = {token.cell for token in cell_names(scene_of(position), LABEL_SIZE, skip={"h6": "h6"})}
    assert "h6" not in names
    assert "h8" in names


@pytest.mark.parametrize(
    ("game", "told", "shown"),
    [
        ("bizingo", ("f7", "g8", "h6"), {"f7", "g8"}),
        ("bivouac", ("c8", "b7", "a1", "z9"), {"c8", "b7", "a1"}),
        ("ringo", ("c6", "h4", "F"), {"c6", "h4"}),
        ("agon", ("k6", "f6"), {"k6", "f6"}),
        ("hoyito", ("a", "B"), set()),
    ],
)
def test_cells_that_words_name_stand_out(game: str, told: tuple[str, ...], shown: set[str]) -> None:
    position = GAMES[game].start({})
    scene = scene_of(position)
    names = [*told_names(scene, told, skip=("h6",))]
    assert {token.cell for token in names} == shown
    assert all(token.symbol.lit for token in names)
    for token in names:
        nearest = min(scene.board.cells.items(), key=lambda it: math.dist(token.at, it[1].centre))
        assert nearest[0] == token.cell, "nobody takes it for another's"
    tokens = tokens_of(scene, position, told=told, named=True)
    written = [token.cell for token in tokens if token.symbol.shapes and _writes(token)]
    assert {written.count(name) for name in shown} <= {1}, "each name once"


def _writes(token: Token) -> bool:
    return any(isinstance(it, Text) and it.text == token.cell for it in token.symbol.shapes)


@pytest.mark.parametrize("game", ["bizingo", "agon"])
@pytest.mark.parametrize("seen_from", [0, 1])
def test_a_piece_hides_the_name_of_its_cell(game: str, seen_from: int) -> None:
    """The tail of a letter stuck out from under a piece, as a speck beside it."""
    scene = scene_of(GAMES[game].start({}), seen_from)
    centres = {cell.centre for cell in scene.board.cells.values()}
    kinds = {scene.board.cells[it.cell].floor: it.symbol for it in scene.tokens[::-1]}
    any_kind = scene.tokens[0].symbol
    cells = scene.board.cells.items()
    men = [Token(kinds.get(cell.floor, any_kind), cell.centre, name) for name, cell in cells]
    labels = [it for it in scene.board.labels if isinstance(it, Text) and near(it.centre, centres)]
    assert len(labels) > 20
    bare = tuple(it for it in scene.board.labels if it not in labels)
    theme = find_theme(rendering.DEFAULT_THEME)
    drawn = [
        rendering.write_png(theme, Surface(board, theme, coordinates=True).bitmap(men))
        for board in (scene.board, replace(scene.board, labels=bare))
    ]
    first, second = (Image.open(BytesIO(one)).convert("RGB") for one in drawn)
    assert ImageChops.difference(first, second).getbbox() is None


def near(at: Point, centres: set[Point]) -> bool:
    return any(math.dist(at, one) < 5 for one in centres)
