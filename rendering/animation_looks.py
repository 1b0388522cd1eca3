"""The looks of animations that would be heavy: reduced, and without gradients."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple

from rendering.cache import surface_for
from rendering.colour_roles import Role
from rendering.geometry import Transform
from rendering.painted_board import Surface
from rendering.scene import Board, Token
from rendering.themes import Theme
from rules import Move

LIGHT, LIGHT_MOVE = 600_000, 6_000
"""The most bytes of a game's animation, and for each move of one with more than a hundred."""
_MUCH = 4
"""The average of changed cells above which a picture in full is too heavy."""
_STONES = (
    Role.STONE_GLOW,
    Role.STONE_SHADE,
    Role.STONE_WARM,
    Role.STONE_WARM_SHADE,
    Role.STONE_DUSKY,
    Role.STONE_DUSKY_SHADE,
)
_HOLLOWS = (Role.PIT_EDGE, Role.PIT_LIGHT)
"""The colours of stones and of hollows, which are each one colour in the plainest picture."""


class Look(NamedTuple):
    """The size of pictures, and whether they have gradients."""

    factor: float = 1
    depth: bool = True

    def surface(self, board: Board, theme: Theme) -> Surface:
        """Return the board on which the frames are made."""
        shown = board if self.factor == 1 else _reduced(board, self.factor)
        return surface_for(shown, theme if self.depth else _flat(theme), coordinates=True)

    def tokens(self, tokens: Iterable[Token]) -> Iterable[Token]:
        """Reduce what stands on the board."""
        if self.factor == 1:
            return tokens
        return (_reduced_token(token, self.factor) for token in tokens)


LOOKS: tuple[Look, ...] = (Look(), Look(0.5), Look(0.45, depth=False))
"""Each takes about half the bytes of the one before; the last is still as wide as a phone."""


def most_light_bytes(moves: int) -> int:
    """Return how many bytes the animation of a game may take."""
    return max(LIGHT, LIGHT_MOVE * moves)


def looks_for(moves: Iterable[Move]) -> tuple[Look, ...]:
    """Give the looks to try for a game, the best first."""
    changed = [len({*move.path}) for move in moves]
    return LOOKS[sum(changed) > _MUCH * max(len(changed), 100) :]


@cache
def _flat(theme: Theme) -> Theme:
    """Return a theme without depth, whose stones and hollows are plain."""
    plain = dict.fromkeys(_STONES, theme.colours[Role.STONE])
    plain |= dict.fromkeys(_HOLLOWS, theme.colours[Role.HOLLOW])
    colours = {**theme.colours, **plain}
    return replace(theme, depth=False, colours=MappingProxyType(colours))


@lru_cache(maxsize=64)
def _reduced(board: Board, factor: float) -> Board:
    width, height = round(board.width * factor), round(board.height * factor)
    return board.transformed(Transform(factor, 0, 0), width, height)


@lru_cache(maxsize=8192)
def _reduced_token(token: Token, factor: float) -> Token:
    return token.transformed(Transform(factor, 0, 0))
