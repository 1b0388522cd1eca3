"""What a player is called, to stand in a sentence."""

from typing import TypeAlias

from rules import Name, Sentence, message

FORMER_PLAYER = message("a former player")
"""What somebody is called who has left, whose number is below 0."""
PlayerName: TypeAlias = Name | Sentence
"""A person's own name, or the bot's words for a player, which each language has."""


def player_name(person: int, name: str, level: int | None = None) -> PlayerName:
    """Give what a player is called; the computer has a level."""
    if level is not None:
        return Sentence("{name} (level {level})", name=Name(name), level=level)
    return Sentence(FORMER_PLAYER) if person < 0 else Name(name)
