"""A form that does not see everything: some captures of the other side are overlooked."""

import random
from collections.abc import Mapping, Sequence

from opponent.form import Form, Name, State, Step
from rules import Position


class Overlooking(Form[State, Name]):
    """A form that leaves out some of what one side takes, always the same moves.

    So a beginner looks ahead: right but for a line that she does not see.
    """

    def __init__(self, form: Form[State, Name], side: int, share: float, seed: str) -> None:
        """Overlook this share of a side's captures; the seed decides which."""
        self._form = form
        self._side, self._share, self._seed = side, share, seed
        self._seen: dict[Step[Name], bool] = {}
        self.swing, self.quiet_limit, self.blocked = form.swing, form.quiet_limit, form.blocked
        self.reluctance = form.reluctance

    def _sees(self, step: Step[Name]) -> bool:
        if step not in self._seen:
            lot = random.Random(f"{self._seed} {step}").random()
            self._seen[step] = step[0] <= 0 or lot >= self._share
        return self._seen[step]

    def steps(self, state: State) -> Sequence[Step[Name]]:
        steps = self._form.steps(state)
        if state[-1] != self._side:
            return steps
        # Who has nothing but captures is not taken to be blocked.
        return [step for step in steps if self._sees(step)] or steps

    def captures(self, state: State) -> Sequence[Step[Name]]:
        captures = self._form.captures(state)
        return [step for step in captures if state[-1] != self._side or self._sees(step)]

    def state(self, position: Position) -> State:
        return self._form.state(position)

    def stood(self, position: Position) -> Mapping[State, int]:
        return self._form.stood(position)

    def quiet(self, position: Position) -> int:
        return self._form.quiet(position)

    def after(self, state: State, step: Step[Name]) -> State:
        return self._form.after(state, step)

    def passed(self, state: State) -> State | None:
        return self._form.passed(state)

    def ending(self, state: State) -> int | None:
        return self._form.ending(state)

    def settled(self, state: State) -> bool:
        return self._form.settled(state)

    def solved(self, state: State) -> int | None:
        return self._form.solved(state)

    def repeated(self, state: State) -> int | State | None:
        return self._form.repeated(state)

    def value(self, state: State) -> int:
        return self._form.value(state)

    def text(self, state: State, step: Step[Name]) -> str:
        return self._form.text(state, step)
