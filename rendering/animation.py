"""Moves as an animated GIF: one turn in stages, or a game move by move."""

import importlib
import math
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from rendering.animation_looks import LOOKS, Look, looks_for, most_light_bytes
from rendering.drawings import scene_of, tokens_of
from rendering.frame_encoder import FrameEncoder
from rendering.gif_format import Gif
from rendering.painted_board import Surface
from rendering.player_plates import ShownResult, plate_tokens
from rendering.scene import Scene, Token
from rendering.themes import DEFAULT_THEME, find_theme
from rules import GAMES, Move, Position, Speech, Value
from rules.sentence import PLAIN_ENGLISH

MOST_BYTES = 10_000_000
"""The largest file that Discord accepts from those who do not pay, in bytes."""
MOST_FRAMES = 1_000
"""Of a longer game some moves are left out: nobody watches for more than a quarter of an hour."""
_STEP_TIME, _CAPTURE_TIME, _FIRST_TIME, _LAST_TIME = 50, 120, 100, 400
"""Hundredths of a second: what changes much is shown for longer, and a game rests on its end."""
_LONG_PATH = 5
"""A move over more cells changes as much as a capture does."""
_MOST_STAGES = 150
_STAGE_TIME, _SHORTEST_STAGE, _ALL_STAGES, _LAP_TIME = 35, 12, 1_500, 60
"""Many stages are shown more quickly, to bound the time of them all, but no lap's beginning."""

Frame = tuple[list[Token], int]
"""The tokens to stamp, and for how many hundredths of a second the frame is shown."""
Stages = Callable[[Position, Move], Iterator[tuple[Scene, Move]]]
"""Gives the stages of a turn: scenes, each with the part of the move made so far."""

_STAGES_BY_GAME: Mapping[str, Stages] = MappingProxyType(
    {
        key: module.stages
        for key in GAMES
        if hasattr(module := importlib.import_module(f"rendering.{key}"), "stages")
    }
)


def animation(
    before: Position,
    moves: Sequence[Move],
    *,
    seen_from: int = 0,
    theme: str = DEFAULT_THEME,
    names: tuple[Value, Value] = ("", ""),
    result: ShownResult | None = None,
    most_bytes: int = MOST_BYTES,
    speech: Speech = PLAIN_ENGLISH,
) -> bytes:
    """Draw legal moves from a position as an animated GIF that loops for ever.

    A single move is shown in stages, several moves as one frame each. `names`, `result` and
    `speech` are those of `picture`. Where moves change much, as in laps, a game is shown reduced,
    and if need be without gradients. Beyond `MOST_FRAMES`, and where the file would still exceed
    `most_bytes` or be heavy, frames are dropped evenly, but never the last one.

    Raises `Refusal` for an unknown theme, and `ValueError` for a side that is not 0 or 1 or where
    a single frame is already too large.
    """
    scene, chosen = scene_of(before, seen_from), find_theme(theme)
    if len(moves) == 1:
        frames = [*turn_frames(before, moves[0], seen_from, names, result, speech)]
        looks, light = LOOKS[:1], most_bytes
    else:
        frames = [*_game_frames(before, moves, seen_from, names, result, speech)]
        looks, light = looks_for(moves), most_light_bytes(len(moves))
    for look in looks:
        surface = look.surface(scene, chosen)
        if content := _encode(surface, look, frames, light):
            break
    if content and len(content) <= most_bytes:
        return content
    return _thinned(surface, look, frames, min(light, most_bytes))


def _thinned(surface: Surface, look: Look, frames: Sequence[Frame], most_bytes: int) -> bytes:
    """Drop frames evenly, but never the last one, until the file is as light as it must be."""
    interval = 1
    while interval <= 2 * len(frames):
        shown = [*frames[:-1:interval], frames[-1]] if interval < len(frames) else frames[-1:]
        if content := _encode(surface, look, shown, most_bytes):
            return content
        interval *= 2
    raise ValueError(f"one picture takes more than {most_bytes} bytes")


