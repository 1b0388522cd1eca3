"""What a task wants of a move: conditions on the move and the position."""

from lessons.lesson import Goal
from rules import Move, Position
from rules.move import PASS


def plays(*texts: str) -> Goal:
    """Want one of these moves."""
    return lambda _position, move: move.text in texts


def starts(cell: str) -> Goal:
    """Want a move of the piece on a cell."""
    return lambda _position, move: move.path[:1] == (cell,)


def reaches(cell: str) -> Goal:
    """Want a move that ends on a cell."""
    return lambda _position, move: move.path[-1:] == (cell,)


def takes(number: int = 1) -> Goal:
    """Want a move that takes at least so many pieces or stones."""
    return lambda position, move: position.gain(move) >= number


def takes_from(*cells: str) -> Goal:
    """Want a move that takes what stands on these cells, at least."""
    return lambda position, move: set(cells) <= set(move.taken) and position.gain(move) > 0


def loses(position: Position, move: Move) -> bool:
    """Tell whether a move loses the game, or the piece that makes it."""
    ending = position.after(move).outcome()
    lost = ending is not None and ending.winner == 1 - position.turn
    return lost or position.loses(move) is not None


def is_safe(position: Position, move: Move) -> bool:
    """Tell whether no reply to a move takes anything."""
    after = position.after(move)
    return not any(after.gain(reply) for reply in after.moves().values())


def leaves_a_pass(position: Position, move: Move) -> bool:
    """Tell whether a move leaves the opponent nothing but to pass."""
    return list(position.after(move).moves()) == [PASS]


def wins(position: Position, move: Move) -> bool:
    """Tell whether a move wins at once."""
    ending = position.after(move).outcome()
    return ending is not None and ending.winner == position.turn


def wins_next(position: Position, move: Move) -> bool:
    """Tell whether the mover can win with the next move, whatever the reply to this one."""
    after = position.after(move)
    return bool(after.moves()) and all(
        any(wins(reached, each) for each in reached.moves().values())
        for _, reached in after.children()
    )
