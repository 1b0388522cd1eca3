"""The messages of lessons: the games, a game's tasks, a task, and a task done."""

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from functools import partial

import discord

from boards.lesson_words import done_words, hints_given, page_of_task, task_title
from computer import EASIEST, ComputerPlayer
from interactions import OutOfDate, said, say
from interactions.board_image import BoardView, board_picture
from interactions.components import Item, Layout, MessageParts, button, in_rows, select
from interactions.people import Appearance
from interactions.speech import current_rulebook, spoken
from interactions.tasks import run_brief
from lessons import Lesson, TaskState, lesson, taught_games
from rules import GAMES, Listed, ListStyle, Refusal, Sentence, message
from views import lesson_ids
from views.begin_against_computer_page import BeginAgainst, play_page_button
from views.move_choices import Selection, next_choices
from views.puzzle_page import (
    PRIMARY,
    MoveIds,
    board_message,
    choice_items,
    question,
    unmarked,
)
from views.rules_page import OpenRulesPage, rules_button
from views.web_link import web_buttons

MOST_BUTTONS = 20
"""Beyond so many choices there is a select."""
FIRST_LIST = 200
"""The number of the select of a game's tasks; each game has its own."""
DONE = "✓"
_CODE, _CELL = re.compile("`([^`]+)`"), re.compile("[A-Za-z][0-9]+")
"""What words mark as code, and a cell in that."""


@dataclass(frozen=True)
class TaskPlace:
    """Where somebody is in a lesson."""

    game: str
    number: int
    state: TaskState
    hints: int = 0

    @classmethod
    def find(cls, game: str, number: int, played: str = "", hints: int = 0) -> "TaskPlace":
        """Return the place that a custom id names. Raises `OutOfDate` if it can't be reached."""
        state = TaskState(lesson(game)[number], tuple(played.split()))
        place = cls(game, number, state, max(0, hints))
        try:
            to_move = place.state.position.turn
        except Refusal as changed:
            raise OutOfDate from changed
        if place.state.is_done or to_move != place.state.task.start.turn:
            raise OutOfDate
        return place

    @property
    def played(self) -> str:
        """The moves of both sides, as custom ids carry them."""
        return " ".join(self.state.played)

    @property
    def ids(self) -> MoveIds:
        """The custom ids by which a move is chosen."""
        named = self.game, self.number, self.played
        return MoveIds(
            lambda piece: lesson_ids.ChooseInTask(*named, piece, self.hints),
            lambda piece, skip: lesson_ids.ListInTask(*named, piece, skip, self.hints),
            lambda text: lesson_ids.AnswerTask(*named, text, self.hints),
        )

    @property
    def hint_words(self) -> str:
        """The hints that are shown."""
        return "\n".join(map(said, hints_given(self.state, self.hints)))

    @property
    def hint_label(self) -> str:
        """What the button to the next hint is called; nothing where there is none."""
        if self.hints >= len(self.state.task.hints):
            return ""
        return message("Another hint") if self.hints else message("Hint")

    async def answered(self, text: str) -> "TaskPlace | Sentence":
        """Return the place after a move if that is right, else say why it isn't."""
        state, move = self.state, self.state.position.read(text)
        why = await run_brief(partial(state.why_not, move))
        return why or replace(self, state=state.after(move.text))

    async def replied(self, computer: ComputerPlayer, seed: int) -> "TaskPlace":
        """Return the place after the opponent's move, which the computer may take seconds for."""
        reply, state = self.state.reply, self.state
        if reply is None:
            reply = (await computer.choose(state.position, EASIEST, seed)).move.text
        return replace(self, state=state.after(reply))

    @property
    def title(self) -> str:
        """The heading of the task: that of the page of the rules which it practises."""
        return said(task_title(self.game, self.number, spoken().tag))

    @property
    def rules_page(self) -> int:
        """The number of the page of the rules that the task practises."""
        return page_of_task(self.game, self.number)


def games_page(done: Mapping[str, Set[int]], *, has_web: bool) -> discord.ui.LayoutView:
    """Build the list of the games, each with the button to its lesson."""
    return Layout(
        discord.ui.Container(
            discord.ui.TextDisplay(games_heading()),
            *(_entry(lesson(key), done.get(key, set())) for key in taught_games()[:12]),
            *in_rows(web_buttons(lesson_ids.OpenLesson(), has_web=has_web)),
        )
    )


def games_heading() -> str:
    """Say what lessons are."""
    return say(
        "## Learn a game\nEight short tasks on a real board, one rule at a time. Only you see them."
    )


def _entry(taught: Lesson, done: Set[int]) -> Item:
    game, last, number = GAMES[taught.game].name, len(taught.tasks), len(done)
    name = f"**{game}** {DONE}" if number >= last else f"**{game}**"
    words = say("Done: {number} of {last}", number=number, last=last)
    lines = name, current_rulebook(taught.game).summary, f"-# {words}"
    custom_id = lesson_ids.OpenLesson(taught.game, here=1)
    begin = button("Continue" if 0 < number < last else "Learn", custom_id, PRIMARY)
    return discord.ui.Section("\n".join(lines), accessory=begin)


