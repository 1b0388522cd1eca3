"""The rules of all games, with no dependency beyond the standard library. Start with `GAMES`.

>>> from rules import GAMES
>>> position = GAMES["ringo"].start()
>>> move, position = position.play("a1-a2")
>>> position.sides[position.turn]
'defender'
"""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from rules.balance import Balance
from rules.move import Move
from rules.options import Option
from rules.perft import perft
from rules.position import Effect, Outcome, Position
from rules.sentence import (
    Code,
    IllegalMove,
    Listed,
    ListStyle,
    Moment,
    Name,
    PlainSpeech,
    ProseSpeech,
    Quote,
    Refusal,
    Sentence,
    Speech,
    UnclearMove,
    Value,
    capital,
    codes,
    message,
    paragraph,
    some_of,
    typed,
)
from rules.version import __version__

__all__ = [
    "GAMES",
    "Balance",
    "Code",
    "Effect",
    "IllegalMove",
    "ListStyle",
    "Listed",
    "Moment",
    "Move",
    "Name",
    "Option",
    "Outcome",
    "PlainSpeech",
    "Position",
    "ProseSpeech",
    "Quote",
    "Refusal",
    "Sentence",
    "Speech",
    "UnclearMove",
    "Value",
    "__version__",
    "capital",
    "codes",
    "message",
    "paragraph",
    "perft",
    "some_of",
    "typed",
]


def _find_games() -> Iterator[tuple[str, type[Position]]]:
    for found in pkgutil.iter_modules(__path__):
        if not found.ispkg:
            continue
        folder = importlib.import_module(f"{__name__}.{found.name}")
        for value in vars(folder).values():
            if (
                isinstance(value, type)
                and issubclass(value, Position)
                and not inspect.isabstract(value)
            ):
                yield value.key, value


_FIRST = ("bizingo", "hoyito", "bivouac", "ringo")
"""The games that the project began with: wherever all are listed, these stand before the others."""
_FOUND = dict(_find_games())
GAMES: Mapping[str, type[Position]] = MappingProxyType(
    {key: _FOUND[key] for key in dict.fromkeys((*_FIRST, *_FOUND))}
)
"""All games by key: one for each subpackage that exports a complete `Position` subclass."""
