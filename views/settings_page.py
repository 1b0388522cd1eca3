"""A person's settings: the message that shows them, with the components that change them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import groupby
from operator import attrgetter
from typing import Any

import discord

from data import NO, YES, BoardSide, Confirm, Preferences, Reminders, Store, zone_called
from interactions import CustomId, OutOfDate, components, label, said, say
from interactions.time_input import read_quiet_hours, read_time_zone
from languages import languages
from rendering import THEMES, find_theme
from rules import Code, Sentence, message, paragraph
from views.blocked_page import OpenBlocked
from views.server_settings_page import OpenServerSettings
from views.setting_choices import ChoiceSetting, Chosen
from views.vacation_page import vacation_button

HEADING = message(
    "### Your settings\n-# Changes apply at once; only you can see this.\n**Your boards**"
)
PLAYING = message(
    "**Playing**\n"
    "-# You can **Undo** a move for ten minutes if your opponent hasn't seen it. Automatic "
    "vacation starts five minutes before you would lose on time; see **Vacation** below."
)
REMINDERS = message("**Turn reminders**")
QUIET = message("Your quiet hours are {begins} to {ends}, every day.")
NO_QUIET = message("You have no quiet hours.")
ZONE = message("Your time zone is {zone}, where it is {time} now.")
PUZZLES = message(
    "**Puzzles**\n"
    "-# {named}. {matches}. If your server has a daily puzzle, it's posted in a channel; "
    "`/puzzle play` is for you alone."
)
REMINDED = message(
    "-# You're reminded when 20% of your time is left, and again at 5%. There are no reminders "
    "during quiet hours: you get them afterwards, or before quiet hours begin if you'd lose on "
    "time before they end. If I can't send you direct messages, I use the channel; `/match "
    "mute` silences one match."
)


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


TITLES = {
    SettingsForm.BOARDS: message("Your boards"),
    SettingsForm.PLAYING: message("Playing"),
    SettingsForm.REMINDERS: message("Reminders"),
    SettingsForm.PUZZLES: message("Puzzles"),
}
"""The titles of the forms."""
HEADINGS = {
    SettingsForm.BOARDS: HEADING,
    SettingsForm.PLAYING: PLAYING,
    SettingsForm.REMINDERS: REMINDERS,
    SettingsForm.PUZZLES: PUZZLES,
}
"""The text of the page above the settings of each subject."""


def choice(key: Setting) -> PersonalChoice:
    """Find the row of a setting chosen in a select."""
    return next(row for row in CHOICES if row.key is key)


def text(key: Typed) -> PersonalText:
    """Find the row of a setting that is typed."""
    return next(row for row in TEXTS if row.key is key)


def settings_page(
    personal: Preferences, now: datetime, *, by_itself: bool, manages_server: bool = False
) -> discord.ui.LayoutView:
    """Build the message; `by_itself` is whether a vacation begins automatically.

    The button to the server's settings is only for people who manage it.
    """
    parts: list[components.Item] = []
    for under, rows in groupby(CHOICES, key=attrgetter("under")):
        if under is SettingsForm.PUZZLES:
            parts.append(_puzzles(personal))
            continue
        words = [say(HEADINGS[under])]
        if under is SettingsForm.REMINDERS:
            words += [_hours(personal, now), say(REMINDED)]
        parts.append(
            discord.ui.Section(
                "\n".join(words), accessory=components.button("Change", OpenSettings(under))
            )
        )
        parts += [_select(row, row.shown(personal, by_itself=by_itself)) for row in rows]
    elsewhere = [vacation_button(), components.button("Blocked players", OpenBlocked())]
    if manages_server:
        elsewhere.append(components.button("Server settings", OpenServerSettings()))
    return components.Layout(
        *parts, *components.in_rows(_buttons(personal)), *components.in_rows(elsewhere)
    )


def _puzzles(personal: Preferences) -> components.Item:
    """Say what is chosen about puzzles; it is changed in a form only, for want of room."""
    named, matches = (
        label(choice(key).values()[choice(key).present(personal)])
        for key in (Setting.PUZZLE_NAME, Setting.MATCH_PUZZLES)
    )
    words = say(PUZZLES, named=named, matches=matches)
    return discord.ui.Section(
        words, accessory=components.button("Change", OpenSettings(SettingsForm.PUZZLES))
    )


def settings_form(
    form: SettingsForm, personal: Preferences, *, by_itself: bool
) -> components.Modal:
    """Build the form of a subject, filled with what holds."""
    stored = personal.write()
    return components.Modal(
        TITLES[form],
        FillSettings(form),
        *(row.form_field(row.shown(personal, by_itself=by_itself)) for row in choices_of(form)),
        *(row.form_field(stored[row.field]) for row in texts_of(form)),
    )


def choices_of(form: SettingsForm) -> list[PersonalChoice]:
    """List the settings that are chosen in a form, which are its first fields."""
    return [row for row in CHOICES if row.under is form]


def texts_of(form: SettingsForm) -> list[PersonalText]:
    """List the settings that are typed in a form, which are its last fields."""
    return [row for row in TEXTS if row.under is form]


def zones_page(words: str, near: tuple[str, ...]) -> discord.ui.LayoutView:
    """Build the message that suggests time zones for an unknown one."""
    again = components.button("Other …", AskSetting(Typed.ZONE))
    return components.Layout(
        _text(words),
        *components.in_rows([*(components.button(one, PickZone(one)) for one in near), again]),
    )


def _hours(personal: Preferences, now: datetime) -> str:
    """Describe the quiet hours, and the time zone that they are in."""
    quiet = Sentence(NO_QUIET)
    if personal.quiet is not None:
        begins, ends = f"{personal.quiet.begins:%H:%M}", f"{personal.quiet.ends:%H:%M}"
        quiet = Sentence(QUIET, begins=begins, ends=ends)
    local_time = f"{now.astimezone(zone_called(personal.zone)):%H:%M}"
    return said(paragraph(quiet, Sentence(ZONE, zone=Code(personal.zone), time=local_time)))


def _buttons(personal: Preferences) -> list[components.Item]:
    """Return the buttons of the settings that are typed."""
    stored = personal.write()
    asking = [components.button(row.button, AskSetting(row.key)) for row in TEXTS]
    removing = [
        components.button(row.remove, EndQuiet())
        for row in TEXTS
        if row.remove and stored[row.field]
    ]
    return [*asking, *removing]


def _select(row: PersonalChoice, present: str) -> components.Item:
    # Another number for each value, or the client shows what was chosen in the list before.
    number = 100 * (CHOICES.index(row) + 1) + [*row.values()].index(present)
    return components.select(row.values()[present], row.options(present), row.custom_id, number)


def _text(words: str) -> components.Item:
    return discord.ui.TextDisplay(words)
