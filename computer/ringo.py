"""Ringo's search game: states, moves (as changes to the sets) and evaluation."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias, cast

from computer.search_game import LOST, PIECE, WON, SearchGame, SearchMove
from rules import Move, Position, Sentence
from rules.options import Options
from rules.ringo import Ringo
from rules.ringo.board import (
    ATTACKER,
    BOARD,
    CELLS,
    DEFENDER,
    DIRECTIONS,
    FEWEST,
    FORTRESS_HOLDS,
    FORTRESS_NAME,
    HOPS_IN,
    INNERMOST,
    INWARD,
    JUMPS_ACROSS,
    JUMPS_IN,
    NEUTRAL,
    PASSES,
    RINGS,
    SECTORS,
    STEPS_IN,
    Direction,
    Moves,
)
from rules.ringo.choices import Choices

State: TypeAlias = tuple[int, int, int, int]
"""The sets of attackers and of defenders on the rings, how many are in the fortress, the turn."""
MovesByEnd: TypeAlias = Mapping[int, SearchMove[str]]
"""Search moves by the cell where they end, as a set of just that cell."""
Change: TypeAlias = tuple[int, int, int]
"""The cells that change for the attackers and for the defenders, and the change of the fortress."""

INSIDE = 260
"""The value of an attacker in the fortress; the second one wins."""
DEFENDER_WORTH = 170
"""A defender is worth more than an attacker: there are fewer, and they guard the fortress."""
NEARER = (48, 34, 24, 14, 6, 0)
"""The value of an attacker's ring, from the innermost."""
AT_HOME = (10, 14, 8, 0, -8, -14)
"""The value of a defender's ring: highest where it can turn to both sides and is not passed by."""
REMEMBERED = 8_000
"""The number of evaluations cached for each side."""
RING = tuple(((1 << SECTORS) - 1) << SECTORS * ring for ring in range(RINGS))


def _steps(moves: Moves, *, decisive: bool = False) -> MovesByEnd:
    """Turn a table of moves into search moves; entering the fortress counts as a capture."""
    return {1 << end: (len(move.taken) or decisive, move.text) for end, move in moves.items()}


class DirectionMoves(NamedTuple):
    """A direction with its search moves of each kind, like `Direction` of the rules."""

    follow: Callable[[int], int]
    sideways: bool
    steps: MovesByEnd
    jumps: MovesByEnd
    hops: MovesByEnd
    replacements: MovesByEnd


def _direction_moves(direction: Direction) -> DirectionMoves:
    kinds = direction.steps, direction.jumps, direction.hops, direction.replacements
    return DirectionMoves(direction.follow, direction.sideways, *(_steps(moves) for moves in kinds))


DIRECTION_MOVES = tuple(
    tuple(_direction_moves(direction) for direction in ways) for ways in DIRECTIONS
)
INTO, HOP_INTO, JUMP_INTO = (
    _steps(moves, decisive=True) for moves in (STEPS_IN, HOPS_IN, JUMPS_IN)
)
ACROSS, PASSING = _steps(JUMPS_ACROSS), _steps(PASSES)


def _change(side: int, move: Move) -> Change:
    changed, fortress = [0, 0], 0
    for cell in move.path:
        changed[side] ^= CELLS[cell]
    for cell in move.taken:
        changed[1 - side] ^= CELLS[cell]
    if FORTRESS_NAME in move.path:
        fortress = 1
    elif FORTRESS_NAME in move.taken:
        fortress = -1
    return changed[ATTACKER], changed[DEFENDER], fortress


def _changes(side: int) -> Iterator[tuple[str, Change]]:
    tables: list[Moves] = [STEPS_IN, HOPS_IN, JUMPS_IN, JUMPS_ACROSS, PASSES]
    for direction in DIRECTIONS[side]:
        tables += [direction.steps, direction.jumps, direction.hops, direction.replacements]
    for table in tables:
        for move in table.values():
            yield move.text, _change(side, move)


CHANGES = tuple(dict(_changes(side)) for side in (ATTACKER, DEFENDER))


