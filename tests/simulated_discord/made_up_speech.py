"""The bot in the made-up language, and what is wrong with its messages."""

from collections.abc import Callable, Iterable
from contextvars import ContextVar
from dataclasses import replace

import discord
import pytest

import interactions.audience
import interactions.speech
from rulebook import Rulebook, rulebook
from rules import GAMES, PlainSpeech
from tests.made_up_language import CODE_CLOSE, CODE_OPEN, MADE_UP, translated, wrong
from tests.simulated_discord.message_texts import ALT, pieces
from tests.simulated_discord.table import Message

NAMES = ("Ada", "Ben", "Cleo", *(rules.name for rules in GAMES.values()))


Shown = discord.ui.LayoutView | discord.ui.Modal | Message


SpeakMadeUp = Callable[[], None]


@pytest.fixture
def speak_made_up(monkeypatch: pytest.MonkeyPatch) -> SpeakMadeUp:
    """Return a function that switches every text to the made-up language, rulebooks too."""

    def book(key: str, _language: str) -> Rulebook:
        read = rulebook(key)
        pages = (
            replace(
                page,
                title=page.title if page.title == GAMES[key].name else translated(page.title),
                words=translated(page.words),
                picture=page.picture
                and replace(page.picture, caption=translated(page.picture.caption)),
            )
            for page in read.pages
        )
        return replace(read, summary=translated(read.summary), pages=tuple(pages))

    def speak() -> None:
        monkeypatch.setattr(interactions.speech, "_SPOKEN", ContextVar("made up", default=MADE_UP))
        monkeypatch.setattr(interactions.audience, "language", lambda _tag: MADE_UP)
        monkeypatch.setattr(interactions.speech, "rulebook", book)
        monkeypatch.setattr(
            PlainSpeech, "code", lambda _self, text: f"{CODE_OPEN}{text}{CODE_CLOSE}"
        )

    return speak


def faults(shown: Shown, same: Iterable[str] = ()) -> list[str]:
    """Describe the texts of a message that are not in the made-up language, or do not fit."""
    found = []
    for words, kind, most in pieces(shown):
        assert 0 <= len(words) <= most
        told = wrong([words], (*NAMES, *same))
        # The description of a picture may be long; it is cut at Discord's limit.
        found += [f"{kind}: {one}" for one in told if len(words) < ALT or kind != "alt"]
    return found
