"""`/puzzle play`: positions in which just one move is best; all of it is private."""

import discord
from discord import app_commands

from boards.puzzle_words import wrong_words
from cogs.autocomplete import game_choices
from cogs.replay import find_replay, open_replay
from computer.puzzles import DIFFICULTIES, Puzzle
from delivery.posting import show_privately
from interactions import Interaction, answer_privately, chosen, handles, said
from interactions.command_translations import translated
from interactions.people import private_appearance
from rules import Refusal
from views import choose_puzzle, puzzle_answers, puzzle_numbers, puzzle_page
from views.analysis_board import Source
from views.move_choices import Selection, read_option

GAME_CHOICES = game_choices(choose_puzzle.games_with_puzzles())
DIFFICULTY_CHOICES = [
    app_commands.Choice(
        name=translated("{difficulty} of {most}", difficulty=number, most=max(DIFFICULTIES)),
        value=number,
    )
    for number in DIFFICULTIES
]


PUZZLE = app_commands.Group(
    name="puzzle", description="Puzzles: find the one best move, or have a puzzle posted every day."
)
"""The command for puzzles."""


@PUZZLE.command()
@app_commands.describe(
    game="Which game (default: any)", difficulty="How hard (default: easiest first)"
)
@app_commands.choices(game=GAME_CHOICES)
@app_commands.choices(difficulty=DIFFICULTY_CHOICES)
async def play(
    interaction: Interaction, game: str | None = None, difficulty: int | None = None
) -> None:
    """Solve a puzzle: find the one best move. Only you can see it."""
    if not GAME_CHOICES:
        raise Refusal("There are no puzzles here; play a match against me instead.")
    store, who = interaction.client.store, interaction.user.id
    puzzle = await puzzle_answers.puzzle_to_solve(store, who, game, difficulty)
    await _open_puzzle(interaction, puzzle)


@handles(puzzle_page.OpenPuzzle)
async def on_open(interaction: Interaction, pressed: puzzle_page.OpenPuzzle) -> None:
    """Open a puzzle beside the message."""
    await _open_puzzle(interaction, await _find(interaction, pressed))


@handles(puzzle_page.ChooseInPuzzle)
async def on_choose(interaction: Interaction, pressed: puzzle_page.ChooseInPuzzle) -> None:
    """Show the targets of a piece, or all pieces."""
    await _show_puzzle(interaction, await _find(interaction, pressed), Selection(pressed.piece))


@handles(puzzle_page.ListInPuzzle)
async def on_list(
    interaction: Interaction, pressed: puzzle_page.ListInPuzzle, values: list[str]
) -> None:
    """Answer with the chosen move, or show the chosen piece or more of the list."""
    puzzle = await _find(interaction, pressed)
    picked = read_option(chosen(values), pressed.piece)
    if isinstance(picked, Selection):
        await _show_puzzle(interaction, puzzle, picked)
    else:
        await _check_answer(interaction, puzzle, picked)


@handles(puzzle_page.AnswerPuzzle)
async def on_answer(interaction: Interaction, pressed: puzzle_page.AnswerPuzzle) -> None:
    """Say whether the pressed move is the best one."""
    await _check_answer(interaction, await _find(interaction, pressed), pressed.text)


@handles(puzzle_page.AskPuzzle)
async def on_request(interaction: Interaction, pressed: puzzle_page.AskPuzzle) -> None:
    """Show a hint, the solution, or another puzzle."""
    puzzle = await _find(interaction, pressed)
    store, now = interaction.client.store, discord.utils.utcnow()
    match pressed.request:
        case puzzle_page.PuzzleRequest.HINT:
            piece, words = await puzzle_answers.hint_in_puzzle(
                store, puzzle, puzzle_answers.solver(interaction), now
            )
            at = Selection(piece, words=said(words))
            await _show_puzzle(interaction, puzzle, at)
        case puzzle_page.PuzzleRequest.SOLUTION:
            replay = await find_replay(
                interaction, Source.PUZZLE, puzzle_numbers.number_among_all(puzzle)
            )
            await open_replay(interaction, replay, 1)
        case puzzle_page.PuzzleRequest.NEXT:
            following = await puzzle_answers.puzzle_after(store, puzzle, interaction.user.id)
            page = await puzzle_page.puzzle_start(following, await private_appearance(interaction))
            await show_privately(interaction, *page)


Pressed = (
    puzzle_page.OpenPuzzle
    | puzzle_page.ChooseInPuzzle
    | puzzle_page.ListInPuzzle
    | puzzle_page.AnswerPuzzle
    | puzzle_page.AskPuzzle
)
"""A control of a puzzle."""


async def _find(interaction: Interaction, pressed: Pressed) -> Puzzle:
    """Find the puzzle of a control. Raises `OutOfDate` if it no longer exists."""
    store = interaction.client.store
    return await choose_puzzle.load_puzzle(store, pressed.game, pressed.number)


async def _check_answer(interaction: Interaction, puzzle: Puzzle, text: str) -> None:
    """Say whether a move is the best one; if it is, count the puzzle as solved."""
    store, now = interaction.client.store, discord.utils.utcnow()
    move, told = await puzzle_answers.answer_puzzle(
        store, puzzle, puzzle_answers.solver(interaction), text, now
    )
    if not told:
        wrong = said(wrong_words(puzzle, move))
        await _show_puzzle(interaction, puzzle, Selection(words=wrong))
        return
    style = await private_appearance(interaction)
    await show_privately(interaction, *await puzzle_page.solved_page(puzzle, style, move, *told))


async def _open_puzzle(interaction: Interaction, puzzle: Puzzle) -> None:
    page = await puzzle_page.puzzle_start(puzzle, await private_appearance(interaction))
    await answer_privately(interaction, *page)


async def _show_puzzle(interaction: Interaction, puzzle: Puzzle, chosen: Selection) -> None:
    page = await puzzle_page.puzzle_page(puzzle, await private_appearance(interaction), chosen)
    await show_privately(interaction, *page)
