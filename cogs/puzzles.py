"""`/puzzle play`: positions in which just one move is best; all of it is private."""

import random

import discord
from discord import app_commands

from cogs import choose_puzzle
from cogs.find_replay import find_replay
from cogs.replay import open_replay
from computer.puzzles import DIFFICULTIES, Puzzle
from data.puzzles import Answered
from interactions import Interaction, answer_privately, chosen, handles, handles_button, say
from interactions.command_translations import translated
from interactions.people import asker, introduce_person, private_appearance
from interactions.speech import rating_words
from rules import GAMES, Code, ListStyle, Refusal, Sentence, codes
from views import puzzle_numbers, puzzle_page
from views.analysis_board import Source
from views.move_choices import PIECE, PLAY, Choice, entries_skipped, pieces_to_choose

GAME_CHOICES = [
    app_commands.Choice(name=GAMES[key].name, value=key)
    for key in choose_puzzle.games_with_puzzles()
][:25]
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
    key = game or random.choice(choose_puzzle.games_with_puzzles(difficulty))
    store, who = interaction.client.store, interaction.user.id
    done = await store.puzzles.done(who, key)
    listed = await choose_puzzle.puzzles_for(store, key, who)
    await _open_puzzle(interaction, choose_puzzle.first_puzzle(key, difficulty, done, listed))


@handles_button(puzzle_page.OpenPuzzle)
async def on_open(interaction: Interaction, pressed: puzzle_page.OpenPuzzle) -> None:
    """Open a puzzle beside the message."""
    await _open_puzzle(interaction, await _find(interaction, pressed))


@handles_button(puzzle_page.ChooseInPuzzle)
async def on_choose(interaction: Interaction, pressed: puzzle_page.ChooseInPuzzle) -> None:
    """Show the targets of a piece, or all pieces."""
    chosen = puzzle_page.PuzzleSelection(pressed.piece)
    await _show_puzzle(interaction, await _find(interaction, pressed), chosen)


@handles(puzzle_page.ListInPuzzle)
async def on_list(
    interaction: Interaction, pressed: puzzle_page.ListInPuzzle, values: list[str]
) -> None:
    """Answer with the chosen move, or show the chosen piece or more of the list."""
    puzzle = await _find(interaction, pressed)
    kind, _, value = chosen(values).partition(" ")
    if kind == PLAY:
        await _check_answer(interaction, puzzle, value)
    elif kind == PIECE:
        await _show_puzzle(interaction, puzzle, puzzle_page.PuzzleSelection(value))
    else:
        skip = entries_skipped(kind, value)
        await _show_puzzle(
            interaction, puzzle, puzzle_page.PuzzleSelection(pressed.piece, skip=skip)
        )


@handles_button(puzzle_page.AnswerPuzzle)
async def on_answer(interaction: Interaction, pressed: puzzle_page.AnswerPuzzle) -> None:
    """Say whether the pressed move is the best one."""
    await _check_answer(interaction, await _find(interaction, pressed), pressed.text)


