"""Bizingo's search game: states, moves and evaluation."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Self, TypeAlias, cast

from computer.bizingo_army import StepKey, army, pressure, steps
from computer.bizingo_hunt import (
    CLEAR,
    STEPS_OF_ROOM,
    Target,
    doomed,
    hunt,
    likely_answer,
    snare,
    targets,
)
from computer.search_game import DRAWN, LOST, PIECE, WON, SearchGame, SearchMove
from rules import Code, Position, Sentence, codes
from rules.bizingo import Bizingo
from rules.bizingo.board import (
    AROUND,
    CELLS,
    DARK,
    EDGE,
    FEWEST,
    LIGHT,
    NAMES,
    NEAR,
    QUIET_PLIES,
    STEP,
)
from rules.move import bits
from rules.options import Options

State: TypeAlias = tuple[tuple[int, int], tuple[int, int], int]
"""Each side's pieces, the captains among them, and the turn: what the rules compare, too."""

CAPTAIN = 60
"""The value of a captain above another piece: it takes captains, and on the edge."""
LEAD = 2
"""A side this many pieces ahead hunts: it need no longer keep its army together."""
DOOMED = 80
"""A piece that is lost next, unless its side captures another."""
FEW = 6
"""With this few pieces zugzwang is likely."""
RIM_SIDES, MOST_CELLS = 2, 3
"""A cell at the rim has two sides, others three; a reason names at most three cells."""
LITTLE_ROOM = 10
"""With fewer cells in reach a piece can hardly escape."""
EVALUATIONS = 4_000
"""This many evaluations are kept: about 3 MB."""


def _targets(before: State, after: State) -> Iterator[Mapping[int, Target]]:
    """Give the targets of the side that has moved, before and after its move."""
    turn = before[2]
    return (targets(turn, *state[:2]) for state in (before, after))


