"""Animations: every frame is what a picture shows, and none takes more than it may."""

import random
import sys
from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image

import rendering
from rendering.cache import CHANGE_OVERHEAD, ChangeCache, surface_for
from rendering.canvas import write_png
from rendering.drawings import scene_of, tokens_of
from rendering.frame_encoder import FrameEncoder
from rendering.gif_format import Block, Gif, blocks_of
from rendering.painted_board import gathered
from rendering.paletted_bitmap import Area
from rendering.player_plates import ShownResult
from rendering.themes import THEMES
from rendering.turn_frames import stages
from rules import GAMES, Move, Position, Sentence
from rules.agon import Agon
from rules.bivouac import Bivouac
from rules.hoyito import Hoyito
from tests.rendering.test_pictures import plies
from tests.thorough import THOROUGH, mostly_thorough

HUNDRED_MOVES = 600_000


def by_lot(position: Position, most: int) -> Iterator[Move]:
    """Play a game by lot."""
    rng = random.Random(5)
    while most and (moves := list(position.moves().values())):
        most -= 1
        move = rng.choice(moves)
        yield move
        position = position.after(move)


def frames(content: bytes) -> list[tuple[Image.Image, int]]:
    """Give an animation's pictures, each with its milliseconds; parts of one are one."""
    shown = []
    with Image.open(BytesIO(content)) as image:
        waited = 0
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            waited += image.info["duration"]
            if image.info["duration"] > 20:
                shown.append((image.convert("RGB"), waited))
                waited = 0
    return shown


def still(content: bytes) -> Image.Image:
    with Image.open(BytesIO(content)) as image:
        return image.convert("RGB")


@THOROUGH
@pytest.mark.parametrize("key", GAMES)
def test_the_last_frame_is_the_picture_of_the_end(key: str) -> None:
    start: Position = GAMES[key].start({})
    moves = [*by_lot(start, 7)]
    position = start
    for move in moves:
        before, position = position, position.after(move)
    for side, told in ((0, moves), (1, moves[-1:])):
        begin = before if len(told) == 1 else start
        names = ("Ada", "Ben")
        content = rendering.animation(begin, told, seen_from=side, theme="slate", names=names)
        wanted = rendering.picture(
            position, last=moves[-1], before=before, seen_from=side, theme="slate", names=names
        )
        assert frames(content)[-1][0].tobytes() == still(wanted).tobytes()


@pytest.mark.parametrize("key", mostly_thorough(GAMES, "ringo"))
def test_a_game_has_a_frame_for_each_move_and_rests_on_its_end(key: str) -> None:
    start: Position = GAMES[key].start({})
    moves = [*by_lot(start, 5)]
    waits = [wait for _, wait in frames(rendering.animation(start, moves))]
    held = [1200 if move.taken or len(move.path) > 5 else 500 for move in moves[:-1]]
    assert waits == [1000, *held, 4000]


@pytest.mark.parametrize("key", GAMES)
def test_the_first_frame_is_a_whole_picture(key: str) -> None:
    """Who has switched movement off sees nothing else."""
    start: Position = GAMES[key].start({})
    with Image.open(BytesIO(rendering.animation(start, [*by_lot(start, 3)]))) as image:
        image.seek(0)
        first, held = image.convert("RGB"), image.info["duration"]
    surface = surface_for(scene_of(start).board, THEMES["walnut"], coordinates=True)
    tokens = tokens_of(scene_of(start), start, state=False)
    wanted = still(write_png(THEMES["walnut"], surface.bitmap(tokens)))
    assert first.tobytes() == wanted.tobytes()
    assert held == 1000


@THOROUGH
def test_a_capture_is_held_for_longer_than_a_step() -> None:
    position: Position = Bivouac.decode(
        "....../....../..bw../.b..b./...b../....../....../....../.bw.b./.w..w./...... white -"
    )
    jump = position.moves()["d9:b9:b7"]
    waits = [wait for _, wait in frames(rendering.animation(position, [jump]))]
    assert waits == [1000, 1200, 4000]
    after = position.after(jump)
    step = next(move for move in after.moves().values() if not move.taken)
    later = after.after(step)
    last = next(iter(later.moves().values()))
    waits = [wait for _, wait in frames(rendering.animation(position, [jump, step, last]))]
    assert waits == [1000, 1200, 500, 4000]


