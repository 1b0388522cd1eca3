"""What lessons say, wherever they are."""

from lessons import TaskState, lesson
from rulebook import rulebook
from rules import GAMES, Sentence


def task_title(game: str, number: int, language: str) -> Sentence:
    """Name a task: by the page of the rules that it practises, in a language."""
    return Sentence(
        "### {game}: {page}\n-# Task {number} of {last}",
        game=GAMES[game].name,
        page=rulebook(game, language).pages[page_of_task(game, number)].title,
        number=number,
        last=len(lesson(game).tasks),
    )


def page_of_task(game: str, number: int) -> int:
    """Return the number of the page of the rules that a task practises."""
    titles = [page.title for page in rulebook(game).pages]
    return titles.index(lesson(game)[number].page)


def done_words(state: TaskState) -> Sentence:
    """Say that a task is done, and what it taught."""
    before, move = state.positions[-2], state.played[-1]
    return Sentence(
        "**Right!** {Side} {deed}.\n{done}",
        side=before.side(before.turn),
        deed=before.tell(before.legal(move)),
        done=Sentence(state.task.done),
    )


def reply_words(state: TaskState) -> Sentence:
    """Say what the opponent has just played in a task."""
    before = state.positions[-2]
    return Sentence(
        "**Good, so far.** {Side} {deed}.",
        side=before.side(before.turn),
        deed=before.tell(before.legal(state.played[-1])),
    )


def hints_given(state: TaskState, number: int) -> list[Sentence]:
    """Word the first hints of a task."""
    return [Sentence("💡 {hint}", hint=Sentence(hint)) for hint in state.task.hints[:number]]
