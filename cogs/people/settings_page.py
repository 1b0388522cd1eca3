"""The message in which somebody sees what they have chosen for themselves, and chooses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

import discord

from cogs.acts import Act
from cogs.controls import Item, Layout, button, in_rows, select
from cogs.speech import said
from data import Confirm, Personal, Reminders, Seen, zone_called
from languages import languages
from rules import Sentence
from rules.sentence import Code

AS_DISCORD = "discord"
"""What stands for the language in which somebody has Discord."""
SERVERS_THEME = "server"
"""What stands for the theme that the server has."""


class Setting(StrEnum):
    """What is chosen in a list; it stands in messages for ever."""

    THEME = "theme"
    SEEN = "seen"
    NAMED = "named"
    VACATION = "vacation"
    OPEN = "open"
    LANGUAGE = "language"
    REMINDERS = "reminders"


class Typed(StrEnum):
    """What is typed; it stands in messages for ever."""

    ZONE = "zone"
    QUIET = "quiet"


@dataclass(frozen=True)
class ChooseConfirm(Act, name="confirm"):
    """Choose when one is asked before a move is played."""


@dataclass(frozen=True)
class ChooseSetting(Act, name="setting"):
    """Choose something for oneself in a list."""

    setting: Setting


@dataclass(frozen=True)
class AskSetting(Act, name="asksetting"):
    """Ask for what has to be typed."""

    typed: Typed


@dataclass(frozen=True)
class TypeSetting(Act, name="typesetting"):
    """Keep what was typed."""

    typed: Typed


@dataclass(frozen=True)
class PickZone(Act, name="zone"):
    """Choose a time zone by a button."""

    zone: str


@dataclass(frozen=True)
class EndQuiet(Act, name="noquiet"):
    """Have no quiet hours any more."""


YES, NO = "yes", "no"
CONFIRM: Mapping[str, str] = {
    Confirm.ALWAYS: "Ask before every move",
    Confirm.WHERE_IT_COSTS: "Ask before a move that costs me",
    Confirm.NEVER: "Play what I choose at once",
}
CHOICES: Mapping[Setting, Mapping[str, str]] = {
    Setting.THEME: {
        SERVERS_THEME: "Pictures as this server has them",
        "walnut": "Pictures in walnut wood",
        "slate": "Pictures in dark slate",
        "paper": "Pictures as on white paper",
        "contrast": "Pictures with most contrast",
    },
    Setting.SEEN: {
        Seen.OWN: "Boards seen from my side",
        Seen.FIRST: "Boards from the first side",
    },
    Setting.NAMED: {
        NO: "Coordinates beside boards",
        YES: "Names in all cells",
    },
    Setting.VACATION: {
        YES: "Vacation may begin by itself",
        NO: "Vacation only when I say so",
    },
    Setting.OPEN: {
        YES: "Show me open challenges",
        NO: "Hide open challenges from me",
    },
    Setting.LANGUAGE: {
        AS_DISCORD: "Read what my Discord reads",
        **{each.tag: each.name for each in languages().values()},
    },
    Setting.REMINDERS: {
        Reminders.CHANNEL: "Remind me in the channel",
        Reminders.LETTER: "Remind me by direct message",
        Reminders.BOTH: "Remind me in both places",
        Reminders.NONE: "Do not remind me",
    },
}
"""What there is to choose in each list: how it is stored or written, and its words."""
HEADING = "### Your settings\n-# They hold at once; only you see them.\n**Your own pictures**"
PLAYING = (
    "**Playing**\n-# While your opponent has not looked yet, **Undo** takes a move back for ten "
    "minutes. A vacation begins by itself five minutes before you would lose on time; `/vacation` "
    "tells more."
)
REMINDERS = "**Reminders of your turn**"
QUIET = "Your quiet hours are {begins} to {ends}, every day."
NO_QUIET = "You have no quiet hours."
ZONE = "Your time zone is {zone}, where it is {time} now."
REMINDED = (
    "-# They come when a fifth of your time is left, and again at a twentieth. In quiet hours they "
    "wait for the end, or come just before where time would run out. Where you take no direct "
    "messages I use the channel; `/mute` keeps one match silent."
)


def settings_page(personal: Personal, now: datetime, *, by_itself: bool) -> discord.ui.LayoutView:
    """Build the message; `by_itself` is whether their vacation begins so."""
    known, language = personal.theme in CHOICES[Setting.THEME], personal.language
    confirm = _select("Before a move is played", CONFIRM, personal.confirm, ChooseConfirm())
    parts: list[Item] = [
        _text(HEADING),
        _choice(Setting.THEME, personal.theme if known else SERVERS_THEME),
        _choice(Setting.SEEN, personal.seen),
        _choice(Setting.NAMED, YES if personal.named else NO),
        _text(PLAYING),
        confirm,
        _choice(Setting.VACATION, YES if by_itself else NO),
        _choice(Setting.OPEN, YES if personal.shows_open else NO),
        _choice(
            Setting.LANGUAGE, language if language in CHOICES[Setting.LANGUAGE] else AS_DISCORD
        ),
        _text("\n".join((REMINDERS, _hours(personal, now), REMINDED))),
        _choice(Setting.REMINDERS, personal.reminders),
        *in_rows(_buttons(personal)),
    ]
    return Layout(*parts)


def zones_page(words: str, near: tuple[str, ...]) -> discord.ui.LayoutView:
    """Build the message that offers time zones for one that is not there."""
    again = button("Write another", AskSetting(Typed.ZONE))
    return Layout(_text(words), *in_rows([*(button(one, PickZone(one)) for one in near), again]))


def _hours(personal: Personal, now: datetime) -> str:
    """Say when nobody is reminded, and by which clock."""
    quiet = NO_QUIET
    if personal.quiet is not None:
        begins, ends = f"{personal.quiet.begins:%H:%M}", f"{personal.quiet.ends:%H:%M}"
        quiet = said(Sentence(QUIET, begins=begins, ends=ends))
    there = f"{now.astimezone(zone_called(personal.zone)):%H:%M}"
    return f"{quiet} {said(Sentence(ZONE, zone=Code(personal.zone), time=there))}"


def _buttons(personal: Personal) -> list[Item]:
    """Make the buttons for what is typed."""
    typed = [
        button("Time zone", AskSetting(Typed.ZONE)),
        button("Quiet hours", AskSetting(Typed.QUIET)),
    ]
    return typed if personal.quiet is None else [*typed, button("No quiet hours", EndQuiet())]


def _choice(setting: Setting, present: str) -> Item:
    labels = CHOICES[setting]
    return _select(labels[present], labels, present, ChooseSetting(setting))


def _select(placeholder: str, labels: Mapping[str, str], present: str, act: Act) -> Item:
    options = [
        discord.SelectOption(label=label, value=value, default=value == present)
        for value, label in labels.items()
    ]
    return select(placeholder, options, act)


def _text(words: str) -> Item:
    return discord.ui.TextDisplay(words)
