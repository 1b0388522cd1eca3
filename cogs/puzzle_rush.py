"""`/puzzle rush`: puzzles from easy to hard until the third mistake; all of it is private."""

import discord
from discord import app_commands

from cogs import choose_puzzle
from cogs.puzzles import GAME_CHOICES, PUZZLE
from computer.puzzles import Puzzle
from data.puzzle_rushes import Rush
from interactions import (
    Interaction,
    OutOfDate,
    answer_privately,
    chosen,
    handles,
    handles_button,
    say,
)
from interactions.people import asker, introduce_person, private_appearance
from rules import GAMES, Refusal
from views import rush_page
from views.move_choices import PIECE, PLAY, entries_skipped
from views.puzzle_page import Page, PuzzleSelection, best_move, is_best


@PUZZLE.command()
@app_commands.describe(game="Which game. Empty: all")
@app_commands.choices(game=GAME_CHOICES)
async def rush(interaction: Interaction, game: str | None = None) -> None:
    """Solve as many puzzles as you can, easy to hard, until your third mistake."""
    present = await interaction.client.store.rushes.find(interaction.user.id)
    if present is None or present.over or present.game != game:
        present = await _begin(interaction, game)
    try:
        view, file = await _page(interaction, present)
    except OutOfDate:  # its puzzle was withdrawn
        view, file = await _page(interaction, await _begin(interaction, game))
    await answer_privately(interaction, view=view, files=[file])


@handles_button(rush_page.BeginRush)
async def on_begin(interaction: Interaction, pressed: rush_page.BeginRush) -> None:
    """Begin another rush."""
    if pressed.game not in ("", *GAMES):
        raise OutOfDate
    present = await interaction.client.store.rushes.find(interaction.user.id)
    if present is None or present.over:
        present = await _begin(interaction, pressed.game or None)
    await _replace(interaction, await _page(interaction, present))


@handles_button(rush_page.ChooseInRush)
async def on_choose(interaction: Interaction, pressed: rush_page.ChooseInRush) -> None:
    """Show the targets of a piece, or all pieces."""
    present = await _present(interaction, pressed.run)
    selection = PuzzleSelection(pressed.piece)
    await _replace(interaction, await _page(interaction, present, pressed.step, selection))


@handles(rush_page.ListInRush)
async def on_list(
    interaction: Interaction, pressed: rush_page.ListInRush, values: list[str]
) -> None:
    """Answer with the chosen move, or show the chosen piece or more of the list."""
    present = await _present(interaction, pressed.run)
    kind, _, value = chosen(values).partition(" ")
    if kind == PLAY:
        await _answer(interaction, present, pressed.step, value)
        return
    selection = PuzzleSelection(value)
    if kind != PIECE:
        selection = PuzzleSelection(pressed.piece, skip=entries_skipped(kind, value))
    await _replace(interaction, await _page(interaction, present, pressed.step, selection))


@handles_button(rush_page.AnswerRush)
async def on_answer(interaction: Interaction, pressed: rush_page.AnswerRush) -> None:
    """Answer the present puzzle with the pressed move."""
    present = await _present(interaction, pressed.run)
    await _answer(interaction, present, pressed.step, pressed.text)


@handles_button(rush_page.StopRush)
async def on_stop(interaction: Interaction, pressed: rush_page.StopRush) -> None:
    """End a rush, which counts as far as it went."""
    present = await _present(interaction, pressed.run)
    if not present.over:
        now = discord.utils.utcnow()
        present = await interaction.client.store.rushes.go_on(present, present.ended(), now)
    await _replace(interaction, await _page(interaction, present))


async def _begin(interaction: Interaction, game: str | None) -> Rush:
    """Begin a rush. Raises `Refusal` where there are no puzzles."""
    store, who = interaction.client.store, interaction.user.id
    listed = await choose_puzzle.puzzles_for_rush(store, game)
    first = choose_puzzle.rush_puzzle(listed, (), f"{interaction.id}")
    if first is None:
        raise Refusal("There are no puzzles here; play a match against me instead.")
    key, now = (first.game, first.number), discord.utils.utcnow()
    return await store.rushes.begin(who, interaction.guild_id, game, key, now)


async def _present(interaction: Interaction, run: int) -> Rush:
    """Return a person's rush, if it is the `run`-th. Raises `OutOfDate`."""
    present = await interaction.client.store.rushes.find(interaction.user.id)
    if present is None or present.run != run:
        raise OutOfDate
    return present


async def _answer(interaction: Interaction, before: Rush, step: int, text: str) -> None:
    """Record an answer, and show the next puzzle; one that was answered before changes nothing."""
    if before.over or before.step != step:
        await _replace(interaction, await _page(interaction, before))
        return
    store = interaction.client.store
    puzzle = await _puzzle(interaction, before)
    move = puzzle.position.read(text)
    listed = await choose_puzzle.puzzles_for_rush(store, before.game)
    following = choose_puzzle.rush_puzzle(listed, before.puzzles, f"{before.person} {before.run}")
    was_right = is_best(puzzle, move)
    key = None if following is None else (following.game, following.number)
    after = before.after(key, was_right=was_right)
    if (await asker(interaction)).personal.puzzle_name:
        await introduce_person(interaction)
    now = discord.utils.utcnow()
    await store.puzzles.take_hint(choose_puzzle.attempt_at(puzzle, interaction), now)
    present = await store.rushes.go_on(before, after, now)
    best = puzzle.position.caption(best_move(puzzle))
    words = say("Right!") if was_right else say("Not that one: {move} was best.", move=best)
    selection = PuzzleSelection(words=words)
    await _replace(interaction, await _page(interaction, present, chosen=selection))


async def _puzzle(interaction: Interaction, present: Rush) -> Puzzle:
    return await choose_puzzle.load_puzzle(interaction.client.store, *present.puzzles[-1])


async def _page(
    interaction: Interaction,
    present: Rush,
    step: int | None = None,
    chosen: PuzzleSelection | None = None,
) -> Page:
    """Build the message of a rush; what is chosen in a puzzle of another `step` is not shown."""
    puzzle, style = await _puzzle(interaction, present), await private_appearance(interaction)
    if present.over:
        bests = await interaction.client.store.rushes.bests(present)
        return await rush_page.rush_over_page(
            present, puzzle, style, bests, chosen.words if chosen else ""
        )
    if step not in (None, present.step):
        chosen = None
    return await rush_page.rush_page(present, puzzle, style, chosen)


async def _replace(interaction: Interaction, page: Page) -> None:
    view, file = page
    await interaction.response.edit_message(view=view, attachments=[file])
