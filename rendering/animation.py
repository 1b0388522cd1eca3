"""Moves as an animated GIF: one turn in stages, or a game move by move."""

import math
from collections.abc import Hashable, Iterator, Sequence

from rendering.animation_looks import LOOKS, Look, looks_for, most_light_bytes
from rendering.drawings import scene_of, tokens_of
from rendering.frame_encoder import FrameEncoder
from rendering.gif_format import Gif
from rendering.painted_board import Surface
from rendering.player_plates import ShownResult, plate_tokens
from rendering.scene import Scene, Token
from rendering.themes import DEFAULT_THEME, find_theme
from rendering.turn_frames import CAPTURE_TIME, FIRST_TIME, LAST_TIME, STEP_TIME, Frame, turn_frames
from rules import Move, Position, Speech, Value
from rules.sentence import PLAIN_ENGLISH

MOST_BYTES = 10_000_000
"""The largest file that Discord accepts from those who do not pay, in bytes."""
MOST_FRAMES = 1_000
"""Of a longer game some moves are left out: nobody watches for more than a quarter of an hour."""
_LONG_PATH = 5
"""A move over more cells changes as much as a capture does."""


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
    board, chosen = scene_of(before, seen_from).board, find_theme(theme)
    if len(moves) == 1:
        frames = [*turn_frames(before, moves[0], seen_from, names, result, speech)]
        looks, light = LOOKS[:1], most_bytes
    else:
        frames = [*_game_frames(before, moves, seen_from, names, result, speech)]
        looks, light = looks_for(moves), most_light_bytes(len(moves))
    for look in looks:
        surface = look.surface(board, chosen)
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
    yield tokens_of(scene, position, plates=plates(scene, position)), FIRST_TIME
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
            LAST_TIME if last else _time_of(before, move),
        )


def _time_of(before: Position, move: Move) -> int:
    """Choose how long a move is shown, by how much it changes."""
    changes_much = move.taken or len(move.path) > _LONG_PATH or before.takes(move)
    return CAPTURE_TIME if changes_much else STEP_TIME


def _encode(surface: Surface, look: Look, frames: Sequence[Frame], most_bytes: int) -> bytes | None:
    """Encode frames as a GIF; return `None` once it exceeds `most_bytes`."""
    gif, encoder = Gif(surface.width, surface.height, surface.palette), FrameEncoder(surface)
    for number, (tokens, hundredths) in enumerate(frames):
        shown = look.tokens(tokens)
        gif.add_frame(encoder.next(shown) if number else encoder.first(shown), hundredths)
        if gif.size > most_bytes:
            return None
    return gif.content()
