"""The rules of every game: pure, standard library only. Start with `GAMES`."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from rules.move import Move
from rules.position import Option, Outcome, Position, perft
from rules.refusal import IllegalMove, Refusal, UnclearMove

__all__ = [
    "GAMES",
    "IllegalMove",
    "Move",
    "Option",
    "Outcome",
    "Position",
    "Refusal",
    "UnclearMove",
    "perft",
]


def _find_games() -> Iterator[tuple[str, type[Position]]]:
    for found in pkgutil.iter_modules(__path__):
        if found.name == "__main__":
            continue
        module = importlib.import_module(f"{__name__}.{found.name}")
        for value in vars(module).values():
            if (
                isinstance(value, type)
                and issubclass(value, Position)
                and value.__module__ == module.__name__
                and not inspect.isabstract(value)
            ):
                yield value.key, value


GAMES: Mapping[str, type[Position]] = MappingProxyType(dict(_find_games()))
"""Every game by its key: each module of this package that defines a complete `Position`."""
