"""The message of a puzzle: the board, the aim, what may be chosen, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from cogs.computer.picked import number_among_all
from cogs.computer.steps import (
    AnswerPuzzle,
    AskPuzzle,
    ChooseInPuzzle,
    ListInPuzzle,
    OpenPuzzle,
    Wish,
)
from cogs.controls import Item, Layout, button, in_rows, select
from cogs.learning.trials import Source
from cogs.looks import Style
from cogs.matches.choosing import (
    MOST,
    Choice,
    choices,
    to_choose,
)
from cogs.showing import Look, board_picture
from cogs.speech import say
from cogs.watching.acts import TryFrom
from opponent.puzzles import DIFFICULTIES, Puzzle
from rules import Move, Refusal, Sentence
from rules.sentence import Code, message

PRIMARY = discord.ButtonStyle.primary
PUZZLE = message("### Puzzle: {game} {puzzle}\n-# difficulty {difficulty} of {most}\n{aim}")
TODAYS_PUZZLE = message(
    "### Today's puzzle: {game} {puzzle}\n-# difficulty {difficulty} of {most}\n{aim}"
)
WISHES = {
    Wish.HINT: message("Hint"),
    Wish.SOLUTION: message("Solution"),
    Wish.NEXT: message("Next"),
}


@dataclass(frozen=True)
class Chosen:
    """What is chosen in a puzzle so far, and what is said above the board."""

    piece: str = ""
    end: str = ""
    skip: int = 0
    words: str = ""


Page = tuple[discord.ui.LayoutView, discord.File]


async def puzzle_page(puzzle: Puzzle, style: Style, chosen: Chosen | None = None) -> Page:
    """Build the message in which a puzzle is solved."""
    chosen = chosen or Chosen()
    position, piece = puzzle.position, chosen.piece
    seen = style.side(position.turn)
    found = _found(puzzle, chosen, seen)
    if not found:
        raise Refusal("That piece cannot move here; choose another.")
    look = Look(
        seen_from=seen,
        chosen=piece,
        choices={choice.cell: choice.cell for choice in found},
    )
    gallery = await _drawn(puzzle, style, look)
    if len(found) <= MOST:
        rows = in_rows([_choice_button(puzzle, choice, piece) for choice in found])
    else:
        listed = choices(position, piece, chosen.skip)
        rows = [
            select("Choose", listed, ListInPuzzle(puzzle.game, puzzle.number, piece, chosen.skip))
        ]
    question = (
        say("Where to from {cell}?", cell=Code(piece)) if piece else say("What is your move?")
    )
    words = "\n".join(filter(None, (chosen.words, question)))
    back = [button("Another piece", ChooseInPuzzle(puzzle.game, puzzle.number))] if piece else []
    asked = [
        *back,
        _wish(puzzle, Wish.HINT),
        _wish(puzzle, Wish.SOLUTION),
        _wish(puzzle, Wish.NEXT),
        _try(puzzle, Source.UNSOLVED, seen),
    ]
    return _laid_out(puzzle, gallery, words, [*rows, *in_rows(asked)])


async def solved_page(puzzle: Puzzle, style: Style, move: Move, count: Sentence) -> Page:
    """Build the message that says that a puzzle is solved, and shows the board after it."""
    before = puzzle.position
    look = Look(last=move, before=before, seen_from=style.side(before.turn))
    gallery = await _drawn(puzzle, style, look, move)
    words = say(
        "**Solved!** {move}: {deed}.\n-# {count}",
        move=before.caption(move),
        deed=before.tell(move),
        count=count,
    )
    asked = [
        _wish(puzzle, Wish.NEXT, PRIMARY),
        _wish(puzzle, Wish.SOLUTION),
        _try(puzzle, Source.PUZZLE, look.seen_from),
    ]
    return _laid_out(puzzle, gallery, words, in_rows(asked))


async def daily_page(puzzle: Puzzle, style: Style) -> Page:
    """Build the message that shows a puzzle to a whole channel, which solves it each by oneself."""
    gallery = await _drawn(puzzle, style, Look(seen_from=puzzle.position.turn))
    act = OpenPuzzle(puzzle.game, puzzle.number)
    row = discord.ui.ActionRow(button("Solve it", act, PRIMARY))
    return _laid_out(puzzle, gallery, say("-# Only you see what you try."), [row], TODAYS_PUZZLE)


def _found(puzzle: Puzzle, chosen: Chosen, seen: int) -> list[Choice]:
    return to_choose(puzzle.position, chosen.piece, chosen.end, seen)


async def _drawn(
    puzzle: Puzzle, style: Style, look: Look, move: Move | None = None
) -> tuple[discord.File, Item]:
    position = puzzle.position if move is None else puzzle.position.after(move)
    name = f"{puzzle.game}-puzzle-{puzzle.number}"
    return await board_picture(position, style, look, name=name)


def _laid_out(
    puzzle: Puzzle,
    drawn: tuple[discord.File, Item],
    words: str,
    rows: Sequence[Item],
    title: str = PUZZLE,
) -> Page:
    file, gallery = drawn
    heading = say(
        title,
        game=puzzle.position.name,
        puzzle=puzzle.number,
        difficulty=puzzle.difficulty,
        most=max(DIFFICULTIES),
        aim=puzzle.aim,
    )
    parts = [discord.ui.TextDisplay(heading), gallery, discord.ui.TextDisplay(words), *rows]
    return Layout(discord.ui.Container(*parts)), file


def _choice_button(puzzle: Puzzle, choice: Choice, piece: str) -> Item:
    """Make the button of a piece or of where it goes; where one move is left, of that answer.

    Its colour says nothing: it would tell what takes.
    """
    if len(choice.moves) == 1:
        return button(choice.cell, AnswerPuzzle(puzzle.game, puzzle.number, choice.moves[0].text))
    if piece:
        return button(choice.cell, ChooseInPuzzle(puzzle.game, puzzle.number, piece, choice.cell))
    return button(choice.cell, ChooseInPuzzle(puzzle.game, puzzle.number, choice.cell))


def _wish(
    puzzle: Puzzle, wish: Wish, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> Item:
    return button(WISHES[wish], AskPuzzle(puzzle.game, puzzle.number, wish), style)


def _try(puzzle: Puzzle, source: Source, seen: int) -> Item:
    act = TryFrom(source, number_among_all(puzzle), 0, seen)
    return button("Try from here", act)
