"""The boards, drawn: `picture` is the only door, `THEMES` names the themes.

A game's drawing is the module of this package that is called by the game's key; its `scene` turns
a position into data, and everything else is shared.
"""

import importlib
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from rendering import themes
from rendering.kept import surface_for
from rendering.marks import last_move
from rendering.marks import targets as marked_targets
from rendering.plates import both_plates
from rendering.scene import Scene, Token
from rules import GAMES, Move, Position, Refusal
from rules.sentence import Joint, codes, typed

__all__ = ["DRAWINGS", "THEMES", "build", "picture", "reading_order", "scene_of", "tokens_of"]

THEMES: tuple[str, ...] = tuple(themes.THEMES)
"""The names of the themes, the default first."""

DRAWINGS: Mapping[str, Callable[[Position], Scene]] = MappingProxyType(
    {key: importlib.import_module(f"{__name__}.{key}").scene for key in GAMES}
)
"""How every game is drawn, by its key."""


def picture(
    position: Position,
    *,
    last: Move | None = None,
    seen_from: int = 0,
    theme: str = "walnut",
    targets: Iterable[str] = (),
    coordinates: bool = True,
) -> bytes:
    """Draw a position as PNG, a thousand pixels wide.

    `last` is the move that led here, `targets` the cells where a chosen piece may go; cells that
    are not on the board are passed over. The same arguments always give the same bytes. It may be
    called from any thread and takes a few milliseconds, but for the first picture of a kind of
    board, which takes up to half a second (see `build`).

    Raises `Refusal` for an unknown theme and `ValueError` for a side that is not 0 or 1.
    """
    seen = scene_of(position, seen_from)
    surface = surface_for(seen, _theme(theme), coordinates=coordinates)
    return surface.picture(tokens_of(seen, position, last, targets))


def build(position: Position, *, theme: str = "walnut", coordinates: bool = True) -> None:
    """Paint the board of a position's kind from both sides, so that later pictures are quick.

    Raises `Refusal` for an unknown theme.
    """
    for side in range(len(position.sides)):
        picture(position, seen_from=side, theme=theme, coordinates=coordinates)


def scene_of(position: Position, seen_from: int = 0) -> Scene:
    """Turn a position into data, as one side sees it. Raises `ValueError` for an unknown side."""
    if seen_from not in (0, 1):
        raise ValueError(f"a position is seen from side 0 or 1, not {seen_from!r}")
    seen = DRAWINGS[position.key](position)
    return seen.turned() if seen_from else seen


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
    seen: Scene, position: Position, last: Move | None = None, targets: Iterable[str] = ()
) -> list[Token]:
    """Give everything that is stamped on the board, from the bottom to the top."""
    return [
        *(last_move(seen, last) if last else ()),
        *seen.tokens,
        *marked_targets(seen, targets),
        *both_plates(seen, position),
    ]


def _theme(name: str) -> themes.Theme:
    if name not in themes.THEMES:
        raise Refusal(
            "There is no theme {theme}; choose {valid}.",
            theme=typed(name),
            valid=codes(themes.THEMES, Joint.OR),
        )
    return themes.THEMES[name]
