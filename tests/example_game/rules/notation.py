"""How positions of Dash are stored: the two runners' cells, the turn and the options."""

import re
from typing import TypeVar

from rules.dash.position import DashPosition

Game = TypeVar("Game", bound=DashPosition)


def encode(position: DashPosition) -> str:
    """Return a position as one line."""
    light, dark = position.at
    return f"{light} {dark} {position.sides[position.turn]} {position.chosen.write()}"


def decode(game: type[Game], line: str) -> Game:
    """Parse a line written by `encode`. Raises `ValueError` for any other text."""
    parts = re.fullmatch(r"(\d+) (\d+) (light|dark) (\S+)", line)
    if not parts:
        raise ValueError(f"not a position of Dash: {line!r}")
    light, dark = int(parts[1]), int(parts[2])
    position = game((light, dark), game.sides.index(parts[3]), game.choices.read(parts[4]))
    on_the_line = all(1 <= cell <= position.length for cell in (light, dark))
    if encode(position) != line or not on_the_line or light == dark:
        raise ValueError(f"not a position of Dash as it is stored: {line!r}")
    ending = position.outcome()
    if ending and ending.winner == position.turn:
        raise ValueError(f"whoever arrives has moved last: {line!r}")
    return position
