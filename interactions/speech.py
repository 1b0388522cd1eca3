"""How the bot says sentences in Discord: the language, with or without markdown.

The language is set once, where an interaction or an announcement begins; from then on it applies to
everything that the task says and draws.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

import discord

from interactions.names import safe
from languages import ENGLISH, Language
from rules import PlainSpeech, Sentence, Speech, Value

_SPOKEN: ContextVar[Language] = ContextVar("spoken", default=ENGLISH)


class _Message(Speech):
    """Escapes markdown and mentions in names; times are shown as Discord timestamps."""

    def name(self, text: str) -> str:
        return safe(text)

    def moment(self, time: datetime) -> str:
        return discord.utils.format_dt(time, "R")


def speak(language: Language) -> None:
    """Set the language for the rest of the current task."""
    _SPOKEN.set(language)


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Use another language within a `with` block, for somebody other than the user."""
    before = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def spoken() -> Language:
    """Return the current language."""
    return _SPOKEN.get()


def said(value: Value) -> str:
    """Return a value as text for a message."""
    return _Message(spoken()).say(value)


def say(template: str, plural: str | None = None, /, **values: Value) -> str:
    """Return a sentence as text for a message."""
    return said(Sentence(template, plural, **values))


def plain(value: Value) -> str:
    """Return a value as text where markdown is not rendered."""
    return in_pictures().say(value)


def in_pictures() -> Speech:
    """Return the speech for pictures, and for anything else without markdown."""
    return PlainSpeech(spoken())


def label(words: str | Sentence) -> str:
    """Return the label of a component: a sentence, or a template without placeholders."""
    return spoken().template(words) if isinstance(words, str) else plain(words)
