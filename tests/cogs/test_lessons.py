"""`/learn`: a game's tasks by presses, hints, mistakes, progress, and who is offered a lesson."""

from typing import Any

import pytest

import rendering
from lessons import TaskState, lesson, taught_games
from rules import GAMES
from tests.simulated_discord.computer import quick
from tests.simulated_discord.private_answers import alt_text, press, private, send_forged, type_in
from tests.simulated_discord.table import Message, Table, components, labels, options, words
from tests.thorough import mostly_thorough
from views.first_match import GUIDED_MOVES
from views.lesson_page import lessons_words


async def make(table: Table, message: Message, state: TaskState, text: str) -> Message:
    """Choose a move by presses and in lists, as in a match; Ada does."""
    move = state.position.legal(text)
    for cell in (move.path[0] if move.path else text, move.path[-1] if move.path else text):
        if cell in labels(message):
            message = await press(table, message, cell)
        elif text in labels(message):
            return await press(table, message, text)
        elif f"piece {cell}" in options(message):
            message = private(await table.ada.select(message, [f"piece {cell}"]))
        elif f"play {text}" in options(message):
            return private(await table.ada.select(message, [f"play {text}"]))
    return message


def solution(state: TaskState) -> str:
    moves = state.position.moves().values()
    return next(move.text for move in moves if state.why_not(move) is None)


def miss(state: TaskState) -> str:
    moves = state.position.moves().values()
    return next(move.text for move in moves if state.why_not(move) is not None)


async def solve(table: Table, message: Message, game: str, number: int) -> Message:
    """Solve a task by presses, reading the replies from the buttons of the message."""
    state = TaskState(lesson(game)[number])
    while True:
        message = await make(table, message, state, solution(state))
        state = state.after(solution(state))
        if state.is_done:
            return message
        assert "Good, so far." in words(message)
        state = TaskState(state.task, tuple(played(message).split()))


def played(message: Message) -> str:
    """Return the moves of both sides that a task's message carries."""
    ids = [str(part.get("custom_id", "")) for part in components(message)]
    return next(each.split("|")[3] for each in ids if each.startswith("taskhint|"))


@pytest.mark.usefixtures("thinks_quickly")
@pytest.mark.parametrize("game", mostly_thorough(taught_games()))
async def test_a_whole_lesson_is_pressed_through_and_ends_with_a_match(
    table: Table, game: str
) -> None:
    message: Message = await type_in(table, "learn")
    assert words(message).count("Done: 0 of 8") == len(GAMES)
    message = private(await table.ada.click(message, custom_id=f"learn|{game}|1"))
    for number in range(1, 9):
        assert f"Task {number} of 8" in words(message)
        assert lesson(game)[number].words in words(message)
        message = await solve(table, message, game, number)
        assert "**Right!**" in words(message)
        assert lesson(game)[number].done in words(message)
        assert "to move" not in alt_text(message), "the task is done, and nobody is asked"
        if number == 4:
            await table.restart()
        if number < 8:
            message = await press(table, message, "Next task")
    assert {level for _, level, _ in quick(table).asked} == {1}
    assert (await table.bot.store.lessons.done(table.ada.id)) == {game: {*range(1, 9)}}
    profile = private(await table.ben.slash(table.channel, "profile", player=table.ada))
    assert f"Lessons: {GAMES[game].name} ✓" in words(profile)
    await table.ada.click(message, label="Play level 1")
    match = await table.match()
    assert (match.game, match.level) == (game, 1)
    listed = await press(table, await type_in(table, "learn", game=game), "All tasks")
    assert words(listed).count("✓") == 8
    assert f"**{GAMES[game].name}** ✓" in words(await press(table, listed, "Other games"))


async def test_a_lesson_goes_on_where_it_was_left_and_any_task_can_be_chosen(table: Table) -> None:
    message = await type_in(table, "learn", game="bizingo")
    await solve(table, message, "bizingo", 1)
    message = await type_in(table, "learn", game="bizingo")
    assert "Task 2 of 8" in words(message)
    tasks = await press(table, message, "All tasks")
    assert "1. Moving ✓\n2. Taking a piece (1/3)\n3. Taking a piece (2/3)\n" in words(tasks)
    message = private(await table.ada.select(tasks, ["4"]))
    assert "### Bizingo: Captains" in words(message)
    rules = await press(table, message, "Rules")
    assert "## Captains" in words(rules)
    assert {"Learn", "Try it"} <= {*labels(rules)}
    assert "Continue" in labels(await type_in(table, "learn"))
    assert lessons_words(await table.bot.store.lessons.done(table.ada.id)) == "Lessons: Bizingo 1/8"


