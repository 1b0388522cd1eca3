"""Perft: count the sequences of legal moves, the standard test of a move generator."""

from rules.position import Position


def perft(position: Position, depth: int) -> int:
    """Count the sequences of `depth` legal moves from a position.

    This is the standard test of a move generator (https://www.chessprogramming.org/Perft). Moves of
    the last two plies are counted without playing them.
    """
    if depth < 1:
        return 1
    if depth == 1:
        return position.count()
    if depth == 2:
        return position.count_replies()
    return sum(perft(after, depth - 1) for _, after in position.children())
