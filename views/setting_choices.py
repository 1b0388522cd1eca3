"""A setting of a person or of a server that is chosen in a list."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import discord

from data import StoredSettings
from interactions import label
from interactions.custom_ids import OutOfDate
from rules import Sentence

Chosen = TypeVar("Chosen", bound=StoredSettings)


@dataclass(frozen=True, kw_only=True)
class ChoiceSetting:
    """What there is to choose for one field of somebody's settings."""

    field: str
    values: Callable[[], Mapping[str, str | Sentence]]
    """How each value is stored, and its words."""
    details: Mapping[str, str] | None = None
    """What more there is to say of values."""
    unset: str = ""
    """What stands for the empty value, which no entry of a list may have."""

    def present(self, settings: StoredSettings) -> str:
        """Give the value that is chosen; one that there is no more counts as none."""
        value = settings.write()[self.field]
        return value if value in self.values() else self.unset

    def changed(self, settings: Chosen, value: str) -> Chosen:
        """Give the settings with another value. Raises `OutOfDate` for one that there is not."""
        if value not in self.values():
            raise OutOfDate
        return settings.changed({self.field: "" if value == self.unset else value})

    def options(self, present: str) -> list[discord.SelectOption]:
        """List what there is to choose."""
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
