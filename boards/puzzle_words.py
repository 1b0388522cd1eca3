"""What puzzles ask and say, wherever they are, and whether an answer is right."""

import random

from computer.puzzles import DIFFICULTIES, Puzzle
from rendering.drawings import reading_order
from rules import Code, ListStyle, Move, Sentence, Value, codes


def heading(puzzle: Puzzle, title: str, **more: Value) -> Sentence:
    """Say which puzzle it is, how hard, and what is to be found."""
    return Sentence(
        title,
        game=puzzle.position.name,
        puzzle=puzzle.number,
        match=puzzle.match or 0,
        difficulty=puzzle.difficulty,
        most=max(DIFFICULTIES),
        aim=puzzle.aim,
        **more,
    )


def wrong_words(puzzle: Puzzle, move: Move) -> Sentence:
    """Say that a move isn't the best one."""
    caption = puzzle.position.caption(move)
    return Sentence("{move} isn't the best move. Try again.", move=caption)


def solved_words(puzzle: Puzzle, move: Move, count: Sentence) -> Sentence:
    """Say that a puzzle is solved, and what that brought."""
    return Sentence(
        "**Solved!** {Side} {deed}.\n-# {count}",
        side=puzzle.position.side(puzzle.position.turn),
        deed=puzzle.position.tell(move),
        count=count,
    )


def number_solved(puzzle: Puzzle, number: int) -> Sentence:
    """Say how many puzzles of a game somebody has solved."""
    return Sentence(
        "You've solved {number} {game} puzzle.",
        "You've solved {number} {game} puzzles.",
        number=number,
        game=puzzle.position.name,
    )


def best_move(puzzle: Puzzle) -> Move:
    """Return the one best move of a puzzle."""
    return puzzle.position.moves()[puzzle.solution[0]]


def is_best(puzzle: Puzzle, move: Move) -> bool:
    """Tell whether a move is the best one, leads to the same position, or wins for certain too."""
    if move.text in puzzle.also:
        return True
    position = puzzle.position
    return position.after(move).identity() == position.after(best_move(puzzle)).identity()


def puzzle_hint(puzzle: Puzzle) -> tuple[str, Sentence]:
    """Return the piece of the best move, and the words that name it.

    If that would give the move away, the words name two pieces, and there is none.
    """
    moves = puzzle.position.moves().values()
    cells = [move.path[0] if move.path else move.text for move in moves]
    move = best_move(puzzle)
    best = move.path[0] if move.path else move.text
    shown = reading_order(puzzle.position, dict.fromkeys(cells), puzzle.position.turn)
    others = [cell for cell in shown if cell != best]
    if cells.count(best) > 1 or not others:
        return best, Sentence("Look at {cell}.", cell=Code(best))
    other = random.Random(puzzle.number).choice(others)  # the same for every request
    two = codes(sorted((best, other)), ListStyle.OR)
    return "", Sentence("Look at one of these: {cells}.", cells=two)
