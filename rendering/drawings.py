"""The drawing of each game by its key, and all tokens that a picture puts on the board."""

import importlib
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from rendering.animation_marks import mark_animated_move
from rendering.labels import cell_labels, choice_labels
from rendering.marks import mark_choice_cells, mark_last_move, mark_targets, ring_choices
from rendering.player_plates import ShownResult, plate_tokens
from rendering.scene import Scene, Token
from rules import GAMES, Move, Position, Speech
from rules.sentence import PLAIN_ENGLISH

DRAWINGS: Mapping[str, Callable[[Position], Scene]] = MappingProxyType(
    {key: importlib.import_module(f"rendering.{key}").scene for key in GAMES}
)
"""The function that draws each game, by its key."""


LABEL_SIZE = 20
"""The size of a cell's name on a whole board."""


def scene_of(position: Position, seen_from: int = 0) -> Scene:
    """Return a position as one side sees it. Raises `ValueError` for an unknown side."""
    if seen_from not in (0, 1):
        raise ValueError(f"a position is seen from side 0 or 1, not {seen_from!r}")
    scene = DRAWINGS[position.key](position)
    return scene.turned() if seen_from else scene


def reading_order(position: Position, cells: Iterable[str], seen_from: int = 0) -> list[str]:
    """Sort cells as they lie on the board that a side sees, row by row and from the left.

    What is no cell of the board, such as the text of a pass, comes last.
    """
    places = scene_of(position, seen_from).board.cells

    def place(cell: str) -> tuple[bool, float, float]:
        if cell not in places:
            return True, 0.0, 0.0
        x, y = places[cell].centre
        return False, round(y), x

    return sorted(cells, key=place)


def tokens_of(
    scene: Scene,
    position: Position,
    last: Move | None = None,
    targets: Iterable[str] = (),
    *,
    before: Scene | None = None,
    chosen: str = "",
    choices: Mapping[str, str] = MappingProxyType({}),
    names: tuple[str, str] = ("", ""),
    result: ShownResult | None = None,
    state: bool = True,
    named: bool = False,
    animated: bool = False,
    speech: Speech = PLAIN_ENGLISH,
) -> list[Token]:
    """Return everything that is stamped on the board, from the bottom to the top.

    Without `state` nothing says whose move it is, or how the game ended; with `named`, every cell
    has its name on it. With `animated`, the last move has the plainer marks of an animation.
    """
    mark = mark_animated_move if animated else mark_last_move
    return [
        *plate_tokens(scene, position, names, result, speech, state=state),
        *(mark(scene, last, before) if last else ()),
        *mark_choice_cells(scene, chosen, choices),
        *scene.tokens,
        *(cell_labels(scene, LABEL_SIZE, last, skip=choices) if named else ()),
        *mark_targets(scene, targets),
        *ring_choices(scene, choices),
        *choice_labels(scene, choices),
    ]
