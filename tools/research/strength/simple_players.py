"""Simple players, against whom the lower levels are measured: people who have just begun.

None of them has a plan: they choose at random among the moves that seem equal to them.
"""

import random
from collections.abc import Callable
from functools import partial
from typing import cast

from computer.bizingo_army import beside
from computer.search_game import LOST, WON, AnySearchGame, search_game_of
from rules import Move, Position
from rules.bizingo.board import NEAR
from rules.move import bits
from tools.research.self_play import Chooser

GAME = 1_000
"""Winning or losing the game, in pieces."""
Value = Callable[[AnySearchGame, tuple[object, ...], tuple[object, ...], int], int]
"""Values a move by the state before it, the state after it, and what it takes, in pieces."""


def _nothing(
    _game: AnySearchGame, _before: tuple[object, ...], _after: tuple[object, ...], _takes: int
) -> int:
    return 0


def _one_ply(
    game: AnySearchGame, before: tuple[object, ...], after: tuple[object, ...], takes: int
) -> int:
    """Value what a move takes, or gives away, and whether it wins; in Agon, how near all is."""
    ending = game.ending(after)
    if ending in (WON, LOST):
        won = (ending == WON) == (after[-1] == before[-1])
        return GAME if won else -GAME
    if not game.takes:
        return game.evaluate(after) * (1 if after[-1] == before[-1] else -1)
    return takes


def _two_plies(
    game: AnySearchGame, before: tuple[object, ...], after: tuple[object, ...], takes: int
) -> int:
    """Value a move, less the best answer to it."""
    value = _one_ply(game, before, after, takes)
    if abs(value) == GAME or after[-1] == before[-1]:
        return value
    replies = (
        _one_ply(game, after, game.after(after, reply), reply[0]) for reply in game.moves(after)
    )
    return value - max(replies, default=0)


def _evading(
    game: AnySearchGame, before: tuple[object, ...], after: tuple[object, ...], _takes: int
) -> int:
    """Value how few pieces are lost next, then how far all are from the enemy's, then how free."""
    turn = cast("int", before[-1])
    own, enemy = _pieces(after, turn), _pieces(after, 1 - turn)
    kept = [_pieces(game.after(after, move), turn).bit_count() for move in game.captures(after)]
    far, within = 0, enemy
    while others := own & ~within:
        far += others.bit_count()
        within |= beside(within)
    free = sum((NEAR[turn][place] & ~own).bit_count() for place in bits(own))
    return (min(kept, default=own.bit_count()) * GAME + far) * GAME + free


def _pieces(state: tuple[object, ...], side: int) -> int:
    return cast("tuple[int, int]", state[0])[side]


def _choose(value: Value, position: Position, seed: int) -> Move:
    """Choose at random among the moves of the highest value."""
    search_game = search_game_of(position)
    state = search_game.state(position)
    values = {
        search_game.text(state, move): value(
            search_game, state, search_game.after(state, move), move[0]
        )
        for move in search_game.moves(state)
    }
    best = max(values.values())
    rng = random.Random(f"{seed} {position.encode()}")
    return position.moves()[rng.choice([text for text in values if values[text] == best])]


at_random: Chooser = partial(_choose, _nothing)
"""Plays anything."""
one_ply: Chooser = partial(_choose, _one_ply)
"""Takes what there is, and gives nothing away by the move itself."""
two_plies: Chooser = partial(_choose, _two_plies)
"""Sees the answer as well."""
evading: Chooser = partial(_choose, _evading)
"""Runs away, in Bizingo: it loses what it must, and keeps as far from the enemy as it can."""
