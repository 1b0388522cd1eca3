"""Agon as the search plays it: the general form, judged by how near each side's pieces are."""

from opponent.generic_game import GenericGame, State
from opponent.search_game import PIECE
from rules.agon import Agon
from rules.agon.board import RING, RINGS
from rules.move import bits
from rules.options import Options

GUARD, QUEEN = PIECE // 10, PIECE // 7
"""What each ring is worth that a guard, or the queen, has come nearer to the throne."""
TEMPO = PIECE // 6
"""What it costs to send back a trapped piece, besides all the rings that it had come."""


class AgonGame(GenericGame):
    """The general form of a search game, with an evaluation of Agon: nothing is ever taken."""

    def evaluate(self, state: State) -> int:
        position, turn = state[0].position, state[1]
        assert isinstance(position, Agon)
        own, enemy = (_nearness(position, side) for side in (turn, 1 - turn))
        return own - enemy


def _nearness(position: Agon, side: int) -> int:
    trapped, queen = position.trapped[side], position.queens[side]
    free = position.men[side] & ~trapped & ~(1 << queen)
    value = GUARD * sum(RINGS - RING[place] for place in bits(free))
    if not trapped >> queen & 1:
        value += QUEEN * (RINGS - RING[queen])
    return value - TEMPO * trapped.bit_count()


def search_game(chosen: Options) -> AgonGame:  # noqa: ARG001 (positions know their options)
    """Give the search game of Agon."""
    return AgonGame()