class RingoGame(SearchGame[State, str]):
    """Ringo with its options."""

    def __init__(self, chosen: Choices) -> None:
        self._replaces = chosen.capture == "replacement"
        self._gates = INNERMOST & ~(NEUTRAL if chosen.fortress_from_neutral == "no" else 0)
        self._may_pass = chosen.defender_pass == "yes"  # noqa: S105 (a move, not a secret)
        self._limit = chosen.neutral_limit
        attackers, defenders, fortress, _ = self.state(Ringo.start(chosen.values))
        self._beginning = _strength(attackers, defenders, fortress)
        """The evaluation of the start, which counts as even."""

    def state(self, position: Position) -> State:
        assert isinstance(position, Ringo)
        return position.attackers, position.defenders, position.fortress, position.turn

    def repetitions(self, position: Position) -> Mapping[State, int]:
        assert isinstance(position, Ringo)
        counts = cast("Mapping[tuple[int, int, int, int, Choices], int]", position.history.counts)
        return {identity[:4]: times for identity, times in counts.items()}

    def moves(self, state: State) -> list[SearchMove[str]]:
        return self.captures(state) + self._quiet(state)

    def captures(self, state: State) -> list[SearchMove[str]]:
        """Give the captures, and the moves into the fortress, which are as decisive."""
        attackers, defenders, fortress, turn = state
        own, enemy = (defenders, attackers) if turn else (attackers, defenders)
        found: list[SearchMove[str]] = []
        for direction in DIRECTION_MOVES[turn]:
            if met := direction.follow(own) & enemy & ~NEUTRAL:
                if self._replaces:
                    _add(found, direction.replacements, met)
                else:
                    room = self._room(state, direction, captured=1)
                    _add(found, direction.jumps, direction.follow(met) & room)
        if turn == ATTACKER:
            _add(found, INTO, attackers & self._gates)
            if met := INWARD.follow(attackers) & defenders & self._gates:
                _add(found, HOP_INTO, met & NEUTRAL)
                if not self._replaces:
                    _add(found, JUMP_INTO, met & ~NEUTRAL)
        elif fortress == 1:
            innermost, half = defenders & INNERMOST, SECTORS // 2
            opposite = (innermost << half | innermost >> half) & INNERMOST
            _add(found, ACROSS, opposite & ~(attackers | defenders))
        return found

    def _quiet(self, state: State) -> list[SearchMove[str]]:
        attackers, defenders, _, turn = state
        own, enemy = (defenders, attackers) if turn else (attackers, defenders)
        found: list[SearchMove[str]] = []
        for direction in DIRECTION_MOVES[turn]:
            near = direction.follow(own)
            _add(found, direction.steps, near & self._room(state, direction))
            if safe := near & enemy & NEUTRAL:
                _add(
                    found, direction.hops, direction.follow(safe) & BOARD & ~(attackers | defenders)
                )
        if turn == DEFENDER and self._may_pass:
            _add(found, PASSING, 1)
        return found

    def _room(self, state: State, direction: DirectionMoves, captured: int = 0) -> int:
        """Give the empty cells, without the neutral zone where no more attackers may enter."""
        attackers, defenders, _, turn = state
        empty = BOARD & ~(attackers | defenders)
        if self._limit == "none" or turn == DEFENDER or not direction.sideways:
            return empty
        most = 1 if self._limit == "one" else defenders.bit_count() - captured
        return empty if (attackers & NEUTRAL).bit_count() < most else empty & ~NEUTRAL

    def after(self, state: State, move: SearchMove[str]) -> State:
        attackers, defenders, fortress, turn = state
        change, other_change, more = CHANGES[turn][move[1]]
        return attackers ^ change, defenders ^ other_change, fortress + more, 1 - turn

    def ending(self, state: State) -> int | None:
        attackers, defenders, fortress, turn = state
        if fortress == FORTRESS_HOLDS:
            return WON if turn == ATTACKER else LOST
        if attackers.bit_count() + fortress <= FEWEST:
            return WON if turn == DEFENDER else LOST
        if not defenders:
            return WON if turn == ATTACKER else LOST
        return None

    def repeated(self, state: State) -> int:
        return WON if state[3] == DEFENDER else LOST

    def evaluate(self, state: State) -> int:
        attackers, defenders, fortress, turn = state
        value = _strength(attackers, defenders, fortress) - self._beginning
        return value if turn == ATTACKER else -value

    def merits(self, before: State, after: State) -> Sequence[Sentence]:
        if after[2] > before[2]:
            return [Sentence("It enters the fortress: one more attacker in there wins.")]
        turn = before[3]
        own, now = before[turn], after[turn]
        origin, target = own & ~now, now & ~own
        found = []
        left = self._steps_to_fortress(target)
        if turn == ATTACKER and left < self._steps_to_fortress(origin):
            found.append(
                Sentence(
                    "It gets closer to the fortress: {number} step to go.",
                    "It gets closer to the fortress: {number} steps to go.",
                    number=left,
                )
            )
        if turn == DEFENDER and self._ways_in(after) < self._ways_in(before):
            found.append(
                Sentence(
                    "It blocks a way in, leaving {number} attacker who can still step inward.",
                    "It blocks a way in, leaving {number} attackers who can still step inward.",
                    number=self._ways_in(after),
                )
            )
        if turn == DEFENDER and _ring(target) > _ring(origin) and _are_outside(before, origin):
            found.append(Sentence("It goes to meet the attackers before they reach the fortress."))
        if target & NEUTRAL and not origin & NEUTRAL:
            found.append(Sentence("It's safe there: nothing can be taken in the neutral zone."))
        return found

    def _steps_to_fortress(self, cell: int) -> int:
        """Count the steps from a cell to the fortress; a closed neutral zone must be left first."""
        is_shut_in = bool(cell & NEUTRAL and not self._gates & NEUTRAL)
        return _ring(cell) + 1 + is_shut_in

    def _ways_in(self, state: State) -> int:
        """Count the attackers that can step inward."""
        attackers, defenders, _, _ = state
        into = INWARD.follow(attackers) & BOARD & ~(attackers | defenders)
        return into.bit_count() + (attackers & self._gates).bit_count()

    def text(self, state: State, move: SearchMove[str]) -> str:  # noqa: ARG002
        return move[1]


