"""A search game with oversights: some captures by the other side are not seen."""

import random
from collections.abc import Mapping, Sequence

from computer.search_game import MoveKey, SearchGame, SearchMove, State
from rules import Position


class WithOversights(SearchGame[State, MoveKey]):
    """A search game that leaves out a share of one side's captures, always the same ones.

    A beginner looks ahead like this: correctly, except for an overlooked variation.
    """

    def __init__(
        self, game: SearchGame[State, MoveKey], side: int, share: float, seed: str
    ) -> None:
        """Overlook this share of a side's captures; the seed decides which."""
        self._game = game
        self._side, self._share, self._seed = side, share, seed
        self._seen: dict[SearchMove[MoveKey], bool] = {}
        self.futility_margin, self.quiet_limit = game.futility_margin, game.quiet_limit
        self.no_moves, self.contempt = game.no_moves, game.contempt

    def _sees(self, move: SearchMove[MoveKey]) -> bool:
        if move not in self._seen:
            lot = random.Random(f"{self._seed} {move}").random()
            self._seen[move] = move[0] <= 0 or lot >= self._share
        return self._seen[move]

    def moves(self, state: State) -> Sequence[SearchMove[MoveKey]]:
        moves = self._game.moves(state)
        if state[-1] != self._side:
            return moves
        # A side that has only captures must not seem to have no moves.
        return [move for move in moves if self._sees(move)] or moves

    def captures(self, state: State) -> Sequence[SearchMove[MoveKey]]:
        captures = self._game.captures(state)
        return [move for move in captures if state[-1] != self._side or self._sees(move)]

    def state(self, position: Position) -> State:
        return self._game.state(position)

    def repetitions(self, position: Position) -> Mapping[State, int]:
        return self._game.repetitions(position)

    def quiet_plies(self, position: Position) -> int:
        return self._game.quiet_plies(position)

    def is_quiet(self, move: SearchMove[MoveKey]) -> bool:
        return self._game.is_quiet(move)

    def after(self, state: State, move: SearchMove[MoveKey]) -> State:
        return self._game.after(state, move)

    def null_move(self, state: State) -> State | None:
        return self._game.null_move(state)

    def ending(self, state: State) -> int | None:
        return self._game.ending(state)

    def is_decided(self, state: State) -> bool:
        return self._game.is_decided(state)

    def endgame_value(self, state: State) -> int | None:
        return self._game.endgame_value(state)

    def repeated(self, state: State) -> int | State | None:
        return self._game.repeated(state)

    def evaluate(self, state: State) -> int:
        return self._game.evaluate(state)

    def text(self, state: State, move: SearchMove[MoveKey]) -> str:
        return self._game.text(state, move)
