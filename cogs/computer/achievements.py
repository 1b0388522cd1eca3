"""What somebody has achieved against the computer, as a profile tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.names import game_name
from cogs.speech import say
from rules import Sentence
from rules.sentence import Listed, ListStyle

if TYPE_CHECKING:
    from bot import Parlour


async def achievements(bot: Parlour, person: int) -> list[str]:
    """Say in a line each which levels somebody has beaten, and how many puzzles are solved."""
    beaten = await bot.store.computer.best_beaten(person)
    solved = await bot.store.puzzles.solved(person)
    lines = []
    if beaten:
        levels = tuple(
            Sentence("level {level} at {game}", level=level, game=game_name(game))
            for game, level in beaten.items()
        )
        lines.append(say("Has beaten me: {levels}", levels=Listed(levels, ListStyle.COMMA)))
    if solved:
        numbers = tuple(
            Sentence("{number} of {game}", number=number, game=game_name(game))
            for game, number in solved.items()
        )
        lines.append(say("Puzzles solved: {numbers}", numbers=Listed(numbers, ListStyle.COMMA)))
    return lines
