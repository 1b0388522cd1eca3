"""A setting of a person or of a server that is chosen: in a select, or in Discord's own form."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import discord

from data.setting_fields import NO, YES, StoredSettings
from interactions import OutOfDate, label
from interactions.components import Field, labelled
from rules import Sentence

Chosen = TypeVar("Chosen", bound=StoredSettings)
RADIO_MOST = 5
"""The most options of a group of radio buttons; more are a select, which is shorter."""


@dataclass(frozen=True, kw_only=True)
class ChoiceSetting:
    """The options of one field of a person's or a server's settings."""

    field: str
    question: str
    """What is asked in a form, in at most 45 characters; of a checkbox, what is on."""
    hint: str = ""
    """What stands below the question in a form."""
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
        return [
            discord.SelectOption(label=words, description=detail, value=value, default=chosen)
            for value, words, detail, chosen in self._options(present)
        ]

    def select_field(self, present: str) -> Field:
        """Build its field of a form as a select, which older clients show, too."""
        return self._labelled(
            discord.ui.Select(custom_id=self.field, options=self.options(present))
        )

    def form_field(self, present: str) -> Field:
        """Build its field of a form: a checkbox, a group of radio buttons, or a select."""
        if {*self.values()} == {YES, NO}:
            return self._labelled(discord.ui.Checkbox(custom_id=self.field, default=present == YES))
        if len(self.values()) > RADIO_MOST:
            return self.select_field(present)
        options = [
            discord.RadioGroupOption(label=words, description=detail, value=value, default=chosen)
            for value, words, detail, chosen in self._options(present)
        ]
        return self._labelled(discord.ui.RadioGroup(custom_id=self.field, options=options))

    def _options(self, present: str) -> list[tuple[str, str, str | None, bool]]:
        """Return the values, with their labels, descriptions, and whether they are chosen."""
        details = self.details or {}
        return [
            (
                value,
                label(words)[:100],
                label(details[value])[:100] if value in details else None,
                value == present,
            )
            for value, words in self.values().items()
        ]

    def _labelled(self, component: discord.ui.Item[Any]) -> Field:
        return labelled(self.question, self.hint, component)
