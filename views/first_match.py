"""What somebody can do now, in the first moves of their first match of a game."""

from collections.abc import Iterable, Iterator

from interactions import CustomId
from interactions.speech import game_name
from rules import Effect, Move, Position, Sentence

GUIDED_MOVES = 3
"""How many of a person's moves in that match are guided."""


class StopGuiding(CustomId, name="unguided"):
    """Show no such words any more, and the pieces of a match whose event count is `seen`."""

    match: int
    seen: int


def first_match_words(position: Position) -> Iterator[Sentence]:
    """Say what can be moved, gained and lost in a position, in the colours of the picker."""
    moves = position.moves().values()
    pieces = len({move.path[0] for move in moves if move.path})
    yield Sentence(
        "**Your first {game} match.** You can move from {number} place; it is lit.",
        "**Your first {game} match.** You can move from {number} places; they are lit.",
        game=game_name(position.key),
        number=pieces,
    )
    taking, losing = (_with(position, moves, effect) for effect in (Effect.TAKES, Effect.LOSES))
    if taking:
        yield Sentence(
            "{number} move gains something (green): {example}.",
            "{number} moves gain something (green), for example {example}.",
            number=len(taking),
            example=position.caption(taking[0]),
        )
    else:
        yield Sentence("Nothing can be gained yet.")
    if losing:
        yield Sentence(
            "{number} move would lose something (red).",
            "{number} moves would lose something (red).",
            number=len(losing),
        )


def _with(position: Position, moves: Iterable[Move], effect: Effect) -> list[Move]:
    """Return the moves that have an effect."""
    return [move for move in moves if position.effect((move,)) is effect]
