"""How the bot says sentences in Discord: in whose language, in a message or where markdown is not.

Which language is spoken is decided once, where somebody presses or types something, or where
something is told; from there on it holds for all that this task says and paints.
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
    """Names are escaped: nobody's markdown, nobody's mention; times count down."""

    def name(self, text: str) -> str:
        return safe(text)

    def moment(self, time: datetime) -> str:
        return discord.utils.format_dt(time, "R")


def speak(language: Language) -> None:
    """Speak a language from here on, as long as what is going on lasts."""
    _SPOKEN.set(language)


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Speak a language meanwhile, to somebody else than who asked."""
    before = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def spoken() -> Language:
    """Give the language that is spoken."""
    return _SPOKEN.get()


def said(value: Value) -> str:
    """Say something in a message."""
    return _Message(spoken()).say(value)


def say(template: str, plural: str | None = None, /, **values: Value) -> str:
    """Say a sentence in a message."""
    return said(Sentence(template, plural, **values))


def plain(value: Value) -> str:
    """Say something where markdown does not show."""
    return in_pictures().say(value)


def in_pictures() -> Speech:
    """Give how words are written into pictures, and wherever else markdown does not show."""
    return PlainSpeech(spoken())


def label(words: str | Sentence) -> str:
    """Say what a control is called: a sentence, or words without anything to fill in."""
    return spoken().template(words) if isinstance(words, str) else plain(words)
