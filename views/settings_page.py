"""A person's settings: the message that shows them, and the forms that change them."""

from collections.abc import Mapping
from datetime import datetime

import discord

from data.columns import zone_called
from interactions import components, said, say
from interactions.forms import Modal
from rules import Code, Sentence, message, paragraph
from views.blocked_page import OpenBlocked
from views.personal_settings import (
    CHOICES,
    TEXTS,
    FillSettings,
    OpenSettings,
    PickZone,
    SettingsForm,
)
from views.server_settings_page import OpenServerSettings
from views.vacation_page import vacation_button
from views.web_link import CloseBoards

QUIET = message("Quiet hours: {begins} to {ends}.")
ZONE = message("Time zone: {zone}, now {time}.")
TITLES = {
    SettingsForm.BOARDS: message("Your boards"),
    SettingsForm.PLAYING: message("Playing"),
    SettingsForm.REMINDERS: message("Reminders"),
    SettingsForm.PUZZLES: message("Puzzles"),
}
"""The titles of the forms."""
HEADINGS = {
    SettingsForm.BOARDS: message("### Your settings\n**Your boards**"),
    SettingsForm.PLAYING: message("**Playing**"),
    SettingsForm.REMINDERS: message(
        "**Turn reminders**\n"
        "-# At 20% and 5% of your time, never in quiet hours. If I can't send "
        "you direct messages, I use the channel."
    ),
    SettingsForm.PUZZLES: message("**Puzzles**"),
}
"""The text of the page above the settings of each subject."""


def settings_page(
    stored: Mapping[str, str],
    now: datetime,
    *,
    has_link: bool = False,
    manages_server: bool = False,
) -> discord.ui.LayoutView:
    """Build the message.

    The button to the server's settings is only for people who manage it, and the one that closes
    boards in the browser for those who have a link to them.
    """
    parts = [_subject(form, stored, now) for form in SettingsForm]
    elsewhere = [vacation_button(), components.button("Blocked players", OpenBlocked())]
    if has_link:
        elsewhere.append(components.button("Close boards", CloseBoards()))
    if manages_server:
        elsewhere.append(components.button("Server settings", OpenServerSettings()))
    return components.Layout(*parts, *components.in_rows(elsewhere))


def _subject(form: SettingsForm, stored: Mapping[str, str], now: datetime) -> components.Item:
    """Build the section of a subject: what is chosen, and the button that opens its form."""
    lines = [say(HEADINGS[form]), *(f"- {said(row.shown(stored))}" for row in CHOICES[form])]
    if form is SettingsForm.REMINDERS:
        lines.append(f"- {_hours(stored, now)}")
    button = components.button("Change", OpenSettings(form))
    return discord.ui.Section("\n".join(lines), accessory=button)


def _hours(stored: Mapping[str, str], now: datetime) -> str:
    """Describe the quiet hours, and the time zone that they are in."""
    quiet, zone = Sentence("No quiet hours."), stored["zone"]
    if stored["quiet"]:
        begins, ends = stored["quiet"].split("-")
        quiet = Sentence(QUIET, begins=begins, ends=ends)
    local_time = f"{now.astimezone(zone_called(zone)):%H:%M}"
    return said(paragraph(quiet, Sentence(ZONE, zone=Code(zone), time=local_time)))


def settings_form(form: SettingsForm, stored: Mapping[str, str]) -> Modal:
    """Build the form of a subject, filled with what holds."""
    fields = [row.form_field(stored) for row in CHOICES[form]]
    fields += [row.form_field(stored) for row in TEXTS.get(form, ())]
    return Modal(TITLES[form], FillSettings(form), *fields)


def zones_page(words: str, near: tuple[str, ...]) -> discord.ui.LayoutView:
    """Build the message that suggests time zones for an unknown one."""
    again = components.button("Other …", OpenSettings(SettingsForm.REMINDERS))
    zones = [components.button(one, PickZone(one)) for one in near]
    return components.text_view(words, rows=components.in_rows([*zones, again]))