def _ring(cell: int) -> int:
    """Give the ring of a cell, as a set of just that cell: the innermost is 0."""
    return (cell.bit_length() - 1) // SECTORS


def _are_outside(state: State, defender: int) -> bool:
    """Tell whether no attacker is at the fortress, and some are farther out than a defender."""
    attackers, _, fortress, _ = state
    at_it = fortress or attackers & INNERMOST
    return not at_it and attackers.bit_length() > (_ring(defender) + 1) * SECTORS


def _add(found: list[SearchMove[str]], steps: MovesByEnd, ends: int) -> None:
    """Add the moves that end in a set of cells."""
    while ends:
        end = ends & -ends
        found.append(steps[end])
        ends ^= end


def _strength(attackers: int, defenders: int, fortress: int) -> int:
    return _siege(attackers) + INSIDE * fortress - _defence(defenders)


@lru_cache(maxsize=REMEMBERED)
def _siege(attackers: int) -> int:
    """Evaluate where the attackers stand."""
    near = sum(
        (attackers & ring).bit_count() * worth for ring, worth in zip(RING, NEARER, strict=True)
    )
    return PIECE * attackers.bit_count() + near


@lru_cache(maxsize=REMEMBERED)
def _defence(defenders: int) -> int:
    """Evaluate where the defenders stand."""
    home = sum(
        (defenders & ring).bit_count() * worth for ring, worth in zip(RING, AT_HOME, strict=True)
    )
    return DEFENDER_WORTH * defenders.bit_count() + home


def search_game(chosen: Options) -> RingoGame:
    """Give Ringo's search game with these options."""
    assert isinstance(chosen, Choices)
    return RingoGame(chosen)
