"""The drawing of each game by its key, and all tokens that a picture puts on the board."""

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from rendering.animation_marks import mark_animated_move
from rendering.cell_names import cell_names, told_names
from rendering.choice_marks import mark_choices
from rendering.marks import mark_last_move, mark_move_above, mark_targets
from rendering.pieces import stepping_back
from rendering.planned_marks import mark_planned_move
from rendering.player_plates import ShownResult, plate_tokens
from rendering.scene import Scene, Token
from rules import GAMES, Effect, Move, Position, Speech, Value
from rules.sentence import PLAIN_ENGLISH

DRAWINGS: Mapping[str, Callable[[Position], Scene]] = MappingProxyType(
    {key: importlib.import_module(f"rendering.{key}").scene for key in GAMES}
)
"""The function that draws each game, by its key."""


LABEL_SIZE = 20
"""The size of a cell's name on a whole board."""


@lru_cache(maxsize=16)  # a page that plays, and then the card, show the same two
def scene_of(position: Position, seen_from: int = 0) -> Scene:
    """Return a position as one side sees it. Raises `ValueError` for an unknown side."""
    if seen_from not in (0, 1):
        raise ValueError(f"a position is seen from side 0 or 1, not {seen_from!r}")
    return scene_of(position, 0).turned() if seen_from else DRAWINGS[position.key](position)


def scene_before(before: Position | None, move: Move | None, seen_from: int) -> Scene | None:
    """Return the position before a move as a scene, if the marks of the move show any of it."""
    if before and move and (move.taken or before.single_choice):
        return scene_of(before, seen_from)
    return None


def reading_order(position: Position, cells: Iterable[str], seen_from: int) -> list[str]:
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
    choices: Mapping[str, Effect] = MappingProxyType({}),
    names: tuple[Value, Value] = ("", ""),
    result: ShownResult | None = None,
    state: bool = True,
    named: bool = False,
    told: Sequence[str] = (),
    animated: bool = False,
    plates: Iterable[Token] | None = None,
    speech: Speech = PLAIN_ENGLISH,
) -> list[Token]:
    """Return everything that is stamped on the board, from the bottom to the top.

    Without `state` nothing says whose move it is, or how the game ended; with `named`, every cell
    has its name on it, and with `told` those few that words name. With `animated`, the last move
    has the plainer marks of an animation. What stands beside the board are the `plates`, where
    these are known.
    """
    # Numbers of what was taken would pass for those of what can be.
    choosing_stones = bool(choices and scene.board.heap)
    mark = mark_animated_move if animated else mark_last_move
    if plates is None:
        plates = plate_tokens(scene, position, names, result, speech, state=state)
    standing: Iterable[Token] = scene.tokens
    if chosen or choices:
        standing = (token._replace(symbol=stepping_back(token.symbol)) for token in standing)
        plates = (token.lit() for token in plates)
    return [
        *plates,
        *(mark(scene, last, before) if last else ()),
        *standing,
        *(
            mark_move_above(scene, last, before)
            if last and not animated and not choosing_stones
            else ()
        ),
        *(cell_names(scene, LABEL_SIZE, skip=(*choices, *told)) if named else ()),
        *(told_names(scene, told, skip=(*choices, chosen)) if told else ()),
        *mark_targets(scene, targets),
        *mark_choices(scene, chosen, choices),
    ]


def planned_tokens(
    scene: Scene,
    position: Position,
    move: Move,
    after: Scene,
    *,
    names: tuple[Value, Value] = ("", ""),
    named: bool = False,
    speech: Speech = PLAIN_ENGLISH,
) -> list[Token]:
    """Return the same for a legal move that is looked at before it is made, as in `after`."""
    plates = plate_tokens(scene, position, names, None, speech, state=True, planned=after)
    end = move.path[-1:]
    return [
        *(token.lit() for token in plates),
        *mark_planned_move(scene, move, after, position.effect((move,))),
        *(cell_names(scene, LABEL_SIZE, skip=end) if named else ()),
    ]
