"""How players are called in sentences."""

from typing import TypeAlias

from rules import Name, Sentence, message

FORMER_PLAYER = message("a former player")
"""How somebody who has left is called; their number is below 0."""
PlayerName: TypeAlias = Name | Sentence
"""A person's own name, or a translatable phrase for a player."""


def player_name(person: int, name: str, level: int | None = None) -> PlayerName:
    """Return how a player is called; `level` is given for the computer only."""
    if level is not None:
        return Sentence("{name} (level {level})", name=Name(name), level=level)
    return Sentence(FORMER_PLAYER) if person < 0 else Name(name)
