import rendering
from rendering.animation_marks import mark_animated_move
from rendering.scene import Scene, Token
from rendering.shape_looks import bounds
from rendering.shapes import Polygon
from rules import GAMES, Move, Position
from rules.bivouac import Bivouac
from rules.bizingo import Bizingo
from rules.hoyito import Hoyito
from rules.ringo import Ringo


def marked(position: Position, text: str) -> tuple[list[Token], Scene]:
    """Give the marks of a move in a picture that is seen in passing, and the scene after it."""
    before = rendering.scene_of(position)
    move, after = position.play(text)
    scene = rendering.scene_of(after)
    return [*mark_animated_move(scene, move, before)], scene


def named(tokens: list[Token], name: str) -> list[Token]:
    return [token for token in tokens if token.symbol.name == name]


def test_a_move_leaves_a_footprint_on_every_cell_up_to_the_one_that_it_came_to() -> None:
    position = Bivouac.decode(
        "....../....../..bw../.b..b./...b../....../....../....../.bw.b./.w..w./...... white -"
    )
    tokens, scene = marked(position, "d9:b9:b7")
    cells = scene.board.cells
    assert [each.at for each in named(tokens, "left")] == [cells["d9"].centre, cells["b9"].centre]
    assert [each.at for each in named(tokens, "came")] == [cells["b7"].centre]
    assert not named(tokens, "way")


def test_what_was_taken_stands_as_it_was_and_is_crossed_out() -> None:
    position = Bivouac.decode(
        "....../....../..bw../.b..b./...b../....../....../....../.bw.b./.w..w./...... white -"
    )
    tokens, scene = marked(position, "d9:b9:b7")
    stood = {token.at: token.symbol for token in rendering.scene_of(position).tokens}
    for cell in ("c9", "b8"):
        at = scene.board.cells[cell].centre
        assert next(each.symbol for each in tokens if each.at == at) is stood[at]
        assert at in [each.at for each in named(tokens, "taken")]


def test_the_corners_of_a_cell_keep_clear_of_what_stands_on_it() -> None:
    for position in (Bizingo.start({}), Bivouac.start({}), Ringo.start({})):
        text, move = next(iter(position.moves().items()))
        tokens, scene = marked(position, text)
        (came,) = named(tokens, "came")
        room = scene.board.cells[move.path[-1]].room
        left, top, right, bottom = bounds(came.symbol)
        assert min(-left, -top, right, bottom) >= room * 0.8
        for shape in came.symbol.shapes:
            assert isinstance(shape, Polygon)
            assert all((x * x + y * y) ** 0.5 > room * 0.8 for x, y in shape.points)


def test_a_sowing_is_told_by_a_bar_and_a_plate_at_two_letters() -> None:
    position = Hoyito.start({})
    text, move = max(position.moves().items(), key=lambda each: len(each[1].path))
    tokens, scene = marked(position, text)
    start, end = (scene.board.cells[move.path[place]].label for place in (0, -1))
    assert start
    ((bar,), (plate,)) = (named(tokens, name) for name in ("left", "came"))
    assert plate.at == end
    assert bar.at.x == start.x
    assert 0 < bar.at.y - start.y < 20


def test_what_a_board_does_not_have_is_passed_over() -> None:
    for game in GAMES.values():
        scene = rendering.scene_of(game.start({}))
        for path in ((), ("nowhere",), ("nowhere", "elsewhere")):
            assert not [*mark_animated_move(scene, Move("", path, path))]
