"""The message in which a puzzle is solved: the board, the task, the choices and the result."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import discord

from interactions import CustomId, say
from interactions.audience import Appearance
from interactions.board_image import BoardView, board_picture
from interactions.components import Item, Layout, button, in_rows, select
from opponent.puzzles import DIFFICULTIES, Puzzle
from rendering import picture
from rules import Code, Effect, Move, Refusal, Sentence, message
from views.analysis_board import Source, TryFrom
from views.move_choices import (
    MOST_OPTIONS,
    Choice,
    move_options,
    next_choices,
    pieces_to_choose,
)
from views.puzzle_selection import number_among_all

PRIMARY = discord.ButtonStyle.primary
PUZZLE = message("### Puzzle: {game} {puzzle}\n-# difficulty {difficulty} of {most}\n{aim}")
TODAYS_PUZZLE = message(
    "### Today's puzzle: {game} {puzzle}\n-# difficulty {difficulty} of {most}\n{aim}"
)


class PuzzleRequest(StrEnum):
    """The requests that a puzzle's buttons make; the values are in messages for ever."""

    HINT = "hint"
    SOLUTION = "solution"
    NEXT = "next"


class OpenPuzzle(CustomId, name="puzzle"):
    """Show a puzzle in a new message."""

    game: str
    number: int


class ChooseInPuzzle(CustomId, name="puzzling"):
    """Choose a piece in a puzzle, and its target if there are several paths.

    With neither, show what can be chosen.
    """

    game: str
    number: int
    piece: str = ""
    end: str = ""


class ListInPuzzle(CustomId, name="puzzled"):
    """Choose an option of the select: a piece, or the target of the chosen one."""

    game: str
    number: int
    piece: str
    skip: int


class AnswerPuzzle(CustomId, name="answer"):
    """Answer a puzzle with a move."""

    game: str
    number: int
    text: str


class AskPuzzle(CustomId, name="askpuzzle"):
    """Ask for a hint, the solution or another puzzle."""

    game: str
    number: int
    request: PuzzleRequest


REQUEST_LABELS = {
    PuzzleRequest.HINT: message("Hint"),
    PuzzleRequest.SOLUTION: message("Solution"),
    PuzzleRequest.NEXT: message("Next"),
}


@dataclass(frozen=True)
class PuzzleSelection:
    """What is chosen in a puzzle so far, and the text below the board."""

    piece: str = ""
    end: str = ""
    skip: int = 0
    words: str = ""


Page = tuple[discord.ui.LayoutView, discord.File]


def draw_in_advance(puzzle: Puzzle, theme: str) -> None:
    """Draw the first pictures of a puzzle, so that those of its game are quick from then on."""
    position = puzzle.position
    choices = _unmarked(pieces_to_choose(position))
    for offered in ({}, choices):
        picture(position, seen_from=position.turn, theme=theme, task=puzzle.task, choices=offered)


async def puzzle_start(puzzle: Puzzle, style: Appearance) -> Page:
    """Build the first message of a puzzle: its position, on which nothing shows what can move."""
    seen = style.side(puzzle.position.turn)
    gallery = await _picture(puzzle, style, BoardView(seen_from=seen, task=puzzle.task))
    move = button("Move", ChooseInPuzzle(puzzle.game, puzzle.number), PRIMARY)
    return _message(
        puzzle, gallery, say("What is your move?"), in_rows([move, *_other_buttons(puzzle, seen)])
    )


async def puzzle_page(
    puzzle: Puzzle, style: Appearance, chosen: PuzzleSelection | None = None
) -> Page:
    """Build the message in which a puzzle is solved, with what can be chosen."""
    chosen = chosen or PuzzleSelection()
    position, piece = puzzle.position, chosen.piece
    seen = style.side(position.turn)
    offered = _choices_of(puzzle, chosen, seen)
    if not offered:
        raise Refusal("That piece can't move here; choose another.")
    board_view = BoardView(
        seen_from=seen,
        chosen=piece,
        choices=_unmarked(offered),
        task=puzzle.task,
    )
    gallery = await _picture(puzzle, style, board_view)
    if len(offered) <= MOST_OPTIONS:
        rows = in_rows([_choice_button(puzzle, choice, piece) for choice in offered])
    else:
        listed = move_options(position, piece, chosen.skip)
        rows = [
            select("Choose", listed, ListInPuzzle(puzzle.game, puzzle.number, piece, chosen.skip))
        ]
    question = (
        say("Where to from {cell}?", cell=Code(piece)) if piece else say("What is your move?")
    )
    words = "\n".join(filter(None, (chosen.words, question)))
    back = [button("Another piece", ChooseInPuzzle(puzzle.game, puzzle.number))] if piece else []
    others = in_rows([*back, *_other_buttons(puzzle, seen)])
    return _message(puzzle, gallery, words, [*rows, *others])


