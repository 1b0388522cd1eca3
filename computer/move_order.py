"""Move ordering: the order in which moves are searched, so that cutoffs come early."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import takewhile
from typing import Generic

from computer.search_game import MoveKey, SearchGame, SearchMove, State

CAPTURE = 1_000_000
"""The score of a capture for each piece taken: more than any quiet move's history score."""


class HistoryScores(dict[SearchMove[MoveKey], int]):
    """The history heuristic: how often each quiet move caused a cutoff, deep ones counting more."""

    def __missing__(self, move: SearchMove[MoveKey]) -> int:
        self[move] = score = move[0] * CAPTURE
        return score


class MoveOrder(Generic[State, MoveKey]):
    """The order of moves, learned from cutoffs elsewhere in the tree: killers and history."""

    def __init__(self, game: SearchGame[State, MoveKey]) -> None:
        self._game = game
        self._scores: HistoryScores[MoveKey] = HistoryScores()
        self._killers: defaultdict[int, tuple[SearchMove[MoveKey], ...]] = defaultdict(tuple)

    def of(
        self, state: State, ply: int, hash_move: SearchMove[MoveKey] | None
    ) -> Iterator[SearchMove[MoveKey]]:
        """Give every move: the transposition table's, captures, killers, the rest by history.

        The first is given before the others are even generated, since it is often enough.
        """
        if hash_move is not None:
            yield hash_move
        moves = sorted(self._game.moves(state), key=self._scores.__getitem__, reverse=True)
        killers = [killer for killer in self._killers[ply] if killer in moves]
        if killers:
            captures = sum(1 for _ in takewhile(lambda move: move[0] > 0, moves))
            for killer in killers:
                moves.remove(killer)
                moves.insert(captures, killer)
        for move in moves:
            if move != hash_move:
                yield move

    def learn(self, move: SearchMove[MoveKey], depth: int, ply: int) -> None:
        """Remember a quiet move that caused a cutoff, as a killer of its ply and in the history."""
        if move[0] == 0:
            if move not in self._killers[ply]:
                self._killers[ply] = (move, *self._killers[ply][:1])
            self._scores[move] += depth * depth