def test_a_trap_is_held_for_as_long_as_a_capture() -> None:
    start: Position = Agon.decode(
        ".b...B/w....../......../........./b........b/.........../w........w/..wb...../....w.../"
        "......b/W.b.w. - white 0 -"
    )
    position, moves = start, []
    for text in ("c5-d5", "d4*b1", "d5-d4"):
        move, position = position.play(text)
        moves.append(move)
    waits = [wait for _, wait in frames(rendering.animation(start, moves))]
    assert waits == [1000, 1200, 500, 4000]


@THOROUGH
@pytest.mark.parametrize("theme", ["walnut", "paper"])
@pytest.mark.parametrize("key", GAMES)
def test_what_changes_adds_up_to_every_picture(key: str, theme: str) -> None:
    position: Position = GAMES[key].start({})
    scene = scene_of(position)
    surface = surface_for(scene.board, THEMES[theme], coordinates=True)
    encoder, gif = FrameEncoder(surface), Gif(surface.width, surface.height, surface.palette)
    wanted: list[bytes] = []
    shown = tokens_of(scene, position)
    for move in (None, *by_lot(position, 24)):
        if move:
            before, position = scene, position.after(move)
            scene = scene_of(position)
            shown = tokens_of(scene, position, move, before=before, animated=len(wanted) % 8 > 0)
        gif.add_frame(encoder.next(shown) if move else encoder.first(shown), 70)
        wanted.append(still(write_png(THEMES[theme], surface.bitmap(shown))).tobytes())
    assert [picture.tobytes() for picture, _ in frames(gif.content())] == wanted


@THOROUGH
@pytest.mark.parametrize("key", GAMES)
def test_a_hundred_moves_are_light(key: str) -> None:
    moves = [*by_lot(GAMES[key].start({}), 100)]
    assert len(rendering.animation(GAMES[key].start({}), moves)) <= HUNDRED_MOVES


def taking_most(position: Position, most: int) -> Iterator[Move]:
    """Play a game in which each takes as much as it can."""
    rng = random.Random(0)
    while most and (moves := list(position.moves().values())):
        most -= 1
        gains = [position.gain(move) for move in moves]
        longest = [len(move.path) for move in moves]
        lots = [rng.random() for _ in moves]
        *_, number = max(zip(gains, longest, lots, range(len(moves)), strict=True))
        yield moves[number]
        position = position.after(moves[number])


LAPS = [("5", "each_move"), ("6", "each_move"), ("12", "each_move"), ("6", "")]
"""Holes, and the way to sow if it is another than usual."""
LAPS_IN_THEMES = [
    *((*lap, "walnut") for lap in LAPS),
    *((*lap, theme) for lap, theme in zip(LAPS, [*THEMES][1:], strict=False)),
]
"""All of them in the theme with the most shades, and in each of the others one of them."""


@pytest.mark.parametrize(("holes", "direction", "theme"), mostly_thorough(LAPS_IN_THEMES))
def test_a_hundred_long_turns_are_light_and_shown(holes: str, direction: str, theme: str) -> None:
    """Every turn of these changes most of the board; in full they took up to 2.5 megabytes."""
    options = {"play": "match", "holes": holes, "direction": direction or "counterclockwise"}
    start: Position = Hoyito.start(options)
    moves = [*taking_most(start, 100)]
    content = rendering.animation(start, moves, theme=theme)
    assert len(moves) == 100
    assert len(content) <= HUNDRED_MOVES
    shown = frames(content)
    assert len(shown) == len(moves) + 1, "none is left out"
    assert shown[0][0].width >= 450
    assert (shown[0][1], shown[-1][1]) == (1000, 4000)


def test_what_many_blocks_show_together_is_held() -> None:
    gif = Gif(40, 1, bytes(range(6)))
    blocks = [*blocks_of(Area(0, 0, 1, 1), Image.new("L", (1, 1), 1))]
    gif.add_frame(40 * blocks, 50)
    with Image.open(BytesIO(gif.content())) as image:
        image.seek(39)
        assert image.info["duration"] == 250


