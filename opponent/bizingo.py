"""Bizingo as it is searched: two armies, and what each alone threatens."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias, cast

from opponent.form import DRAWN, LOST, PIECE, WON, Form, Step
from rules import Position
from rules.bits import bits
from rules.bizingo import Bizingo
from rules.bizingo.board import (
    AROUND,
    BOARD,
    DARK,
    EDGE,
    FEWEST,
    LIGHT,
    MOST_PIECES,
    NEAR,
    QUIET_PLIES,
    SIDES,
    STEP,
    STRIDE,
)
from rules.options import Options

State: TypeAlias = tuple[tuple[int, int], tuple[int, int], int]
"""Each side's pieces, the captains among them, and the turn: what the rules compare, too."""
Name: TypeAlias = tuple[int, int]
"""A step's two places."""

CAPTAIN = 60
"""What a captain is worth above another piece: it takes captains, and on the edge."""
AHEAD = 12
"""A row further towards where the enemy began."""
BEGINNING = 13, 21
"""How far ahead light's and dark's pieces are at the start, on average: it counts as nothing."""
CLOSED, CLOSING = 3, 2
"""A cell where an enemy would walk into its own loss; one that can be closed around it."""
CONTROLLED = 6
"""Each of these to which an enemy can step."""
THREATENED = 10
"""A piece on a cell that can be closed around it."""

LEAD = 3
"""A side with so many pieces more hunts: it need no longer keep its army together."""
QUARRY = 150
"""Each piece that the hunted have lost: those who took it have a long way to the next."""
NEARER = 4
"""A step nearer to the hunted, for each piece."""
ROOM = 6
"""A cell less to which the hunted can step in safety."""
CORNERED = (40, 20, 8)
"""A hunted piece with so few safe cells left, from none up: the net around it is closing."""
MOST_ROOM = 6
"""A piece has no more cells than this to step to."""
FARTHEST = 12
"""A piece that is farther from the hunted than so many steps does not come nearer by one."""

FEW = 6
"""With so few pieces having to move may hurt."""
REMEMBERED = 20_000
"""So many armies of both sides are kept: about 20 MB."""

QUIET = tuple({step: (0, step) for step in STEP[side]} for side in (LIGHT, DARK))
"""Every step there can be, as the search knows it."""
ROWS = {row: sum(1 << STRIDE * row + column for column in range(STRIDE)) for row in range(3, 14)}
ROWS_AHEAD = (
    [(12 - row, cells) for row, cells in ROWS.items()],
    [(row - 5, cells) for row, cells in ROWS.items()],
)
"""How many rows ahead of their rearmost at the start light's and dark's pieces are."""


def _held(own: int, offset: int) -> int:
    """Give the enemy's cells of which the side at an offset is among some cells."""
    return own >> offset if offset > 0 else own << -offset


OFFSETS = SIDES[DARK], SIDES[LIGHT]
"""From an enemy's cell to the cells around it where this side's pieces stand."""
THERE = tuple(
    tuple(_held(BOARD[side], offset) for offset in OFFSETS[side]) for side in (LIGHT, DARK)
)
"""The enemy's cells that have a side at each of these offsets."""


class Army(NamedTuple):
    """What a set of one side's pieces can do, whatever the enemy: the armies never share a cell."""

    steps: tuple[Step[Name], ...]
    reach: int
    """Where it can step to."""
    closed: int
    """The enemy's cells with three sides, all of them held."""
    closing: int
    """The enemy's cells of which one more step would hold every side."""
    standing: int
    """What it is worth as it stands, besides its pieces."""


@lru_cache(maxsize=REMEMBERED)
def army(side: int, own: int) -> Army:
    """Work out what an army can do."""
    near, quiet, enemy = NEAR[side], QUIET[side], BOARD[1 - side]
    steps = tuple(
        quiet[origin, target] for origin in bits(own) for target in bits(near[origin] & ~own)
    )
    reach = sum(1 << place for place in {target for _, (_, target) in steps})
    first, second, third = (
        there & ~_held(own, offset)
        for there, offset in zip(THERE[side], OFFSETS[side], strict=True)
    )
    closed = enemy & ~EDGE[1 - side] & ~(first | second | third)
    open_once = enemy & (
        (first & ~second & ~third) | (second & ~first & ~third) | (third & ~first & ~second)
    )
    closing = 0
    for place in bits(open_once):
        around = AROUND[1 - side][place]
        gap = (around & ~own).bit_length() - 1
        if near[gap] & own & ~around:
            closing |= 1 << place
    standing = CLOSED * closed.bit_count() + CLOSING * closing.bit_count()
    standing += AHEAD * sum((own & cells).bit_count() * rows for rows, cells in ROWS_AHEAD[side])
    standing -= BEGINNING[side] * own.bit_count()
    return Army(steps, reach, closed, closing, standing)


