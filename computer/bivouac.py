"""Bivouac's search game: states, moves and evaluation."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias, cast

from computer.search_game import DRAWN, LOST, PIECE, WON, SearchGame, SearchMove
from rules import Position, Sentence
from rules.bivouac import Bivouac
from rules.bivouac.board import (
    BLACK,
    FEWEST,
    GOALS,
    IN_ENCAMPMENTS,
    JUMPS,
    NAMES,
    QUIET,
    REACH,
    WHITE,
)
from rules.bivouac.choices import Choices
from rules.move import bits
from rules.options import Options

State: TypeAlias = tuple[int, int, int]
"""White's stones, Black's stones and the turn."""
Path: TypeAlias = tuple[int, ...]
"""A move's start and every landing, as places."""

BY_MOVES_TO_GO = (46, 24, 14, 8, 3, 0)
"""The value of a stone's place, by its moves to a goal on an empty board."""
IN_THE_WAY = 14
"""A stone on a goal of the other side, which cannot fill it."""
GOALS_TOGETHER = (0, 0, 12, 50, 0)
"""The extra value of this many goals filled."""
FEW = 6
"""With this few stones zugzwang is likely."""
REMEMBERED = 8_000
"""This many evaluations of stones, and lists of a stone's quiet moves, are kept."""


def _moves_to_go(side: int) -> dict[int, int]:
    """Give how many moves each place is from a goal of a side on an empty board."""
    found: dict[int, int] = {}
    near, moves = GOALS[side], 0
    while len(found) < len(NAMES):
        for place in bits(near):
            found.setdefault(place, moves)
        near = sum(1 << place for place in NAMES if REACH[place] & near)
        moves += 1
    return found


MOVES_TO_GO = _moves_to_go(WHITE), _moves_to_go(BLACK)


def _worth_of_places(side: int) -> dict[int, int]:
    """Give what a stone of a side is worth on each place."""
    return {
        place: BY_MOVES_TO_GO[min(moves, len(BY_MOVES_TO_GO) - 1)]
        + (IN_THE_WAY if GOALS[1 - side] >> place & 1 else 0)
        for place, moves in MOVES_TO_GO[side].items()
    }


WORTH = _worth_of_places(WHITE), _worth_of_places(BLACK)


@lru_cache(maxsize=REMEMBERED)
def _standing(side: int, stones: int) -> int:
    """Evaluate a side's stones by where each stands."""
    filled = GOALS_TOGETHER[(stones & GOALS[side]).bit_count()]
    return filled + sum(PIECE + WORTH[side][place] for place in bits(stones))


@lru_cache(maxsize=REMEMBERED)
def _quiet(origin: int, targets: int) -> tuple[SearchMove[Path], ...]:
    """Give the steps and slides from a place to some empty ones."""
    return tuple((0, (origin, target)) for target in bits(targets))


class BivouacGame(SearchGame[State, Path]):
    """Bivouac with its options."""

    futility_margin = 70
    extra_depth = -1
    no_moves = DRAWN

    def __init__(self, chosen: Choices) -> None:
        self._hostile = chosen.variant == "hostile"

    def state(self, position: Position) -> State:
        assert isinstance(position, Bivouac)
        return *position.stones, position.turn

    def repetitions(self, position: Position) -> Mapping[State, int]:
        assert isinstance(position, Bivouac)
        counts = cast("Mapping[tuple[tuple[int, int], int, str], int]", position.history.counts)
        return {(*stones, turn): times for (stones, turn, _), times in counts.items()}

    def moves(self, state: State) -> list[SearchMove[Path]]:
        white, black, turn = state
        found = self.captures(state)
        if found and self._hostile:
            return found
        empty = ~(white | black)
        for origin in bits(state[turn]):
            found += _quiet(origin, REACH[origin] & empty)
        return found

    def captures(self, state: State) -> list[SearchMove[Path]]:
        turn = state[2]
        own, enemy = state[turn], state[1 - turn]
        found: list[SearchMove[Path]] = []
        for start in bits(own & IN_ENCAMPMENTS):
            if REACH[start] & enemy:
                # The stone that jumps has left its cell, and may come back to it.
                _jump_on((start,), own ^ 1 << start, enemy, found)
        if found and self._hostile:
            longest = max(found)[0]
            return [move for move in found if move[0] == longest]
        return found

    def after(self, state: State, move: SearchMove[Path]) -> State:
        turn = state[2]
        taken, path = move
        own = state[turn] & ~(1 << path[0]) | 1 << path[-1]
        enemy = state[1 - turn]
        if taken:
            for here, there in pairwise(path):
                enemy ^= 1 << (here + there) // 2
        return (enemy, own, WHITE) if turn else (own, enemy, BLACK)

    def null_move(self, state: State) -> State | None:
        white, black, turn = state
        few = min(white.bit_count(), black.bit_count()) < FEW
        return None if few or self._hostile else (white, black, 1 - turn)

    def ending(self, state: State) -> int | None:
        turn = state[2]
        own, enemy = state[turn], state[1 - turn]
        if enemy & GOALS[1 - turn] == GOALS[1 - turn]:
            return LOST
        if own & GOALS[turn] == GOALS[turn]:
            return WON
        if own.bit_count() < FEWEST:
            return LOST
        return WON if enemy.bit_count() < FEWEST else None

    def repeated(self, state: State) -> int:  # noqa: ARG002
        return DRAWN

    def evaluate(self, state: State) -> int:
        turn = state[2]
        return _standing(turn, state[turn]) - _standing(1 - turn, state[1 - turn])

    def merits(self, before: State, after: State) -> Sequence[Sentence]:
        turn = before[2]
        own, now = before[turn], after[turn]
        origin, target = own & ~now, now & ~own
        filled, away = (now & GOALS[turn]).bit_count(), MOVES_TO_GO[turn]
        moves, here = (away[place.bit_length() - 1] for place in (target, origin))
        found = []
        if filled > (own & GOALS[turn]).bit_count():
            found.append(
                Sentence(
                    "It fills a goal ({filled} of {all}).",
                    filled=filled,
                    all=GOALS[turn].bit_count(),
                )
            )
        elif moves < here:
            found.append(
                Sentence(
                    "It gets closer to the goals: {number} move away if nothing is in the way.",
                    "It gets closer to the goals: {number} moves away if nothing is in the way.",
                    number=moves,
                )
            )
        if target & GOALS[1 - turn] and not origin & GOALS[1 - turn]:
            found.append(Sentence("It blocks a goal that the other side has to fill."))
        return found

    def text(self, state: State, move: SearchMove[Path]) -> str:  # noqa: ARG002
        taken, path = move
        return ":".join(NAMES[place] for place in path) if taken else QUIET[path[0], path[1]].text


def _jump_on(path: Path, own: int, enemy: int, found: list[SearchMove[Path]]) -> None:
    """Add every way of going on with a capture, each shorter one before its longer ones."""
    for over, landing in JUMPS[path[-1]]:
        if enemy & over and not (own | enemy) >> landing & 1:
            longer = (*path, landing)
            found.append((len(path), longer))
            _jump_on(longer, own, enemy ^ over, found)


def search_game(chosen: Options) -> BivouacGame:
    """Give Bivouac's search game with these options."""
    assert isinstance(chosen, Choices)
    return BivouacGame(chosen)