@THOROUGH
@pytest.mark.parametrize("key", GAMES)
def test_a_known_change_is_not_drawn_again(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    start: Position = GAMES[key].start({})
    moves = [*by_lot(start, 20)]
    first = rendering.animation(start, moves)
    monkeypatch.setattr("rendering.frame_encoder._difference", None)
    assert rendering.animation(start, moves) == first


@pytest.mark.parametrize("key", mostly_thorough(GAMES, "bivouac"))
def test_every_picture_of_a_game_shows_its_own_position(key: str) -> None:
    """What stands beside the board, too: only captures, goals and rings change it."""
    position: Position = GAMES[key].start({})
    moves = [*by_lot(position, 40)]
    names = ("Ada", "Ben")
    content = rendering.animation(position, moves, names=names)
    scene = scene_of(position)
    surface = surface_for(scene.board, THEMES["walnut"], coordinates=True)
    wanted: list[bytes] = []
    for move in moves[:-1]:
        before, position = scene, position.after(move)
        scene = scene_of(position)
        shown = tokens_of(
            scene, position, move, before=before, names=names, state=False, animated=True
        )
        wanted.append(still(write_png(THEMES["walnut"], surface.bitmap(shown))).tobytes())
    assert [picture.tobytes() for picture, _ in frames(content)[1:-1]] == wanted


@pytest.mark.parametrize("key", mostly_thorough(GAMES, "bizingo"))
def test_a_part_of_a_picture_is_drawn_as_in_the_whole(key: str) -> None:
    scene = scene_of(GAMES[key].start({}))
    surface = surface_for(scene.board, THEMES["walnut"], coordinates=True)
    tokens = [*gathered(scene.tokens)]
    whole = surface.bitmap(tokens)
    for token in tokens[::5]:
        for left, top, width, height in (surface.area(token), Area(0, 0, 90, 60)):
            area = Area(left + 9, top + 7, width, height)
            part = surface.part(area, tokens)
            assert part.tobytes() == whole.part(area).tobytes()


def test_men_that_stand_are_the_same_tokens_in_every_frame() -> None:
    before = GAMES["bizingo"].start()
    after = before.play(next(iter(before.moves())))[1]
    standing = scene_of(before).tokens
    moved = [
        token for token in scene_of(after).tokens if not any(token is each for each in standing)
    ]
    assert len(moved) == 1


def test_changes_are_forgotten_before_they_are_too_many() -> None:
    changes = ChangeCache(10 * (CHANGE_OVERHEAD + 100))
    block = Block(Area(0, 0, 1, 1), bytes(100))
    for number in range(30):
        changes.keep(number, (block,))
        changes.keep("what nothing shows", ())
        assert changes.find(0) is not None  # what is asked for stays
        assert changes.estimated_bytes() <= 10 * (CHANGE_OVERHEAD + 100)
    assert changes.find(29) == (block,)
    assert changes.find(9) is None
    changes.clear()
    assert changes.find(29) is None
    assert changes.estimated_bytes() == 0


def test_a_picture_that_is_like_the_one_before_takes_its_time() -> None:
    gif = Gif(2, 2, bytes(range(6)))
    gif.add_frame(blocks_of(Area(0, 0, 2, 2), Image.new("L", (2, 2), 1)), 70)
    gif.add_frame((), 50)
    ((_, first), (_, second)) = frames(gif.content())
    assert (first, second) == (700, 500)


@THOROUGH
def test_an_animation_is_never_larger_than_it_may_be() -> None:
    start: Position = GAMES["ringo"].start({})
    moves = [*by_lot(start, 40)]
    whole = rendering.animation(start, moves)
    counts = []
    for most in (len(whole), len(whole) - 1, len(whole) * 3 // 4, len(whole) // 2):
        content = rendering.animation(start, moves, most_bytes=most)
        assert len(content) <= most
        assert frames(content)[-1][0].tobytes() == frames(whole)[-1][0].tobytes()
        counts.append(len(frames(content)))
    assert counts[0] == len(moves) + 1
    assert counts == sorted(counts, reverse=True)
    assert counts[1] < counts[0]
    with pytest.raises(ValueError, match="one picture takes more than 5000 bytes"):
        rendering.animation(start, moves, most_bytes=5000)


def test_of_a_very_long_game_some_moves_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    start: Position = GAMES["ringo"].start({})
    moves = [*by_lot(start, 8)]
    every = [picture for picture, _ in frames(rendering.animation(start, moves))]
    module = sys.modules["rendering.animation"]  # the package has a function of this name
    monkeypatch.setattr(module, "MOST_FRAMES", 3)
    drawn: list[int] = []

    def counted(*told: object, **named: object) -> object:
        drawn.append(1)
        return tokens_of(*told, **named)  # type: ignore[arg-type]  # as they were given

    monkeypatch.setattr(module, "tokens_of", counted)
    some = [picture for picture, _ in frames(rendering.animation(start, moves))]
    plies = (0, 3, 6, 8)
    assert [picture.tobytes() for picture in some] == [every[ply].tobytes() for ply in plies]
    assert len(drawn) == len(plies), "the others are not even laid out"


def test_a_chain_of_jumps_is_shown_landing_by_landing() -> None:
    position = Bivouac.decode(
        "....../....../..bw../.b..b./...b../....../....../....../.bw.b./.w..w./...... white -"
    )
    ((scene, so_far),) = stages(position, position.moves()["d9:b9:b7"], 0)
    assert so_far == Move("", ("d9", "b9"), ("c9",))
    standing = {token.cell for token in scene.tokens}
    assert "b9" in standing
    assert not standing & {"d9", "c9"}
    assert "b8" in standing


@THOROUGH
def test_a_sowing_is_shown_stone_by_stone_up_to_the_position_that_it_leaves() -> None:
    sown = 0
    for position, last in plies(every=15):
        if position.key != "hoyito" or last is None:
            continue
        for move in list(position.moves().values())[:2]:
            after = position.after(move)
            assert isinstance(after, Hoyito)
            steps = [scene for scene, _ in stages(position, move, 0)]
            assert len(steps) >= len(move.path)
            if not move.path or after.outcome() or after.chosen.play == "match":
                continue  # the last four, and a new game, are seen in the last frame alone
            sown += 1
            shown = [token for token in steps[-1].tokens if token.cell]
            assert shown == [token for token in scene_of(after).tokens if token.cell]
    assert sown > 20


@THOROUGH
def test_a_long_turn_is_quicker_but_not_too_quick() -> None:
    position: Position = Hoyito.start({})
    move = max(position.moves().values(), key=lambda move: len(move.path))
    waits = [wait for _, wait in frames(rendering.animation(position, [move]))]
    assert len(waits) >= len(move.path)
    assert (waits[0], waits[-1]) == (1000, 4000)
    assert all(120 <= wait <= 350 for wait in waits if wait not in (600, 1000, 1200, 4000))


@THOROUGH
def test_a_sowing_rests_where_a_lap_begins_and_where_it_takes() -> None:
    position: Position = Hoyito.start({})
    for move in position.moves().values():
        if len({*move.path}) < len(move.path) and move.taken:
            break
    told = [so_far for _, so_far in stages(position, move, 0)]
    waits = [wait for _, wait in frames(rendering.animation(position, [move]))][1:-1]
    assert len(waits) == len(told)
    for number, (so_far, wait) in enumerate(zip(told, waits, strict=True)):
        if so_far.taken:
            assert wait == 1200
        elif number and so_far.path[-1] == told[number - 1].path[-1]:
            assert wait == 600
        else:
            assert 120 <= wait <= 350


def test_the_end_shows_who_won() -> None:
    start: Position = GAMES["bizingo"].start({})
    moves = [*by_lot(start, 4)]
    plain = frames(rendering.animation(start, moves))
    won = frames(
        rendering.animation(start, moves, result=ShownResult(0, Sentence("wins by resignation")))
    )
    assert plain[0][0].tobytes() == won[0][0].tobytes()
    assert plain[-1][0].tobytes() != won[-1][0].tobytes()
