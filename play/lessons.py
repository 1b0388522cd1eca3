"""Lessons: a game's tasks, and one of them with what comes of a move."""

from random import randrange

from boards.drawn import State
from boards.lesson_words import done_words, hints_given, page_of_task, reply_words, task_title
from boards.shown import Press, Shown
from computer import EASIEST
from computer.levels import choose
from computer.search import node_limit
from lessons import TaskState, lesson, taught_games
from play.visitor import WRONG, At, Visitor, number_in, several
from rulebook import rulebook
from rules import GAMES, IllegalMove, Refusal, Sentence, message

DONE = "✓"
QUICKLY = node_limit(2_000)
"""How the computer replies in a task that has no replies of its own."""


def on_lesson(visitor: Visitor, words: list[str]) -> State:
    """Show a task, or what comes of an answer; without a number, the first one that is open."""
    game, number, hints = several(words, "", "", "0")
    if game not in taught_games():
        raise Refusal(WRONG)
    tasks = range(1, len(lesson(game).tasks) + 1)
    done = visitor.numbers("done", game)
    found = number_in(number, tasks) if number else lesson(game).first_open(done)
    task = _Task(visitor, game, found, number_in(hints, range(3)))
    state = TaskState(lesson(game)[found], visitor.tried)
    try:
        turn = state.position.turn
    except IllegalMove as wrong:
        raise Refusal(WRONG) from wrong
    if state.is_done or turn != state.task.start.turn:
        raise Refusal(WRONG)
    return task.answered(state) if visitor.move else task.open(state)


def on_tasks(visitor: Visitor, words: list[str]) -> State:
    """List a game's tasks, with a mark at those that are done."""
    (game,) = several(words, "")
    if game not in taught_games():
        raise Refusal(WRONG)
    done, pages = visitor.numbers("done", game), rulebook(game, visitor.language.tag).pages
    presses = [
        Press(
            f"{number}. {pages[page_of_task(game, number)].title}{f' {DONE}' * (number in done)}",
            At.of("lesson", game, number),
        )
        for number in range(1, len(lesson(game).tasks) + 1)
    ]
    presses.append(Press("Play", At.of("game", game)))
    title = visitor.say(Sentence("## Learn {game}", game=GAMES[game].name))
    told = [rulebook(game, visitor.language.tag).summary]
    shown = Shown(At.of("tasks", game), title, told, presses=presses)
    return visitor.shown(shown)


class _Task:
    """A task that somebody is at."""

    def __init__(self, visitor: Visitor, game: str, number: int, hints: int) -> None:
        self._visitor, self._game, self._number, self._hints = visitor, game, number, hints

    def answered(self, state: TaskState) -> State:
        """Show what comes of a move: the reply to it and what is next, or why it is not right."""
        move = state.position.read(self._visitor.move)
        if why := state.why_not(move):
            return self.open(state, why) | {"wrong": True}
        after = state.after(move.text)
        if after.is_done:
            return self._shown(after, [], done_words(after))
        reply = after.reply
        if reply is None:
            reply = choose(after.position, EASIEST, randrange(10**6), QUICKLY).move.text
        onward = after.after(reply)
        return self.open(onward, reply_words(onward))

    def open(self, state: TaskState, outcome: Sentence | None = None) -> State:
        """Show a task to be solved, after some words about what was tried."""
        told = [] if outcome else hints_given(state, self._hints)
        duty = state.position.duty()
        lines = [*told, Sentence(state.task.words), *([duty] if duty else [])]
        return self._shown(state, lines, outcome)

    def _shown(self, state: TaskState, told: list[Sentence], outcome: Sentence | None) -> State:
        visitor, game, number = self._visitor, self._game, self._number
        before = state.positions[-2] if state.played else None
        last = number == len(lesson(game).tasks)
        onto = At.of("game", game) if last else At.of("lesson", game, number + 1)
        shown = Shown(
            At.of("lesson", game, number, self._hints),
            visitor.say(task_title(game, number, visitor.language.tag)),
            [visitor.say(each) for each in told],
            visitor.say(outcome) if outcome else "",
            position=state.position,
            seen_from=state.task.start.turn,
            last=before.legal(state.played[-1]) if before else None,
            before=before,
            over=state.is_done,
            won=state.is_done,
            count=len(state.played),
            may_move=not state.is_done,
            tells=False,
            named=True,
            presses=[*self._presses(state)],
            onward=Press("Play" if last else "Next task", onto) if state.is_done else None,
            tried=() if state.is_done else state.played,
        )
        sent = visitor.shown(shown, in_stages=True)
        if not state.is_done:
            return sent
        done = sorted({*visitor.numbers("done", game), number})
        return sent | {"keep": {"done": {game: done}}}

    def _presses(self, state: TaskState) -> list[Press]:
        game, number, presses = self._game, self._number, []
        if not state.is_done and self._hints < len(state.task.hints):
            more = At.of("lesson", game, number, self._hints + 1)
            words = message("Another hint") if self._hints else message("Hint")
            presses.append(Press(words, more, state.played))
        if state.played:
            presses.append(Press("Start again", At.of("lesson", game, number)))
        rules = At.of("rules", game, page_of_task(game, number))
        return [*presses, Press("All tasks", At.of("tasks", game)), Press("Rules", rules)]
