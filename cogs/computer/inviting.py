"""The button that invites to play the computer, and the private question that it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from cogs.acts import Act
from cogs.controls import Item, button, in_rows, text_view
from opponent import LEVELS
from rules import GAMES

WHICH_GAME = "### Play against me\nI am always here, and nothing is at stake. Which game?"
EASIEST, BEST = min(LEVELS), max(LEVELS)
LEVEL_WORDS = {
    **{level: f"Level {level}" for level in LEVELS},
    EASIEST: f"Level {EASIEST}: I overlook a lot",
    BEST: f"Level {BEST}: as well as I can",
}
"""What each level is called where one is chosen."""
HOW_WELL = "### Play {game} against me\nHow well shall I play?"


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


def play_against_button(game: str = "", challenge: int = 0, label: str = "Play against me") -> Item:
    """Make a button, for any message, that leads to a match against the computer."""
    return button(label, PlayAgainst(game, challenge), discord.ButtonStyle.success)


def game_question() -> discord.ui.LayoutView:
    """Ask which game."""
    games = [button(rules.name, ChooseLevel(key)) for key, rules in GAMES.items()]
    return _question(WHICH_GAME, games[:25])


def level_question(game: str, challenge: int = 0) -> discord.ui.LayoutView:
    """Ask how well the computer shall play."""
    words = HOW_WELL.format(game=GAMES[game].name)
    levels = [
        button(told, BeginAgainst(game, level, challenge)) for level, told in LEVEL_WORDS.items()
    ]
    return _question(words, levels)


def _question(words: str, buttons: Sequence[Item]) -> discord.ui.LayoutView:
    return text_view(words, rows=in_rows(buttons))
