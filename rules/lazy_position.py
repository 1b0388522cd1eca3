"""A position that is decoded only when it is first needed."""

from collections.abc import Callable
from functools import cached_property
from typing import Self

from rules.position import Position


class LazyPosition:
    """A position that is decoded only when it is first needed, such as the one before a move."""

    def __init__(self, read: Callable[[], Position]) -> None:
        self._read = read

    @classmethod
    def stored(cls, rules: type[Position], text: str) -> Self:
        """Make one from a text written by `encode`."""
        position = cls(lambda: rules.stored(text))
        position.text = text
        return position

    @cached_property
    def position(self) -> Position:
        """The position."""
        return self._read()

    @cached_property
    def text(self) -> str:
        """The position as text, as `encode` writes it."""
        return self.position.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LazyPosition) and self.position == other.position

    def __hash__(self) -> int:
        return hash(self.position)

    def __repr__(self) -> str:
        return f"LazyPosition({self.position!r})"
