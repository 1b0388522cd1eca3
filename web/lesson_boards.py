"""Lessons on the board in a browser."""

from dataclasses import replace

from boards.lesson_words import done_words, reply_words
from boards.shown import Press, Shown
from interactions import say
from interactions.speech import duty_words, said
from lessons import lesson, taught_games
from rules import GAMES
from views import lesson_page
from views.analysis_board import TryOut
from views.lesson_ids import AskTaskHint, OpenLesson, OpenTask
from views.lesson_page import TaskPlace
from web.visit import Visit


async def on_open_lesson(visit: Visit, at: OpenLesson) -> Shown:
    """Show the first open task of a game, or all games."""
    done = await visit.bot.store.lessons.done(visit.person)
    if at.game:
        number = lesson(at.game).first_open(done.get(at.game, set()))
        return _task(visit, TaskPlace.find(at.game, number))
    games = [Press(GAMES[key].name, OpenLesson(key)) for key in taught_games()]
    return Shown(at, lesson_page.games_heading(), [lesson_page.lessons_words(done)], presses=games)


async def on_open_task(visit: Visit, at: OpenTask) -> Shown:
    """Show a task, or what comes of an answer; with none, the list of a game's tasks."""
    if at.task:
        return await _answered(visit, TaskPlace.find(at.game, at.task, " ".join(visit.tried)))
    done = (await visit.bot.store.lessons.done(visit.person)).get(at.game, set())
    lines = lesson_page.task_lines(at.game, done)
    tasks = [Press(line, OpenTask(at.game, number)) for number, line in enumerate(lines, start=1)]
    others = [Press("Other games", OpenLesson())]
    heading, waiting = lesson_page.tasks_heading(at.game), await visit.waiting()
    return Shown(at, heading, [], presses=[*tasks, *others], onward=waiting)


async def on_hint(visit: Visit, at: AskTaskHint) -> Shown:
    """Show the first hint of a task, or both."""
    place = TaskPlace.find(at.game, at.task, at.played, at.hints)
    return _task(visit, place, place.hint_words)


async def _answered(visit: Visit, place: TaskPlace) -> Shown:
    """Play a move if it is right, and the reply to it; else say why it isn't."""
    if not visit.move:
        return _task(visit, place)
    after = await place.answered(visit.move)
    if not isinstance(after, TaskPlace):
        return replace(_task(visit, place, said(after)), wrong=True)
    if not after.state.is_done:
        onward = await after.replied(visit.bot.computer, visit.person)
        return _task(visit, onward, said(reply_words(onward.state)))
    await visit.bot.store.lessons.finish(visit.person, place.game, place.number, visit.now)
    last = place.number == len(lesson(place.game).tasks)
    onto = OpenTask(place.game) if last else OpenTask(place.game, place.number + 1)
    following = Press("All tasks" if last else "Next task", onto)
    presses = [_again(place), Press("Try it", TryOut(place.game, place.rules_page))]
    if not last:
        presses.append(Press("All tasks", OpenTask(place.game)))
    return _shown(visit, after, [], said(done_words(after.state)), presses, following)


def _task(visit: Visit, place: TaskPlace, words: str = "") -> Shown:
    """Show a task, with some words before it."""
    position = place.state.position
    asked = AskTaskHint(place.game, place.number, place.played, place.hints + 1)
    return _shown(
        visit,
        place,
        [say(place.state.task.words), duty_words(position)],
        words,
        [
            *([Press(place.hint_label, asked, place.state.played)] if place.hint_label else []),
            *([_again(place)] if place.played else []),
            Press("All tasks", OpenTask(place.game)),
        ],
    )


def _again(place: TaskPlace) -> Press:
    return Press("Start again", OpenTask(place.game, place.number))


def _shown(
    visit: Visit,
    place: TaskPlace,
    lines: list[str],
    outcome: str,
    presses: list[Press],
    onward: Press | None = None,
) -> Shown:
    state = place.state
    before = state.positions[-2] if state.played else None
    return Shown(
        OpenTask(place.game, place.number),
        place.title,
        lines,
        outcome,
        state.position,
        visit.style.side(state.task.start.turn),
        last=before.legal(state.played[-1]) if before else None,
        before=before,
        over=state.is_done,
        won=state.is_done,
        count=len(state.played),
        may_move=not state.is_done,
        tells=False,
        named=True,
        presses=presses,
        onward=onward,
        tried=() if state.is_done else state.played,
    )
