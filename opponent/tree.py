"""The tree that a search looks into: what the states below its root are worth.

Principal variation search; https://www.chessprogramming.org names and explains each of its parts.
A value is what a state is worth to the side to move, in hundredths of a piece.
"""

from collections.abc import Mapping
from operator import itemgetter
from typing import Generic

from opponent.enough import Enough
from opponent.form import DRAWN, Form, Name, State, Step
from opponent.order import Order
from opponent.table import TO_THE_END, Bound, Entry, Table

WIN = 1_000_000
"""The value of a game that is won; every ply until then takes one off."""
SURE = WIN - 10_000
"""A value beyond this is a win, or against a loss, that was seen to its end."""
TIMES = 3
"""A state that stands for so many times ends the game, where repetition does."""
BETWEEN_LOOKS = 64
"""After so many nodes it is asked again whether that is enough."""


class Stopped(Exception):  # noqa: N818 (nothing went wrong)
    """It has searched enough."""


class Tree(Generic[State, Name]):
    """Everything below one root, with what is learned of it on the way."""

    def __init__(
        self,
        form: Form[State, Name],
        enough: Enough,
        stood: Mapping[State, int],
        quiet: int = 0,
        *,
        knows_endings: bool = True,
    ) -> None:
        """`stood` and `quiet` are the history, as a form gives them."""
        self._form = form
        self._solved = form.solved if knows_endings else _unsolved
        self._enough = enough
        self._stood = stood
        self._path: set[State] = set()
        """The states on the way to the one that is looked at."""
        self._quiet = quiet
        self._side: object = None
        """Whose move is looked for."""
        self._of_a_draw = form.reluctance
        self._nodes = 0
        self._table: Table[State, Name] = Table()
        self._order = Order(form)
        self._saw_the_end = True
        """Whether every game was followed to its end since this was last set."""
        self._was_settled = False
        """Whether it was certain before who wins: only then it is played on for more."""

    def _below(
        self, state: State, after: State, depth: int, alpha: int, beta: int, ply: int, quiet: int
    ) -> int:
        """Give the value of the state after a move to who made it, who seldom moves again."""
        if after[-1] == state[-1]:
            return self._value(after, depth, alpha, beta, ply, quiet)
        return -self._value(after, depth, -beta, -alpha, ply, quiet)

    def _value(self, state: State, depth: int, alpha: int, beta: int, ply: int, quiet: int) -> int:
        """Give a state's value: the true one between alpha and beta, else a bound beyond them."""
        self._nodes += 1
        if self._nodes % BETWEEN_LOOKS == 0 and self._enough(self._nodes):
            raise Stopped
        ending = self._ending(state, quiet)
        if ending == DRAWN:
            return self._of_a_draw if state[-1] != self._side else -self._of_a_draw
        if isinstance(ending, int):
            return ending * (WIN - ply)
        if ending is not None:
            return self._below(state, ending, depth, alpha, beta, ply, quiet=0)
        if (solved := self._solved(state)) is not None:
            return solved
        if not self._was_settled and self._form.settled(state):
            return self._form.value(state)
        if depth <= 0:
            return self._at_rest(state, alpha, beta, ply)
        known = self._table.get(state)
        if known and known.depth >= depth:
            value = later(known.value, ply)
            if known.settles(value, alpha, beta):
                self._saw_the_end &= known.depth == TO_THE_END
                return value
        if beta - alpha == 1 and -SURE < beta < SURE:
            glance = self._at_a_glance(state, depth, alpha, beta, ply, quiet)
            if glance is not None:
                return glance
        return self._of_moves(state, depth, alpha, beta, ply, quiet, known)

    def _ending(self, state: State, quiet: int) -> int | State | None:
        """Say how the game has ended for the side to move, or from which state it goes on instead.

        Who comes back to a state once may do so again: looking ahead, it counts as the last time.
        """
        form = self._form
        ending: int | State | None = form.ending(state)
        if ending is None and (state in self._path or self._stood.get(state, 0) >= TIMES - 1):
            ending = form.repeated(state)
        if ending is None and form.quiet_limit is not None and quiet >= form.quiet_limit:
            ending = DRAWN
        return ending

    def _at_a_glance(
        self, state: State, depth: int, alpha: int, beta: int, ply: int, quiet: int
    ) -> int | None:
        """Give the value where a state is so good or bad that its moves need not be searched."""
        form = self._form
        if form.swing is None:
            return None
        value = form.value(state)
        if depth <= 2 and value - form.swing * depth >= beta:
            self._saw_the_end = False
            return value
        if depth == 1 and value + form.swing <= alpha:
            return self._at_rest(state, alpha, beta, ply)
        if depth >= 3 and value >= beta and (passed := form.passed(state)) is not None:
            # If even two moves of the other side in a row do not help it, one will not.
            value = -self._value(passed, depth - 3, -beta, -alpha, ply + 1, quiet)
            if beta <= value < SURE:
                return value
        return None

    def _of_moves(
        self,
        state: State,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        quiet: int,
        known: Entry[Name] | None,
    ) -> int:
        """Give a state's value by its moves, until one is too good for the other side."""
        elsewhere = self._saw_the_end
        self._path.add(state)
        self._saw_the_end = True
        best, best_step, bound = -WIN, None, Bound.AT_MOST
        for number, step in enumerate(self._order.of(state, ply, known.step if known else None)):
            after = self._form.after(state, step)
            here = depth - 1, alpha, beta, ply + 1, 0 if step[0] else quiet + 1
            value = self._narrowly(state, after, step, number, *here)
            if value > best:
                best, best_step = value, step
                if value > alpha:
                    alpha, bound = value, Bound.EXACT
                    if value >= beta:
                        bound = Bound.AT_LEAST
                        self._order.learn(step, depth, ply)
                        break
        self._path.discard(state)
        seen, self._saw_the_end = self._saw_the_end, self._saw_the_end and elsewhere
        if best_step is None:
            return self._form.blocked * (WIN - ply)
        entry = Entry(TO_THE_END if seen else depth, later(best, -ply), bound, best_step)
        self._table.keep(state, entry)
        return best

    def _narrowly(
        self,
        state: State,
        after: State,
        step: Step[Name],
        number: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        quiet: int,
    ) -> int:
        """Give a move's value: later ones are expected to be worse, and are looked at narrowly.

        Those that come late and are quiet are not even followed as deep, unless they surprise.
        """
        if number:
            if number > 3 and depth > 1 and not step[0]:
                less = depth - 1 - (number > 12)
                if self._below(state, after, less, alpha, alpha + 1, ply, quiet) <= alpha:
                    return alpha
            value = self._below(state, after, depth, alpha, alpha + 1, ply, quiet)
            if not alpha < value < beta:
                return value
        return self._below(state, after, depth, alpha, beta, ply, quiet)

    def _at_rest(self, state: State, alpha: int, beta: int, ply: int) -> int:
        """Give a state's value once nobody gains by capturing; who moves may leave it at that."""
        self._saw_the_end = False
        best = self._form.value(state)
        for step in sorted(self._form.captures(state), key=itemgetter(0), reverse=True):
            if best >= beta:
                break
            after = self._form.after(state, step)
            best = max(best, self._below(state, after, 0, max(alpha, best), beta, ply + 1, 0))
        return best


def _unsolved(state: tuple[object, ...]) -> int | None:  # noqa: ARG001 (it stands for a form's)
    """Know of no ending."""
    return None


def later(value: int, plies: int) -> int:
    """Put a win or loss off by some plies: the table counts them from the state itself."""
    return value - plies if value > SURE else value + plies if value < -SURE else value
