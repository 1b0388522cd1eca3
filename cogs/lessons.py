"""`/learn`: lessons, task by task; all of it is private, and what is done is stored."""

import discord
from discord import app_commands

from boards.lesson_words import reply_words
from cogs.autocomplete import game_choices
from delivery.posting import show_privately
from interactions import Interaction, answer_privately, chosen, chosen_number, handles, said
from interactions.components import Item
from interactions.forms import TextModal
from interactions.people import private_appearance
from lessons import lesson, taught_games
from views import lesson_page
from views.lesson_ids import (
    AnswerTask,
    AskTaskHint,
    ChooseInTask,
    ListInTask,
    OpenLesson,
    OpenTask,
    TaskWritten,
    WriteInTask,
    learn_button,
)
from views.lesson_page import TaskPlace
from views.move_choices import Selection, read_option


@app_commands.command()
@app_commands.describe(game="Which game. Empty: all of them")
@app_commands.choices(game=game_choices(taught_games()))
async def learn(interaction: Interaction, game: str | None = None) -> None:
    """Learn a game from zero: short tasks on a real board. Only you can see them."""
    await on_open_lesson(interaction, OpenLesson(game or ""))


@handles(OpenLesson)
async def on_open_lesson(interaction: Interaction, pressed: OpenLesson) -> None:
    """Show the first open task of a game, or all games, in a new message or in place."""
    show = show_privately if pressed.here else answer_privately
    if not pressed.game:
        done = await interaction.client.store.lessons.done(interaction.user.id)
        has_web = interaction.client.settings.has_web
        await show(interaction, lesson_page.games_page(done, has_web=has_web))
        return
    number = lesson(pressed.game).first_open(await _done(interaction, pressed.game))
    style = await private_appearance(interaction)
    place = TaskPlace.find(pressed.game, number)
    await show(interaction, *await lesson_page.task_page(place, style))


@handles(OpenTask)
async def on_open_task(interaction: Interaction, pressed: OpenTask, values: list[str]) -> None:
    """Show a task, or the list of a game's tasks."""
    number = chosen_number(values[0]) if values else pressed.task
    if number:
        await _show_task(interaction, TaskPlace.find(pressed.game, number))
        return
    done = await _done(interaction, pressed.game)
    await show_privately(interaction, lesson_page.tasks_page(pressed.game, done))


@handles(ChooseInTask)
async def on_choose(interaction: Interaction, pressed: ChooseInTask) -> None:
    """Show the targets of a piece, or all pieces."""
    await _show_task(interaction, _find(pressed), Selection(pressed.piece))


@handles(ListInTask)
async def on_list(interaction: Interaction, pressed: ListInTask, values: list[str]) -> None:
    """Answer with the chosen move, or show the chosen piece or more of the list."""
    picked = read_option(chosen(values), pressed.piece)
    if isinstance(picked, Selection):
        await _show_task(interaction, _find(pressed), picked)
    else:
        await _answer(interaction, _find(pressed), picked)


@handles(AnswerTask)
async def on_answer(interaction: Interaction, pressed: AnswerTask) -> None:
    """Say whether the pressed move is right."""
    await _answer(interaction, _find(pressed), pressed.text)


@handles(AskTaskHint)
async def on_hint(interaction: Interaction, pressed: AskTaskHint) -> None:
    """Show the first hint, or both."""
    await _show_task(interaction, _find(pressed), Selection(pressed.piece))


@handles(WriteInTask)
async def on_write(interaction: Interaction, pressed: WriteInTask) -> None:
    """Ask for a move to be typed."""
    place = _find(pressed)
    await interaction.response.send_modal(
        TextModal(
            "Type a move",
            TaskWritten(pressed.game, pressed.task, pressed.played, pressed.hints),
            "Your move",
            example=next(iter(place.state.position.moves())),
        )
    )


@handles(TaskWritten)
async def on_written(interaction: Interaction, pressed: TaskWritten, values: list[str]) -> None:
    """Say whether the typed move is right; of an illegal one, which rule it breaks."""
    await _answer(interaction, _find(pressed), chosen(values))


Pressed = ChooseInTask | ListInTask | AnswerTask | AskTaskHint | WriteInTask | TaskWritten
"""A control of a task."""


def _find(pressed: Pressed) -> TaskPlace:
    return TaskPlace.find(pressed.game, pressed.task, pressed.played, pressed.hints)


async def _answer(interaction: Interaction, place: TaskPlace, text: str) -> None:
    """Play a move if it is right, and the reply to it; else say why it isn't."""
    after = await place.answered(text)
    if not isinstance(after, TaskPlace):
        await _show_task(interaction, place, Selection(words=said(after)))
        return
    if after.state.is_done:
        now = discord.utils.utcnow()
        await interaction.client.store.lessons.finish(
            interaction.user.id, place.game, place.number, now
        )
        style = await private_appearance(interaction)
        await show_privately(interaction, *await lesson_page.done_page(after, style))
        return
    if after.state.reply is None:  # it may take some seconds, and Discord waits for three
        await interaction.response.defer()
    onward = await after.replied(interaction.client.computer, interaction.id)
    words = said(reply_words(onward.state))
    await _show_task(interaction, onward, Selection(words=words))


async def learn_offer(interaction: Interaction, game: str) -> list[Item]:
    """Offer the lesson of a game to somebody who has done nothing of it."""
    done = await interaction.client.store.lessons.done(interaction.user.id)
    return [learn_button(game)] if game in taught_games() and not done.get(game) else []


async def _done(interaction: Interaction, game: str) -> set[int]:
    """Return the numbers of the tasks of a game that the person has done."""
    return (await interaction.client.store.lessons.done(interaction.user.id)).get(game, set())


async def _show_task(
    interaction: Interaction, place: TaskPlace, at: Selection | None = None
) -> None:
    style = await private_appearance(interaction)
    await show_privately(interaction, *await lesson_page.task_page(place, style, at))
