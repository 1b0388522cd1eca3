"""What a picture must show on a phone, whose card is 275 pixels wide, and what it may weigh."""

import math
from collections.abc import Iterator

import pytest

import rendering
from rendering.fit_text import CAPITAL
from rendering.hoyito import NUMBER
from rendering.labels import CHOICE_SIZE
from rendering.paint import bounds
from rendering.scene import Scene, Token
from rendering.shapes import Polygon, Symbol, Text
from rules import GAMES, Position
from rules.bizingo import Bizingo
from rules.hoyito import Hoyito
from tests.rendering.test_pictures import plies
from tests.thorough import THOROUGH, mostly_thorough

PHONE = 275 / 1000
LEAST_CAPITAL, LEAST_STAR, LEAST_PIECE = 6, 4.5, 5.5
"""Pixels on a phone: a capital's height, the radius of a captain's star and of a piece."""
HEAVIEST, HEAVIEST_PLAIN, RESULT = 80_000, 40_000, 9_000
"""Bytes of a picture, and how many more of one with a result above the board."""
FILLED = {"bizingo": 0.9, "bivouac": 0.7, "hoyito": 0.9, "ringo": 0.9}


@pytest.mark.parametrize("key", GAMES)
def test_the_cells_fill_the_picture(key: str) -> None:
    board = rendering.scene_of(GAMES[key].start({})).board
    xs = [point.x for cell in board.cells.values() for point in cell.corners]
    if (
        key == "ringo"
    ):  # whose cells are marked only in part: a ring is as wide as its piece's place
        fortress = board.cells["F"]
        ring = math.dist(board.cells["b6"].centre, board.cells["b5"].centre)
        reach = math.dist(board.cells["b1"].centre, fortress.centre) + ring / 2
        xs = [fortress.centre.x - reach, fortress.centre.x + reach]
    assert max(xs) - min(xs) >= FILLED.get(key, 0.7) * board.width


def test_names_and_counts_can_be_read_on_a_phone() -> None:
    assert CHOICE_SIZE * CAPITAL * PHONE >= LEAST_CAPITAL
    assert NUMBER * CAPITAL * PHONE >= LEAST_CAPITAL
    for holes in Hoyito.options[0].values:
        scene = rendering.scene_of(Hoyito.start({"holes": holes}))
        counts = [token for token in scene.tokens if token.symbol.name.isdigit()]
        assert len(counts) == 2 * int(holes) + 2
        for token in counts:
            assert {s.size for s in token.symbol.shapes if isinstance(s, Text)} == {NUMBER}


def test_a_captain_can_be_told_from_a_piece_on_a_phone() -> None:
    scene = rendering.scene_of(Bizingo.start({}))
    symbols = {token.symbol for token in scene.tokens}
    captains = [symbol for symbol in symbols if symbol.heart]
    assert len(captains) == 2
    for captain in captains:
        stars = [shape for shape in captain.shapes if isinstance(shape, Polygon)][1:]
        assert max(-min(y for _, y in star.points) for star in stars) == captain.heart
        assert captain.heart * PHONE >= LEAST_STAR
    for symbol in symbols:
        left, _, right, _ = bounds(symbol)
        assert (right - left) / 2 * PHONE >= LEAST_PIECE


def choices_of(position: Position) -> Iterator[dict[str, str]]:
    """Give what can be chosen first, and then for one piece where it may go."""
    paths = [move.path for move in position.moves().values() if move.path]
    yield {path[0]: path[0] for path in paths}
    if paths and not position.single_choice:
        yield {path[-1]: path[-1] for path in paths if path[0] == paths[0][0]}


def named(scene: Scene, position: Position, choices: dict[str, str]) -> list[Token]:
    tokens = rendering.tokens_of(scene, position, choices=choices)
    return tokens[len(tokens) - len(choices) :]


