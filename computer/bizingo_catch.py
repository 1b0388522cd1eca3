"""The forced capture of a piece of Bizingo: a search of what happens around it alone.

The hunters move only where they touch the hunted piece or a cell that it can step to; it steps
away or stays, since another piece can always move instead. Everybody else stands still, so
whoever follows such a plan looks at the whole board too before each move.
"""

from typing import NamedTuple, TypeAlias

from computer.bizingo_army import StepKey
from rules.bizingo.board import AROUND, DARK, EDGE, LIGHT, NEAR
from rules.move import bits

MOST_MOVES = 4
"""A plan takes at most so many moves of the hunters."""
MOST_NODES = 500
"""So many states are searched at most for a plan."""
FEWEST_HUNTERS = 2
"""Fewer pieces near the hunted one don't catch it."""


def _zone(hunters: int, place: int) -> int:
    """Give the hunters' cells that touch a cell of the other side or one beside it."""
    touched: int = AROUND[1 - hunters][place]
    for near in bits(NEAR[1 - hunters][place]):
        touched |= AROUND[1 - hunters][near]
    return touched


ZONE = tuple({place: _zone(side, place) for place in NEAR[1 - side]} for side in (LIGHT, DARK))
"""The cells of light's and of dark's hunters around each of the enemy's cells."""

_Key: TypeAlias = tuple[int, int, int, int]


class _TooMany(Exception):  # noqa: N818 (nothing went wrong)
    """Enough was searched."""


class _Hunt:
    """The search for a way to catch one of the enemy's pieces."""

    def __init__(self, side: int, enemy: int, enemy_captains: int) -> None:
        self._side = side
        self._enemy, self._enemy_captains = enemy, enemy_captains
        self._others = enemy
        self._is_captain = False
        self._known: dict[_Key, StepKey | None] = {}
        self.nodes = 0

    def catch(self, own: int, captains: int, place: int, moves: int) -> StepKey | None:
        """Return the first step of a way to catch the piece on a place in so many moves."""
        self._others = self._enemy & ~(1 << place)
        self._is_captain = bool(self._enemy_captains >> place & 1)
        self._known = {}
        return self._step(own, captains, place, moves)

    def _step(self, own: int, captains: int, place: int, moves: int) -> StepKey | None:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise _TooMany
        taking = self._taking(own, captains, place)
        if taking is not None or moves == 1:
            return taking
        key = own, captains, place, moves
        if key not in self._known:
            self._known[key] = next(
                (
                    step
                    for step in self._candidates(own, place)
                    if self._is_sure(own, captains, place, moves, step)
                ),
                None,
            )
        return self._known[key]

    def _candidates(self, own: int, place: int) -> list[StepKey]:
        """Return the steps into the zone around a place, those that touch the piece first."""
        near, around = NEAR[self._side], AROUND[1 - self._side][place]
        free = ZONE[self._side][place] & ~own
        return [
            (origin, target)
            for zone in (free & around, free & ~around)
            for target in bits(zone)
            if not self._is_loss(target)
            for origin in bits(near[target] & own)
        ]

    def _is_loss(self, target: int) -> bool:
        sides = AROUND[self._side][target]
        return not EDGE[self._side] >> target & 1 and not sides & ~self._enemy

    def _is_sure(self, own: int, captains: int, place: int, moves: int, step: StepKey) -> bool:
        """Return whether the piece is caught after a step, wherever it goes."""
        moved = 1 << step[0] | 1 << step[1]
        own ^= moved
        if captains >> step[0] & 1:
            captains ^= moved
        if self._step(own, captains, place, moves - 1) is None:
            return False
        side = 1 - self._side
        return all(
            self._step(own, captains, escape, moves - 1) is not None
            for escape in bits(NEAR[side][place] & ~self._others)
            if EDGE[side] >> escape & 1 or AROUND[side][escape] & ~own
        )

    def _taking(self, own: int, captains: int, place: int) -> StepKey | None:
        """Return a step that takes the piece on a place at once."""
        side = 1 - self._side
        around = AROUND[side][place]
        missing = around & ~own
        if missing & missing - 1 or not missing:
            return None
        target = missing.bit_length() - 1
        origins = NEAR[self._side][target] & own & ~around
        if (self._is_captain or EDGE[side] >> place & 1) and not around & captains:
            origins &= captains
        return ((origins & -origins).bit_length() - 1, target) if origins else None


class CatchPlan(NamedTuple):
    """A way to catch a piece."""

    step: StepKey | None
    """Its first step; `None` where none was found."""
    moves: int
    """The number of the hunters' moves; 0 where no capture was found."""
    nodes: int
    """The number of states searched."""


def plan(side: int, pieces: tuple[int, int], captains: tuple[int, int]) -> CatchPlan:
    """Find the quickest way of a side that moves to catch one of the enemy's pieces by force."""
    own, enemy = pieces[side], pieces[1 - side]
    hunt = _Hunt(side, enemy, captains[1 - side])
    hunters = {place: (ZONE[side][place] & own).bit_count() for place in bits(enemy)}
    hunted = [place for place in hunters if hunters[place] >= FEWEST_HUNTERS]
    hunted.sort(key=hunters.__getitem__, reverse=True)
    try:
        for moves in range(1, MOST_MOVES + 1):
            for place in hunted:
                step = hunt.catch(own, captains[side], place, moves)
                if step is not None:
                    return CatchPlan(step, moves, hunt.nodes)
    except _TooMany:
        pass
    return CatchPlan(None, 0, min(hunt.nodes, MOST_NODES))
