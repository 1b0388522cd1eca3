"""Which form each game is searched in: its own, found by looking, or the one for any game."""

import importlib
import pkgutil
from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

import opponent
from opponent.form import Form
from rules import GAMES, Position
from rules.options import Options

AnyForm: TypeAlias = Form[tuple[object, ...], Hashable]

GENERAL = "general"
_THERE = {found.name for found in pkgutil.iter_modules(opponent.__path__)}
OWN = tuple(key for key in GAMES if key in _THERE)
"""The games that have a form of their own."""
FORMS: Mapping[str, Callable[[Options], AnyForm]] = MappingProxyType(
    {
        key: importlib.import_module(f"opponent.{key if key in OWN else GENERAL}").form
        for key in GAMES
    }
)
"""How the form of every game is made for its options: by the module that is called by its key."""


def form_of(position: Position) -> AnyForm:
    """Give the form in which a position is searched."""
    return _form(position.key, position.chosen)


@lru_cache(maxsize=8)
def _form(key: str, chosen: Options) -> AnyForm:
    # Forms remember what they have worked out, so a few are kept.
    return FORMS[key](chosen)
