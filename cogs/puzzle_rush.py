"""`/puzzle rush`: puzzles from easy to hard until the third mistake; all of it is private."""

import discord
from discord import app_commands

from cogs.puzzles import GAME_CHOICES, PUZZLE
from data.puzzle_rushes import Rush
from delivery.posting import show_privately
from interactions import Interaction, OutOfDate, answer_privately, chosen, handles, said
from interactions.components import MessageParts
from interactions.people import private_appearance
from rules import GAMES
from views import puzzle_answers, rush_page
from views.move_choices import Selection, read_option


@PUZZLE.command()
@app_commands.describe(game="Which game. Empty: all")
@app_commands.choices(game=GAME_CHOICES)
async def rush(interaction: Interaction, game: str | None = None) -> None:
    """Solve as many puzzles as you can, easy to hard, until your third mistake."""
    present = await interaction.client.store.rushes.find(interaction.user.id)
    if present is None or present.over or present.game != game:
        present = await _begin(interaction, game)
    try:
        page = await _page(interaction, present)
    except OutOfDate:  # its puzzle was withdrawn
        page = await _page(interaction, await _begin(interaction, game))
    await answer_privately(interaction, *page)


@handles(rush_page.BeginRush)
async def on_begin(interaction: Interaction, pressed: rush_page.BeginRush) -> None:
    """Begin another rush."""
    if pressed.game not in ("", *GAMES):
        raise OutOfDate
    present = await interaction.client.store.rushes.find(interaction.user.id)
    if present is None or present.over:
        present = await _begin(interaction, pressed.game or None)
    await show_privately(interaction, *await _page(interaction, present))


@handles(rush_page.ChooseInRush)
async def on_choose(interaction: Interaction, pressed: rush_page.ChooseInRush) -> None:
    """Show the targets of a piece, or all pieces."""
    present = await _present(interaction, pressed.run)
    selection = Selection(pressed.piece)
    await show_privately(interaction, *await _page(interaction, present, pressed.step, selection))


@handles(rush_page.ListInRush)
async def on_list(
    interaction: Interaction, pressed: rush_page.ListInRush, values: list[str]
) -> None:
    """Answer with the chosen move, or show the chosen piece or more of the list."""
    present = await _present(interaction, pressed.run)
    picked = read_option(chosen(values), pressed.piece)
    if isinstance(picked, Selection):
        await show_privately(interaction, *await _page(interaction, present, pressed.step, picked))
    else:
        await _answer(interaction, present, pressed.step, picked)


@handles(rush_page.AnswerRush)
async def on_answer(interaction: Interaction, pressed: rush_page.AnswerRush) -> None:
    """Answer the present puzzle with the pressed move."""
    present = await _present(interaction, pressed.run)
    await _answer(interaction, present, pressed.step, pressed.text)


@handles(rush_page.StopRush)
async def on_stop(interaction: Interaction, pressed: rush_page.StopRush) -> None:
    """End a rush, which counts as far as it went."""
    present = await _present(interaction, pressed.run)
    now = discord.utils.utcnow()
    present = await puzzle_answers.end_rush(interaction.client.store, present, now)
    await show_privately(interaction, *await _page(interaction, present))


async def _begin(interaction: Interaction, game: str | None) -> Rush:
    """Begin a rush. Raises `Refusal` where there are no puzzles."""
    store, now = interaction.client.store, discord.utils.utcnow()
    who = puzzle_answers.solver(interaction)
    return await puzzle_answers.begin_rush(store, who, game, f"{interaction.id}", now)


async def _present(interaction: Interaction, run: int) -> Rush:
    """Return a person's rush, if it is the `run`-th. Raises `OutOfDate`."""
    store = interaction.client.store
    return await puzzle_answers.present_rush(store, interaction.user.id, run)


async def _answer(interaction: Interaction, before: Rush, step: int, text: str) -> None:
    """Record an answer, and show the next puzzle; one that was answered before changes nothing."""
    if before.over or before.step != step:
        await show_privately(interaction, *await _page(interaction, before))
        return
    who, now = puzzle_answers.solver(interaction), discord.utils.utcnow()
    store = interaction.client.store
    present, words = await puzzle_answers.answer_rush(store, before, who, text, now)
    selection = Selection(words=said(words))
    await show_privately(interaction, *await _page(interaction, present, chosen=selection))


async def _page(
    interaction: Interaction,
    present: Rush,
    step: int | None = None,
    chosen: Selection | None = None,
) -> MessageParts:
    """Build the message of a rush; what is chosen in a puzzle of another `step` is not shown."""
    puzzle = await puzzle_answers.puzzle_of_rush(interaction.client.store, present)
    style = await private_appearance(interaction)
    if present.over:
        bests = await interaction.client.store.rushes.bests(present)
        return await rush_page.rush_over_page(
            present, puzzle, style, bests, chosen.words if chosen else ""
        )
    if step not in (None, present.step):
        chosen = None
    return await rush_page.rush_page(present, puzzle, style, chosen)