async def test_a_miss_says_why_and_an_illegal_move_which_rule_it_breaks(table: Table) -> None:
    task, state = lesson("agon")[3], TaskState(lesson("agon")[3])
    tasks = await press(table, await type_in(table, "learn", game="agon"), "All tasks")
    message = private(await table.ada.select(tasks, ["3"]))
    assert alt_text(message).startswith("Agon. White: queen on e3")
    missed = await make(table, message, state, miss(state))
    assert task.mistake in words(missed) or task.otherwise in words(missed)
    form = await table.ada.click(message, label="Type a move")
    refused = private(await table.ada.submit_modal(form, {"field": "c4-d4"}))
    assert "`d4` lies between two enemies" in words(refused)
    form = await table.ada.click(message, label="Type a move")
    right = private(await table.ada.submit_modal(form, {"field": "C4 d5"}))
    assert "**Right!**" in words(right)
    assert task.done in words(right)


async def test_hints_come_one_by_one(table: Table) -> None:
    first, second = lesson("hoyito")[1].hints
    message = await type_in(table, "learn", game="hoyito")
    assert "Another hint" not in labels(message)
    message = await press(table, message, "Hint")
    assert first in words(message)
    assert second not in words(message)
    message = await press(table, message, "Another hint")
    assert f"💡 {first}\n💡 {second}" in words(message)
    assert not {"Hint", "Another hint"} & {*labels(message)}, "there are no more"


async def test_hints_stay_while_a_piece_is_chosen_and_the_piece_while_hints_come(
    table: Table,
) -> None:
    first, second = lesson("bizingo")[1].hints
    message = await press(table, await type_in(table, "learn", game="bizingo"), "Hint")
    message = await press(table, message, "h6")
    assert first in words(message)
    message = await press(table, message, "Another hint")
    assert second in words(message)
    assert "Where to from `h6`?" in words(message)
    message = await press(table, message, "g4")
    assert lesson("bizingo")[1].mistake in words(message)
    assert second in words(message)


async def test_the_board_of_a_task_names_the_cells_that_its_words_name(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, ...]] = []
    draw = rendering.picture

    def picture(*position: Any, **how: Any) -> bytes:
        told.append(how["told"])
        return draw(*position, **how)

    monkeypatch.setattr(rendering, "picture", picture)
    tasks = await press(table, await type_in(table, "learn", game="bizingo"), "All tasks")
    message = private(await table.ada.select(tasks, ["2"]))
    assert told[-1] == ("f7", "f6", "f8")
    await press(table, await press(table, message, "Hint"), "Another hint")
    assert {*told[-1]} == {"f7", "f6", "f8", "g8"}


@pytest.mark.usefixtures("thinks_quickly")
async def test_a_scripted_reply_is_told_and_the_task_can_begin_again(table: Table) -> None:
    message: Message = await type_in(table, "learn", game="bivouac")
    message = private(await table.ada.select(await press(table, message, "All tasks"), ["3"]))
    message = await make(table, message, TaskState(lesson("bivouac")[3]), "c1-a1")
    assert "**Good, so far.** Black" in words(message)
    assert played(message) == "c1-a1 d10-d9"
    assert not quick(table).asked
    message = await press(table, message, "Start again")
    assert played(message) == ""


async def test_a_lesson_is_offered_in_a_first_match_until_it_is_begun(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.move_picker.GUIDED_MOVES", GUIDED_MOVES)
    await table.begin("ringo")
    picker = await press(table, table.last, "Move")
    assert "Your first Ringo match" in words(picker)
    lesson_page = await press(table, picker, "Learn")
    assert "Task 1 of 8" in words(lesson_page)
    await solve(table, lesson_page, "ringo", 1)
    picker = await press(table, table.last, "Move")
    assert "Your first Ringo match" in words(picker)
    assert "Learn" not in labels(picker)


async def test_a_challenge_teaches_how_to_play(table: Table) -> None:
    await table.ada.slash(table.channel, "agon", opponent=table.ben)
    opened = private(await table.ben.click(table.last, label="How to play"))
    assert "Task 1 of 8" in words(opened)


async def test_a_list_of_cells_does_not_say_which_is_right(table: Table) -> None:
    tasks = await press(table, await type_in(table, "learn", game="agon"), "All tasks")
    message = await press(table, private(await table.ada.select(tasks, ["6"])), "d4")
    (listed,) = [part for part in components(message) if part["type"] == 3]
    assert {option["label"] for option in listed["options"]} >= {"d4*a3", "d4*a1"}
    assert not any(option.get("description") for option in listed["options"])


@pytest.mark.parametrize(
    "custom_id",
    ["tasking|ringo|1|x|", "tasking|ringo|1|d1-d2|", "taskmove|ringo|1|d1-d2 a6-a5|d2-d3"],
)
async def test_forged_moves_of_a_task_are_out_of_date(table: Table, custom_id: str) -> None:
    forged = await send_forged(table.text_channel, custom_id)
    answer = private(await table.ada.click(forged, custom_id=custom_id))
    assert "out of date" in words(answer)


async def test_what_no_lesson_has_is_refused(table: Table) -> None:
    for custom_id in ("lesson|ringo|9|", "learn|chess|0"):
        forged = await send_forged(table.text_channel, custom_id)
        answer = private(await table.ada.click(forged, custom_id=custom_id))
        assert "`/learn` shows" in words(answer)