def _game_frames(
    position: Position,
    moves: Sequence[Move],
    seen_from: int,
    names: tuple[Value, Value],
    result: ShownResult | None,
    speech: Speech,
) -> Iterator[Frame]:
    """Show every position, or of very many moves some; whose turn it is would only flicker."""
    known: dict[Hashable, list[Token]] = {}

    def plates(scene: Scene, position: Position) -> list[Token]:
        """Return what stands beside the board, which few moves change, while the game goes on."""
        shown = scene.icons, scene.progress, scene.trophies
        if shown not in known:
            told = plate_tokens(scene, position, names, None, speech, state=False)
            known[shown] = [*told]
        return known[shown]

    scene = scene_of(position, seen_from)
    yield tokens_of(scene, position, plates=plates(scene, position)), _FIRST_TIME
    interval = math.ceil(len(moves) / MOST_FRAMES)
    for number, move in enumerate(moves, start=1):
        before, position = position, position.after(move)
        last = number == len(moves)
        if number % interval and not last:
            continue
        earlier = scene if interval == 1 else scene_of(before, seen_from)
        scene = scene_of(position, seen_from)
        end = before.game_end(move)
        # The next move shows where the next game of a match begins.
        shown = (scene_of(end, seen_from), end) if end and not last else (scene, position)
        yield (
            tokens_of(
                *shown,
                None if end and last else move,
                before=earlier,
                names=names,
                result=result if last else None,
                animated=not last,
                plates=None if last else plates(scene, position),
                speech=speech,
            ),
            _LAST_TIME if last else _time_of(before, move),
        )


def _time_of(before: Position, move: Move) -> int:
    """Choose how long a move is shown, by how much it changes."""
    changes_much = move.taken or len(move.path) > _LONG_PATH or before.takes(move)
    return _CAPTURE_TIME if changes_much else _STEP_TIME


def turn_frames(
    position: Position,
    move: Move,
    seen_from: int,
    names: tuple[Value, Value],
    result: ShownResult | None,
    speech: Speech,
) -> Iterator[Frame]:
    """Show the position before a move, its stages, and the position after."""
    before, after = scene_of(position, seen_from), position.after(move)
    shown = [*stages(position, move, seen_from)]
    each = max(_SHORTEST_STAGE, min(_STAGE_TIME, _ALL_STAGES // max(len(shown), 1)))
    yield tokens_of(before, position, names=names, speech=speech), _FIRST_TIME
    at = ""
    for scene, so_far in shown:
        lap = so_far.path[-1] == at
        at = so_far.path[-1]
        yield (
            tokens_of(
                scene, position, so_far, before=before, names=names, state=False, speech=speech
            ),
            _CAPTURE_TIME if so_far.taken else _LAP_TIME if lap else each,
        )
    if end := position.game_end(move):
        ended = scene_of(end, seen_from)
        yield tokens_of(ended, end, move, before=before, names=names, speech=speech), _LAST_TIME
    scene = scene_of(after, seen_from)
    last = None if end else move
    yield (
        tokens_of(scene, after, last, before=before, names=names, result=result, speech=speech),
        _LAST_TIME,
    )


def stage_frames(
    position: Position, move: Move, seen_from: int, names: tuple[Value, Value], speech: Speech
) -> list[Frame]:
    """Return the stages of a turn for a page, which shows of very many some."""
    _before, *shown, _after = turn_frames(position, move, seen_from, names, None, speech)
    return shown[:: 1 + len(shown) // _MOST_STAGES]


def _encode(surface: Surface, look: Look, frames: Sequence[Frame], most_bytes: int) -> bytes | None:
    """Encode frames as a GIF; return `None` once it exceeds `most_bytes`."""
    gif, encoder = Gif(surface.width, surface.height, surface.palette), FrameEncoder(surface)
    for number, (tokens, hundredths) in enumerate(frames):
        shown = look.tokens(tokens)
        gif.add_frame(encoder.next(shown) if number else encoder.first(shown), hundredths)
        if gif.size > most_bytes:
            return None
    return gif.content()


def stages(position: Position, move: Move, seen_from: int) -> Iterator[tuple[Scene, Move]]:
    """Give the stages of a turn between the position before it and the one after."""
    if own := _STAGES_BY_GAME.get(position.key):
        for scene, so_far in own(position, move):
            yield (scene.turned() if seen_from else scene), so_far
    else:
        yield from _hops(scene_of(position, seen_from), move)


def _hops(before: Scene, move: Move) -> Iterator[tuple[Scene, Move]]:
    """Show a piece on every landing but the last."""
    cells = before.board.cells
    one_each = len(move.taken) == len(move.path) - 1
    for landing in range(1, len(move.path) - 1):
        taken = move.taken[:landing] if one_each else ()
        at = cells[move.path[landing]].centre
        tokens = (
            Token(token.symbol, at, move.path[landing]) if token.cell == move.path[0] else token
            for token in before.tokens
            if token.cell not in taken
        )
        so_far = Move("", move.path[: landing + 1], taken)
        yield replace(before, tokens=tuple(tokens)), so_far
