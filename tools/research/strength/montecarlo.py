"""Monte-Carlo tree search, as an opponent to measure the computer's strength against."""

import math
import random
from collections.abc import Callable
from typing import Self

from computer.search_game import LOST, PIECE, WON, AnySearchGame, search_game_of
from rules import Move, Position

EXPLORATION = 1.0
"""The weight of exploration against the best result so far."""
LONGEST_ROLLOUT = 60
"""The number of random plies after which a game is evaluated instead."""
CLEARLY = 4 * PIECE
"""The advantage that counts as a win."""


class Node:
    """A state in the search tree, with the results for the side that moved into it."""

    def __init__(self, state: tuple[object, ...], text: str = "") -> None:
        self.state = state
        self.text = text
        self.visits = 0
        self.score = 0.0
        self.children: list[Self] = []

    def best_child(self) -> Self:
        """Select a child by upper confidence bounds (UCT)."""
        log = math.log(self.visits)
        return max(
            self.children,
            key=lambda child: (
                child.score / child.visits + EXPLORATION * math.sqrt(log / child.visits)
                if child.visits
                else math.inf
            ),
        )


def choose(position: Position, seed: int, limit: Callable[[int], bool]) -> Move:
    """Search until the limit; choose the move with the most visits."""
    search_game, rng = search_game_of(position), random.Random(seed)
    root = Node(search_game.state(position))
    tried = 0
    while not limit(tried) or len(root.children) == 0:
        _try_once(search_game, root, rng)
        tried += 1
    return position.moves()[max(root.children, key=lambda child: child.visits).text]


def _try_once(search_game: AnySearchGame, root: Node, rng: random.Random) -> None:
    """Run one iteration: selection, expansion, a random rollout, and backpropagation."""
    path = [root]
    while path[-1].children:
        path.append(path[-1].best_child())
    leaf = path[-1]
    if leaf.visits and search_game.ending(leaf.state) is None:
        leaf.children = [
            Node(search_game.after(leaf.state, move), search_game.text(leaf.state, move))
            for move in search_game.moves(leaf.state)
        ]
        if leaf.children:
            path.append(leaf.best_child())
    last = path[-1].state
    ending = _rollout(search_game, last, rng)
    for number, node in enumerate(path):
        node.visits += 1
        mover = path[max(0, number - 1)].state[-1]
        node.score += (1 + (ending if mover == last[-1] else -ending)) / 2


def _rollout(search_game: AnySearchGame, state: tuple[object, ...], rng: random.Random) -> float:
    """Play at random; return the result for the first side to move, by evaluation if unfinished."""
    first = state[-1]
    for _ in range(LONGEST_ROLLOUT):
        ending = search_game.ending(state)
        moves = search_game.moves(state) if ending is None else ()
        if ending is None and not moves:
            ending = search_game.no_moves
        if ending is not None:
            return ending if state[-1] == first else -ending
        taking = [move for move in moves if move[0] > 0]
        state = search_game.after(state, rng.choice(taking or moves))
    value = search_game.evaluate(state) * (1 if state[-1] == first else -1)
    return max(LOST, min(WON, value / CLEARLY))
