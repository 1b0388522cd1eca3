import asyncio
import json
import struct
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import combinations, cycle
from pathlib import Path

import pytest
from PIL import Image

import rendering
from rendering.cache import MOST_BOARDS, _boards, clear_boards, surface_for
from rendering.canvas import write_png
from rendering.colour_roles import Role
from rendering.geometry import Box, Point
from rendering.painted_board import Surface
from rendering.scene import Board, Plate, Token
from rendering.shape_looks import bounds
from rendering.shapes import Disc, Symbol
from rendering.stamps import MOST_BYTES, stamps_of
from rendering.themes import THEMES
from rules import GAMES, Move, Position, Refusal
from rules.hoyito import Hoyito
from rules.ringo import Ringo
from tests.thorough import THOROUGH, mostly_thorough

VECTORS = Path(__file__).parents[2] / "library" / "vectors" / "games.jsonl"


def recorded() -> Iterator[tuple[str, dict[str, str], list[str]]]:
    for line in VECTORS.read_text(encoding="utf-8").splitlines():
        game = json.loads(line)
        yield game["game"], game["options"], game["moves"]


def plies(every: int) -> Iterator[tuple[Position, Move | None]]:
    """Give every so many plies of the recorded games, the last of each always."""
    for key, options, moves in recorded():
        position: Position = GAMES[key].start(options)
        last = None
        yield position, last
        for number, text in enumerate(moves, start=1):
            last, position = position.play(text)
            if number % every == 0 or number == len(moves):
                yield position, last