def apart(token: Token, at: tuple[float, float], radius: float) -> bool:
    """Tell whether a name's plate keeps so far from a place."""
    left, top, right, bottom = bounds(token.symbol)
    x = min(max(at[0] - token.at.x, left), right)
    y = min(max(at[1] - token.at.y, top), bottom)
    return math.dist((x, y), (at[0] - token.at.x, at[1] - token.at.y)) >= radius


def covered(one: Token, other: Token) -> float:
    (left, top, right, bottom), (x, y, end, foot) = bounds(one.symbol), bounds(other.symbol)
    across, down = other.at.x - one.at.x, other.at.y - one.at.y
    width = min(right, end + across) - max(left, x + across)
    height = min(bottom, foot + down) - max(top, y + down)
    return max(width, 0) * max(height, 0) / ((right - left) * (bottom - top))


@THOROUGH
def test_no_name_hides_a_captains_star_or_another_name() -> None:
    seen = 0
    for number, (position, _) in enumerate(plies(every=40)):
        scene = rendering.scene_of(position, number % 2)
        for choices in choices_of(position):
            names = named(scene, position, choices)
            assert {token.symbol.name for token in names} == set(choices.values())
            for count, token in enumerate(names):
                assert not [t for t in names[:count] if covered(token, t) > 0.12]
                for piece in scene.tokens:
                    if piece.symbol.heart:
                        seen += 1
                        assert apart(token, piece.at, 0.7 * piece.symbol.heart)
    assert seen > 1000


def test_what_can_be_chosen_is_ringed_with_the_last_move_still_marked() -> None:
    position: Position = Bizingo.start({})
    last, position = position.play("h6-g6")
    scene = rendering.scene_of(position)
    choices = {"f5": "f5", "f7": "f7"}
    tokens = rendering.tokens_of(scene, position, last, choices=choices)
    shown = [token.symbol.name for token in tokens]
    assert shown.count("choice") == 2
    assert {"start", "end", "way"} <= set(shown)
    assert shown.index("end") < shown.index("first side's piece") < shown.index("choice")


def test_the_chosen_piece_stands_on_a_marked_cell() -> None:
    position = Bizingo.start({})
    scene = rendering.scene_of(position)
    tokens = rendering.tokens_of(scene, position, chosen="h6", choices={"g6": "1", "g8": "2"})
    shown = [token.symbol.name for token in tokens]
    chosen = tokens[shown.index("chosen")]
    assert chosen.at == scene.board.cells["h6"].centre
    assert shown.index("chosen") < shown.index("first side's captain")
    for label, cell in (("1", "g6"), ("2", "g8")):
        assert tokens[shown.index(label)].at == scene.board.cells[cell].centre


@pytest.mark.parametrize("theme", mostly_thorough(rendering.THEMES))
def test_pictures_stay_light(theme: str) -> None:
    heaviest = HEAVIEST if theme == "walnut" else HEAVIEST_PLAIN
    for number, (position, last) in enumerate(plies(every=60)):
        picture = rendering.picture(position, last=last, seen_from=number % 2, theme=theme)
        assert len(picture) <= heaviest + RESULT * (theme != "walnut" and not position.moves())


def test_a_taken_captain_is_marked_as_a_captain() -> None:
    before: Position = Bizingo.decode(
        "...../......./....d..../....d....../..........d../.....lD...D..../"
        ".......L.l......./.............L...../.......l............./"
        "...................../................... light -"
    )
    last, position = before.play("g10-f8")
    assert last.taken == ("f7",)

    def at_the_victims(tokens: list[Token]) -> list[Symbol]:
        at = rendering.scene_of(before).board.cells["f7"].centre
        return [token.symbol for token in tokens if token.at == at]

    scene = rendering.scene_of(position)
    told = rendering.tokens_of(scene, position, last, before=rendering.scene_of(before))
    assert [s.name for s in at_the_victims(told)] == ["faded second side's captain", "taken"]
    untold = rendering.tokens_of(scene, position, last)
    assert [s.name for s in at_the_victims(untold)] == ["gone", "taken"]
