"""The message of a rush: puzzle after puzzle, from easy to hard, until the third mistake."""

from functools import partial

from boards.puzzle_words import best_move
from computer.puzzles import Puzzle
from data.puzzle_rushes import MISTAKES, Rush, RushBests
from interactions import CustomId, said, say
from interactions.components import MessageParts, button, in_rows
from interactions.people import Appearance
from rules import Sentence, message
from views import puzzle_page
from views.move_choices import Selection
from views.web_link import web_buttons

RUSH = message(
    "### Rush: {solved} solved, mistakes: {mistakes} of {limit}\n"
    "-# {game}, difficulty {difficulty} of {most}\n{aim}"
)


class ChooseInRush(CustomId, name="rushing"):
    """Choose a piece in the present puzzle of a rush; `end` is always empty."""

    run: int
    step: int
    piece: str = ""
    end: str = ""


class ListInRush(CustomId, name="rushed"):
    """Choose an option of the select in the present puzzle of a rush."""

    run: int
    step: int
    piece: str
    skip: int


class AnswerRush(CustomId, name="rush"):
    """Answer the present puzzle of a rush with a move."""

    run: int
    step: int
    text: str


class StopRush(CustomId, name="rushstop"):
    """End a rush."""

    run: int


class BeginRush(CustomId, name="rushagain"):
    """Begin another rush, through one game or all (``)."""

    game: str = ""


def rush_ids(rush: Rush) -> puzzle_page.MoveIds:
    """Return the custom ids of the present puzzle of a rush."""
    at = rush.run, rush.step
    return puzzle_page.MoveIds(
        partial(ChooseInRush, *at), partial(ListInRush, *at), partial(AnswerRush, *at)
    )


async def rush_page(
    rush: Rush, puzzle: Puzzle, style: Appearance, chosen: Selection | None = None
) -> MessageParts:
    """Build the message with the present puzzle of a rush."""
    chosen, ids = chosen or Selection(), rush_ids(rush)
    shown, rows = await puzzle_page.move_choices(puzzle, style, chosen, ids)
    title = puzzle_page.heading(
        puzzle, RUSH, solved=rush.solved, mistakes=rush.mistakes, limit=MISTAKES
    )
    words = "\n".join(filter(None, (chosen.words, puzzle_page.question(puzzle.position, chosen))))
    web = web_buttons(ChooseInRush(rush.run, rush.step), has_web=style.has_web)
    back = [button("Another piece", ids.choose(""))] if chosen.piece else []
    others = in_rows([*back, button("End the rush", StopRush(rush.run)), *web])
    return puzzle_page.board_message(title, shown, words, [*rows, *others])


async def rush_over_page(
    rush: Rush, puzzle: Puzzle, style: Appearance, bests: RushBests, words: str
) -> MessageParts:
    """Build the message of a rush that is over, with the solution of its last puzzle."""
    move = best_move(puzzle)
    board_view = puzzle_page.after_solution(puzzle, move, style.side(puzzle.position.turn))
    shown = await puzzle_page.puzzle_picture(puzzle, style, board_view, move)
    told = "\n".join(over_lines(bests, words))
    again = button("Again", BeginRush(rush.game or ""), puzzle_page.PRIMARY)
    return puzzle_page.board_message(over_title(rush), shown, told, in_rows([again]))


def over_title(rush: Rush) -> str:
    """Say how many puzzles were solved in a rush that is over."""
    return say(
        "### Rush over: {number} puzzle solved",
        "### Rush over: {number} puzzles solved",
        number=rush.solved,
    )


def over_lines(bests: RushBests, words: str = "") -> list[str]:
    """Say what came of the last answer, and which rushes were the best."""
    lines = [words, said(Sentence("Your best: {number}", number=bests.own)), _best_here(bests)]
    return [line for line in lines if line]


def _best_here(bests: RushBests) -> str:
    """Say what the best rush of the server is, and whose, if they allow that."""
    if not bests.here:
        return ""
    if bests.name is None:
        return say("Best in this server: {number}", number=bests.here)
    return say("Best in this server: {number} ({name})", number=bests.here, name=bests.name)
