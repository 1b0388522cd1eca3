"""What a move threatens and meets: looked up by the rules, with one search of three plies."""

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from computer.levels import think
from computer.search import WIN, node_limit
from computer.search_game import search_game_of
from computer.skill_levels import SkillLevel
from rules import Position

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

SHORT_SIGHTED = SkillLevel(max_depth=3, noise=0)
"""A threat is a capture that three plies do not win back."""
THREAT_LIMIT = node_limit(1_500)


def turned(position: Position) -> Position:
    """Give a position with the other side to move (a null move)."""
    # A game is a frozen dataclass, which its base class says in words only.
    turned = replace(cast("DataclassInstance", position), turn=1 - position.turn)
    return cast("Position", turned)


def gain(position: Position, text: str) -> int:
    """Tell how much a move takes or traps, a win being the most; below 0 it loses its own piece."""
    if wins(position, text):
        return WIN
    search_game = search_game_of(position)
    state = search_game.state(position)
    taken = next(
        (move[0] for move in search_game.moves(state) if search_game.text(state, move) == text), 0
    )
    return taken or len(position.victims(position.moves()[text]))


def wins(position: Position, text: str) -> bool:
    """Tell whether a move wins at once."""
    ending = position.after(position.moves()[text]).outcome()
    return ending is not None and ending.winner == position.turn


def best_capture(position: Position) -> str:
    """Give the best move of a position reached by a null move, `""` where it has ended."""
    if position.outcome():
        return ""
    return think(position, SHORT_SIGHTED, "", THREAT_LIMIT).move.text


def meets(position: Position, after: Position, danger: str) -> bool:
    """Tell whether a move meets a danger: as much can't be taken then, or is taken back."""
    least = gain(turned(position), danger)
    return least > 0 and all(
        gain(after, text) < min(least, WIN)
        or (least < WIN and most_taken(after.after(reply)) >= max(1, after.gain(reply)))
        for text, reply in after.moves().items()
    )


def is_only_defence(position: Position, text: str) -> bool:
    """Tell whether after every other move the other side wins at once."""
    return all(
        after.turn != position.turn and any(wins(after, reply) for reply in after.moves())
        for move, after in position.children()
        if move.text != text
    )


def most_taken(after: Position) -> int:
    """Count what a side can take at most with its next move."""
    return max((after.gain(move) for move in after.moves().values()), default=0)
