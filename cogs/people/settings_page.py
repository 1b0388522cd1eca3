"""The message in which somebody sees what they have chosen for themselves, and chooses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

import discord

from cogs.acts import Act
from cogs.controls import Item, Layout, button, in_rows, select
from cogs.speech import label, said, say
from data import Confirm, Personal, Reminders, Seen, zone_called
from languages import languages
from rendering import THEMES, theme_called
from rules import Sentence
from rules.sentence import Code, message, paragraph

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
    Confirm.ALWAYS: message("Ask before every move"),
    Confirm.WHERE_IT_COSTS: message("Ask before a move that costs me"),
    Confirm.NEVER: message("Play what I choose at once"),
}
CHOICES: Mapping[Setting, Mapping[str, str]] = {
    Setting.THEME: {
        SERVERS_THEME: message("Pictures as this server has them"),
        **{name: theme_called(name).description for name in THEMES},
    },
    Setting.SEEN: {
        Seen.OWN: message("Boards seen from my side"),
        Seen.FIRST: message("Boards from the first side"),
    },
    Setting.NAMED: {
        NO: message("Coordinates beside boards"),
        YES: message("Names in all cells"),
    },
    Setting.VACATION: {
        YES: message("Vacation may begin by itself"),
        NO: message("Vacation only when I say so"),
    },
    Setting.OPEN: {
        YES: message("Show me open challenges"),
        NO: message("Hide open challenges from me"),
    },
    Setting.LANGUAGE: {
        AS_DISCORD: message("Read what my Discord reads"),
        **{each.tag: each.name for each in languages().values()},
    },
    Setting.REMINDERS: {
        Reminders.CHANNEL: message("Remind me in the channel"),
        Reminders.LETTER: message("Remind me by direct message"),
        Reminders.BOTH: message("Remind me in both places"),
        Reminders.NONE: message("Do not remind me"),
    },
}
"""What there is to choose in each list: how it is stored or written, and its words."""
HEADING = message(
    "### Your settings\n-# They hold at once; only you see them.\n**Your own pictures**"
)
PLAYING = message(
    "**Playing**\n-# While your opponent has not looked yet, **Undo** takes a move back for ten "
    "minutes. A vacation begins by itself five minutes before you would lose on time; `/vacation` "
    "tells more."
)
REMINDERS = message("**Reminders of your turn**")
QUIET = message("Your quiet hours are {begins} to {ends}, every day.")
NO_QUIET = message("You have no quiet hours.")
ZONE = message("Your time zone is {zone}, where it is {time} now.")
REMINDED = message(
    "-# They come when a fifth of your time is left, and again at a twentieth. In quiet hours they "
    "wait for the end, or come just before where time would run out. Where you take no direct "
    "messages I use the channel; `/mute` keeps one match silent."
)


def settings_page(personal: Personal, now: datetime, *, by_itself: bool) -> discord.ui.LayoutView:
    """Build the message; `by_itself` is whether their vacation begins so."""
    known, language = personal.theme in CHOICES[Setting.THEME], personal.language
    parts: list[Item] = [
        _text(say(HEADING)),
        _choice(Setting.THEME, personal.theme if known else SERVERS_THEME),
        _choice(Setting.SEEN, personal.seen),
        _choice(Setting.NAMED, YES if personal.named else NO),
        _text(say(PLAYING)),
        _select(CONFIRM, personal.confirm, ChooseConfirm()),
        _choice(Setting.VACATION, YES if by_itself else NO),
        _choice(Setting.OPEN, YES if personal.shows_open else NO),
        _choice(
            Setting.LANGUAGE, language if language in CHOICES[Setting.LANGUAGE] else AS_DISCORD
        ),
        _text("\n".join((say(REMINDERS), _hours(personal, now), say(REMINDED)))),
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
    quiet = Sentence(NO_QUIET)
    if personal.quiet is not None:
        begins, ends = f"{personal.quiet.begins:%H:%M}", f"{personal.quiet.ends:%H:%M}"
        quiet = Sentence(QUIET, begins=begins, ends=ends)
    there = f"{now.astimezone(zone_called(personal.zone)):%H:%M}"
    return said(paragraph(quiet, Sentence(ZONE, zone=Code(personal.zone), time=there)))


def _buttons(personal: Personal) -> list[Item]:
    """Make the buttons for what is typed."""
    typed = [
        button("Time zone", AskSetting(Typed.ZONE)),
        button("Quiet hours", AskSetting(Typed.QUIET)),
    ]
    return typed if personal.quiet is None else [*typed, button("No quiet hours", EndQuiet())]


def _choice(setting: Setting, present: str) -> Item:
    return _select(CHOICES[setting], present, ChooseSetting(setting))


def _select(choices: Mapping[str, str], present: str, act: Act) -> Item:
    options = [
        discord.SelectOption(label=label(words)[:100], value=value, default=value == present)
        for value, words in choices.items()
    ]
    return select(choices[present], options, act)


def _text(words: str) -> Item:
    return discord.ui.TextDisplay(words)
