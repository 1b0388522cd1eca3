"""A search game with oversights: some captures by the other side are not seen."""

import random
from collections.abc import Hashable, Sequence
from copy import copy
from functools import cache

from computer.search_game import AnySearchGame, SearchMove


def with_oversights(game: AnySearchGame, side: int, share: float, seed: str) -> AnySearchGame:
    """Return a search game that leaves out a share of one side's captures, always the same ones.

    A beginner looks ahead like this: correctly, except for an overlooked variation. The seed
    decides which captures those are.
    """

    @cache
    def is_seen(move: SearchMove[Hashable]) -> bool:
        return move[0] <= 0 or random.Random(f"{seed} {move}").random() >= share

    def moves(state: tuple[object, ...]) -> Sequence[SearchMove[Hashable]]:
        every = game.moves(state)
        if state[-1] != side:
            return every
        # A side that has only captures must not seem to have no moves.
        return [*filter(is_seen, every)] or every

    def captures(state: tuple[object, ...]) -> Sequence[SearchMove[Hashable]]:
        every = game.captures(state)
        return every if state[-1] != side else [*filter(is_seen, every)]

    overlooking = copy(game)  # whatever else is asked of it is answered as by the game
    vars(overlooking).update(moves=moves, captures=captures)
    return overlooking
