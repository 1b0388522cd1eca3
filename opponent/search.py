"""The search: looking ahead in any game, always deeper, until it has looked enough."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from opponent.enough import nodes
from opponent.form import PIECE, Name, State, Step
from opponent.tree import SURE, WIN, Stopped, Tree

DEEPEST = 64
"""It looks no further ahead than so many plies."""
FALLEN = PIECE // 2
"""A move that loses so much of what it seemed to be worth has been refuted."""
A_LITTLE = 4
"""One part in so many of what was searched is searched once more for another."""


@dataclass(frozen=True)
class Found:
    """What a search found: the moves expected of both sides, the best first, and their value.

    There is no move where the state has none. It is `whole` where no move was left out: a win is
    proved in any case, but a loss, or that nothing else is as good, only so.
    """

    line: tuple[str, ...]
    value: int
    depth: int
    nodes: int
    whole: bool = True


class Search(Tree[State, Name]):
    """One search for the best move of a state, the root of its tree."""

    _looked_at: Collection[Step[Name]] = ()
    """The moves of the root that were searched to the present depth."""

    def best(
        self,
        state: State,
        deepest: int = DEEPEST,
        gifts: Mapping[Step[Name], int] | None = None,
        without: Collection[Step[Name]] = (),
    ) -> Found:
        """Find the best move, one ply deeper each time, until that is enough or all is seen.

        `gifts` are added to the values of this state's moves, so that another may look best;
        `without` are not looked at. What is stopped half-way counts as far as it came: it begins
        with the best move so far. Where all that was looked at turns out much worse than it seemed,
        a little more is searched for another.
        """
        gifts = gifts or {}
        steps = [step for step in self._candidates(state) if step not in without]
        self._side = state[-1]
        self._was_settled = self._form.settled(state)
        value = depth = seemed = 0
        whole = True
        try:
            while steps and depth < deepest:
                self._saw_the_end = True
                for value in self._improvements(state, steps, depth + 1, gifts):  # noqa: B007
                    pass
                depth, seemed = depth + 1, value
                if self._saw_the_end or abs(value) > SURE:
                    break
        except Stopped:
            whole = value > SURE
            if depth and value < seemed - FALLEN:
                self._enough = nodes(self._nodes + self._nodes // A_LITTLE)
                other = self.best(state, depth, gifts, {*without, *self._looked_at})
                if other.line and other.value > value:
                    return replace(other, whole=False)
        return Found(tuple(self._line(state, steps, depth)), value, depth, self._nodes, whole)

    def _candidates(self, state: State) -> list[Step[Name]]:
        """Give the moves to choose from: where it is known how it ends, those that keep to that."""
        steps = list(self._form.steps(state))
        if self._solved(state) is None:
            return steps
        children = [self._form.after(state, step) for step in steps]
        known = [
            self._form.ending(child) is not None or self._solved(child) is not None
            for child in children
        ]
        return [step for step, is_known in zip(steps, known, strict=True) if is_known]

    def _improvements(
        self, state: State, steps: list[Step[Name]], depth: int, gifts: Mapping[Step[Name], int]
    ) -> Iterator[int]:
        """Search every move of the root; put each that is better than all before to the front.

        Give its value, without its gift. What wins or loses for sure needs none: the quickest win
        is best, and the slowest loss.
        """
        self._path = {state}
        self._looked_at = looked_at = []
        best = -WIN
        for step in [*steps]:
            after = self._form.after(state, step)
            quiet = 0 if step[0] else self._quiet + 1
            gift = gifts.get(step, 0)
            alpha = best if abs(best) > SURE else best - gift
            value = alpha + 1
            if best > -WIN:
                value = self._below(state, after, depth - 1, alpha, alpha + 1, 1, quiet)
            if value > alpha:
                value = self._below(state, after, depth - 1, alpha, WIN, 1, quiet)
            if value > alpha:
                best = value if abs(value) > SURE else value + gift
                steps.remove(step)
                steps.insert(0, step)
                yield value
            looked_at.append(step)

    def _line(self, state: State, steps: list[Step[Name]], depth: int) -> Iterator[str]:
        """Give the moves that both sides are expected to make, as far as they are remembered."""
        step = steps[0] if steps else None
        for _ in range(max(1, depth)):
            if step is None:
                return
            yield self._form.text(state, step)
            state = self._form.after(state, step)
            known = self._table.get(state)
            step = known.step if known else None
