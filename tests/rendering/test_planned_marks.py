"""A move that is looked at before it is made cannot be taken for one that was made."""

import math
from collections.abc import Iterator

import pytest

import rendering
from rendering.colour_roles import Role
from rendering.drawings import planned_tokens
from rendering.lively_positions import quick_games
from rendering.paint import bounds
from rendering.scene import Token
from rendering.shapes import Disc, Polygon, Text
from rendering.stamps import stamps_of
from rendering.themes import THEMES
from rules import GAMES, Effect, Move, Position, Sentence, Speech, Value

FILLS = {Effect.NONE: None, Effect.TAKES: Role.TAKES, Effect.LOSES: Role.LOSES}


def looked_at(position: Position, move: Move, seen_from: int = 0) -> list[Token]:
    """Give what is painted on the board when a move is looked at."""
    scene = rendering.scene_of(position, seen_from)
    after = rendering.scene_of(position.after(move), seen_from)
    return planned_tokens(scene, position, move, after)


def one_of_each(key: str) -> dict[Effect, tuple[Position, Move]]:
    """Find a move of each effect that there is in a short game."""
    found: dict[Effect, tuple[Position, Move]] = {}
    for _, moment in quick_games(GAMES[key]):
        for move in moment.position.moves().values():
            found.setdefault(moment.position.effect((move,)), (moment.position, move))
    return found


def written(tokens: list[Token]) -> Iterator[str]:
    for token in tokens:
        for shape in token.symbol.shapes:
            if isinstance(shape, Text):
                yield shape.text


@pytest.mark.parametrize("key", GAMES)
def test_it_is_still_the_turn_of_whoever_looks_and_not_played_yet(key: str) -> None:
    for position, move in one_of_each(key).values():
        words = [*written(looked_at(position, move, position.turn))]
        assert words.count("not played yet") == 1
        assert "to move" not in words


@pytest.mark.parametrize("key", GAMES)
def test_every_piece_still_stands_where_it_is(key: str) -> None:
    for position, move in one_of_each(key).values():
        scene = rendering.scene_of(position)
        if not scene.board.heap:
            assert {*scene.tokens} <= {*looked_at(position, move)}


@pytest.mark.parametrize("key", GAMES)
def test_where_it_would_go_is_dashed_and_has_the_colour_of_its_button(key: str) -> None:
    for effect, (position, move) in one_of_each(key).items():
        tokens = looked_at(position, move)
        (place,) = [token for token in tokens if token.symbol.name == "planned"][-1:]
        dashes = [s for s in place.symbol.shapes if isinstance(s, Polygon) and not s.closed]
        assert len(dashes) > 2
        inks = {
            ink for s in place.symbol.shapes if isinstance(s, Polygon) for ink in (s.fill, s.line)
        }
        assert (FILLS[effect] or Role.LAST) in inks
        assert not [token for token in tokens if token.symbol.name in ("start", "end", "way")]


@pytest.mark.parametrize("key", ["bizingo", "ringo", "bivouac"])
def test_what_it_takes_or_loses_is_crossed_out_and_has_a_sign_besides_the_colour(key: str) -> None:
    for effect, (position, move) in one_of_each(key).items():
        tokens = looked_at(position, move)
        signs = [token for token in tokens if token.symbol.name == "sign"]
        assert len(signs) == (effect is not Effect.NONE)
        assert len([1 for t in tokens if t.symbol.name == "taken"]) == len({*move.taken})
        for sign in signs:
            strokes = [s for s in sign.symbol.shapes if isinstance(s, Polygon)]
            assert len(strokes) == (2 if effect is Effect.TAKES else 1)
            assert FILLS[effect] in {s.fill for s in sign.symbol.shapes if isinstance(s, Disc)}


@pytest.mark.parametrize("key", ["ringo", "bivouac"])
def test_no_dash_lies_on_the_piece_that_would_move_nor_a_sign_beside_rings(key: str) -> None:
    for position, move in one_of_each(key).values():
        tokens = looked_at(position, move)
        cells = rendering.scene_of(position).board.cells
        *dashes, _ = [token for token in tokens if token.symbol.name == "planned way"][-99:]
        start = cells[move.path[0]]
        for token in dashes[:-1]:
            box = bounds(token.symbol)
            x, y = token.at.x + (box[0] + box[2]) / 2, token.at.y + (box[1] + box[3]) / 2
            assert math.dist((x, y), start.centre) >= start.room
        if key == "ringo":
            end = cells[move.path[-1]]
            for token in tokens:
                if token.symbol.name == "sign":
                    assert math.dist(token.at, end.centre) <= end.room


def test_a_sowing_shows_what_it_takes_from_each_hole() -> None:
    position, move = one_of_each("hoyito")[Effect.TAKES]
    gained = [words for words in written(looked_at(position, move)) if words.startswith("+")]
    assert sum(map(int, gained)) == position.gain(move)


def test_a_move_that_ends_the_match_shows_no_winner_yet() -> None:
    position: Position = GAMES["hoyito"].start({})
    while not (last := [m for m in position.moves().values() if position.after(m).outcome()]):
        position = position.after(min(position.moves().values(), key=position.gain))
    picture = rendering.picture(position, planned=last[0])
    assert picture[16:24] == rendering.picture(position)[16:24]  # as high: without a banner


@pytest.mark.parametrize("key", GAMES)
def test_however_long_a_language_says_it_the_pill_stays_in_its_place(key: str) -> None:
    class Talkative(Speech):
        def say(self, value: Value, form: str = "") -> str:
            long = value == Sentence("not played yet")
            return "noch lange nicht gespielt" if long else super().say(value, form)

    position = GAMES[key].start({})
    move = next(iter(position.moves().values()))
    scene, after = rendering.scene_of(position), rendering.scene_of(position.after(move))
    tokens = planned_tokens(scene, position, move, after, speech=Talkative())
    (pill,) = [t for t in tokens if any(words.startswith("noch") for words in written([t]))]
    left, _, width, _ = stamps_of(THEMES["walnut"]).area(pill)
    words = scene.board.plates[position.turn].words
    assert words.left - 2 <= left
    assert left + width <= words.right + 2
