"""Boards in parts: each part is named by what it draws, and together they are the whole picture."""

import re
from xml.etree import ElementTree as ET

import pytest

from rendering.drawings import scene_of, tokens_of
from rendering.lively_positions import liveliest
from rendering.parts import Part, ground_part, placed_parts
from rendering.themes import find_theme
from rules import GAMES

WALNUT, PAPER = find_theme("walnut"), find_theme("paper")


def parts_of(key: str, theme: str = "walnut") -> dict[str, Part]:
    _, last, position = liveliest(GAMES[key])
    scene, colours = scene_of(position), find_theme(theme)
    standing = placed_parts(tokens_of(scene, position, last), colours)
    parts = (ground_part(scene.board, colours), *(part for part, _ in standing))
    return {part.name: part for part in parts}


@pytest.mark.parametrize("key", GAMES)
def test_what_a_part_refers_to_is_defined_in_it_and_no_two_define_the_same(key: str) -> None:
    defined: list[str] = []
    for part in parts_of(key).values():
        ET.fromstring(f"<svg>{part.svg}</svg>")  # noqa: S314 (our own)
        names = re.findall(r' id="([^"]+)"', part.svg)
        assert set(re.findall(r"#([sg][0-9a-f]{12}-\d+)", part.svg)) <= set(names)
        defined += names
    assert len(defined) == len(set(defined))


def test_part_has_the_same_name_as_long_as_it_looks_the_same() -> None:
    assert parts_of("ringo").keys() == parts_of("ringo").keys()
    position = GAMES["ringo"].start({})
    board = scene_of(position).board
    assert ground_part(board, WALNUT).name != ground_part(board, PAPER).name


def test_pieces_stand_on_their_cells() -> None:
    position = GAMES["agon"].start({})
    scene = scene_of(position, 1)
    standing = {cell: (x, y) for _, (_, x, y, cell) in placed_parts(scene.tokens, WALNUT)}
    assert set(standing) == {cell for cell, piece in position.board().items() if piece}
    for cell, (x, y) in standing.items():
        centre = scene.board.cells[cell].centre
        assert abs(x - centre.x) + abs(y - centre.y) < 2
