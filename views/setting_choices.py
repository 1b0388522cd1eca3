"""A setting of a person or of a server that is chosen in a select."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import discord

from data import StoredSettings
from interactions import OutOfDate, label
from rules import Sentence

Chosen = TypeVar("Chosen", bound=StoredSettings)


@dataclass(frozen=True, kw_only=True)
class ChoiceSetting:
    """The options of one field of a person's or a server's settings."""

    field: str
    values: Callable[[], Mapping[str, str | Sentence]]
    """The stored values, with their labels."""
    details: Mapping[str, str] | None = None
    """The descriptions of values."""
    unset: str = ""
    """The option that stands for the empty value, which Discord does not allow."""

    def present(self, settings: StoredSettings) -> str:
        """Return the chosen value; one that no longer exists counts as unset."""
        value = settings.write()[self.field]
        return value if value in self.values() else self.unset

    def changed(self, settings: Chosen, value: str) -> Chosen:
        """Return the settings with another value. Raises `OutOfDate` if it does not exist."""
        if value not in self.values():
            raise OutOfDate
        return settings.changed({self.field: "" if value == self.unset else value})

    def options(self, present: str) -> list[discord.SelectOption]:
        """Return the options of the select."""
        details = self.details or {}
        return [
            discord.SelectOption(
                label=label(words)[:100],
                description=label(details[value])[:100] if value in details else None,
                value=value,
                default=value == present,
            )
            for value, words in self.values().items()
        ]
