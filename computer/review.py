"""A review: the evaluation of every position of a game, and its turning points."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from computer import proofs
from computer.hint import HintAnalysis, explain
from computer.json_text import JsonText
from computer.search import WIN, Limit, search_position, time_limit
from computer.search_game import DECIDED, PIECE
from rules import Position

STEEPNESS = 2 * PIECE
"""The unit of the logistic function: three pieces more mostly win, one helps."""
MOST_TURNS = 3
WORTH_TELLING = 0.08
"""A move that loses less than this, on the scale from -1 to 1, is no turning point."""
LEAST_NODES = 5_000
"""A position is searched at least so far, or to its end, however little time there is."""
LATEST = 1.5
"""So many seconds later a search stops even so, since a worker that is later yet seems to hang."""


@dataclass(frozen=True)
class TurningPoint:
    """A move that lost much: after `ply` moves `played` was played, and `better` was possible.

    `line` is the variation that begins with `better`; `before` and `after` are the values for
    side 0 with the better move and with the one played. `value` is that of the better move to its
    mover, as a search gives it; `danger` and `threat` are what it prevents and threatens, as in a
    hint. `reply` is the best answer to the move played.
    """

    ply: int
    played: str
    better: str
    line: tuple[str, ...]
    before: float
    after: float
    value: int = 0
    danger: str = ""
    threat: str = ""
    reply: str = ""

    @property
    def analysis(self) -> HintAnalysis:
        """The findings of a hint about the better move."""
        return HintAnalysis(self.line, self.value, threat=self.threat, danger=self.danger)


@dataclass(frozen=True)
class Departure:
    """A move that left the proved path to `goal` stones: after `ply` moves `kept` was proved."""

    ply: int
    played: str
    kept: str
    goal: int


@dataclass(frozen=True)
class Review(JsonText):
    """The value of each position from -1 to 1 for side 0, and the turning points in their order.

    `departures` has the first move of each side that left what was proved for it.
    """

    values: tuple[float, ...]
    turns: tuple[TurningPoint, ...]
    departures: tuple[Departure, ...] = ()


@dataclass(frozen=True)
class Judgement(JsonText):
    """A position's value to its mover, the principal variation, and the played move's value.

    Where that move left a proved path, `kept` is the move that was proved, and `goal` to what.
    Where it lost much, `danger` and `threat` are what the better move prevents and threatens.
    """

    value: int
    line: tuple[str, ...]
    played: int
    kept: str = ""
    goal: int = 0
    danger: str = ""
    threat: str = ""


def review_limit(longest: float) -> Limit:
    """Stop after so many seconds, but not before `LEAST_NODES`, unless that takes far too long."""
    enough, latest = time_limit(longest), time_limit(longest + LATEST)
    return lambda searched: enough(searched) and (searched >= LEAST_NODES or latest(searched))


def judge(position: Position, played: str, limit: Callable[[], Limit]) -> Judgement:
    """Evaluate a position and the move played in it, and tell whether that left a proved path.

    `limit` is called afresh for each of two searches; `played` is `""` where the game stopped.
    """
    judgement = _explained(position, played, _searched(position, played, limit))
    proved = proofs.guarantee(position) if played else None
    if proved is None or not proved.draws or proofs.keeps(position, played, proved.goal):
        return judgement
    return replace(judgement, kept=proved.move, goal=proved.goal)


def _explained(position: Position, played: str, judgement: Judgement) -> Judgement:
    """Find the reasons for the better move, if that is worth telling."""
    lost = _for_first(judgement.value, 0) - _for_first(judgement.played, 0)
    if not judgement.line or judgement.line[0] == played or lost < WORTH_TELLING:
        return judgement
    known = explain(position, judgement.line, judgement.value)
    return replace(judgement, danger=known.danger, threat=known.threat)


def _searched(position: Position, played: str, limit: Callable[[], Limit]) -> Judgement:
    """Evaluate a position and the move played in it by searches of equal depth."""
    if position.outcome():
        value = _ended(position)
        return Judgement(value, (), value)
    found = search_position(position, limit())
    if played in ("", found.line[0]):
        return Judgement(found.value, found.line, found.value)
    after = position.after(position.moves()[played])
    if after.outcome():
        value = _ended(after)
    else:
        value = search_position(after, limit(), max(1, found.depth - 1)).value
    return Judgement(found.value, found.line, value if after.turn == position.turn else -value)


def _ended(position: Position) -> int:
    """Give the value of a game that is over, for the side that would be to move."""
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        return 0
    return WIN if outcome.winner == position.turn else -WIN


def summarise(
    movers: Sequence[int], moves: Sequence[str], judgements: Sequence[Judgement]
) -> Review:
    """Make a review from the judgements of all positions, the side to move in each, and the moves.

    The last position has no move.
    """
    values = tuple(
        _for_first(judgement.value, mover)
        for judgement, mover in zip(judgements, movers, strict=True)
    )
    points = [
        TurningPoint(
            ply=ply,
            played=move,
            better=judgement.line[0],
            line=judgement.line,
            before=_for_first(judgement.value, mover),
            # Two searches have valued it; what only one of them fears is not told.
            after=(min if mover else max)(_for_first(judgement.played, mover), values[ply + 1]),
            value=judgement.value,
            danger=judgement.danger,
            threat=judgement.threat,
            reply=_reply(movers, judgements, ply),
        )
        for ply, (move, judgement, mover) in enumerate(zip(moves, judgements, movers, strict=False))
        if judgement.line and judgement.line[0] != move
    ]
    points = sorted(points, key=lambda point: -_lost(point, movers[point.ply]))[:MOST_TURNS]
    turns = [point for point in points if _lost(point, movers[point.ply]) >= WORTH_TELLING]
    departures = _departures(movers, moves, judgements)
    return Review(values, tuple(sorted(turns, key=lambda point: point.ply)), departures)


def _reply(movers: Sequence[int], judgements: Sequence[Judgement], ply: int) -> str:
    """Return the best answer of the other side to the move of a ply, if it can answer."""
    line = judgements[ply + 1].line
    return line[0] if line and movers[ply + 1] != movers[ply] else ""


def _departures(
    movers: Sequence[int], moves: Sequence[str], judgements: Sequence[Judgement]
) -> tuple[Departure, ...]:
    """Find the first move of each side that left a proved path."""
    first: dict[int, Departure] = {}
    for ply, (mover, move, judged) in enumerate(zip(movers, moves, judgements, strict=False)):
        if judged.kept:
            first.setdefault(mover, Departure(ply, move, judged.kept, judged.goal))
    return tuple(first.values())


def _lost(point: TurningPoint, mover: int) -> float:
    """Return how much a move lost, on the scale from -1 to 1."""
    return point.after - point.before if mover else point.before - point.after


def _for_first(value: int, mover: int) -> float:
    """Turn a value for the mover, in hundredths of a piece, into one from -1 to 1 for side 0."""
    likely = math.copysign(1.0, value) if abs(value) > DECIDED else math.tanh(value / STEEPNESS / 2)
    return round(-likely if mover else likely, 3)
