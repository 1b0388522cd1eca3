"""A person's settings: a row for each, with the custom ids of the components that change it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

import discord

from data import Preferences, Store
from data.setting_fields import NO, YES
from data.settings import BoardSide, Confirm, Reminders
from interactions import CustomId, OutOfDate, components
from interactions.time_input import read_quiet_hours, read_time_zone
from languages import languages
from rendering import THEMES, find_theme
from rules import message
from views.setting_choices import ChoiceSetting, Chosen


class Setting(StrEnum):
    """The settings chosen in a select; the values are in messages for ever."""

    THEME = "theme"
    SEEN = "seen"
    NAMED = "named"
    VACATION = "vacation"
    OPEN = "open"
    RESIGNS = "resigns"
    LANGUAGE = "language"
    REMINDERS = "reminders"
    CONFIRM = "confirm"
    PUZZLE_NAME = "puzzle_name"
    MATCH_PUZZLES = "match_puzzles"


class Typed(StrEnum):
    """The settings that are typed; the values are in messages for ever."""

    ZONE = "zone"
    QUIET = "quiet"


class ChooseConfirm(CustomId, name="confirm"):
    """Choose when a move needs confirmation."""


class ChooseSetting(CustomId, name="setting"):
    """Choose a setting in a select."""

    setting: Setting


class AskSetting(CustomId, name="asksetting"):
    """Open the form of a setting that is typed."""

    typed: Typed


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


class TypeSetting(CustomId, name="typesetting"):
    """Save what was typed."""

    typed: Typed


class PickZone(CustomId, name="zone"):
    """Choose a time zone with a button."""

    zone: str


class EndQuiet(CustomId, name="noquiet"):
    """Remove the quiet hours."""


@dataclass(frozen=True, kw_only=True)
class PersonalChoice(ChoiceSetting):
    """A personal setting that is chosen: a row of the page, and a field of a form."""

    key: Setting
    """The setting that its select carries."""
    under: SettingsForm
    """Its subject."""
    sets_language: bool = False
    """Whether choosing it changes the language of responses."""

    @property
    def custom_id(self) -> CustomId:
        """The custom id of its select."""
        return ChooseConfirm() if self.key is Setting.CONFIRM else ChooseSetting(self.key)

    def shown(self, personal: Preferences, *, by_itself: bool) -> str:
        """Return the present value."""
        del by_itself
        return self.present(personal)

    async def keep(self, store: Store, person: int, value: str, now: datetime) -> None:
        """Save the chosen value."""
        await store.settings.choose(person, lambda own: self.changed(own, value), now)


class VacationChoice(PersonalChoice):
    """Whether a vacation begins automatically, which is stored with the vacation."""

    def shown(self, personal: Preferences, *, by_itself: bool) -> str:
        del personal
        return YES if by_itself else NO

    def changed(self, settings: Chosen, value: str) -> Chosen:
        if value not in self.values():
            raise OutOfDate
        return settings

    async def keep(self, store: Store, person: int, value: str, now: datetime) -> None:
        self.changed(Preferences(), value)
        await store.vacations.choose(person, now, by_itself=value == YES)


@dataclass(frozen=True, kw_only=True)
class PersonalText:
    """A personal setting that is typed: a button of the page, and a field of a form."""

    key: Typed
    """The setting that its button carries."""
    under: SettingsForm
    """Its subject."""
    field: str
    button: str
    """The label of the button that opens its form."""
    title: str
    question: str
    example: str
    most: int
    """The most characters that it may have."""
    read: Callable[[str], object]
    """Parse what was typed. Raises `Refusal`."""
    remove: str = ""
    """The label of the button that removes it, if it is optional."""

    def form(self) -> components.TextModal:
        """Build the form in which it is typed."""
        return components.TextModal(
            self.title, TypeSetting(self.key), self.question, example=self.example, most=self.most
        )

    def form_field(self, written: str) -> components.Field:
        """Build its field of a form, which may be left empty."""
        field: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id=self.field,
            placeholder=self.example,
            max_length=self.most,
            default=written or None,
            required=False,
        )
        return components.labelled(self.title, self.question, field)


def _themes() -> Mapping[str, str]:
    themes = {name: find_theme(name).description for name in THEMES}
    return {"server": message("Server's board theme"), **themes}


def _languages() -> Mapping[str, str]:
    names = {each.tag: each.name for each in languages().values()}
    return {"discord": message("Same language as my Discord"), **names}


CHOICES = (
    PersonalChoice(
        key=Setting.THEME,
        field="theme",
        under=SettingsForm.BOARDS,
        question=message("Board theme"),
        values=_themes,
        unset="server",
    ),
    PersonalChoice(
        key=Setting.SEEN,
        field="seen",
        under=SettingsForm.BOARDS,
        question=message("Board orientation"),
        values=lambda: {
            BoardSide.OWN: message("Show boards from my side"),
            BoardSide.FIRST: message("Boards always the same way up"),
        },
    ),
    PersonalChoice(
        key=Setting.NAMED,
        field="named",
        under=SettingsForm.BOARDS,
        question=message("Coordinates in every cell"),
        values=lambda: {
            NO: message("Coordinates around the board"),
            YES: message("Coordinates in every cell"),
        },
    ),
    PersonalChoice(
        key=Setting.CONFIRM,
        field="confirm",
        under=SettingsForm.PLAYING,
        question=message("Move confirmation"),
        values=lambda: {
            Confirm.ALWAYS: message("Confirm every move"),
            Confirm.WHERE_IT_COSTS: message("Confirm risky moves only"),
            Confirm.NEVER: message("Play moves without asking"),
        },
    ),
    VacationChoice(
        key=Setting.VACATION,
        field="by_itself",
        under=SettingsForm.PLAYING,
        question=message("Start vacation automatically"),
        values=lambda: {
            YES: message("Start vacation automatically"),
            NO: message("Start vacation only when I ask"),
        },
    ),
    PersonalChoice(
        key=Setting.OPEN,
        field="shows_open",
        under=SettingsForm.PLAYING,
        question=message("Show open challenges in /lobby"),
        values=lambda: {
            YES: message("Show open challenges in /lobby"),
            NO: message("Hide open challenges in /lobby"),
        },
    ),
    PersonalChoice(
        key=Setting.RESIGNS,
        field="gets_resigned",
        under=SettingsForm.PLAYING,
        question=message("The computer may resign"),
        values=lambda: {
            YES: message("The computer may resign"),
            NO: message("The computer never resigns"),
        },
    ),
    PersonalChoice(
        key=Setting.LANGUAGE,
        field="language",
        under=SettingsForm.PLAYING,
        question=message("My language"),
        values=_languages,
        unset="discord",
        sets_language=True,
    ),
    PersonalChoice(
        key=Setting.REMINDERS,
        field="reminders",
        under=SettingsForm.REMINDERS,
        question=message("Where to get reminders"),
        values=lambda: {
            Reminders.CHANNEL: message("Reminders in the channel"),
            Reminders.DIRECT_MESSAGE: message("Reminders by direct message"),
            Reminders.BOTH: message("Reminders in both places"),
            Reminders.NONE: message("No reminders"),
        },
    ),
    PersonalChoice(
        key=Setting.PUZZLE_NAME,
        field="puzzle_name",
        under=SettingsForm.PUZZLES,
        question=message("Name me in puzzle results"),
        hint=message("In the daily puzzle's post, the week's table and best rushes"),
        values=lambda: {
            YES: message("Puzzle results show my name"),
            NO: message("Puzzle results don't show my name"),
        },
    ),
    PersonalChoice(
        key=Setting.MATCH_PUZZLES,
        field="match_puzzles",
        under=SettingsForm.PUZZLES,
        question=message("My matches may become puzzles"),
        hint=message("Only finished matches, and only if your opponent allows it too"),
        values=lambda: {
            YES: message("My finished matches may become puzzles"),
            NO: message("My matches never become puzzles"),
        },
    ),
)
"""All settings that are chosen, in the order of the page."""
TEXTS = (
    PersonalText(
        key=Typed.ZONE,
        under=SettingsForm.REMINDERS,
        field="zone",
        button=message("Time zone"),
        title=message("Your time zone"),
        question=message("Its name, or its largest city"),
        example="Europe/Berlin",
        most=60,
        read=read_time_zone,
    ),
    PersonalText(
        key=Typed.QUIET,
        under=SettingsForm.REMINDERS,
        field="quiet",
        button=message("Quiet hours"),
        title=message("Your quiet hours"),
        question=message("Start and end, every day"),
        example="22:00-08:00",
        most=30,
        read=read_quiet_hours,
        remove=message("No quiet hours"),
    ),
)
"""All settings that are typed."""


def choice(key: Setting) -> PersonalChoice:
    """Find the row of a setting chosen in a select."""
    return next(row for row in CHOICES if row.key is key)


def text(key: Typed) -> PersonalText:
    """Find the row of a setting that is typed."""
    return next(row for row in TEXTS if row.key is key)


def choices_of(form: SettingsForm) -> list[PersonalChoice]:
    """List the settings that are chosen in a form, which are its first fields."""
    return [row for row in CHOICES if row.under is form]


def texts_of(form: SettingsForm) -> list[PersonalText]:
    """List the settings that are typed in a form, which are its last fields."""
    return [row for row in TEXTS if row.under is form]
