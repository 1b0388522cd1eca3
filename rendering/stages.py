"""One turn step by step: a piece from landing to landing, or as the game's own drawing shows it."""

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from rendering.drawings import scene_of
from rendering.scene import Scene, Token
from rules import GAMES, Move, Position

Stages = Callable[[Position, Move], Iterator[tuple[Scene, Move]]]
"""What a turn looks like on its way: scenes, each with as much of the move as was made."""

_OWN: Mapping[str, Stages] = MappingProxyType(
    {
        key: module.stages
        for key in GAMES
        if hasattr(module := importlib.import_module(f"rendering.{key}"), "stages")
    }
)


def stages(position: Position, move: Move, seen_from: int) -> Iterator[tuple[Scene, Move]]:
    """Give what a turn looks like between the position before it and the one after."""
    if own := _OWN.get(position.key):
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
