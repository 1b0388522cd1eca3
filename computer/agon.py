"""Agon's search game: states, moves, and an evaluation by how near each side's pieces are."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_
from typing import Self, TypeAlias, cast

from computer.search_game import DRAWN, LOST, PIECE, WON, SearchGame, SearchMove
from rules import Code, Position, Sentence
from rules.agon import Agon
from rules.agon.board import (
    AROUND,
    BOARD,
    LINES,
    NAMES,
    QUIET_PLIES,
    RIM,
    RING,
    RINGS,
    TARGETS,
    THRONE,
    TRAPS,
)
from rules.agon.choices import Choices
from rules.history import LIMIT
from rules.move import PASS, bits
from rules.options import Options
from rules.sentence import codes

Pair: TypeAlias = tuple[int, int]
State: TypeAlias = tuple[Pair, Pair, Pair, int]
"""Each side's pieces as a set, its queen's place and what of it is trapped; and the turn."""
Step: TypeAlias = tuple[int, ...]
"""The places from which and to which a piece goes; none where a side passes."""

GUARD = PIECE // 10
"""The value of each ring by which a guard has come nearer to the throne, down to the second one."""
HELD = 0, 8, 20, 36, 56, 80, 108
"""The value of so many guards next to the throne, above that of the second ring."""
QUEEN = 140, 85, 60, 38, 18, 0
"""The value of the queen's ring, from the throne."""
ESCORT = 5
"""With fewer guards next to the throne the queen is worth nothing there: she is soon trapped."""
TEMPO = PIECE // 6
"""The cost of a trapped piece sent back, besides all the rings that it had come."""
ENTERING = 4
"""The value of a guard that may step to a cell next to the throne."""
REMEMBERED = 20_000
"""The number of sets of pieces of which something is cached."""
WITHIN = tuple(
    sum(1 << place for place in range(len(RING)) if RING[place] <= ring) for ring in range(2, RINGS)
)
"""The cells of each ring and all within, as a set, from the second to the last but one."""
BETWEEN = {pair: 1 << place for place, pairs in enumerate(LINES) for pair in pairs}
"""The cell between each two that stand on opposite sides of one."""
PASSES: tuple[SearchMove[Step], ...] = ((0, ()),)


@lru_cache(REMEMBERED)
def _barred(men: int) -> int:
    """Return the cells between two pieces of a side, which the other may not enter."""
    barred = 0
    for one, other in combinations(bits(men), 2):
        barred |= BETWEEN.get(1 << one | 1 << other, 0)
    return barred


@lru_cache(1 << RINGS + 1)
def _before(cells: int) -> int:
    """Return the cells of the second ring from which some next to the throne are reached."""
    return sum(
        1 << place for place, ends in enumerate(TARGETS) if RING[place] == 2 and ends & cells
    )


def _traps(own: int, enemies: int) -> int:
    """Return the cells from which a piece would trap an enemy, as a set."""
    return reduce(
        or_, [pair & ~own for place in bits(enemies) for pair in LINES[place] if own & pair], 0
    )


