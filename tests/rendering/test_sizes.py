"""What a picture must show on a phone, whose card is 275 pixels wide, and what it may weigh."""

import math
from itertools import islice

import pytest

import rendering
from rendering.choice_marks import LETTER_SIZE, NAME_SIZES, POINTED_SIZES
from rendering.contact_sheet import _views
from rendering.drawings import planned_tokens
from rendering.fit_text import CAPITAL
from rendering.hoyito import NUMBER, STORE
from rendering.scene import Token
from rendering.shape_looks import bounds, extent
from rendering.shapes import Polygon, Symbol, Text
from rules import GAMES, Position
from rules.bizingo import Bizingo
from rules.hoyito import Hoyito
from tests.rendering.test_pictures import plies, size
from tests.thorough import THOROUGH

PHONE = 275 / 1000
LEAST_CAPITAL, LEAST_STAR = 6, 5
"""Pixels on a phone: a capital's height, and the radius of a captain's star."""
LEAST_PIECES = {"agon": 16.4, "bizingo": 15.5, "bivouac": 18.5, "ringo": 15.6}
"""The width of a piece on a phone, in pixels."""
HEAVIEST, RESULT = 110_000, 10_000
"""Bytes of a picture, and how many more of one with a result above the board."""
FILLED = {"agon": 0.85, "bizingo": 0.9, "bivouac": 0.7, "hoyito": 0.9, "ringo": 0.9}


@pytest.mark.parametrize("key", GAMES)
def test_the_cells_fill_the_picture(key: str) -> None:
    board = rendering.scene_of(GAMES[key].start({})).board
    xs = [point.x for cell in board.cells.values() for point in cell.corners]
    assert max(xs) - min(xs) >= FILLED.get(key, 0.7) * board.width


def test_names_and_counts_can_be_read_on_a_phone() -> None:
    assert min(NAME_SIZES + POINTED_SIZES) * CAPITAL * PHONE >= LEAST_CAPITAL - 0.01
    assert LETTER_SIZE * CAPITAL * PHONE >= LEAST_CAPITAL
    assert STORE * CAPITAL * PHONE >= 9
    assert NUMBER * CAPITAL * PHONE >= LEAST_CAPITAL
    for holes in Hoyito.options[0].values:
        scene = rendering.scene_of(Hoyito.start({"holes": holes}))
        counts = [token for token in scene.tokens if token.symbol.name.isdigit()]
        assert len(counts) == 2 * int(holes) + 2
        for token in counts:
            wanted = NUMBER if token.cell else STORE
            assert {s.size for s in token.symbol.shapes if isinstance(s, Text)} == {wanted}


def test_a_captain_can_be_told_from_a_piece_on_a_phone() -> None:
    scene = rendering.scene_of(Bizingo.start({}))
    symbols = {token.symbol for token in scene.tokens}
    captains = [symbol for symbol in symbols if symbol.heart]
    assert len(captains) == 2
    for captain in captains:
        stars = [s for s in captain.shapes if isinstance(s, Polygon) and len(s.points) == 10]
        assert max(-min(y for _, y in star.points) for star in stars) == captain.heart
        assert captain.heart * PHONE >= LEAST_STAR


@pytest.mark.parametrize(("key", "least"), LEAST_PIECES.items())
def test_pieces_are_large_enough_on_a_phone(key: str, least: float) -> None:
    """Measured by the whole piece without its shadow."""
    for token in rendering.scene_of(GAMES[key].start({})).tokens:
        if token.symbol.face:
            box = extent(Polygon(token.symbol.face.outline))
            assert (box.right - box.left) * PHONE >= least


@THOROUGH
@pytest.mark.parametrize("theme", rendering.THEMES)
def test_every_recorded_game_can_be_drawn_and_stays_light(theme: str) -> None:
    """Each position in two of the four themes, in each from another side."""
    side, turn = divmod(rendering.THEMES.index(theme), 2)
    for position, last in islice(plies(every=200), turn, None, 2):
        picture = rendering.picture(position, last=last, seen_from=side, theme=theme)
        assert size(picture)[0] == 1000
        assert len(picture) <= HEAVIEST + RESULT * (not position.moves())


@pytest.mark.parametrize("rules", GAMES.values(), ids=list(GAMES))
def test_puzzles_with_their_task_stay_light(rules: type[Position]) -> None:
    for side in (0, 1):
        assert len(_views(rules)["puzzle"](seen_from=side)) <= HEAVIEST


def test_a_taken_captain_shows_its_star_beside_the_cross_and_in_the_tally() -> None:
    """A cross on a star could not be read: it stands on a disc in the tip."""
    before: Position = Bizingo.decode(
        "...../......./....d..../....d....../..........d../.....lD...D..../"
        ".......L.l......./.............L...../.......l............./"
        "...................../................... light -"
    )
    last, position = before.play("g10-f8")
    assert last.taken == ("f7",)

    def at_the_victims(tokens: list[Token]) -> list[Symbol]:
        cell = rendering.scene_of(before).board.cells["f7"]
        at = (token for token in tokens if math.dist(token.at, cell.centre) < 1.6 * cell.room)
        return [token.symbol for token in at]

    scene = rendering.scene_of(position)
    told = rendering.tokens_of(scene, position, last, before=rendering.scene_of(before))
    victim, cross = at_the_victims(told)
    assert (victim.name, cross.name) == ("faded dark captain", "taken")
    assert victim.heart
    (at,) = [token.at for token in told if token.symbol is cross]
    (star,) = [s for s in victim.shapes[-1:] if isinstance(s, Polygon) and len(s.points) == 10]
    middle = rendering.scene_of(before).board.cells["f7"].centre
    reach = bounds(cross)[2]
    hidden = [
        it for it in star.points if math.dist(at, (middle.x + it[0], middle.y + it[1])) < reach
    ]
    assert len(hidden) <= 2, "no more than the end of a ray"
    fallen = [taken.heart for taken in scene.trophies[0]]
    assert any(fallen), "the tally has its star"
    after = rendering.scene_of(position)
    seen = planned_tokens(rendering.scene_of(before), before, last, after)
    shown = next(it.symbol for it in seen if it.symbol.heart and it.symbol.lit)
    assert shown.name == "dark captain"
    untold = rendering.tokens_of(scene, position, last)
    assert [s.name for s in at_the_victims(untold)] == ["gone", "taken"]
