"""Every board that a page shows besides matches to play in, by the custom id that opens it."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from boards.shown import Press, Shown
from interactions import CustomId, OutOfDate, say
from rules import GAMES
from views.analysis_board import DeleteLine, Explore, KeepLine, StepOnBoard, TryFrom, TryOut
from views.choose_puzzle import games_with_puzzles
from views.lesson_ids import AskTaskHint, OpenLesson, OpenTask
from views.match_verbs import OpenReview
from views.play_page import ALL, WHAT, TurnLobby
from views.puzzle_page import AskPuzzle, OpenPuzzle
from views.replay_ids import OpenReplay, ShowPly
from views.rush_page import BeginRush, ChooseInRush, StopRush
from web import lesson_boards, puzzle_boards, replay_boards
from web.visit import Visit


async def on_play(visit: Visit, at: TurnLobby) -> Shown:
    """Show where it is one's turn and all games; or a game's board, and how to learn it."""
    waiting = await visit.waiting()
    if at.game not in GAMES:
        games = [Press(rules.name, TurnLobby(key)) for key, rules in GAMES.items()]
        return Shown(TurnLobby(ALL), say(WHAT), [], presses=games, onward=waiting)
    shown = await replay_boards.on_try_out(visit, TryOut(at.game, 0))
    ways = [Press("Learn", OpenLesson(at.game))]
    if at.game in games_with_puzzles():
        ways += [Press("Puzzle", OpenPuzzle(at.game, 0)), Press("Rush", BeginRush(at.game))]
    ways.append(Press("Another game", TurnLobby()))
    return replace(shown, presses=[*ways, *shown.presses], onward=waiting)


BOARDS: dict[type[CustomId], Callable[[Visit, Any], Awaitable[Shown]]] = {
    TurnLobby: on_play,
    OpenPuzzle: puzzle_boards.on_open,
    AskPuzzle: puzzle_boards.on_ask,
    BeginRush: puzzle_boards.on_begin_rush,
    ChooseInRush: puzzle_boards.on_choose_in_rush,
    StopRush: puzzle_boards.on_stop_rush,
    OpenLesson: lesson_boards.on_open_lesson,
    OpenTask: lesson_boards.on_open_task,
    AskTaskHint: lesson_boards.on_hint,
    OpenReplay: replay_boards.on_open_replay,
    ShowPly: replay_boards.on_show_ply,
    OpenReview: replay_boards.on_open_review,
    Explore: replay_boards.on_explore,
    TryFrom: replay_boards.on_try_from,
    TryOut: replay_boards.on_try_out,
    StepOnBoard: replay_boards.on_step,
    KeepLine: replay_boards.on_keep_line,
    DeleteLine: replay_boards.on_delete_line,
}
"""What shows each board; what a custom id does in Discord, it does here."""


async def show(visit: Visit, at: CustomId) -> Shown:
    """Show a board, after the move that is made on it. Raises `OutOfDate` where there is none."""
    if type(at) not in BOARDS:
        raise OutOfDate
    return await BOARDS[type(at)](visit, at)
