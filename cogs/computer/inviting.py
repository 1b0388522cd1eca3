"""The button that invites to play the computer, and the private question that it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from cogs.acts import Act
from cogs.controls import Item, button, in_rows, text_view
from cogs.speech import said
from opponent import LEVELS
from rules import GAMES, Sentence
from rules.sentence import message

WHICH_GAME = Sentence("### Play against me\nI am always here, and nothing is at stake. Which game?")
PLAY_AGAINST_ME = message("Play against me")
EASIEST, BEST = min(LEVELS), max(LEVELS)
LEVEL_WORDS = {
    **{level: Sentence("Level {level}", level=level) for level in LEVELS},
    EASIEST: Sentence("Level {level}: I overlook a lot", level=EASIEST),
    BEST: Sentence("Level {level}: as well as I can", level=BEST),
}
"""What each level is called where one is chosen."""


@dataclass(frozen=True)
class PlayAgainst(Act, name="against"):
    """Ask how to play the computer: at a game or any, in place of one's challenge or of none."""

    game: str = ""
    challenge: int = 0


@dataclass(frozen=True)
class ChooseLevel(Act, name="levels"):
    """Ask in the same message how well the computer shall play a game."""

    game: str


@dataclass(frozen=True)
class BeginAgainst(Act, name="begins"):
    """Begin a match against the computer at a level."""

    game: str
    level: int
    challenge: int = 0


def play_against_button(game: str = "", challenge: int = 0, words: str = PLAY_AGAINST_ME) -> Item:
    """Make a button, for any message, that leads to a match against the computer."""
    return button(words, PlayAgainst(game, challenge), discord.ButtonStyle.success)


def game_question() -> discord.ui.LayoutView:
    """Ask which game."""
    games = [button(rules.name, ChooseLevel(key)) for key, rules in GAMES.items()]
    return _question(WHICH_GAME, games[:25])


def level_question(game: str, challenge: int = 0) -> discord.ui.LayoutView:
    """Ask how well the computer shall play."""
    words = Sentence("### Play {game} against me\nHow well shall I play?", game=GAMES[game].name)
    levels = [
        button(told, BeginAgainst(game, level, challenge)) for level, told in LEVEL_WORDS.items()
    ]
    return _question(words, levels)


def _question(words: Sentence, buttons: Sequence[Item]) -> discord.ui.LayoutView:
    return text_view(said(words), rows=in_rows(buttons))
