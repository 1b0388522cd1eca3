"""A setting of a person or of a server that is chosen in a form."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeVar

import discord

from data.setting_fields import NO, YES, StoredSettings
from interactions import OutOfDate, label
from interactions.forms import Field, labelled
from rules import Sentence

Chosen = TypeVar("Chosen", bound=StoredSettings)
RADIO_MOST = 5
"""The most options of a group of radio buttons; more are a select, which is shorter."""


@dataclass(frozen=True)
class ChoiceSetting:
    """The options of one field of a person's or a server's settings."""

    field: str
    question: str
    """What is asked in a form, in at most 45 characters; of a checkbox, what is on."""
    values: Callable[[], Mapping[str, str | Sentence]]
    """The stored values, with their labels."""
    hint: str = ""
    """What stands below the question in a form."""
    details: Mapping[str, str] | None = None
    """The descriptions of values."""
    unset: str = ""
    """The option that stands for the empty value, which Discord does not allow."""

    def present(self, stored: Mapping[str, str]) -> str:
        """Return the chosen value; one that no longer exists counts as unset."""
        value = stored[self.field]
        return value if value in self.values() else self.unset

    def shown(self, stored: Mapping[str, str]) -> Sentence:
        """Return the label of the chosen value."""
        words = self.values().get(self.present(stored), stored[self.field])
        return words if isinstance(words, Sentence) else Sentence(words)

    def changed(self, settings: Chosen, value: str) -> Chosen:
        """Return the settings with another value. Raises `OutOfDate` if it does not exist."""
        if value not in self.values():
            raise OutOfDate
        return settings.changed({self.field: "" if value == self.unset else value})

    def form_field(self, stored: Mapping[str, str]) -> Field:
        """Build its field of a form: a checkbox, a group of radio buttons, or a select."""
        values, present = self.values(), self.present(stored)
        if {*values} == {YES, NO}:
            component: discord.ui.Item[Any] = discord.ui.Checkbox(
                custom_id=self.field, default=present == YES
            )
        else:
            component = choice_of(self.field, values, present, self.details or {})
        return labelled(self.question, self.hint, component)


def yes_or_no(
    field: str, yes: str, no: str, *, question: str = "", hint: str = ""
) -> ChoiceSetting:
    """Return a setting that is a checkbox, which says what `yes` means or asks a `question`."""
    return ChoiceSetting(field, question or yes, lambda: {YES: yes, NO: no}, hint)


def choice_of(
    field: str,
    values: Mapping[str, str | Sentence],
    present: str,
    details: Mapping[str, str] = MappingProxyType({}),
) -> discord.ui.Item[Any]:
    """Build a choice of one value: a group of radio buttons, or a select."""
    options: discord.ui.RadioGroup[Any] | discord.ui.Select[Any] = (
        discord.ui.Select(custom_id=field)
        if len(values) > RADIO_MOST
        else discord.ui.RadioGroup(custom_id=field)
    )
    for value, words in values.items():
        options.add_option(
            label=label(words)[:100],
            value=value,
            description=label(details[value])[:100] if value in details else None,
            default=value == present,
        )
    return options


def ticks_of(values: Mapping[str, str | Sentence], on: Collection[str]) -> discord.ui.Item[Any]:
    """Build a group of checkboxes, of which those that are `on` are ticked."""
    ticks: discord.ui.CheckboxGroup[Any] = discord.ui.CheckboxGroup(
        custom_id="ticks", required=False
    )
    for value, words in values.items():
        ticks.add_option(label=label(words)[:100], value=value, default=value in on)
    return ticks
