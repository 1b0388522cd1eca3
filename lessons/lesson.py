"""A game's tasks, and how far somebody has come in one of them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec

from rules import GAMES, Move, Position, Refusal, Sentence

Goal = Callable[[Position, Move], bool]
"""Whether a legal move of a position is what a task wants; those in use are in `goals.py`."""


@dataclass(frozen=True)
class Task:
    """A task of one to three moves; its sentences are templates.

    `page` is the English title of the page of the rulebook that it practises. There is a goal for
    each of the learner's moves. `replies` are the moves in between; where there are none, the
    computer replies. `mistake` is said of the moves that `mistaken` tells, `otherwise` of all
    others that miss the goal, `done` at the end.
    """

    page: str
    start: Position
    words: str
    goals: tuple[Goal, ...]
    hints: tuple[str, str]
    mistaken: Goal
    mistake: str
    otherwise: str
    done: str
    replies: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """The tasks of a game, numbered from 1."""

    game: str
    tasks: tuple[Task, ...]

    def __getitem__(self, number: int) -> Task:
        """Return the task of a number. Raises `Refusal` if there is none."""
        if not 1 <= number <= len(self.tasks):
            raise Refusal("This task no longer exists; `/learn` shows those that do.")
        return self.tasks[number - 1]

    def first_open(self, done: set[int]) -> int:
        """Return the number of the first task that is not done, or else of the first."""
        return next((n for n in range(1, len(self.tasks) + 1) if n not in done), 1)


@dataclass(frozen=True)
class TaskState:
    """A task after the moves of both sides that were `played` in it."""

    task: Task
    played: tuple[str, ...] = ()

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The positions from the start on. Raises `IllegalMove` for moves that don't fit."""
        found = [self.task.start]
        for text in self.played:
            found.append(found[-1].play(text)[1])
        return tuple(found)

    @property
    def position(self) -> Position:
        """The present position."""
        return self.positions[-1]

    @property
    def step(self) -> int:
        """The number of the learner's moves, from 0."""
        return (len(self.played) + 1) // 2

    @property
    def is_done(self) -> bool:
        """Whether all goals are reached."""
        return self.step == len(self.task.goals)

    @property
    def reply(self) -> str | None:
        """The opponent's next move if the task has it, else the computer chooses."""
        return self.task.replies[self.step - 1] if self.task.replies else None

    def why_not(self, move: Move) -> Sentence | None:
        """Say why a legal move misses the goal; `None` if it reaches it."""
        task, position = self.task, self.position
        if task.goals[self.step](position, move):
            return None
        return Sentence(task.mistake if task.mistaken(position, move) else task.otherwise)

    def after(self, text: str) -> "TaskState":
        """Return the state after one more move, of whoever is to move."""
        return TaskState(self.task, (*self.played, text))


@cache
def taught_games() -> tuple[str, ...]:
    """Return the games that have a lesson."""
    return tuple(key for key in GAMES if find_spec(f"lessons.{key}"))


@cache
def lesson(game: str) -> Lesson:
    """Return the lesson of a game. Raises `Refusal` if there is none."""
    if game not in taught_games():
        raise Refusal("There is no lesson for this game; `/learn` shows those that there are.")
    return Lesson(game, import_module(f"lessons.{game}").TASKS)
