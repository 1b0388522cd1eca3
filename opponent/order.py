"""In which order moves are tried: what is likely to be best comes first, and cuts off the rest."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Generic

from opponent.form import Form, Name, State, Step

CAPTURE = 1_000_000
"""The promise of a capture for each piece that it takes: more than any quiet move earns."""


class Promise(dict[Step[Name], int]):
    """How often each quiet move was too good for the other side, deep cuts counting more."""

    def __missing__(self, step: Step[Name]) -> int:
        self[step] = promise = step[0] * CAPTURE
        return promise


class Order(Generic[State, Name]):
    """The order of moves, learned from what was too good for the other side elsewhere."""

    def __init__(self, form: Form[State, Name]) -> None:
        self._form = form
        self._promise: Promise[Name] = Promise()
        self._killers: defaultdict[int, tuple[Step[Name], ...]] = defaultdict(tuple)

    def of(self, state: State, ply: int, known: Step[Name] | None) -> Iterator[Step[Name]]:
        """Give every move: the one known to be best, captures, killers, the rest by their promise.

        The first is given before the others are even generated: often it is enough.
        """
        if known is not None:
            yield known
        steps = sorted(self._form.steps(state), key=self._promise.__getitem__, reverse=True)
        for killer in self._killers[ply]:
            if killer in steps:
                steps.remove(killer)
                steps.insert(sum(step[0] > 0 for step in steps), killer)
        for step in steps:
            if step != known:
                yield step

    def learn(self, step: Step[Name], depth: int, ply: int) -> None:
        """Remember a quiet move that was too good: it may be so in other states of the same ply."""
        if step[0] == 0:
            if step not in self._killers[ply]:
                self._killers[ply] = (step, *self._killers[ply][:1])
            self._promise[step] += depth * depth
