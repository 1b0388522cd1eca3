"""Puzzles: the easiest one of a game that is not solved yet, the day's, and any by its number."""

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

from boards.drawn import State
from boards.puzzle_words import (
    best_move,
    heading,
    is_best,
    number_solved,
    puzzle_hint,
    solved_words,
    wrong_words,
)
from boards.shown import Press, Shown
from computer.puzzles import Puzzle, has_puzzles, puzzles, puzzles_by_number
from play.visitor import At, Visitor, number_in, rules_in, several
from rules import GAMES, Move, Sentence, message

TITLE = message("### Puzzle: {game} {puzzle}\n-# Difficulty {difficulty} of {most}\n{aim}")
TODAYS = message("### Today's puzzle: {game} {puzzle}\n-# Difficulty {difficulty} of {most}\n{aim}")
HINT, SOLUTION = "hint", "solution"


def on_puzzle(visitor: Visitor, words: list[str]) -> State:
    """Show a puzzle, or what comes of an answer, or what is asked about it."""
    game, number, asked = several(words, "", "", "")
    puzzle = _named(game, number) if number else _following(visitor, rules_in(game).key)
    return _asked(visitor, puzzle, asked, TITLE)


def on_day(visitor: Visitor, words: list[str]) -> State:
    """Show the puzzle of this day, the same for everybody; whoever is at one stays there."""
    game, number, asked = several(words, "", "", "")
    lot = Random(datetime.now(UTC).toordinal())
    todays = lot.choice(puzzles(lot.choice([key for key in GAMES if has_puzzles(key)])))
    puzzle = _named(game, number) if game else todays
    return _asked(visitor, puzzle, asked, TODAYS if puzzle == todays else TITLE)


def _named(game: str, number: str) -> Puzzle:
    known = puzzles_by_number(rules_in(game).key)
    return known[number_in(number, known)]


def _following(visitor: Visitor, game: str, after: Puzzle | None = None) -> Puzzle:
    """Return the easiest puzzle that is not solved, from another one on."""

    def order(puzzle: Puzzle) -> tuple[bool, int, int]:
        place = puzzle.difficulty, puzzle.number
        return after is not None and place <= (after.difficulty, after.number), *place

    listed = sorted(puzzles(game), key=order)
    done = visitor.numbers("solved", game)
    return next((puzzle for puzzle in listed if puzzle.number not in done), listed[0])


def _asked(visitor: Visitor, puzzle: Puzzle, asked: str, title: str) -> State:
    """Answer what is asked about a puzzle, or a move in it."""
    if asked == SOLUTION:
        move = best_move(puzzle)
        told = Sentence("{Deed}.", deed=puzzle.position.tell(move))
        return _sent(visitor, puzzle, title, told, move)
    if visitor.move:
        move = puzzle.position.read(visitor.move)
        if not is_best(puzzle, move):
            return _sent(visitor, puzzle, title, wrong_words(puzzle, move)) | {"wrong": True}
        solved = sorted({*visitor.numbers("solved", puzzle.game), puzzle.number})
        told = solved_words(puzzle, move, number_solved(puzzle, len(solved)))
        return _sent(visitor, puzzle, title, told, move, won=True) | {
            "keep": {"solved": {puzzle.game: solved}}
        }
    piece, words = puzzle_hint(puzzle) if asked == HINT else ("", None)
    return _sent(visitor, puzzle, title, words, chosen=piece)


def _sent(
    visitor: Visitor,
    puzzle: Puzzle,
    title: str,
    outcome: Sentence | None = None,
    move: Move | None = None,
    chosen: str = "",
    *,
    won: bool = False,
) -> State:
    """Show a puzzle, after the best move once there is that."""
    position, (game, number) = puzzle.position, (puzzle.game, puzzle.number)

    def at(*more: str) -> At:
        return At.of("day" if title == TODAYS else "puzzle", game, number, *more)

    following = Press("Next", At.of("puzzle", game, _following(visitor, game, puzzle).number))
    asked = [Press("Hint", at(HINT)), Press("Solution", at(SOLUTION))]
    asked_move = Sentence("What's your move?") if position.single_choice else None
    duty = None if move else position.duty()
    shown = Shown(
        at(),
        visitor.say(heading(puzzle, title)),
        [visitor.say(each) for each in (None if move else asked_move, duty) if each],
        visitor.say(outcome) if outcome else "",
        position=position,
        seen_from=position.turn,
        may_move=move is None,
        tells=False,
        chosen=chosen,
        presses=[*([] if move else [*asked, following]), Press("Another game", At(("",)))],
        onward=following if move else None,
    )
    if move:
        after = position.after(move)
        shown = replace(
            shown, position=after, last=move, before=position, over=True, won=won, count=1
        )
    return visitor.shown(shown, in_stages=True)