class BizingoGame(SearchGame[State, StepKey]):
    """Bizingo, whose options make no difference once it has begun."""

    futility_margin = 120
    deep_futility_margins, deep_move_count, deep_grain = (1, 40, 60, 80), 6, 8
    contempt = 50
    quiet_limit = QUIET_PLIES

    def __init__(self, hunter: int | None = None) -> None:
        """Evaluate the hunt of both sides, or of one alone, as if the other never hunted.

        Of the answers to a hunter clearly ahead only captures and the likeliest step are moves.
        """
        self._hunter = hunter
        self.guesses_answers = hunter is not None

    def for_side(self, side: int) -> Self:
        # A side that also fears being hunted flees, and two of those draw nearly every game.
        return type(self)(side)

    def state(self, position: Position) -> State:
        assert isinstance(position, Bizingo)
        return position.pieces, position.captains, position.turn

    def repetitions(self, position: Position) -> Mapping[State, int]:
        assert isinstance(position, Bizingo)
        counts = cast("Mapping[State, int]", position.history.counts)
        if self._hunter is None:
            return counts
        # Whoever plays does something else the second time already, unless a draw is welcome.
        return {state: times + 1 for state, times in counts.items()}

    def quiet_plies(self, position: Position) -> int:
        assert isinstance(position, Bizingo)
        return position.history.length

    def moves(self, state: State) -> list[SearchMove[StepKey]]:
        pieces, captains, turn = state
        captures = self.captures(state)
        if (
            self._hunter == 1 - turn
            and pieces[1 - turn].bit_count() - pieces[turn].bit_count() >= CLEAR
            and (step := likely_answer(turn, pieces, captains))
        ):
            taking = {name for _, name in captures}
            return captures if step in taking else [*captures, (0, step)]
        every = steps(turn, pieces[turn])
        lost = army(1 - turn, pieces[1 - turn]).closed
        if not captures and not lost & army(turn, pieces[turn]).reach:
            return list(every)
        taking = {name for _, name in captures}
        quiet = [
            (-1, move[1]) if lost >> move[1][1] & 1 else move
            for move in every
            if move[1] not in taking
        ]
        return captures + quiet

    def captures(self, state: State) -> list[SearchMove[StepKey]]:
        pieces, captains, turn = state
        own, enemy = pieces[turn], pieces[1 - turn]
        threatened = army(turn, own).closing & enemy
        if not threatened:
            return []
        need_captain = captains[1 - turn] | EDGE[1 - turn]
        taken: dict[StepKey, int] = {}
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

    def after(self, state: State, move: SearchMove[StepKey]) -> State:
        pieces, captains, turn = state
        takes, (origin, target) = move
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

    def null_move(self, state: State) -> State | None:
        pieces, captains, turn = state
        few = min(pieces[LIGHT].bit_count(), pieces[DARK].bit_count()) < FEW
        return None if few else (pieces, captains, 1 - turn)

    def ending(self, state: State) -> int | None:
        pieces, _, turn = state
        if pieces[turn].bit_count() <= FEWEST:
            return LOST
        return WON if pieces[1 - turn].bit_count() <= FEWEST else None

    def large_lead(self, state: State) -> float:
        # A hunt alone counts for pieces, and few pieces are soon too few.
        fewest = min(pieces.bit_count() for pieces in state[0])
        return min(12, 6 + 0.6 * fewest) * PIECE

    def repeated(self, state: State) -> int:  # noqa: ARG002
        return DRAWN

    def evaluate(self, state: State) -> int:
        return _evaluation(*state, self._hunter)

    def merits(self, before: State, after: State) -> Sequence[Sentence]:
        turn, found = before[2], list[Sentence]()
        was, now = _turned(before), after
        was_guarded, guarded = self._guarded(was), self._guarded(now)
        if len(guarded) > len(was_guarded):
            found += self.facts(before, after)
        near, nearer_now = _targets(before, after)
        rooms = {place: self._room(now, place) for place in nearer_now if place in near}
        hemmed = [
            place
            for place, room in rooms.items()
            if room < LITTLE_ROOM
            and room < self._room(was, place)
            and self._is_hunted(_turned(now), place)
        ]
        if hemmed:
            place = min(hemmed, key=rooms.__getitem__)
            found.append(
                Sentence(
                    "It hems in the piece on {cell}: {number} safe cell is left within {steps}.",
                    "It hems in the piece on {cell}: {number} safe cells are left within {steps}.",
                    cell=Code(NAMES[1 - turn][place]),
                    number=rooms[place],
                    steps=Sentence("{number} step", "{number} steps", number=STEPS_OF_ROOM),
                )
            )
        return found

    def facts(self, before: State, after: State) -> Sequence[Sentence]:
        cells = sorted(self._guarded(after) - self._guarded(_turned(before)))
        if not cells:
            return ()
        names = codes([NAMES[1 - before[2]][place] for place in cells[:MOST_CELLS]])
        return (
            Sentence(
                "It guards {cells}: an enemy piece that steps there is in danger.", cells=names
            ),
        )

    def approaches(self, before: State, after: State) -> Sequence[Sentence]:
        near, nearer_now = _targets(before, after)
        for place, target in nearer_now.items():
            if place in near and target.near > near[place].near:
                cell = Code(NAMES[1 - before[2]][place])
                return [Sentence("It gets closer to the piece on {cell}.", cell=cell)]
        return []

    def _guarded(self, state: State) -> set[int]:
        """Give the places where the side to move loses whichever piece steps there, now or next."""
        turn, safe, unsafe = state[2], set[int](), set[int]()
        for move in self.moves(state):
            place = move[1][1]
            child = self.after(state, move)
            is_kept = bool(child[0][turn] >> place & 1) and not self._takes(child, place)
            (safe if is_kept else unsafe).add(place)
        return unsafe - safe

    def _takes(self, state: State, place: int) -> bool:
        """Tell whether the side to move can take the piece on a place."""
        return any(
            not self.after(state, move)[0][1 - state[2]] >> place & 1
            for move in self.captures(state)
        )

    def _is_hunted(self, state: State, place: int) -> bool:
        """Tell whether the side to move takes the piece on a place in two moves, if that stays."""
        afters = (self.after(state, move) for move in self.moves(state))
        return any(self._takes(_turned(after), place) for after in afters)

    def _room(self, state: State, place: int) -> int:
        """Count the places to which a piece of the side to move can go, safe after each step.

        Nobody else moves meanwhile.
        """
        known, rim, turn = {place: state}, [place], state[2]
        for _ in range(STEPS_OF_ROOM):
            ends = []
            for origin in rim:
                for move in self.moves(known[origin]):
                    end = move[1][1]
                    if move[1][0] != origin or end in known:
                        continue
                    child = self.after(known[origin], move)
                    if child[0][turn] >> end & 1 and not self._takes(child, end):
                        known[end] = _turned(child)
                        ends.append(end)
            rim = ends
        return len(known) - 1

    def weakness(self, state: State, cell: str) -> Sentence | None:
        pieces, _, turn = state
        sides = AROUND[1 - turn][CELLS[cell][1]]
        if sides.bit_count() == (sides & pieces[turn]).bit_count() + 1:
            return Sentence(
                "It threatens {cell}: one of its two sides is covered."
                if sides.bit_count() == RIM_SIDES
                else "It threatens {cell}: two of its three sides are covered.",
                cell=Code(cell),
            )
        return None

    def text(self, state: State, move: SearchMove[StepKey]) -> str:
        return STEP[state[2]][move[1]].text


def _turned(state: State) -> State:
    """Give a state with the other side to move."""
    return state[0], state[1], 1 - state[2]


@lru_cache(maxsize=EVALUATIONS)
def _evaluation(
    pieces: tuple[int, int], captains: tuple[int, int], turn: int, hunter: int | None
) -> int:
    """Evaluate a state for the side to move; every fifth one is reached again by transposition."""
    own, enemy = pieces[turn], pieces[1 - turn]
    we_hunt, they_hunt = hunter in (None, turn), hunter in (None, 1 - turn)
    lead = own.bit_count() - enemy.bit_count()
    value = PIECE * lead
    value += CAPTAIN * (captains[turn].bit_count() - captains[1 - turn].bit_count())
    if doomed(turn, pieces, captains):
        value -= DOOMED
    if lead >= LEAD and we_hunt:
        return value + hunt(turn, pieces, captains)
    if lead <= -LEAD and they_hunt:
        return value - hunt(1 - turn, pieces, captains)
    ours, theirs = army(turn, own), army(1 - turn, enemy)
    value += pressure(ours, theirs, enemy) - pressure(theirs, ours, own)
    if we_hunt:
        value += snare(turn, pieces, captains)
    if they_hunt:
        value -= snare(1 - turn, pieces, captains)
    return value


def search_game(chosen: Options) -> BizingoGame:  # noqa: ARG001 (its options only say who begins)
    """Give Bizingo's search game."""
    return BizingoGame()
