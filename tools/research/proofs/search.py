"""Search for a proof: AND/OR search of growing depth with a memory, over Hoyito's search game.

The depth counts as failure, and so does a repetition, which no shortest proof contains. Every
position that is proved has a number of plies, and those after its answer have fewer.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from computer.hoyito import HoyitoGame, State
from computer.proofs.certificate import Certificate, ProvedAnswer, key
from rules.history import LIMIT
from rules.hoyito import Hoyito
from rules.hoyito.board import own_holes_taken

TOO_DEEP = "There is no proof within {} plies."
Node: TypeAlias = tuple[str, State]
"""How often each watched position came up, a digit for each, and a state."""
NEVER = 255
"""More plies than any search looks ahead."""


class Unproved(Exception):  # noqa: N818 (nothing went wrong)
    """A claim is not proved; the message says why."""


class Found(NamedTuple):
    """A state: the depth to which it failed, and the plies in which it is proved."""

    failed: int = 0
    plies: int = NEVER


class Prover:
    """Searches whether a side of Hoyito can force a number of stones from a start."""

    def __init__(self, start: Hoyito, side: int, goal: int) -> None:
        self._start, self._side, self._goal = start, side, goal
        self._game = HoyitoGame(start.chosen)
        self._memory: dict[State, Found] = {}
        self.nodes = 0

    def search(self, most: int) -> Iterator[tuple[int, bool]]:
        """Search ever deeper; yield each depth, and whether the goal is forced within it."""
        state = self._game.state(self._start)
        for depth in range(1, most + 1):
            is_proved = self._plies(state, depth) <= depth
            yield depth, is_proved
            if is_proved:
                return

    def answers(self) -> dict[Node, str]:
        """Give the answer in each state that a proof needs, once the goal is proved."""
        found: dict[State, str] = {}
        pending = [self._game.state(self._start)]
        while pending:
            state = pending.pop()
            if state[-1] != self._side:
                pending += [child for _, child in self._children(state)]
            elif state not in found and not self._reached(state):
                below = self._memory[state].plies - 1
                found[state], child = next(
                    each
                    for each in self._children(state)
                    if 0 <= self._known(each[1], below) <= below
                )
                if not self._reached(child):
                    pending.append(child)
        return {("", state): move for state, move in found.items()}

    def _children(self, state: State) -> Iterator[tuple[str, State]]:
        for move in self._game.moves(state):
            yield self._game.text(state, move), self._game.after(state, move)

    def _reached(self, state: State) -> bool:
        return state[1][self._side] >= self._goal

    def _known(self, state: State, depth: int) -> int:
        """Return in how many plies a state is proved, `NEVER` if not within a depth; or -1."""
        if self._reached(state):
            return 0
        if depth < 1 or state[1][self._side] + sum(state[0]) < self._goal:
            return NEVER
        found = self._memory.get(state, Found())
        if found.plies <= depth:
            return found.plies
        return NEVER if found.failed >= depth else -1

    def _plies(self, state: State, depth: int) -> int:
        """Return in how many plies, `depth` at most, the goal is forced; or `NEVER`."""
        if (known := self._known(state, depth)) >= 0:
            return known
        self.nodes += 1
        best = self._shortest if state[-1] == self._side else self._longest
        plies = best([child for _, child in self._children(state)], depth - 1)
        failed, before = self._memory.get(state, Found())
        if plies < NEVER:
            plies += 1
            self._memory[state] = Found(failed, min(before, plies))
        else:
            self._memory[state] = Found(depth, before)
        return plies

    def _shortest(self, children: list[State], depth: int) -> int:
        """Return the plies of the first child found to be proved, those known already first."""
        known = [self._known(child, depth) for child in children]
        proved = [plies for plies in known if 0 <= plies < NEVER]
        if proved:
            return min(proved)
        side = self._side
        open_ones = [child for child, plies in zip(children, known, strict=True) if plies < 0]
        for child in sorted(open_ones, key=lambda each: -each[1][side]):
            if (plies := self._plies(child, depth)) < NEVER:
                return plies
        return NEVER

    def _longest(self, children: list[State], depth: int) -> int:
        """Return the most plies of all children, or `NEVER` if one of them is not proved."""
        known = [self._known(child, depth) for child in children]
        longest = max(known)
        if longest == NEVER:
            return NEVER
        side = 1 - self._side
        open_ones = [child for child, plies in zip(children, known, strict=True) if plies < 0]
        for child in sorted(open_ones, key=lambda each: -each[1][side]):
            if (plies := self._plies(child, depth)) == NEVER:
                return NEVER
            longest = max(longest, plies)
        return longest


def certificate(
    start: Hoyito, side: int, goal: int, answers: Mapping[Node, str], watched: Sequence[Hoyito] = ()
) -> Certificate:
    """Write out the answers that a proof needs, each with its rank."""
    ranks = _ranks(_after_answers(start, side, goal, answers, watched), side, goal)
    texts = {
        key(times, _position(start, state).encode()): ProvedAnswer(answers[times, state], rank)
        for (times, state), rank in ranks.items()
        if state[-1] == side and not _is_over((times, state), side, goal)
    }
    return Certificate(start, side, goal, texts, tuple(each.encode() for each in watched))


def _is_over(node: Node, side: int, goal: int) -> bool:
    times, state = node
    return state[1][side] >= goal or str(LIMIT) in times


def _after_answers(
    start: Hoyito, side: int, goal: int, answers: Mapping[Node, str], watched: Sequence[Hoyito]
) -> dict[Node, list[Node]]:
    """Give the nodes that may come up by these answers, each with those after it."""
    game, after = HoyitoGame(start.chosen), dict[Node, list[Node]]()
    counted = [game.state(each) for each in watched]
    pending = [("0" * len(counted), game.state(start))]
    while pending:
        node = pending.pop()
        if node in after:
            continue
        times, state = node
        over = _is_over(node, side, goal)
        wanted = answers[node] if state[-1] == side and not over else None
        children = [
            game.after(state, move)
            for move in (() if over else game.moves(state))
            if wanted in (None, game.text(state, move))
        ]
        after[node] = [(_times(times, state, child, counted), child) for child in children]
        pending += after[node]
    return after


def _times(times: str, before: State, after: State, watched: Sequence[State]) -> str:
    """Count the state after a move, if it is watched; with other stores all begins anew."""
    if before[1:3] != after[1:3]:
        times = "0" * len(times)
    counts = zip(times, watched, strict=True)
    return "".join(str(int(number) + (each == after)) for number, each in counts)


def _ranks(after: Mapping[Node, list[Node]], side: int, goal: int) -> dict[Node, int]:
    """Give in how many plies the goal is reached; what may go round for ever counts as one."""
    ranks: dict[Node, int] = {}
    pending = set(after)
    while pending:
        ready = {node for node in pending if all(child in ranks for child in after[node])}
        known = {
            node: 1 + max((ranks[child] for child in after[node]), default=-1) for node in ready
        }
        if not ready:
            ready = {node for node in pending if own_holes_taken(*node[1][:2])[side] >= goal}
            while leaving := {
                node
                for node in ready
                if not all(child in ready or child in ranks for child in after[node])
            }:
                ready -= leaving
            around = {child for node in ready for child in after[node]} & ranks.keys()
            known = dict.fromkeys(ready, 1 + max(map(ranks.__getitem__, around), default=0))
        if not ready:
            raise Unproved("These answers go round without reaching the goal.")
        ranks |= known
        pending -= ready
    return ranks


def _position(start: Hoyito, state: State) -> Hoyito:
    holes, stores, directions, (closed, number, starter), turn = state
    return Hoyito(holes, closed, stores, directions, number, starter, turn, start.chosen)