async def solved_page(puzzle: Puzzle, style: Appearance, move: Move, count: Sentence) -> Page:
    """Build the message of a solved puzzle, with the board after the solution."""
    before = puzzle.position
    board_view = BoardView(last=move, before=before, seen_from=style.side(before.turn))
    gallery = await _picture(puzzle, style, board_view, move)
    words = say(
        "**Solved!** It {deed}.\n-# {count}",
        deed=before.tell(move),
        count=count,
    )
    others = [
        _request_button(puzzle, PuzzleRequest.NEXT, PRIMARY),
        _request_button(puzzle, PuzzleRequest.SOLUTION),
        _try_button(puzzle, Source.PUZZLE, board_view.seen_from),
    ]
    return _message(puzzle, gallery, words, in_rows(others))


async def daily_page(puzzle: Puzzle, style: Appearance) -> Page:
    """Build the message of a channel's daily puzzle, which everybody solves privately."""
    board_view = BoardView(seen_from=puzzle.position.turn, task=puzzle.task)
    gallery = await _picture(puzzle, style, board_view)
    custom_id = OpenPuzzle(puzzle.game, puzzle.number)
    row = discord.ui.ActionRow(button("Solve it", custom_id, PRIMARY))
    return _message(puzzle, gallery, say("-# Only you see what you try."), [row], TODAYS_PUZZLE)


def _choices_of(puzzle: Puzzle, chosen: PuzzleSelection, seen: int) -> list[Choice]:
    return next_choices(puzzle.position, chosen.piece, chosen.end, seen)


def _unmarked(choices: Iterable[Choice]) -> dict[str, Effect]:
    """Return what the picture shows of choices: what takes and loses is for the solver to find."""
    return dict.fromkeys((choice.cell for choice in choices), Effect.NONE)


async def _picture(
    puzzle: Puzzle, style: Appearance, board_view: BoardView, move: Move | None = None
) -> tuple[discord.File, Item]:
    position = puzzle.position if move is None else puzzle.position.after(move)
    name = f"{puzzle.game}-puzzle-{puzzle.number}"
    caption = puzzle.aim if board_view.task else ""
    return await board_picture(position, style, board_view, caption=caption, name=name)


def _message(
    puzzle: Puzzle,
    shown: tuple[discord.File, Item],
    words: str,
    rows: Sequence[Item],
    title: str = PUZZLE,
) -> Page:
    file, gallery = shown
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
    """Return the button of a piece or a target, or of the answer if one move is left.

    It has no colour, which would reveal captures.
    """
    if len(choice.moves) == 1:
        return button(choice.cell, AnswerPuzzle(puzzle.game, puzzle.number, choice.moves[0].text))
    if piece:
        return button(choice.cell, ChooseInPuzzle(puzzle.game, puzzle.number, piece, choice.cell))
    return button(choice.cell, ChooseInPuzzle(puzzle.game, puzzle.number, choice.cell))


def _other_buttons(puzzle: Puzzle, seen: int) -> list[Item]:
    """Return the buttons that help with a puzzle, or lead away from it."""
    return [
        _request_button(puzzle, PuzzleRequest.HINT),
        _request_button(puzzle, PuzzleRequest.SOLUTION),
        _request_button(puzzle, PuzzleRequest.NEXT),
        _try_button(puzzle, Source.UNSOLVED, seen),
    ]


def _request_button(
    puzzle: Puzzle, wish: PuzzleRequest, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> Item:
    return button(REQUEST_LABELS[wish], AskPuzzle(puzzle.game, puzzle.number, wish), style)


def _try_button(puzzle: Puzzle, source: Source, seen: int) -> Item:
    custom_id = TryFrom(source, number_among_all(puzzle), 0, seen)
    return button("Try from here", custom_id)
