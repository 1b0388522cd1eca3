"""One turn in stages, such as each hop of a piece: what stands on the board in each."""

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from rendering.drawings import scene_of, tokens_of
from rendering.player_plates import ShownResult
from rendering.scene import Scene, Token
from rules import GAMES, Move, Position, Speech, Value

STEP_TIME, CAPTURE_TIME, FIRST_TIME, LAST_TIME = 50, 120, 100, 400
"""Hundredths of a second: what changes much is shown for longer, and a game rests on its end."""
_STAGE_TIME, _SHORTEST_STAGE, _ALL_STAGES, _LAP_TIME = 35, 12, 1_500, 60
"""Many stages are shown more quickly, to bound the time of them all, but no lap's beginning."""
_MOST_STAGES = 150

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
    yield tokens_of(before, position, names=names, speech=speech), FIRST_TIME
    at = ""
    for scene, so_far in shown:
        lap = so_far.path[-1] == at
        at = so_far.path[-1]
        yield (
            tokens_of(
                scene, position, so_far, before=before, names=names, state=False, speech=speech
            ),
            CAPTURE_TIME if so_far.taken else _LAP_TIME if lap else each,
        )
    if end := position.game_end(move):
        ended = scene_of(end, seen_from)
        yield tokens_of(ended, end, move, before=before, names=names, speech=speech), LAST_TIME
    scene = scene_of(after, seen_from)
    last = None if end else move
    yield (
        tokens_of(scene, after, last, before=before, names=names, result=result, speech=speech),
        LAST_TIME,
    )


def stage_frames(
    position: Position, move: Move, seen_from: int, names: tuple[Value, Value], speech: Speech
) -> list[Frame]:
    """Return the stages of a turn for a page, which shows of very many some."""
    _before, *shown, _after = turn_frames(position, move, seen_from, names, None, speech)
    return shown[:: 1 + len(shown) // _MOST_STAGES]


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
