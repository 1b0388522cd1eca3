"""Conditional moves: answers stored while the opponent thinks, and played when they apply."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from match.event import TAKE_BACKS, Event, Kind
from match.fold import AnyMatch, around_last_move
from match.match import Match
from match.verbs import follow, refuse_unless_playing
from rules import codes
from rules.move import PASS
from rules.position import Position
from rules.sentence import Refusal

MOST_LINES, LONGEST = 20, 40
"""The most lines that a player may store in a match, and the most moves of each."""


@dataclass(frozen=True)
class ConditionalLine:
    """Moves of both sides, beginning with the opponent's next move and ending with the owner's.

    Forced passes are left out: they are played automatically.
    """

    side: int
    moves: tuple[str, ...]


class SetAside(NamedTuple):
    """The lines that were stored before a move, of this number, that no line expected.

    They are there again if it is taken back. What later moves have set aside is gone then.
    """

    move: int
    lines: tuple[ConditionalLine, ...] = ()


def conditional_line(
    match: Match, person: int, texts: Sequence[str], others: Iterable[ConditionalLine]
) -> ConditionalLine:
    """Make a line from moves as they are typed; `others` are the lines stored in the match.

    Raises `Refusal` if it is the player's own turn, a move is illegal, the line does not end with a
    move of the player's own, or it contradicts another line.
    """
    side = refuse_unless_playing(match, person)
    name = match.name(1 - side)
    if match.turn == side:
        raise Refusal("It's your turn: make your move, and save plans while {name} is thinking.",
                      name=name)  # fmt: skip
    sides, moves, _ = play_moves(match.position, texts)
    if not moves or sides[-1] != side:
        raise Refusal("A plan ends with your own move: add your answer to what {name} might "
"play.",
                      name=name)  # fmt: skip
    own = [other for other in others if other.side == side]
    if len(own) >= MOST_LINES:
        raise Refusal(
            "You have {number} plan in this match; delete it first.",
            "You have {number} plans in this match; delete one first.",
            number=len(own),
        )
    for other in own:
        _refuse_conflict(sides, moves, other)
    return ConditionalLine(side, tuple(moves))


def follow_conditional_lines(
    match: AnyMatch,
    event: Event,
    lines: Iterable[ConditionalLine],
    restored: Iterable[ConditionalLine] = (),
) -> tuple[AnyMatch, list[Event], list[ConditionalLine]]:
    """Fold an event in, with the passes that it forces and the stored answers to it.

    Returns the match, all events and the lines that remain. A line is deleted by any move that it
    does not expect, and all are deleted by a takeback, after which those are `restored` that were
    set aside by the move that is taken back.
    """
    match, events = follow(match, event)
    left = list(lines)
    if match.over:
        return match, events, []
    if event.kind in TAKE_BACKS:
        return match, events, list(restored)
    if event.kind is not Kind.MOVE:
        return match, events, left
    left = _remaining(left, event.text)
    while answer := _answer(match, left):
        match, made = follow(match, answer)
        events += made
        left = [] if match.over else _remaining(left, answer.text)
    return match, events, left


def set_aside_by(match: Match, event: Event, lines: Iterable[ConditionalLine]) -> SetAside | None:
    """Return what an event sets aside; a replayed match is the one before it.

    A move sets aside all lines, unless one of them answers it: then it cannot be undone unseen, and
    what was stored is known.
    """
    if match.over or (event.kind is not Kind.MOVE and event.kind not in TAKE_BACKS):
        return None
    if event.taker is not None:
        return SetAside(around_last_move(match, event.taker)[1].count + 1)
    return SetAside(event.number, tuple(lines))


def _answer(match: Match, lines: Iterable[ConditionalLine]) -> Event | None:
    """Return the stored move of the player to move, or `None`."""
    for stored in lines:
        if stored.side == match.turn and match.position.is_legal(stored.moves[0]):
            return match.event(
                Kind.MOVE, match.turn, match.since, stored.moves[0], conditional=True
            )
    return None


def _remaining(lines: Iterable[ConditionalLine], text: str) -> list[ConditionalLine]:
    """Return what remains of the lines after a move, without duplicates."""
    left = [ConditionalLine(one.side, one.moves[1:]) for one in lines if one.moves[0] == text]
    return [one for one in dict.fromkeys(left) if one.moves]


def play_moves(position: Position, texts: Sequence[str]) -> tuple[list[int], list[str], Position]:
    """Play moves in order; return who made each, their canonical texts, and the final position.

    Raises `Refusal` for an illegal move, for moves after the end of the game, or for too many.
    """
    sides: list[int] = []
    moves: list[str] = []
    for text in texts[: LONGEST + 1]:
        if position.outcome():
            raise Refusal(
                "The game is over after {moves}; remove what comes after that.", moves=codes(moves)
            )
        sides.append(position.turn)
        move, position = position.play(text)
        moves.append(move.text)
        while position.moves().keys() == {PASS}:
            position = position.play(PASS)[1]
    if len(moves) > LONGEST:
        raise Refusal(
            "A plan can have up to {number} move; make it shorter.",
            "A plan can have up to {number} moves; make it shorter.",
            number=LONGEST,
        )
    return sides, moves, position


def is_line_stored(lines: Iterable[ConditionalLine], texts: Sequence[str]) -> bool:
    """Tell whether moves are stored already, on their own or as the beginning of a longer line."""
    moves = tuple(text for text in texts if text != PASS)
    return any(other.moves[: len(moves)] == moves for other in lines)


def _refuse_conflict(sides: Sequence[int], moves: Sequence[str], other: ConditionalLine) -> None:
    """Raise `Refusal` if a line is stored already, or answers the same moves differently."""
    for at, (new, old) in enumerate(zip(moves, other.moves, strict=False)):
        if new != old and sides[at] != other.side:
            return
        if new != old:
            raise Refusal(
                "You planned {old} after {moves}; delete that plan first.",
                old=codes([old]),
                moves=codes(moves[:at]),
            )
    if len(moves) <= len(other.moves):
        raise Refusal("You already saved this plan; make it longer, or save another.")
