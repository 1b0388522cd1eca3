"""Puzzles and rushes on the board in a browser."""

from dataclasses import replace

from boards.puzzle_words import best_move, solved_words, wrong_words
from boards.shown import Press, Shown
from computer.puzzles import Puzzle
from data.puzzle_rushes import MISTAKES, Rush
from interactions import OutOfDate, said, say
from interactions.speech import duty_words
from rules import Move, Position, Sentence, paragraph
from views import puzzle_answers, puzzle_page, rush_page
from views.analysis_board import Source, TryFrom
from views.choose_puzzle import games_with_puzzles, load_puzzle
from views.puzzle_numbers import number_among_all
from views.puzzle_page import AskPuzzle, OpenPuzzle, PuzzleRequest
from views.replay_ids import ReplayControl, ShowPly
from web.visit import Visit


async def on_open(visit: Visit, at: OpenPuzzle) -> Shown:
    """Show a puzzle, or what comes of an answer; number 0 is the game's next one for a person."""
    store = visit.bot.store
    if at.game not in games_with_puzzles():
        raise OutOfDate
    if not at.number:
        return _unsolved(visit, await puzzle_answers.puzzle_to_solve(store, visit.person, at.game))
    puzzle = await load_puzzle(store, at.game, at.number)
    if not visit.move:
        return _unsolved(visit, puzzle)
    move, told = await puzzle_answers.answer_puzzle(
        store, puzzle, visit.solver, visit.move, visit.now
    )
    if not told:
        return replace(_unsolved(visit, puzzle, said(wrong_words(puzzle, move))), wrong=True)
    return _solved(visit, puzzle, move, told)


async def on_ask(visit: Visit, at: AskPuzzle) -> Shown:
    """Show a hint, or another puzzle."""
    store = visit.bot.store
    puzzle = await load_puzzle(store, at.game, at.number)
    match at.request:
        case PuzzleRequest.HINT:
            piece, words = await puzzle_answers.hint_in_puzzle(
                store, puzzle, visit.solver, visit.now
            )
            return replace(_unsolved(visit, puzzle, said(words)), chosen=piece)
        case PuzzleRequest.NEXT:
            following = await puzzle_answers.puzzle_after(store, puzzle, visit.person)
            return _unsolved(visit, following)
    raise OutOfDate


def _unsolved(visit: Visit, puzzle: Puzzle, words: str = "") -> Shown:
    position = puzzle.position
    return Shown(
        OpenPuzzle(puzzle.game, puzzle.number),
        puzzle_page.puzzle_heading(puzzle),
        _question(position),
        words,
        position,
        visit.style.side(position.turn),
        may_move=True,
        tells=False,
        presses=[
            _ask(puzzle, PuzzleRequest.HINT),
            _solution(visit, puzzle),
            _ask(puzzle, PuzzleRequest.NEXT),
            _try(visit, puzzle),
        ],
    )


def _question(position: Position) -> list[str]:
    """Ask for the move, where the page doesn't ask for a piece, and say what must be done."""
    asked = say("What's your move?") if position.single_choice else ""
    return [asked, duty_words(position)]


def _solved(visit: Visit, puzzle: Puzzle, move: Move, told: list[Sentence]) -> Shown:
    return Shown(
        OpenPuzzle(puzzle.game, puzzle.number),
        puzzle_page.puzzle_heading(puzzle),
        [],
        said(solved_words(puzzle, move, paragraph(*told))),
        puzzle.position.after(move),
        visit.style.side(puzzle.position.turn),
        last=move,
        before=puzzle.position,
        over=True,
        won=True,
        count=1,
        presses=[_solution(visit, puzzle), _try(visit, puzzle)],
        onward=_ask(puzzle, PuzzleRequest.NEXT),
    )


def _ask(puzzle: Puzzle, request: PuzzleRequest) -> Press:
    asked = AskPuzzle(puzzle.game, puzzle.number, request)
    return Press(puzzle_page.REQUEST_LABELS[request], asked)


def _solution(visit: Visit, puzzle: Puzzle) -> Press:
    number, seen = number_among_all(puzzle), visit.style.side(puzzle.position.turn)
    shown = ShowPly(Source.PUZZLE, number, 1, seen, ReplayControl.NEXT)
    return Press(puzzle_page.REQUEST_LABELS[PuzzleRequest.SOLUTION], shown)


def _try(visit: Visit, puzzle: Puzzle) -> Press:
    seen = visit.style.side(puzzle.position.turn)
    return Press("Try from here", TryFrom(Source.UNSOLVED, number_among_all(puzzle), 0, seen))


async def on_choose_in_rush(visit: Visit, at: rush_page.ChooseInRush) -> Shown:
    """Show the present puzzle of a rush, after the answer to it if there is one."""
    store = visit.bot.store
    rush, words = await puzzle_answers.present_rush(store, visit.person, at.run), ""
    mistakes = rush.mistakes
    if visit.move and not rush.over and rush.step == at.step:
        rush, told = await puzzle_answers.answer_rush(
            store, rush, visit.solver, visit.move, visit.now
        )
        words = said(told)
    return replace(await _rush(visit, rush, words), wrong=rush.mistakes > mistakes)


async def on_begin_rush(visit: Visit, at: rush_page.BeginRush) -> Shown:
    """Show the present rush, or begin one."""
    if at.game not in ("", *games_with_puzzles()):
        raise OutOfDate
    rush = await visit.bot.store.rushes.find(visit.person)
    if rush is None or rush.over:
        seed = f"{visit.person} {visit.now}"
        rush = await puzzle_answers.begin_rush(
            visit.bot.store, visit.solver, at.game or None, seed, visit.now
        )
    return await _rush(visit, rush)


async def on_stop_rush(visit: Visit, at: rush_page.StopRush) -> Shown:
    """End a rush."""
    store = visit.bot.store
    rush = await puzzle_answers.present_rush(store, visit.person, at.run)
    return await _rush(visit, await puzzle_answers.end_rush(store, rush, visit.now))


async def _rush(visit: Visit, rush: Rush, words: str = "") -> Shown:
    puzzle = await puzzle_answers.puzzle_of_rush(visit.bot.store, rush)
    position = puzzle.position
    at = rush_page.ChooseInRush(rush.run, rush.step)
    seen = visit.style.side(position.turn)
    if not rush.over:
        title = puzzle_page.heading(
            puzzle, rush_page.RUSH, solved=rush.solved, mistakes=rush.mistakes, limit=MISTAKES
        )
        return Shown(
            at,
            title,
            _question(position),
            words,
            position,
            seen,
            may_move=True,
            tells=False,
            presses=[Press("End the rush", rush_page.StopRush(rush.run))],
        )
    best = best_move(puzzle)
    bests = await visit.bot.store.rushes.bests(rush)
    return Shown(
        at,
        rush_page.over_title(rush),
        rush_page.over_lines(bests),
        words,
        position.after(best),
        seen,
        last=best,
        before=position,
        onward=Press("Again", rush_page.BeginRush(rush.game or "")),
    )