def size(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


@pytest.mark.parametrize("key", mostly_thorough(GAMES, "bivouac"))
@pytest.mark.parametrize("side", [0, 1])
def test_picture_is_a_png_a_thousand_pixels_wide(key: str, side: int) -> None:
    position = GAMES[key].start({})
    picture = rendering.picture(position, seen_from=side)
    board = rendering.scene_of(position).board
    assert size(picture) == (board.width, board.height)
    assert board.width == 1000
    with Image.open(BytesIO(picture)) as image:
        image.load()  # checks every chunk's sum
        assert image.mode == "P"


@pytest.mark.parametrize(
    ("key", "height"), [("bizingo", 890), ("ringo", 1036), ("bivouac", 732), ("hoyito", 820)]
)
def test_a_picture_is_no_higher_than_its_board_needs(key: str, height: int) -> None:
    """Hoyito's rows are so far apart that the numbers taken from both do not crowd each other."""
    assert size(rendering.picture(GAMES[key].start({}))) == (1000, height)


@THOROUGH
def test_themes_are_the_four_and_walnut_is_the_default() -> None:
    assert rendering.THEMES == ("walnut", "slate", "paper", "contrast")
    position = GAMES["bizingo"].start({})
    assert rendering.picture(position) == rendering.picture(position, theme="walnut")
    assert len({rendering.picture(position, theme=theme) for theme in rendering.THEMES}) == 4


def test_unknown_theme_is_refused_by_name() -> None:
    with pytest.raises(Refusal) as refused:
        rendering.picture(GAMES["ringo"].start({}), theme="plush")
    assert str(refused.value) == (
        "There is no theme `plush`; choose `walnut`, `slate`, `paper` or `contrast`."
    )


@pytest.mark.parametrize("side", [-1, 2])
def test_unknown_side_is_refused_by_name(side: int) -> None:
    with pytest.raises(ValueError, match=f"not {side}"):
        rendering.picture(GAMES["ringo"].start({}), seen_from=side)


@pytest.mark.parametrize("key", GAMES)
def test_cells_that_the_board_does_not_have_are_passed_over(key: str) -> None:
    position = GAMES[key].start({})
    plain = rendering.picture(position)
    strange = Move("zz-z99", ("zz", "z99"), ("y1",))
    assert rendering.picture(position, last=strange, targets=["x7"]) == plain


@pytest.mark.parametrize("key", GAMES)
def test_a_pass_has_nothing_to_mark(key: str) -> None:
    position = GAMES[key].start({})
    assert rendering.picture(position, last=Move("pass", ())) == rendering.picture(position)


@THOROUGH
def test_every_ply_of_every_recorded_game_becomes_a_scene_within_its_board() -> None:
    seen: dict[str, set[str]] = {}
    for position, last in plies(every=5):
        for side in (0, 1):
            scene = rendering.scene_of(position, side)
            for token in rendering.tokens_of(scene, position, last):
                assert 0 < token.at.x < scene.board.width
                assert 0 < token.at.y < scene.board.height
        for key, value in position.chosen.values.items():
            seen.setdefault(f"{position.key} {key}", set()).add(value)
    for option in Ringo.options:
        assert seen[f"ringo {option.key}"] == set(option.values)


@THOROUGH
@pytest.mark.parametrize("holes", Hoyito.options[0].values)
def test_every_size_of_hoyito_can_be_drawn_in_every_theme(holes: str) -> None:
    """Each size in two of the four."""
    position: Position = Hoyito.start({"holes": holes, "play": "match"})
    sizes = Hoyito.options[0].values
    for number, theme in enumerate(rendering.THEMES[sizes.index(holes) % 2 :: 2]):
        last, position = position.play(next(iter(position.moves())))
        picture = rendering.picture(position, last=last, seen_from=number % 2, theme=theme)
        assert size(picture)[0] == 1000


@THOROUGH
def test_a_picture_does_not_depend_on_those_drawn_before() -> None:
    program = (
        "import sys, rendering; from rules import GAMES; p = GAMES['ringo'].start({});"
        "m, p = p.play('a1-a2'); sys.stdout.buffer.write(rendering.picture(p, last=m))"
    )
    command = [sys.executable, "-c", program]
    root = Path(__file__).parent.parent.parent
    fresh = subprocess.run(command, capture_output=True, check=True, cwd=root).stdout  # noqa: S603 (ours)
    position: Position = GAMES["ringo"].start({})
    for text in ("b1-b2", "a6-a5", "c1-c2"):
        last, position = position.play(text)
        rendering.picture(position, last=last, targets=["F"])
    last, position = GAMES["ringo"].start({}).play("a1-a2")
    assert rendering.picture(position, last=last) == fresh
    assert rendering.picture(position, last=last) == fresh


@THOROUGH
async def test_threads_draw_the_same_as_one_after_the_other() -> None:
    shown = [(position, last) for position, last in plies(every=90)][:24]
    one_by_one = [rendering.picture(position, last=last) for position, last in shown]
    clear_boards()
    together = await asyncio.gather(
        *(asyncio.to_thread(rendering.picture, position, last=last) for position, last in shown)
    )
    assert together == one_by_one


def test_build_paints_both_views_ahead() -> None:
    clear_boards()
    position = GAMES["bivouac"].start({})
    rendering.build(position, theme="paper")
    built = dict(_boards)
    assert len(built) == 2
    for side in (0, 1):
        rendering.picture(position, seen_from=side, theme="paper")
    assert built == _boards


@THOROUGH
def test_no_more_boards_are_kept_than_the_bound() -> None:
    clear_boards()
    empty = rendering.scene_of(GAMES["bizingo"].start({}))
    for number in range(MOST_BOARDS + 3):
        board = replace(empty.board, name=str(number), height=900 + number, ground=(), cells={})
        surface_for(board, THEMES["slate"], coordinates=False)
    assert [board.name for board, _, _ in _boards] == [str(n) for n in range(3, MOST_BOARDS + 3)]
    clear_boards()


@THOROUGH
def test_the_stamps_of_all_games_stay_below_their_bound() -> None:
    first = {key: (options, moves) for key, options, moves in reversed(list(recorded()))}
    for key, (options, moves) in first.items():
        position: Position = GAMES[key].start(options)
        for text in moves[:100]:
            last, position = position.play(text)
            rendering.picture(position, last=last)
    assert stamps_of(THEMES["walnut"]).estimated_bytes() <= MOST_BYTES


@THOROUGH
def test_what_lies_around_a_stamp_stays_as_it_is() -> None:
    for key, theme in zip(GAMES, cycle(rendering.THEMES), strict=False):
        position = GAMES[key].start({})
        scene = rendering.scene_of(position)
        colours, shown = THEMES[theme], rendering.tokens_of(scene, position)
        bare = Surface(scene.board, colours, coordinates=True)
        with (
            Image.open(BytesIO(write_png(colours, bare.bitmap(())))) as before,
            Image.open(BytesIO(write_png(colours, bare.bitmap(shown)))) as after,
        ):
            for token in scene.tokens:
                left, top, right, bottom = bounds(token.symbol)
                for x in (left, right - 1):
                    for y in (top, bottom - 1):
                        at = round(token.at.x) + x, round(token.at.y) + y
                        if not any(others_cover(at, token, scene.tokens)):
                            assert before.getpixel(at) == after.getpixel(at), token.symbol.name


def others_cover(at: tuple[int, int], token: Token, tokens: tuple[Token, ...]) -> Iterator[bool]:
    for other in tokens:
        if other is not token:
            left, top, right, bottom = bounds(other.symbol)
            yield left <= at[0] - other.at.x <= right and top <= at[1] - other.at.y <= bottom


@THOROUGH
def test_tokens_that_do_not_overlap_may_be_stamped_in_any_order() -> None:
    apart = 0
    for position, last in plies(every=120):
        scene = rendering.scene_of(position)
        surface = surface_for(scene.board, THEMES["walnut"], coordinates=True)
        tokens = rendering.tokens_of(scene, position, last, animated=True)
        for one, other in combinations(tokens, 2):
            near = surface.area(one).overlaps(surface.area(other))
            if near and not surface.overlap(one, other):
                apart += 1
                assert surface.bitmap([one, other]).rows() == surface.bitmap([other, one]).rows()
    assert apart > 20


@THOROUGH
def test_a_surface_forgets_stamps_before_they_are_too_many() -> None:
    board = Board("empty", 100, 100, (), {}, (), (Plate(Box(0, 0, 1, 1)),) * 2)
    surface = Surface(board, THEMES["walnut"], coordinates=False)
    for number in range(3_000):
        disc = Disc(Point(0, 0), 20, Role.FIELD)
        surface.bitmap([Token(Symbol(str(number), (disc,)), Point(50, 50))])
        assert stamps_of(THEMES["walnut"]).estimated_bytes() <= MOST_BYTES


@THOROUGH
def test_coordinates_can_be_left_out() -> None:
    for game in GAMES.values():
        position = game.start({})
        assert rendering.picture(position, coordinates=False) != rendering.picture(position)