@handles_button(puzzle_page.AskPuzzle)
async def on_request(interaction: Interaction, pressed: puzzle_page.AskPuzzle) -> None:
    """Show a hint, the solution, or another puzzle."""
    puzzle = await _find(interaction, pressed)
    store, now = interaction.client.store, discord.utils.utcnow()
    match pressed.request:
        case puzzle_page.PuzzleRequest.HINT:
            await store.puzzles.take_hint(choose_puzzle.attempt_at(puzzle, interaction), now)
            await _show_puzzle(interaction, puzzle, _hint(puzzle))
        case puzzle_page.PuzzleRequest.SOLUTION:
            replay = await find_replay(
                interaction, Source.PUZZLE, puzzle_numbers.number_among_all(puzzle)
            )
            await open_replay(interaction, replay, 1)
        case puzzle_page.PuzzleRequest.NEXT:
            done = await store.puzzles.done(interaction.user.id, pressed.game)
            listed = await choose_puzzle.puzzles_for(store, pressed.game, interaction.user.id)
            following = choose_puzzle.next_puzzle(puzzle, done, listed)
            page = await puzzle_page.puzzle_start(following, await private_appearance(interaction))
            await _replace_page(interaction, page)


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
    position, store = puzzle.position, interaction.client.store
    move = position.read(text)
    was_right = puzzle_page.is_best(puzzle, move)
    if (await asker(interaction)).personal.puzzle_name:
        await introduce_person(interaction)
    answered = await store.puzzles.answer(
        choose_puzzle.attempt_at(puzzle, interaction), discord.utils.utcnow(), was_right=was_right
    )
    if not was_right:
        wrong = say("{move} isn't the best move. Try again.", move=position.caption(move))
        await _show_puzzle(interaction, puzzle, puzzle_page.PuzzleSelection(words=wrong))
        return
    told = await _answer_words(interaction, puzzle, answered)
    style = await private_appearance(interaction)
    await _replace_page(interaction, await puzzle_page.solved_page(puzzle, style, move, *told))


async def _answer_words(
    interaction: Interaction, puzzle: Puzzle, answered: Answered
) -> list[Sentence]:
    """Say what a right answer brought: how many are solved, the rating, the streak."""
    store, who = interaction.client.store, interaction.user.id
    told = [Sentence("You'd already solved this puzzle or seen its solution, so it doesn't count.")]
    if answered.counts:
        number = (await store.puzzles.solved(who)).get(puzzle.game, 0)
        told = [
            Sentence(
                "You've solved {number} {game} puzzle.",
                "You've solved {number} {game} puzzles.",
                number=number,
                game=puzzle.position.name,
            )
        ]
    if answered.rating is not None:
        rating = rating_words(answered.rating)
        told.append(
            Sentence(
                "Your puzzle rating: {rating} ({change}).",
                rating=rating,
                change=f"{answered.change:+.0f}",
            )
        )
    if answered.day is not None and interaction.guild_id is not None:
        streak = await store.daily_puzzles.streak(who, interaction.guild_id, answered.day)
        told.append(
            Sentence(
                "Daily puzzle streak: {number} day.",
                "Daily puzzle streak: {number} days.",
                number=streak,
            )
        )
    return told


def _hint(puzzle: Puzzle) -> puzzle_page.PuzzleSelection:
    """Name the piece of the best move; if that would give the move away, name two pieces."""
    cells = {choice.cell: choice for choice in pieces_to_choose(puzzle.position)}
    best = next(cell for cell, choice in cells.items() if _is_best(puzzle, choice))
    others = [cell for cell in cells if cell != best]
    if len(cells[best].moves) > 1 or not others:
        return puzzle_page.PuzzleSelection(best, words=say("Look at {cell}.", cell=Code(best)))
    other = random.Random(puzzle.number).choice(others)  # the same for every request
    two = codes(sorted((best, other)), ListStyle.OR)
    return puzzle_page.PuzzleSelection(words=say("Look at one of these: {cells}.", cells=two))


def _is_best(puzzle: Puzzle, choice: Choice) -> bool:
    return any(move.text == puzzle.solution[0] for move in choice.moves)


async def _open_puzzle(interaction: Interaction, puzzle: Puzzle) -> None:
    view, file = await puzzle_page.puzzle_start(puzzle, await private_appearance(interaction))
    await answer_privately(interaction, view=view, files=[file])


async def _show_puzzle(
    interaction: Interaction, puzzle: Puzzle, chosen: puzzle_page.PuzzleSelection
) -> None:
    page = await puzzle_page.puzzle_page(puzzle, await private_appearance(interaction), chosen)
    await _replace_page(interaction, page)


async def _replace_page(interaction: Interaction, page: puzzle_page.Page) -> None:
    view, file = page
    await interaction.response.edit_message(view=view, attachments=[file])
