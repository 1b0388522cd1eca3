"""Lively positions of each game, for pictures: where quick games captured most, what to choose."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rules import Effect, Move, Position

EARLIEST, PLIES, STRIDES = 4, 40, (3, 5, 7, 11, 13, 17)


class Scenario(NamedTuple):
    """A position in a quick game, the move that led there, and where that was played."""

    before: Position
    last: Move
    position: Position


def liveliest(rules: type[Position]) -> Scenario:
    """Return where some quick games captured most at once, or else trapped something.

    The choice is fixed, so the same picture comes out every time.
    """
    start = rules.start({})
    best, most = Scenario(start, Move("", ()), start), 0
    for ply, moment in quick_games(rules):
        taken = moment.before.gain(moment.last) or bool(moment.before.takes(moment.last))
        if ply >= EARLIEST and taken > most and not moment.position.outcome():
            best, most = moment, taken
    return best


def quick_games(rules: type[Position]) -> Iterator[tuple[int, Scenario]]:
    """Play some games of which each takes as often as it can, and give every ply."""
    for stride in STRIDES:
        position: Position = rules.start({})
        for ply in range(PLIES):
            moves = position.moves()
            if not moves:
                break
            taking = [text for text, move in moves.items() if move.taken or position.takes(move)]
            texts = taking if taking and ply % 3 else list(moves)
            before = position
            move, position = before.play(texts[ply * stride % len(texts)])
            yield ply, Scenario(before, move, position)


def pieces_to_move(position: Position) -> dict[str, Effect]:
    """Return the cells from which the side to move can move, each with what becomes of it."""
    return _grouped(position, {move: move.path[0] for move in _stepping(position)})


def ends(position: Position, piece: str) -> dict[str, Effect]:
    """Return the cells where a piece can go, each with what becomes of it."""
    own = [move for move in _stepping(position) if move.path[0] == piece]
    return _grouped(
        position, {move: piece if position.single_choice else move.path[-1] for move in own}
    )


def _grouped(position: Position, cells: Mapping[Move, str]) -> dict[str, Effect]:
    moves: dict[str, list[Move]] = {}
    for move, cell in cells.items():
        moves.setdefault(cell, []).append(move)
    return {cell: position.effect(own) for cell, own in moves.items()}


def _stepping(position: Position) -> list[Move]:
    return [move for move in position.moves().values() if move.path]


def effects(position: Position) -> tuple[int, int]:
    """Say how much there is to see where one chooses: kinds of effects, and pieces."""
    choices = pieces_to_move(position)
    return len({*choices.values()}), len(choices)