def tasks_page(game: str, done: Set[int]) -> discord.ui.LayoutView:
    """Build the list of a game's tasks, to choose one."""
    lines = task_lines(game, done)
    options = [
        discord.SelectOption(label=line, value=str(number))
        for number, line in enumerate(lines, start=1)
    ]
    return Layout(
        discord.ui.Container(
            discord.ui.TextDisplay("\n".join((tasks_heading(game), *lines))),
            select(
                "Choose a task",
                options,
                lesson_ids.OpenTask(game, 0, "list"),
                number=FIRST_LIST + taught_games().index(game),
            ),
            discord.ui.ActionRow(
                button("Other games", lesson_ids.OpenLesson("", here=1)),
                rules_button(game),
                play_page_button(game),
            ),
        )
    )


def tasks_heading(game: str) -> str:
    """Name a game's lesson."""
    return say("## Learn {game}", game=GAMES[game].name)


def task_lines(game: str, done: Set[int]) -> list[str]:
    """List the tasks of a game, those of one title counted, with a mark at those that are done."""
    titles = [
        current_rulebook(game).pages[TaskPlace.find(game, number).rules_page].title
        for number in range(1, len(lesson(game).tasks) + 1)
    ]
    lines = []
    for number, title in enumerate(titles, start=1):
        same, mark = titles.count(title), f" {DONE}" if number in done else ""
        which = f" ({titles[:number].count(title)}/{same})" if same > 1 else ""
        lines.append(f"{number}. {title}{which}{mark}")
    return lines


async def task_page(
    place: TaskPlace, style: Appearance, chosen: Selection | None = None
) -> MessageParts:
    """Build the message of a task, with what can be chosen; the board names the cells it tells."""
    chosen, position = chosen or Selection(), place.state.position
    offered = next_choices(position, chosen.piece, style.side(position.turn))
    if not offered:
        raise Refusal("That piece can't move here; choose another.")
    task = say(place.state.task.words)
    below = "\n".join(filter(None, (place.hint_words, chosen.words)))
    told = told_cells(f"{task} {below}")
    gallery = await _picture(
        place, style, BoardView(chosen=chosen.piece, choices=unmarked(offered), told=told)
    )
    words = "\n".join(filter(None, (below, question(position, chosen))))
    rows = choice_items(position, offered, chosen, place.ids, MOST_BUTTONS)
    named = place.game, place.number, place.played
    hint = button(place.hint_label, lesson_ids.AskTaskHint(*named, place.hints + 1, chosen.piece))
    again = button("Start again", lesson_ids.OpenTask(place.game, place.number, "again"))
    others = [
        *([button("Another piece", place.ids.choose(""))] if chosen.piece else []),
        *([again] if place.played else []),
        *([hint] if place.hint_label else []),
        button("Type a move", lesson_ids.WriteInTask(*named, place.hints)),
        *web_buttons(lesson_ids.OpenTask(place.game, place.number), has_web=style.has_web),
        button("Rules", OpenRulesPage(place.game, place.rules_page)),
        button("All tasks", lesson_ids.OpenTask(place.game)),
    ]
    return board_message(f"{place.title}\n{task}", gallery, words, [*rows, *in_rows(others)])


def told_cells(words: str) -> tuple[str, ...]:
    """Return the cells that words name, for a board on which they stand out."""
    return tuple(name for code in _CODE.findall(words) for name in _CELL.findall(code))


async def done_page(place: TaskPlace, style: Appearance) -> MessageParts:
    """Build the message of a task that is done, with the button to the next or to a match."""
    gallery = await _picture(place, style, BoardView())
    words = said(done_words(place.state))
    if place.number < len(lesson(place.game).tasks):
        onward = button(
            "Next task", lesson_ids.OpenTask(place.game, place.number + 1, "next"), PRIMARY
        )
    else:
        preset = GAMES[place.game].usual_preset
        onward = button(
            "Play level 1",
            BeginAgainst(place.game, EASIEST, preset=preset),
            discord.ButtonStyle.success,
        )
    others = [button("Start again", lesson_ids.OpenTask(place.game, place.number, "again"))]
    others += [button("All tasks", lesson_ids.OpenTask(place.game))]
    return board_message(place.title, gallery, words, in_rows([onward, *others]))


async def _picture(
    place: TaskPlace, style: Appearance, board_view: BoardView
) -> tuple[discord.File, Item]:
    """Draw the present position of a task, with the last move."""
    state = place.state
    before = state.positions[-2] if state.played else None
    shown = replace(
        board_view,
        last=before.legal(state.played[-1]) if before else None,
        before=before,
        seen_from=style.side(state.task.start.turn),
        over=state.is_done,
    )
    name = f"{place.game}-lesson-{place.number}"
    return await board_picture(state.position, style, shown, name=name)


def lessons_words(done: Mapping[str, Set[int]]) -> str:
    """Say which lessons somebody has done, and how far they are in others."""
    told = []
    for game in taught_games():
        if number := len(done.get(game, ())):
            last = len(lesson(game).tasks)
            words = message("{game} {done}" if number >= last else "{game} {number}/{last}")
            told.append(Sentence(words, game=GAMES[game].name, done=DONE, number=number, last=last))
    return say("Lessons: {games}", games=Listed(tuple(told), ListStyle.COMMA)) if told else ""
