"""Monte-Carlo tree search, as an opponent to measure the computer's strength against."""

import math
import random
from collections.abc import Callable
from typing import Self

from opponent.form import LOST, PIECE, WON
from opponent.forms import AnyForm, form_of
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


def choose(position: Position, seed: int, enough: Callable[[int], bool]) -> Move:
    """Choose the move with the most visits, once `enough` returns true."""
    form, rng = form_of(position), random.Random(seed)
    root = Node(form.state(position))
    tried = 0
    while not enough(tried) or len(root.children) == 0:
        _try_once(form, root, rng)
        tried += 1
    return position.moves()[max(root.children, key=lambda child: child.visits).text]


def _try_once(form: AnyForm, root: Node, rng: random.Random) -> None:
    """Select a leaf, expand it, play on at random, and update the results on the path."""
    path = [root]
    while path[-1].children:
        path.append(path[-1].best_child())
    leaf = path[-1]
    if leaf.visits and form.ending(leaf.state) is None:
        leaf.children = [
            Node(form.after(leaf.state, step), form.text(leaf.state, step))
            for step in form.steps(leaf.state)
        ]
        if leaf.children:
            path.append(leaf.best_child())
    last = path[-1].state
    ending = _rollout(form, last, rng)
    for number, node in enumerate(path):
        node.visits += 1
        mover = path[max(0, number - 1)].state[-1]
        node.score += (1 + (ending if mover == last[-1] else -ending)) / 2


def _rollout(form: AnyForm, state: tuple[object, ...], rng: random.Random) -> float:
    """Play at random and return the result for the side to move, estimated for a long game."""
    first = state[-1]
    for _ in range(LONGEST_ROLLOUT):
        ending = form.ending(state)
        steps = form.steps(state) if ending is None else ()
        if ending is None and not steps:
            ending = form.blocked
        if ending is not None:
            return ending if state[-1] == first else -ending
        taking = [step for step in steps if step[0] > 0]
        state = form.after(state, rng.choice(taking or steps))
    value = form.value(state) * (1 if state[-1] == first else -1)
    return max(LOST, min(WON, value / CLEARLY))
