"""A person's settings: a row for each, and the custom ids of their forms."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import discord

from data.settings import BoardSide, Confirm, Reminders
from interactions import CustomId
from interactions.forms import Field, labelled
from interactions.time_input import read_quiet_hours, read_time_zone
from languages import languages
from rendering import THEMES, find_theme
from rules import message
from views.setting_choices import ChoiceSetting, yes_or_no


class SettingsForm(StrEnum):
    """The forms, by subject; the values are in messages for ever."""

    BOARDS = "boards"
    PLAYING = "playing"
    REMINDERS = "reminders"
    PUZZLES = "puzzles"


class OpenSettings(CustomId, name="settings"):
    """Open the form of a subject."""

    form: SettingsForm


class FillSettings(CustomId, name="settingsform"):
    """Save what was chosen in the form of a subject."""

    form: SettingsForm


class PickZone(CustomId, name="zone"):
    """Choose a time zone with a button."""

    zone: str


class ShowSettings(
    CustomId,
    name="showsettings",
    former=("setting", "confirm", "asksetting", "typesetting", "noquiet"),
):
    """Show the page anew, in place of one whose controls are former ones."""


@dataclass(frozen=True, kw_only=True)
class TextSetting:
    """A personal setting that is typed: a field of a form."""

    field: str
    title: str
    question: str
    example: str
    most: int
    """The most characters that it may have."""
    read: Callable[[str], object]
    """Parse what was typed. Raises `Refusal`."""
    is_optional: bool = False
    """Whether an empty field removes it; otherwise what holds stays."""

    def form_field(self, stored: Mapping[str, str]) -> Field:
        """Build its field of a form, which may be left empty."""
        field: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id=self.field,
            placeholder=self.example,
            max_length=self.most,
            default=stored[self.field] or None,
            required=False,
        )
        return labelled(self.title, self.question, field)


def _themes() -> Mapping[str, str]:
    themes = {name: find_theme(name).description for name in THEMES}
    return {"server": message("Server's board theme"), **themes}


def _languages() -> Mapping[str, str]:
    names = {each.tag: each.name for each in languages().values()}
    return {"discord": message("Same language as my Discord"), **names}


BY_ITSELF = "by_itself"
"""The one setting that is stored elsewhere, with the vacation: whether it begins automatically."""
CHOICES = {
    SettingsForm.BOARDS: (
        ChoiceSetting("theme", message("Board theme"), _themes, unset="server"),
        ChoiceSetting(
            field="seen",
            question=message("Board orientation"),
            values=lambda: {
                BoardSide.OWN: message("Show boards from my side"),
                BoardSide.FIRST: message("Never flip boards"),
            },
        ),
        yes_or_no(
            "named",
            message("Coordinates in every cell"),
            message("Coordinates around the board"),
        ),
        yes_or_no(
            "guided",
            message("Tips in my first match of a game"),
            message("No tips in first matches"),
        ),
    ),
    SettingsForm.PLAYING: (
        ChoiceSetting(
            field="confirm",
            question=message("Move confirmation"),
            values=lambda: {
                Confirm.ALWAYS: message("Confirm every move"),
                Confirm.WHERE_IT_COSTS: message("Confirm risky moves only"),
                Confirm.NEVER: message("Play moves without asking"),
            },
        ),
        yes_or_no(
            BY_ITSELF,
            message("Start vacation automatically"),
            message("Start vacation only when I ask"),
        ),
        yes_or_no(
            "shows_open",
            message("Show open challenges in /play"),
            message("Hide open challenges in /play"),
        ),
        yes_or_no(
            "gets_resigned",
            message("The computer may resign"),
            message("The computer never resigns"),
        ),
        ChoiceSetting("language", message("My language"), _languages, unset="discord"),
    ),
    SettingsForm.REMINDERS: (
        ChoiceSetting(
            field="reminders",
            question=message("Where to get reminders"),
            values=lambda: {
                Reminders.CHANNEL: message("Reminders in the channel"),
                Reminders.DIRECT_MESSAGE: message("Reminders by direct message"),
                Reminders.BOTH: message("Reminders in both places"),
                Reminders.NONE: message("No reminders"),
            },
        ),
    ),
    SettingsForm.PUZZLES: (
        yes_or_no(
            "puzzle_name",
            message("Puzzle results show my name"),
            message("Hide my name in puzzle results"),
            question=message("Show my name in puzzle results"),
            hint=message("In the daily puzzle's post, the week's table and best rushes"),
        ),
        yes_or_no(
            "match_puzzles",
            message("My finished matches may become puzzles"),
            message("My matches never become puzzles"),
            question=message("My matches may become puzzles"),
            hint=message("Only finished matches, and only if your opponent allows it too"),
        ),
    ),
}
"""The settings that are chosen, in the order of the page and of its forms: their first fields."""
TEXTS = {
    SettingsForm.REMINDERS: (
        TextSetting(
            field="zone",
            title=message("Your time zone"),
            question=message("Its name, or its largest city"),
            example="Europe/Berlin",
            most=60,
            read=read_time_zone,
        ),
        TextSetting(
            field="quiet",
            title=message("Your quiet hours"),
            question=message("Start and end, every day"),
            example="22:00-08:00",
            most=30,
            read=read_quiet_hours,
            is_optional=True,
        ),
    ),
}
"""The settings that are typed, the last fields of a form."""
