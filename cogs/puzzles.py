"""`/puzzle play`: positions in which just one move is best; all of it is private."""

import random

import discord
from discord import app_commands

from cogs.replay import open_replay
from cogs.resolve_match import find_replay
from interactions import Bot, Interaction, chosen, handles, say, whisper
from interactions.audience import private_appearance
from interactions.command_translations import translated
from opponent.puzzles import DIFFICULTIES, Puzzle
from rules import GAMES, Code, ListStyle, Refusal, Sentence, codes
from views import puzzle_page, puzzle_selection
from views.analysis_board import Source
from views.move_choices import PIECE, PLAY, Choice, entries_skipped, pieces_to_choose

GAME_CHOICES = [
    app_commands.Choice(name=GAMES[key].name, value=key)
    for key in puzzle_selection.games_with_puzzles()
][:25]
DIFFICULTY_CHOICES = [
    app_commands.Choice(
        name=translated("{difficulty} of {most}", difficulty=number, most=max(DIFFICULTIES)),
        value=number,
    )
    for number in DIFFICULTIES
]


PUZZLE = app_commands.Group(
    name="puzzle", description="Puzzles: find the one best move, or get one posted every day."
)
"""The command for puzzles."""


@PUZZLE.command()
@app_commands.describe(
    game="Which game. Empty: any", difficulty="How hard (default: easiest first)"
)
@app_commands.choices(game=GAME_CHOICES)
@app_commands.choices(difficulty=DIFFICULTY_CHOICES)
async def play(
    interaction: Interaction, game: str | None = None, difficulty: int | None = None
) -> None:
    """Solve a puzzle: find the one best move. Only you see it."""
    if not GAME_CHOICES:
        raise Refusal("There are no puzzles here; play a match against me instead.")
    key = game or random.choice(puzzle_selection.games_with_puzzles(difficulty))
    done = await interaction.client.store.puzzles.done(interaction.user.id, key)
    await _open_puzzle(interaction, puzzle_selection.first_puzzle(key, difficulty, done))


@handles(puzzle_page.OpenPuzzle)
async def on_open(
    interaction: Interaction, pressed: puzzle_page.OpenPuzzle, _values: list[str]
) -> None:
    """Open a puzzle beside the message."""
    await _open_puzzle(interaction, puzzle_selection.find_puzzle(pressed.game, pressed.number))


@handles(puzzle_page.ChooseInPuzzle)
async def on_choose(
    interaction: Interaction, pressed: puzzle_page.ChooseInPuzzle, _values: list[str]
) -> None:
    """Show the targets of a piece, or all pieces."""
    await _show_puzzle(
        interaction,
        puzzle_selection.find_puzzle(pressed.game, pressed.number),
        puzzle_page.PuzzleSelection(pressed.piece, pressed.end),
    )


@handles(puzzle_page.ListInPuzzle)
async def on_list(
    interaction: Interaction, pressed: puzzle_page.ListInPuzzle, values: list[str]
) -> None:
    """Answer with the chosen move, or show the chosen piece or more of the list."""
    puzzle = puzzle_selection.find_puzzle(pressed.game, pressed.number)
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


@handles(puzzle_page.AnswerPuzzle)
async def on_answer(
    interaction: Interaction, pressed: puzzle_page.AnswerPuzzle, _values: list[str]
) -> None:
    """Say whether the pressed move is the best one."""
    await _check_answer(
        interaction, puzzle_selection.find_puzzle(pressed.game, pressed.number), pressed.text
    )


@handles(puzzle_page.AskPuzzle)
async def on_request(
    interaction: Interaction, pressed: puzzle_page.AskPuzzle, _values: list[str]
) -> None:
    """Show a hint, the solution, or another puzzle."""
    puzzle = puzzle_selection.find_puzzle(pressed.game, pressed.number)
    store = interaction.client.store.puzzles
    match pressed.request:
        case puzzle_page.PuzzleRequest.HINT:
            await _show_puzzle(interaction, puzzle, _hint(puzzle))
        case puzzle_page.PuzzleRequest.SOLUTION:
            now = discord.utils.utcnow()
            await store.show(interaction.user.id, pressed.game, pressed.number, now)
            replay = await find_replay(
                interaction, Source.PUZZLE, puzzle_selection.number_among_all(puzzle)
            )
            await open_replay(interaction, replay, 1)
        case puzzle_page.PuzzleRequest.NEXT:
            done = await store.done(interaction.user.id, pressed.game)
            await _show_puzzle(
                interaction,
                puzzle_selection.next_puzzle(puzzle, done),
                puzzle_page.PuzzleSelection(),
            )


async def _check_answer(interaction: Interaction, puzzle: Puzzle, text: str) -> None:
    """Say whether a move is the best one; if it is, count the puzzle as solved."""
    position = puzzle.position
    move, best = position.read(text), position.moves()[puzzle.solution[0]]
    if position.after(move).identity() != position.after(best).identity():
        wrong = say(
            "{move} isn't the best move. Try again.",
            move=position.caption(move),
        )
        await _show_puzzle(interaction, puzzle, puzzle_page.PuzzleSelection(words=wrong))
        return
    store, who = interaction.client.store.puzzles, interaction.user.id
    counts = await store.solve(who, puzzle.game, puzzle.number, discord.utils.utcnow())
    number = (await store.solved(who)).get(puzzle.game, 0)
    result = Sentence(
        "You've solved {number} {game} puzzle.",
        "You've solved {number} {game} puzzles.",
        number=number,
        game=position.name,
    )
    if not counts:
        result = Sentence("You solved it or saw the solution before, so it doesn't count again.")
    page = await puzzle_page.solved_page(
        puzzle, await private_appearance(interaction), move, result
    )
    await _replace_page(interaction, page)


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
    view, file = await puzzle_page.puzzle_page(puzzle, await private_appearance(interaction))
    await whisper(interaction, view=view, files=[file])


async def _show_puzzle(
    interaction: Interaction, puzzle: Puzzle, chosen: puzzle_page.PuzzleSelection
) -> None:
    page = await puzzle_page.puzzle_page(puzzle, await private_appearance(interaction), chosen)
    await _replace_page(interaction, page)


async def _replace_page(interaction: Interaction, page: puzzle_page.Page) -> None:
    view, file = page
    await interaction.response.edit_message(view=view, attachments=[file])


async def setup(bot: Bot) -> None:
    """Load the cog. All puzzles are read, so that a faulty file is found at the start."""
    bot.tree.add_command(PUZZLE)