class AgonGame(SearchGame[State, Step]):
    """Agon with its options: nothing is ever taken."""

    takes = False
    undoing = 30
    contempt = 150
    quiet_limit = QUIET_PLIES

    def __init__(self, chosen: Choices, side: int | None = None) -> None:
        """Play for a side, which comes back to no position and wants to go on; or for neither."""
        self._chosen, self._side = chosen, side
        self._queen_rooms = BOARD & ~(1 << THRONE) if chosen.queen == "anywhere" else RIM

    def for_side(self, side: int) -> Self:
        return type(self)(self._chosen, side)

    def state(self, position: Position) -> State:
        assert isinstance(position, Agon)
        return position.men, position.queens, position.trapped, position.turn

    def repetitions(self, position: Position) -> Mapping[State, int]:
        """Count every earlier position, for whoever plays as often as makes it a draw."""
        counts = cast("Mapping[State, int]", position.history.counts)
        return counts if self._side is None else dict.fromkeys(counts, LIMIT)

    def quiet_plies(self, position: Position) -> int:
        return position.quiet_plies()

    def is_quiet(self, move: SearchMove[Step]) -> bool:
        return not (move[0] or (move[1] and RING[move[1][1]] < RING[move[1][0]]))

    def repeated(self, state: State) -> int:  # noqa: ARG002
        return DRAWN

    def moves(self, state: State) -> Sequence[SearchMove[Step]]:
        """Give every move; one that traps something counts as if it took one piece."""
        men, queens, trapped, turn = state
        caught, queen = trapped[turn], queens[turn]
        if not caught:
            return self._steps(state, BOARD) or PASSES
        is_queen = bool(caught >> queen & 1)
        empty = (self._queen_rooms if is_queen else RIM) & ~(men[0] | men[1])
        rooms = bits(empty & ~_barred(men[1 - turn]) or empty)
        return [
            (0, (place, end)) for place in ([queen] if is_queen else bits(caught)) for end in rooms
        ]

    def captures(self, state: State) -> Sequence[SearchMove[Step]]:
        """Give the steps that trap something."""
        return () if state[2][state[3]] else self._steps(state, 0)

    def _steps(self, state: State, quiet: int) -> Sequence[SearchMove[Step]]:
        """Give the steps that trap something, and those to some other cells."""
        men, queens, trapped, turn = state
        own, enemies = men[turn], men[1 - turn]
        trapping = _traps(own, enemies & ~trapped[1 - turn])
        ends = (trapping | quiet) & ~(own | enemies | _barred(enemies))
        if not ends:
            return ()
        queen, guards = queens[turn], ends & ~(1 << THRONE)
        return [
            (trapping >> end & 1, (place, end))
            for place in bits(own)
            for end in bits(TARGETS[place] & (ends if place == queen else guards))
        ]

    def after(self, state: State, move: SearchMove[Step]) -> State:
        men, queens, trapped, turn = state
        if not move[1]:
            return men, queens, trapped, 1 - turn
        start, end = move[1]
        own, enemies = men[turn] ^ (1 << start | 1 << end), men[1 - turn]
        queen = end if queens[turn] == start else queens[turn]
        caught = trapped[1 - turn]
        for near, far in TRAPS[end]:
            if enemies & near and own & far:
                caught |= near
        free = trapped[turn] & ~(1 << start)
        if turn:
            return (enemies, own), (queens[0], queen), (caught, free), 0
        return (own, enemies), (queen, queens[1]), (free, caught), 1

    def ending(self, state: State) -> int | None:
        men, queens, _, turn = state
        for side in (1 - turn, turn):
            if men[side] & AROUND == AROUND and not AROUND >> queens[side] & 1:
                return WON if (side == turn) == (queens[side] == THRONE) else LOST
        return None

    def evaluate(self, state: State) -> int:
        men, queens, trapped, turn = state
        before = _before(AROUND & ~(men[0] | men[1]))
        own, enemy = (
            _nearness(men[side], queens[side], trapped[side], before) for side in (turn, 1 - turn)
        )
        return own - enemy

    def text(self, state: State, move: SearchMove[Step]) -> str:
        if not move[1]:
            return PASS
        start, end = move[1]
        return f"{NAMES[start]}{'*' if state[2][state[3]] else '-'}{NAMES[end]}"

    def _position(self, state: State) -> Agon:
        return Agon(*state, self._chosen)

    def merits(self, before: State, after: State) -> Sequence[Sentence]:
        """Say what a move traps, brings nearer to the throne, or keeps safe."""
        one, other = self._position(before), self._position(after)
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
        if _endangered(self._position(after)):
            return ()
        return (Sentence("It's safe: nothing can be trapped on the next move."),)


def _endangered(position: Agon) -> set[str]:
    """Return the cells of the pieces that the side to move can trap."""
    return {cell for move in position.moves().values() for cell in position.victims(move)}


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
                "It brings the queen closer to the throne: {number} step to go.",
                "It brings the queen closer to the throne: {number} steps to go.",
                number=ring,
            )
            if ring
            else Sentence("It puts the queen on the throne.")
        )
    elif ring == 1:
        around = after.guards_around(side)
        yield Sentence(
            "It reaches a cell next to the throne: that makes {number} of 6.", number=around
        )
    else:
        yield Sentence(
            "It brings a guard closer to the throne: now {number} step from a cell next to it.",
            "It brings a guard closer to the throne: now {number} steps from a cell next to it.",
            number=ring - 1,
        )


@lru_cache(REMEMBERED)
def _nearness(men: int, queen: int, trapped: int, before: int) -> int:
    """Value how near a side's pieces are to the throne, given where the ring may be entered."""
    guards = men & ~trapped & ~(1 << queen)
    value = GUARD * sum((guards & cells).bit_count() for cells in WITHIN)
    held = (guards & AROUND).bit_count()
    value += HELD[held] + ENTERING * (guards & before).bit_count()
    if not trapped >> queen & 1 and (RING[queen] or held >= ESCORT):
        value += QUEEN[RING[queen]]
    return value - TEMPO * trapped.bit_count()


def search_game(chosen: Options) -> AgonGame:
    """Give the search game of Agon."""
    assert isinstance(chosen, Choices)
    return AgonGame(chosen)
