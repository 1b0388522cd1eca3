"""Agon as the search plays it: the general form, judged by how near each side's pieces are."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Self

from computer.generic_game import GenericGame, State, WithoutHistory
from computer.search_game import DRAWN, PIECE
from rules import Code, Position, Sentence
from rules.agon import Agon
from rules.agon.board import NAMES, RING, RINGS
from rules.history import LIMIT
from rules.move import bits
from rules.options import Options
from rules.sentence import codes

GUARD, QUEEN = PIECE // 10, PIECE // 7
"""The value of each ring by which a guard, or the queen, has come nearer to the throne."""
TEMPO = PIECE // 6
"""The cost of a trapped piece sent back, besides all the rings that it had come."""
IDLE = 3
"""After so many plies without progress whoever plays gives up a hundredth of a piece for some."""


class AgonGame(GenericGame):
    """The general form of a search game, with an evaluation of Agon: nothing is ever taken."""

    takes = False
    undoing = 30
    contempt = 60

    def __init__(self, side: int | None = None) -> None:
        """Play for a side, which comes back to no position and wants to go on; or for neither."""
        self._side = side

    def for_side(self, side: int) -> Self:
        return type(self)(side)

    def repetitions(self, position: Position) -> Mapping[State, int]:
        """Count every earlier position as often as makes it a draw, for whoever plays."""
        if self._side is None:
            return {}
        assert isinstance(position, Agon)
        return {
            (WithoutHistory(position, identity), identity[-1]): LIMIT  # type: ignore[index]  # a tuple that ends with the turn
            for identity in position.history.counts
        }

    def repeated(self, state: State) -> int:  # noqa: ARG002
        return DRAWN

    def evaluate(self, state: State) -> int:
        position, turn = state[0].position, state[1]
        assert isinstance(position, Agon)
        own, enemy = (_nearness(position, side) for side in (turn, 1 - turn))
        if self._side is None:
            return own - enemy
        idle = position.quiet // IDLE
        return own - enemy + (-idle if turn == self._side else idle)

    def merits(self, before: State, after: State) -> Sequence[Sentence]:
        """Say what a move traps, brings nearer to the throne, or keeps safe."""
        one, other = before[0].position, after[0].position
        assert isinstance(one, Agon)
        assert isinstance(other, Agon)
        side = one.turn
        caught = other.trapped[1 - side] & ~one.trapped[1 - side]
        found = [*_trapping(caught, one.queens[1 - side])]
        moved = other.men[side] & ~one.men[side]
        left = one.men[side] & ~other.men[side]
        if moved and not one.trapped[side]:
            found += _nearer(other, side, moved.bit_length() - 1, left.bit_length() - 1)
        if one.trapped[side] or not found:
            found += self.facts(before, after)
        if one.trapped[side] and not found:
            found = _sent_back(NAMES[moved.bit_length() - 1] not in _endangered(other))
        return found

    def facts(self, before: State, after: State) -> Sequence[Sentence]:  # noqa: ARG002
        position = after[0].position
        assert isinstance(position, Agon)
        if _endangered(position):
            return ()
        return (Sentence("It's safe: nothing of yours can be trapped on the next move."),)


def _endangered(position: Agon) -> set[str]:
    """Return the cells of the pieces that the side to move can trap."""
    return {cell for move in position.moves().values() for cell in position.newly_trapped(move)}


def _sent_back(is_safe: bool) -> list[Sentence]:
    """Say why a trapped piece is moved, and whether it can be trapped where it goes."""
    found = [Sentence("A trapped piece has to be sent back before anything else moves.")]
    return found + (
        [Sentence("It's safe there: it can't be trapped on the next move.")] if is_safe else []
    )


def _trapping(caught: int, queen: int) -> Iterator[Sentence]:
    """Say which pieces a move traps, the queen apart."""
    if caught >> queen & 1:
        yield Sentence(
            "It traps the queen on {cell}, who has to be sent back.", cell=Code(NAMES[queen])
        )
    if guards := [NAMES[place] for place in bits(caught & ~(1 << queen))]:
        yield Sentence(
            "It traps the guard on {cells}, who has to be sent back.",
            "It traps the guards on {cells}, who have to be sent back.",
            cells=codes(guards),
            number=len(guards),
        )


def _nearer(after: Agon, side: int, place: int, origin: int) -> Iterator[Sentence]:
    """Say where a piece has come that went inward."""
    ring = RING[place]
    if ring >= RING[origin]:
        return
    if place == after.queens[side]:
        yield (
            Sentence(
                "It brings your queen closer to the throne: {number} step to go.",
                "It brings your queen closer to the throne: {number} steps to go.",
                number=ring,
            )
            if ring
            else Sentence("It puts your queen on the throne.")
        )
    elif ring == 1:
        around = after.guards_around(side)
        yield Sentence(
            "It reaches a cell next to the throne: you hold {number} of 6.", number=around
        )
    else:
        yield Sentence(
            "It brings a guard closer to the throne: now {number} step from a cell next to it.",
            "It brings a guard closer to the throne: now {number} steps from a cell next to it.",
            number=ring - 1,
        )


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
