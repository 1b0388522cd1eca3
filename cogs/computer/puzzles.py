"""Puzzles: `/puzzle`, and what its message does; all of it private."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.acts import OutOfDate, chosen, pressed
from cogs.answers import whisper
from cogs.audience import private_look
from cogs.computer.picked import find, first_for, next_for, number_among_all, with_puzzles
from cogs.computer.puzzling import Chosen, Page, puzzle_page, solved_page
from cogs.computer.steps import (
    AnswerPuzzle,
    AskPuzzle,
    ChooseInPuzzle,
    ListInPuzzle,
    OpenPuzzle,
    Wish,
)
from cogs.learning.trials import Source
from cogs.localising import shown
from cogs.matches.choosing import PIECE, PLAY, Choice, pieces_to_choose
from cogs.speech import say
from cogs.watching.replaying import open_replay
from cogs.watching.watched import watched
from opponent.puzzles import DIFFICULTIES, Puzzle
from rules import GAMES, Refusal, Sentence
from rules.sentence import Code, ListStyle, codes

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

GAME_CHOICES = [app_commands.Choice(name=GAMES[key].name, value=key) for key in with_puzzles()][:25]
HARD = [
    app_commands.Choice(
        name=shown("{difficulty} of {most}", difficulty=number, most=max(DIFFICULTIES)),
        value=number,
    )
    for number in DIFFICULTIES
]


class Puzzles(commands.Cog):
    """Positions in which just one move is best."""

    @app_commands.command()
    @app_commands.describe(
        game="Of which game; left out, of any", difficulty="How hard; left out, the easiest first"
    )
    @app_commands.choices(game=GAME_CHOICES)
    @app_commands.choices(difficulty=HARD)
    async def puzzle(
        self, interaction: Interaction, game: str | None = None, difficulty: int | None = None
    ) -> None:
        """Solve a puzzle: find the one best move. Only you see it."""
        if not GAME_CHOICES:
            raise Refusal("There are no puzzles here; play a match against me instead.")
        key = game or random.choice(with_puzzles(difficulty))
        done = await interaction.client.store.puzzles.done(interaction.user.id, key)
        await _open(interaction, first_for(key, difficulty, done))


@pressed(OpenPuzzle)
async def on_open(interaction: Interaction, act: OpenPuzzle, _values: list[str]) -> None:
    """Open a puzzle beside the message."""
    await _open(interaction, find(act.game, act.number))


@pressed(ChooseInPuzzle)
async def on_choose(interaction: Interaction, act: ChooseInPuzzle, _values: list[str]) -> None:
    """Show where the piece may go, or all pieces."""
    await _show(interaction, find(act.game, act.number), Chosen(act.piece, act.end))


@pressed(ListInPuzzle)
async def on_list(interaction: Interaction, act: ListInPuzzle, values: list[str]) -> None:
    """Do what is chosen in the list."""
    puzzle = find(act.game, act.number)
    kind, _, value = chosen(values).partition(" ")
    if kind == PLAY:
        await _answer(interaction, puzzle, value)
    elif kind == PIECE:
        await _show(interaction, puzzle, Chosen(value))
    elif value.isdecimal():
        await _show(interaction, puzzle, Chosen(act.piece, skip=int(value)))
    else:
        raise OutOfDate


@pressed(AnswerPuzzle)
async def on_answer(interaction: Interaction, act: AnswerPuzzle, _values: list[str]) -> None:
    """Say whether the move is the best one."""
    await _answer(interaction, find(act.game, act.number), act.text)


@pressed(AskPuzzle)
async def on_wish(interaction: Interaction, act: AskPuzzle, _values: list[str]) -> None:
    """Give a hint, the solution, or another puzzle."""
    puzzle, kept = find(act.game, act.number), interaction.client.store.puzzles
    match act.wish:
        case Wish.HINT:
            await _show(interaction, puzzle, _hint(puzzle))
        case Wish.SOLUTION:
            now = discord.utils.utcnow()
            await kept.show(interaction.user.id, act.game, act.number, now)
            shown = await watched(interaction, Source.PUZZLE, number_among_all(puzzle))
            await open_replay(interaction, shown, 1)
        case Wish.NEXT:
            done = await kept.done(interaction.user.id, act.game)
            await _show(interaction, next_for(puzzle, done), Chosen())


async def _answer(interaction: Interaction, puzzle: Puzzle, text: str) -> None:
    """Say whether a move is the best one, and count the puzzle where it is."""
    position = puzzle.position
    move, best = position.read(text), position.moves()[puzzle.solution[0]]
    if position.after(move).identity() != position.after(best).identity():
        wrong = say(
            "{move} is not the best: something better is there. Try again.",
            move=position.caption(move),
        )
        await _show(interaction, puzzle, Chosen(words=wrong))
        return
    kept, who = interaction.client.store.puzzles, interaction.user.id
    counts = await kept.solve(who, puzzle.game, puzzle.number, discord.utils.utcnow())
    number = (await kept.solved(who)).get(puzzle.game, 0)
    told = Sentence(
        "You have solved {number} puzzle of {game}.",
        "You have solved {number} puzzles of {game}.",
        number=number,
        game=position.name,
    )
    if not counts:
        told = Sentence("It was solved or shown before, so it does not count again.")
    page = await solved_page(puzzle, await private_look(interaction), move, told)
    await _replace(interaction, page)


def _hint(puzzle: Puzzle) -> Chosen:
    """Show the piece that the best move begins with; where that would say all, one of two."""
    cells = {choice.cell: choice for choice in pieces_to_choose(puzzle.position)}
    best = next(cell for cell, choice in cells.items() if _is_best(puzzle, choice))
    others = [cell for cell in cells if cell != best]
    if len(cells[best].moves) > 1 or not others:
        return Chosen(best, words=say("A hint: it is the one on {cell}.", cell=Code(best)))
    other = random.Random(puzzle.number).choice(others)  # the same each time that one asks
    two = codes(sorted((best, other)), ListStyle.OR)
    return Chosen(words=say("A hint: it is one of {cells}.", cells=two))


def _is_best(puzzle: Puzzle, choice: Choice) -> bool:
    return any(move.text == puzzle.solution[0] for move in choice.moves)


async def _open(interaction: Interaction, puzzle: Puzzle) -> None:
    view, file = await puzzle_page(puzzle, await private_look(interaction))
    await whisper(interaction, view=view, files=[file])


async def _show(interaction: Interaction, puzzle: Puzzle, chosen: Chosen) -> None:
    page = await puzzle_page(puzzle, await private_look(interaction), chosen)
    await _replace(interaction, page)


async def _replace(interaction: Interaction, page: Page) -> None:
    view, file = page
    await interaction.response.edit_message(view=view, attachments=[file])


async def setup(bot: Parlour) -> None:
    """Load the cog; all puzzles are read, so that a faulty file is found at the start."""
    await bot.add_cog(Puzzles())
