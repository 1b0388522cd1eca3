"""Lessons: each task can be solved, not by chance, and each rule of the rulebook has one."""

import re
from collections.abc import Iterator

import pytest

from lessons import Task, TaskState, lesson, taught_games
from lessons.goals import wins, wins_next
from rulebook import rulebook
from rules import GAMES, Move, Refusal

TASKS = [
    pytest.param(task, id=f"{game}-{number}")
    for game in taught_games()
    for number, task in enumerate(lesson(game).tasks, start=1)
]
EVERY_GAME = pytest.mark.parametrize("game", taught_games())
EVERY_TASK = pytest.mark.parametrize("task", TASKS)
NO_RULES = {"Choices before a game", "Writing moves", "Sources", "Solved"}
OPTIONAL = {
    *("Turns that never end", "Which way round", "Several games"),
    *("The hostile variant", "Taking by moving onto"),
}
"""Pages about options, and about what hardly ever happens."""


def states(task: Task) -> Iterator[TaskState]:
    """Yield every state in which the learner is to move, by all ways to solve the task."""
    waiting = [TaskState(task)]
    while waiting:
        state = waiting.pop()
        yield state
        for move in accepted(state):
            after = state.after(move.text)
            if not after.is_done:
                replies = [after.reply] if after.reply else after.position.moves()
                waiting += [after.after(text) for text in replies]


def accepted(state: TaskState) -> list[Move]:
    return [move for move in state.position.moves().values() if state.why_not(move) is None]


def test_every_game_has_a_lesson_of_eight_tasks() -> None:
    assert [*taught_games()] == [*GAMES]
    assert {len(lesson(game).tasks) for game in GAMES} == {8}


@EVERY_TASK
def test_every_task_is_solvable_in_as_many_moves_as_it_has_goals(task: Task) -> None:
    assert 1 <= len(task.goals) <= 3
    assert not task.replies or len(task.replies) == len(task.goals) - 1
    for state in states(task):
        assert accepted(state), f"no way on after {state.played}"
        assert state.position.turn == task.start.turn


@EVERY_TASK
def test_no_task_is_solved_by_the_first_move_nor_by_any(task: Task) -> None:
    moves = [*task.start.moves().values()]
    right = accepted(TaskState(task))
    assert moves[0] not in right
    assert len(right) <= len(moves) / 3


@EVERY_TASK
def test_the_usual_mistake_is_a_legal_move_that_misses(task: Task) -> None:
    state = TaskState(task)
    missing = {
        said.template
        for move in state.position.moves().values()
        if (said := state.why_not(move)) is not None
    }
    assert missing == {task.mistake, task.otherwise}


@EVERY_TASK
def test_the_words_name_only_cells_that_exist(task: Task) -> None:
    said = (task.words, *task.hints, task.mistake, task.otherwise, task.done)
    named = {
        cell.lower()
        for code in re.findall(r"`([^`]+)`", " ".join(said))
        for cell in re.findall(r"F|[A-Za-z][0-9]+", code)
    }
    told = [str(task.start.explain((cell,))) for cell in named]
    assert not [words for words in told if "There is no" in words]


@EVERY_TASK
def test_a_task_is_short_enough_for_a_phone(task: Task) -> None:
    assert len(task.words) <= 260
    for said in (*task.hints, task.mistake, task.otherwise, task.done):
        assert len(said) <= 170


@EVERY_GAME
def test_each_rule_of_the_rulebook_has_a_task(game: str) -> None:
    pages = [page.title for page in rulebook(game).pages[1:]]
    taught = [task.page for task in lesson(game).tasks]
    assert {*taught} == {*pages} - NO_RULES - OPTIONAL


@EVERY_GAME
def test_a_lesson_begins_with_a_given_move_and_ends_with_a_won_ending(game: str) -> None:
    first, *_, last = lesson(game).tasks
    assert len(accepted(TaskState(first))) == 1
    assert last.goals == (wins_next, wins)
    assert not last.replies, "the computer plays"


def test_a_lesson_goes_on_where_it_was_left() -> None:
    ringo = lesson("ringo")
    assert ringo.first_open(set()) == 1
    assert ringo.first_open({1, 2, 4}) == 3
    assert ringo.first_open({*range(1, 9)}) == 1
    with pytest.raises(Refusal, match="no longer exists"):
        ringo[9]
    with pytest.raises(Refusal, match="no lesson"):
        lesson("chess")
