"""Hoyito's search game: states, moves and evaluation; sowings are cached."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias, cast

from computer.hoyito_endgames import FEW_STONES, result
from computer.search_game import DECIDED, DRAWN, LOST, PIECE, WON, SearchGame, SearchMove
from rules import Position
from rules.hoyito import Hoyito
from rules.hoyito.board import DIRECTIONS, FOUR, MARKS, TEXTS, own_holes_taken
from rules.hoyito.choices import Choices
from rules.hoyito.sowing import ring_of
from rules.move import PASS
from rules.options import Options

Pair: TypeAlias = tuple[int, int]
Game: TypeAlias = tuple[frozenset[int], int, int]
"""A game of a match: the closed holes, its number and who began it."""
State: TypeAlias = tuple[tuple[int, ...], Pair, Pair, Game, int]
"""The holes, the stores, the directions, the game of the match, and the turn."""

STONE = PIECE // FOUR
OWN_STONE = 3
"""The value of a stone in one's own holes, which only its side can sow."""
SOLVED = "6", "counterclockwise", "game"
"""The holes, the direction and the length of the games whose endgames are solved."""
REMEMBERED = 8_000
"""This many sowings are kept: about 4 MB."""


@lru_cache(maxsize=REMEMBERED)
def _sown(
    holes: tuple[int, ...], closed: frozenset[int], place: int, direction: int
) -> tuple[tuple[int, ...], int]:
    """Give the holes after a turn, and how many stones it takes."""
    after, taken, _, _ = ring_of(len(holes), closed, direction).sow(holes, place, sum(holes))
    return after, taken


class HoyitoGame(SearchGame[State, str]):
    """Hoyito with its options."""

    unit = STONE
    extra_depth = 1
    opening_variety, opening_depth = 4 * STONE, 3

    def __init__(self, chosen: Choices) -> None:
        self._chosen = chosen
        self._stones = 2 * FOUR * int(chosen.holes)
        self._chooses_once = chosen.direction == "first_move"
        self._is_match = chosen.play == "match"
        self._is_solved = (chosen.holes, chosen.direction, chosen.play) == SOLVED

    def is_opening(self, position: Position) -> bool:
        assert isinstance(position, Hoyito)
        # Sown stones are soon all elsewhere; what counts is how many are left.
        return 6 * sum(position.holes) > 5 * self._stones

    def state(self, position: Position) -> State:
        assert isinstance(position, Hoyito)
        game = position.closed, position.round, position.starter
        return position.holes, position.stores, position.directions, game, position.turn

    def repetitions(self, position: Position) -> Mapping[State, int]:
        assert isinstance(position, Hoyito)
        # As far as the history goes back, only the holes and the turn have changed.
        boards = cast("Mapping[tuple[tuple[int, ...], int], int]", position.history.counts)
        _, stores, directions, game, _ = self.state(position)
        return {
            (holes, stores, directions, game, turn): times
            for (holes, turn), times in boards.items()
        }

    def moves(self, state: State) -> list[SearchMove[str]]:
        holes, _, directions, (closed, _, _), turn = state
        half = len(holes) // 2
        fixed = directions[turn]
        choices = [(fixed, "")] if fixed else MARKS.items()
        found = [
            (_sown(holes, closed, place, direction)[1], TEXTS[mark][place % half])
            for place in range(half * turn, half * turn + half)
            if holes[place]
            for direction, mark in choices
        ]
        return found or [(0, PASS)]

    def captures(self, state: State) -> list[SearchMove[str]]:
        return [move for move in self.moves(state) if move[0]]

    def after(self, state: State, move: SearchMove[str]) -> State:
        holes, stores, directions, game, turn = state
        taken, text = move
        if text == PASS:
            return holes, stores, directions, game, 1 - turn
        direction = DIRECTIONS.get(text[1:], directions[turn])
        place = TEXTS[""].index(text[0]) + len(holes) // 2 * turn
        after, _ = _sown(holes, game[0], place, direction)
        if taken:
            south, north = stores
            stores = (south, north + taken) if turn else (south + taken, north)
        if self._chooses_once and direction != directions[turn]:
            south, north = directions
            directions = (south, direction) if turn else (direction, north)
        sown = after, stores, directions, game, 1 - turn
        return sown if any(after) else self._next_game(sown)

    def _next_game(self, state: State) -> State:
        """Have the rules set up the next game of a match on an empty board, if any (rare)."""
        if not self._is_match:
            return state
        holes, stores, directions, game, turn = state
        closed, number, starter = game
        last = Hoyito(holes, closed, stores, directions, number, starter, turn, self._chosen)
        return self.state(last.next_round()) if last.ended_game else state

    def ending(self, state: State) -> int | None:
        holes, stores, _, _, turn = state
        return None if any(holes) else _more(stores[turn], stores[1 - turn])

    def is_decided(self, state: State) -> bool:
        return not self._is_match and 2 * max(state[1]) > self._stones

    def endgame_value(self, state: State) -> int | None:
        holes, stores, _, _, turn = state
        if not self._is_solved:
            return None
        stones = self._stones - sum(stores)
        if stones > FEW_STONES:
            return None
        half = len(holes) // 2
        known = result(holes[half:] + holes[:half] if turn else holes, stones)
        if known is None:
            return None
        gain, plies = known
        ahead = stores[turn] - stores[1 - turn] + gain
        # The larger gain is better, then the quicker way to it.
        return _sign(ahead) * DECIDED + STONE * ahead - _sign(gain) * plies

    def repeated(self, state: State) -> int | State:
        """Let each side take the stones in its own holes; a match then mostly goes on."""
        holes, stores, directions, game, turn = state
        taken = own_holes_taken(holes, stores)
        after = self._next_game(((0,) * len(holes), taken, directions, game, turn))
        ending = self.ending(after)
        return after if ending is None else ending

    def evaluate(self, state: State) -> int:
        holes, stores, _, _, turn = state
        half = len(holes) // 2
        own, enemy = stores[turn], stores[1 - turn]
        near = sum(holes[:half]) - sum(holes[half:])
        value = STONE * (own - enemy) + OWN_STONE * (-near if turn else near)
        if not self._is_match:
            # With more than half of the stones in a store the rest makes no difference.
            value += DECIDED * ((2 * own > self._stones) - (2 * enemy > self._stones))
        return value

    def text(self, state: State, move: SearchMove[str]) -> str:  # noqa: ARG002
        return move[1]


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _more(own: int, enemy: int) -> int:
    return WON if own > enemy else LOST if own < enemy else DRAWN


def search_game(chosen: Options) -> HoyitoGame:
    """Give Hoyito's search game with these options."""
    assert isinstance(chosen, Choices)
    return HoyitoGame(chosen)
