"""Kept boards: what is dropped stays packed, and boards share what is the same on them."""

from typing import Any

import pytest
from PIL import Image

import rendering
from rendering.cache import _boards, _packed, clear_boards, estimated_bytes, surface_for
from rendering.canvas import paint_bitmap
from rendering.colour_roles import Role
from rendering.geometry import Box, Point
from rendering.painted_board import gathered
from rendering.paletted_bitmap import Bitmap
from rendering.scene import Board, Plate
from rendering.shape_looks import bounds
from rendering.shapes import Disc, Symbol
from rendering.stamps import Stamp, Stamps, _box
from rendering.themes import THEMES, Theme
from rules import GAMES, Name
from tests.thorough import THOROUGH


def small_board(number: int) -> Board:
    """Return an empty board that is quickly painted."""
    ground = (Disc(Point(20 + number, 20), 10, Role.FIELD),)
    return Board(str(number), 100, 100, ground, {}, (), (Plate(Box(0, 0, 1, 1)),) * 2)


def test_a_dropped_board_is_unpacked_and_not_painted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    clear_boards()
    painted: list[int] = []

    def counted(*told: Any, sparingly: bool) -> Bitmap:
        painted.append(1)
        return paint_bitmap(*told, sparingly=sparingly)

    monkeypatch.setattr("rendering.painted_board.paint_bitmap", counted)
    monkeypatch.setattr("rendering.cache.MOST_BOARDS", 2)
    boards = [(small_board(number), THEMES[theme]) for number in range(4) for theme in THEMES]
    first, again = (
        [surface_for(*board, coordinates=True).bitmap(()).rows() for board in boards]
        for _ in range(2)
    )
    assert len(painted) == len(boards)
    assert again == first
    assert len(_boards) == 2
    clear_boards()


def test_packed_boards_are_dropped_before_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    clear_boards()
    monkeypatch.setattr("rendering.cache.MOST_BOARDS", 1)
    surface_for(small_board(0), THEMES["walnut"], coordinates=True)
    one = sum(map(len, _packed.values()))
    monkeypatch.setattr("rendering.cache.MOST_PACKED_BYTES", 3 * one + one // 2)
    for number in range(1, 9):
        surface_for(small_board(number), THEMES["walnut"], coordinates=True)
        assert sum(map(len, _packed.values())) <= 3 * one + one // 2
    assert [board.name for board, _, _ in _packed] == ["6", "7", "8"]
    assert estimated_bytes() <= 4 * one + 100 * 100
    clear_boards()


@THOROUGH
def test_boards_share_what_is_the_same_on_them(monkeypatch: pytest.MonkeyPatch) -> None:
    clear_boards()
    painted, measured = list[tuple[Theme, Symbol]](), list[Symbol]()
    make = Stamps._make

    def noted(self: Stamps, symbol: Symbol) -> Stamp:
        painted.append((self._theme, symbol))
        return make(self, symbol)

    def measure(symbol: Symbol) -> tuple[int, int, int, int]:
        measured.append(symbol)
        return bounds(symbol)

    monkeypatch.setattr(Stamps, "_make", noted)
    monkeypatch.setattr("rendering.stamps.bounds", measure)
    _box.cache_clear()
    for theme in ("walnut", "paper"):
        for side in (0, 1):
            rendering.picture(GAMES["ringo"].start({}), theme=theme, seen_from=side)
    assert len(painted) == len(set(painted)), "once for both sides"
    assert len(measured) == len(set(measured)), "once for all themes"
    clear_boards()


def test_a_picture_with_other_names_blends_only_these(monkeypatch: pytest.MonkeyPatch) -> None:
    blended: list[str] = []
    blend = Stamps._blend

    def noted(self: Stamps, symbol: Symbol, ground: Image.Image) -> Image.Image:
        blended.append(symbol.name)
        return blend(self, symbol, ground)

    monkeypatch.setattr(Stamps, "_blend", noted)
    position = GAMES["agon"].start({})
    rendering.picture(position, names=(Name("Ada Lovelace"), Name("Ben")))
    blended.clear()
    rendering.picture(position, names=(Name("Grace"), Name("Hedy Lamarr")))
    assert sorted(blended) == ["Grace", "Hedy Lamarr"]


def test_names_leave_room_for_the_stamps_of_arrows(monkeypatch: pytest.MonkeyPatch) -> None:
    clear_boards()
    monkeypatch.setattr("rendering.stamps.MOST_STAMP_BYTES", 400_000)
    made: list[str] = []
    make = Stamps._make

    def noted(self: Stamps, symbol: Symbol) -> Stamp:
        made.append(symbol.name)
        return make(self, symbol)

    monkeypatch.setattr(Stamps, "_make", noted)
    start = GAMES["bivouac"].start({})
    one, parallel = (start.moves()[text] for text in ("c2-c1", "d2-d1"))
    rendering.picture(start.after(one), last=one)
    assert "way" in made
    for number in range(12):
        rendering.picture(start, names=(Name(f"Augusta {number} Ada"), Name(f"Lovelace {number}")))
    made.clear()
    rendering.picture(start.after(parallel), last=parallel)
    assert "way" not in made
    clear_boards()


def test_the_stones_of_a_hole_are_one_stamp() -> None:
    tokens = rendering.scene_of(GAMES["hoyito"].start({})).tokens
    assert len(tokens) > 60
    assert len([*gathered(tokens)]) == 12 + 2, "holes and stores"
