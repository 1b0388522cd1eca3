"""The solution of a puzzle: its one move, then how it goes on against a stubborn defence."""

from collections.abc import Iterator

from computer.puzzles.aims import Aim
from computer.puzzles.checker import ALL, CHECK_ALL, Check, worth
from rules import Position


def solution(position: Position, text: str, aim: Aim, count: int, moves: int) -> tuple[str, ...]:
    """Play a puzzle on to what it asks for; moves that are held or kept stand alone."""
    if aim is Aim.HOLDS:
        return (text,)
    if aim is Aim.KEEPS:
        return (text, *_tried(position, text, count, moves))
    need = ALL if aim is Aim.WINS else count
    return (text, *_reached(position, text, need, moves))


def is_played_out(position: Position, line: tuple[str, ...], aim: Aim) -> bool:
    """Tell whether a solution that wins ends the game: one that repeats a position may not."""
    side = position.turn
    for text in line:
        position = position.after(position.moves()[text])
    ending = position.outcome()
    return aim is not Aim.WINS or (ending is not None and ending.winner == side)


def _reached(position: Position, text: str, need: int, moves: int) -> Iterator[str]:
    """Play on: the other side loses as late as it can, and takes what it can."""
    check, side = Check(CHECK_ALL), position.turn
    move = position.moves()[text]
    need, position, left = need - worth(position, move), position.after(move), 2 * moves - 1
    while left > 1 and not position.outcome():
        reply = _stubborn(check, position, side, need, left)
        if not reply:
            return
        move = position.moves()[reply]
        need, position, left = need + worth(position, move), position.after(move), left - 1
        answer = next(
            one.text
            for one, after, gain in check.ordered(position)
            if check.reaches(after, side, need - gain, left - 1)
        )
        move = position.moves()[answer]
        need, position, left = need - worth(position, move), position.after(move), left - 1
        yield reply
        yield answer


def _stubborn(check: Check, position: Position, side: int, need: int, left: int) -> str:
    """Choose the answer after which it takes longest; of those, one that takes something.

    There is none where each ends the game.
    """
    replies = [each for each in check.ordered(position) if not each[1].outcome()]
    late = [
        move.text
        for move, after, gain in replies
        if left <= 3 or not check.reaches(after, side, need + gain, left - 3)
    ]
    return (late or [move.text for move, *_ in replies] or [""])[0]


def _tried(position: Position, text: str, count: int, moves: int) -> Iterator[str]:
    """Show what the other side might try, and what keeps everything together then."""
    check, side = Check(CHECK_ALL), position.turn
    need = count + worth(position, position.moves()[text])
    position = position.after(position.moves()[text])
    for left in range(2 * moves + 1, 2, -2):
        if left <= 3 or position.outcome():
            return
        move, after, gain = next(check.ordered(position))
        need, position = need - gain, after
        yield move.text
        answer, position, gain = next(
            (one, after, gain)
            for one, after, gain in check.ordered(position)
            if not check.reaches(after, 1 - side, need + gain, left - 2)
        )
        need += gain
        yield answer.text
