"""The message in which a puzzle is solved: the board, the task, the choices and the result."""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import partial
from typing import NamedTuple

import discord

from boards import puzzle_words
from boards.puzzle_words import solved_words
from computer.puzzles import Puzzle
from interactions import CustomId, said, say
from interactions.board_image import BoardView, board_picture
from interactions.components import Item, Layout, MessageParts, button, in_rows, select
from interactions.people import Appearance
from interactions.speech import duty_words, plain_speech
from rendering import picture
from rules import Code, Effect, Move, Position, Refusal, Sentence, Value, message, paragraph
from views.analysis_board import Source, TryFrom
from views.move_choices import (
    MOST_OPTIONS,
    Choice,
    Selection,
    move_options,
    next_choices,
    pieces_to_choose,
)
from views.puzzle_numbers import number_among_all
from views.web_link import web_buttons

PRIMARY = discord.ButtonStyle.primary
PUZZLE = message("### Puzzle: {game} {puzzle}\n-# Difficulty {difficulty} of {most}\n{aim}")
MATCH_PUZZLE = message(
    "### Puzzle: {game}, from match #{match}\n-# Difficulty {difficulty} of {most}\n{aim}"
)


class MoveIds(NamedTuple):
    """What makes the custom ids by which a move is chosen in a puzzle or a lesson."""

    choose: Callable[[str], CustomId]
    """Choose a piece; with none, show what can be chosen."""
    listed: Callable[[str, int], CustomId]
    """Choose an option of the select, which lists a piece's moves from an entry on."""
    answer: Callable[[str], CustomId]
    """Answer with a move."""


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
    """Choose a piece in a puzzle; with none, show what can be chosen.

    `end` is always empty.
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


def puzzle_ids(puzzle: Puzzle) -> MoveIds:
    """Return the custom ids of a puzzle that stands alone."""
    named = puzzle.game, puzzle.number
    return MoveIds(
        partial(ChooseInPuzzle, *named),
        partial(ListInPuzzle, *named),
        partial(AnswerPuzzle, *named),
    )


REQUEST_LABELS = {
    PuzzleRequest.HINT: message("Hint"),
    PuzzleRequest.SOLUTION: message("Solution"),
    PuzzleRequest.NEXT: message("Next"),
}


def draw_in_advance(puzzle: Puzzle, theme: str) -> None:
    """Draw the first pictures of a puzzle, so that those of its game are quick from then on."""
    position = puzzle.position
    choices = unmarked(pieces_to_choose(position))
    for offered in ({}, choices):
        picture(position, seen_from=position.turn, theme=theme, task=puzzle.task, choices=offered)


async def puzzle_start(puzzle: Puzzle, style: Appearance) -> MessageParts:
    """Build the first message of a puzzle: its position, on which nothing shows what can move."""
    seen = style.side(puzzle.position.turn)
    gallery = await puzzle_picture(puzzle, style, BoardView(seen_from=seen, task=puzzle.task))
    move = button("Move", ChooseInPuzzle(puzzle.game, puzzle.number), PRIMARY)
    rows = in_rows([move, *_other_buttons(puzzle, style)])
    return board_message(puzzle_heading(puzzle), gallery, say("What's your move?"), rows)


async def puzzle_page(
    puzzle: Puzzle, style: Appearance, chosen: Selection | None = None
) -> MessageParts:
    """Build the message in which a puzzle is solved, with what can be chosen."""
    chosen, ids = chosen or Selection(), puzzle_ids(puzzle)
    gallery, rows = await move_choices(puzzle, style, chosen, ids)
    words = "\n".join(filter(None, (chosen.words, question(puzzle.position, chosen))))
    back = [button("Another piece", ids.choose(""))] if chosen.piece else []
    others = in_rows([*back, *_other_buttons(puzzle, style)])
    return board_message(puzzle_heading(puzzle), gallery, words, [*rows, *others])


async def move_choices(
    puzzle: Puzzle, style: Appearance, chosen: Selection, ids: MoveIds
) -> tuple[tuple[discord.File, Item], list[Item]]:
    """Draw a puzzle with what can be chosen; return the picture, and the rows to choose with."""
    position, piece = puzzle.position, chosen.piece
    seen = style.side(position.turn)
    offered = next_choices(position, piece, seen)
    if not offered:
        raise Refusal("That piece can't move here; choose another.")
    board_view = BoardView(
        seen_from=seen, chosen=piece, choices=unmarked(offered), task=puzzle.task
    )
    gallery = await puzzle_picture(puzzle, style, board_view)
    return gallery, choice_items(position, offered, chosen, ids)


def choice_items(
    position: Position,
    offered: Sequence[Choice],
    chosen: Selection,
    ids: MoveIds,
    most: int = MOST_OPTIONS,
) -> list[Item]:
    """Return the rows to choose with: a button for each choice, a select if there are many.

    Neither says what takes or loses: that is for whoever solves it to find.
    """
    piece = chosen.piece
    if len(offered) <= most:
        cells = [choice.cell for choice in offered]
        return in_rows(
            [
                _choice_button(position, choice, piece, ids, sole=cells.count(choice.cell) == 1)
                for choice in offered
            ]
        )
    listed = move_options(position, piece, chosen.skip, marked=False)
    return [select("Choose", listed, ids.listed(piece, chosen.skip))]


def question(position: Position, chosen: Selection) -> str:
    """Ask for the next choice."""
    if chosen.piece:
        return say("Where to from {cell}?", cell=Code(chosen.piece))
    return "\n".join(filter(None, (say("What's your move?"), duty_words(position))))


async def solved_page(
    puzzle: Puzzle, style: Appearance, move: Move, *count: Sentence
) -> MessageParts:
    """Build the message of a solved puzzle, with the board after the solution."""
    board_view = after_solution(puzzle, move, style.side(puzzle.position.turn))
    gallery = await puzzle_picture(puzzle, style, board_view, move)
    words = said(solved_words(puzzle, move, paragraph(*count)))
    others = [
        _request_button(puzzle, PuzzleRequest.NEXT, PRIMARY),
        _request_button(puzzle, PuzzleRequest.SOLUTION),
        _try_button(puzzle, Source.PUZZLE, board_view.seen_from),
    ]
    return board_message(puzzle_heading(puzzle), gallery, words, in_rows(others))


def after_solution(puzzle: Puzzle, move: Move, seen: int) -> BoardView:
    """Return how the board after the solution is looked at."""
    return BoardView(last=move, before=puzzle.position, seen_from=seen, over=True)


def unmarked(choices: Iterable[Choice]) -> dict[str, Effect]:
    """Return what the picture shows of choices: what takes and loses is for the solver to find."""
    return dict.fromkeys((choice.cell for choice in choices), Effect.NONE)


async def puzzle_picture(
    puzzle: Puzzle, style: Appearance, board_view: BoardView, move: Move | None = None
) -> tuple[discord.File, Item]:
    """Draw a puzzle, after a move if one is given."""
    position = puzzle.position if move is None else puzzle.position.after(move)
    name = f"{puzzle.game}-puzzle-{puzzle.number}"
    caption = puzzle.aim if board_view.task else ""
    return await board_picture(position, style, board_view, caption=caption, name=name)


def board_message(
    heading: str, shown: tuple[discord.File, Item], words: str, rows: Sequence[Item]
) -> MessageParts:
    """Build a message with a board, the words below it, and rows of controls."""
    file, gallery = shown
    parts = [discord.ui.TextDisplay(heading), gallery, discord.ui.TextDisplay(words), *rows]
    return MessageParts(Layout(discord.ui.Container(*parts)), [file])


def puzzle_heading(puzzle: Puzzle) -> str:
    """Say which puzzle it is that stands alone."""
    return heading(puzzle, PUZZLE if puzzle.match is None else MATCH_PUZZLE)


def heading(puzzle: Puzzle, title: str, **more: Value) -> str:
    """Say which puzzle it is, how hard, and what is to be found."""
    return said(puzzle_words.heading(puzzle, title, **more))


def _choice_button(
    position: Position, choice: Choice, piece: str, ids: MoveIds, *, sole: bool
) -> Item:
    """Return the button of a piece, or of the answer if one move of the chosen `piece` is left.

    It has no colour, which would reveal captures. A way that is not the sole one is named whole.
    """
    move, *others = choice.moves
    goes_somewhere = len(move.path) > 1 and not position.single_choice
    if others or (goes_somewhere and not piece):
        return button(choice.cell, ids.choose(choice.cell))
    name = choice.cell if sole else plain_speech().say(position.caption(move))
    return button(name, ids.answer(move.text))


def _other_buttons(puzzle: Puzzle, style: Appearance) -> list[Item]:
    """Return the buttons that help with a puzzle, or lead away from it."""
    return [
        _request_button(puzzle, PuzzleRequest.HINT),
        _request_button(puzzle, PuzzleRequest.SOLUTION),
        _request_button(puzzle, PuzzleRequest.NEXT),
        _try_button(puzzle, Source.UNSOLVED, style.side(puzzle.position.turn)),
        *web_buttons(OpenPuzzle(puzzle.game, puzzle.number), has_web=style.has_web),
    ]


def _request_button(
    puzzle: Puzzle, wish: PuzzleRequest, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> Item:
    return button(REQUEST_LABELS[wish], AskPuzzle(puzzle.game, puzzle.number, wish), style)


def _try_button(puzzle: Puzzle, source: Source, seen: int) -> Item:
    custom_id = TryFrom(source, number_among_all(puzzle), 0, seen)
    return button("Try from here", custom_id)
