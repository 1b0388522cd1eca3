"""A person's settings: the message that shows them, and the forms that change them."""

from datetime import datetime
from itertools import groupby
from operator import attrgetter

import discord

from data import Preferences
from data.settings import zone_called
from interactions import components, label, said, say
from rules import Code, Sentence, message, paragraph
from views.blocked_page import OpenBlocked
from views.personal_settings import (
    CHOICES,
    TEXTS,
    AskSetting,
    EndQuiet,
    FillSettings,
    OpenSettings,
    PersonalChoice,
    PickZone,
    Setting,
    SettingsForm,
    Typed,
    choice,
    choices_of,
    texts_of,
)
from views.server_settings_page import OpenServerSettings
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
