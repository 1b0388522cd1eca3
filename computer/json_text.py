"""Analyses as text: how they are stored, and how the computer's process answers."""

import json
from dataclasses import asdict, dataclass
from typing import Any, Self, get_args, get_type_hints


@dataclass(frozen=True)
class JsonText:
    """A value of numbers, texts, tuples and such values, which is written as one line of JSON."""

    def encode(self) -> str:
        """Write it as one line."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def decode(cls, text: str) -> Self:
        """Read what `encode` wrote; fields that are missing are as by default.

        Raises `ValueError` for anything else.
        """
        try:
            value: Self = _read(cls, json.loads(text))
        except (AttributeError, KeyError, TypeError) as problem:
            raise ValueError(f"no {cls.__name__}: {text[:80]!r}") from problem
        return value


def _read(kind: Any, written: Any) -> Any:
    """Read a value of a type from what JSON has for it."""
    if isinstance(written, dict):
        kinds = get_type_hints(kind)
        return kind(**{name: _read(kinds[name], each) for name, each in written.items()})
    if each_kind := get_args(kind):
        return tuple(_read(each_kind[0], each) for each in written)
    return kind(written)