@lru_cache(maxsize=REMEMBERED // 10)
def _zones(side: int, hunted: int) -> tuple[int, ...]:
    """Give a side's cells around the hunted, then with those a step further, and so on."""
    zone = 0
    for place in bits(hunted):
        zone |= AROUND[1 - side][place]
    zones = [zone]
    while len(zones) < FARTHEST:
        zone |= zone << 1 | zone >> 1 | zone << STRIDE | zone >> STRIDE
        zone |= zone << STRIDE + 1 | zone >> STRIDE + 1
        zones.append(zone)
    return tuple(zones)


class Armies(Form[State, Name]):
    """Bizingo, whose options make no difference once it has begun."""

    swing = 60
    quiet_limit = QUIET_PLIES

    def state(self, position: Position) -> State:
        assert isinstance(position, Bizingo)
        return position.pieces, position.captains, position.turn

    def stood(self, position: Position) -> Mapping[State, int]:
        assert isinstance(position, Bizingo)
        return cast("Mapping[State, int]", position.history.stood)

    def quiet(self, position: Position) -> int:
        assert isinstance(position, Bizingo)
        return position.history.length

    def steps(self, state: State) -> list[Step[Name]]:
        pieces, _, turn = state
        steps = army(turn, pieces[turn]).steps
        captures = self.captures(state)
        lost = army(1 - turn, pieces[1 - turn]).closed
        if not captures and not lost & army(turn, pieces[turn]).reach:
            return list(steps)
        taking = {name for _, name in captures}
        quiet = [
            (-1, step[1]) if lost >> step[1][1] & 1 else step
            for step in steps
            if step[1] not in taking
        ]
        return captures + quiet

    def captures(self, state: State) -> list[Step[Name]]:
        pieces, captains, turn = state
        own, enemy = pieces[turn], pieces[1 - turn]
        threatened = army(turn, own).closing & enemy
        if not threatened:
            return []
        need_captain = captains[1 - turn] | EDGE[1 - turn]
        taken: dict[Name, int] = {}
        for place in bits(threatened):
            around = AROUND[1 - turn][place]
            target = (around & ~own).bit_length() - 1
            origins = NEAR[turn][target] & own & ~around
            if need_captain >> place & 1 and not around & captains[turn]:
                origins &= captains[turn]
            for origin in bits(origins):
                worth = 1 + (captains[1 - turn] >> place & 1)
                taken[origin, target] = taken.get((origin, target), 0) + worth
        return [(number, name) for name, number in taken.items()]

    def after(self, state: State, step: Step[Name]) -> State:
        pieces, captains, turn = state
        takes, (origin, target) = step
        moved = 1 << origin | 1 << target if takes >= 0 else 1 << origin
        own, own_captains = pieces[turn] ^ moved, captains[turn]
        if own_captains >> origin & 1:
            own_captains ^= moved
        enemy, enemy_captains = pieces[1 - turn], captains[1 - turn]
        if takes > 0:
            need_captain = enemy_captains | EDGE[1 - turn]
            for place in bits(AROUND[turn][target] & enemy):
                around = AROUND[1 - turn][place]
                if not around & ~own and (around & own_captains or not need_captain >> place & 1):
                    enemy &= ~(1 << place)
                    enemy_captains &= ~(1 << place)
        if turn:
            return (enemy, own), (enemy_captains, own_captains), LIGHT
        return (own, enemy), (own_captains, enemy_captains), DARK

    def passed(self, state: State) -> State | None:
        pieces, captains, turn = state
        few = min(pieces[LIGHT].bit_count(), pieces[DARK].bit_count()) < FEW
        return None if few else (pieces, captains, 1 - turn)

    def ending(self, state: State) -> int | None:
        pieces, _, turn = state
        if pieces[turn].bit_count() <= FEWEST:
            return LOST
        return WON if pieces[1 - turn].bit_count() <= FEWEST else None

    def repeated(self, state: State) -> int:  # noqa: ARG002
        return DRAWN

    def value(self, state: State) -> int:
        pieces, captains, turn = state
        own, enemy = pieces[turn], pieces[1 - turn]
        lead = own.bit_count() - enemy.bit_count()
        value = PIECE * lead
        value += CAPTAIN * (captains[turn].bit_count() - captains[1 - turn].bit_count())
        if lead >= LEAD:
            return value + _hunt(turn, own, enemy)
        if lead <= -LEAD:
            return value - _hunt(1 - turn, enemy, own)
        return value + _pressure(turn, own, enemy) - _pressure(1 - turn, enemy, own)

    def text(self, state: State, step: Step[Name]) -> str:
        return STEP[state[2]][step[1]].text


def _pressure(side: int, own: int, enemy: int) -> int:
    """Judge how an army stands against the enemy's."""
    ours, theirs = army(side, own), army(1 - side, enemy)
    controlled = (ours.closed | ours.closing) & theirs.reach
    return (
        ours.standing
        + CONTROLLED * controlled.bit_count()
        + THREATENED * (ours.closing & enemy).bit_count()
    )


def _hunt(side: int, own: int, hunted: int) -> int:
    """Judge how near an army is to catching the few that the enemy has left.

    Every term is a gain, so that nobody shies at a lead.
    """
    ours, theirs = army(side, own), army(1 - side, hunted)
    left, control = hunted.bit_count(), ours.closed | ours.closing
    near = sum((own & zone).bit_count() for zone in _zones(side, hunted))
    value = QUARRY * (MOST_PIECES - left) + NEARER * near
    value += ROOM * (MOST_ROOM * left - (theirs.reach & ~control).bit_count())
    value += THREATENED * (ours.closing & hunted).bit_count()
    for place in bits(hunted):
        safe = (NEAR[1 - side][place] & ~hunted & ~control).bit_count()
        if safe < len(CORNERED):
            value += CORNERED[safe]
    return value


def form(chosen: Options) -> Armies:  # noqa: ARG001 (its options only say who begins)
    """Give the form of Bizingo."""
    return Armies()
