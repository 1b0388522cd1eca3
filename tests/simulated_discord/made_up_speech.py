"""The bot in the made-up language, and what is wrong with its messages."""

from collections.abc import Callable, Iterable
from contextvars import ContextVar
from dataclasses import dataclass, replace

import discord
import pytest

import interactions.people
import interactions.speech
from languages import languages
from rulebook import Rulebook, rulebook
from rules import GAMES, PlainSpeech
from tests.made_up_language import CODE_CLOSE, CODE_OPEN, MADE_UP, translated, wrong
from tests.simulated_discord.message_texts import ALT, Piece, pieces, sent_texts
from tests.simulated_discord.script import Script
from tests.simulated_discord.table import Message, Table

NAMES = ("Ada", "Ben", "Cleo", *(rules.name for rules in GAMES.values()))
ALIKE = (
    *("Zerlina", "*Yorick*", "Yorick", "TestBot", "Dora", "Spring", "Europe/Berlin"),
    *(language.name for language in languages().values()),
)
"""What is called the same in every language: people, an event, a time zone, the languages."""


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
        summary = ". ".join(map(translated, read.summary.split(". ")))  # the first may stand alone
        return replace(read, summary=summary, pages=tuple(pages))

    def speak() -> None:
        monkeypatch.setattr(interactions.speech, "_SPOKEN", ContextVar("made up", default=MADE_UP))
        monkeypatch.setattr(interactions.people, "language", lambda _tag: MADE_UP)
        monkeypatch.setattr(interactions.speech, "rulebook", book)
        monkeypatch.setattr(
            PlainSpeech, "code", lambda _self, text: f"{CODE_OPEN}{text}{CODE_CLOSE}"
        )

    return speak


def faults(shown: Shown | str, same: Iterable[str] = ()) -> list[str]:
    """Describe the texts of a message that are not in the made-up language, or do not fit."""
    return _faults_in(pieces(shown), same)


def _faults_in(texts: Iterable[Piece], same: Iterable[str] = ()) -> list[str]:
    found = []
    for words, kind, most in texts:
        assert 0 <= len(words) <= most
        told = wrong([words], (*NAMES, *same))
        # The description of a picture may be long; it is cut at Discord's limit.
        found += [f"{kind}: {one}" for one in told if len(words) < ALT or kind != "alt"]
    return found


@dataclass
class MadeUpFlow:
    """A script that goes on in the made-up language, and what the bot has sent in it."""

    script: Script
    speak: SpeakMadeUp
    since: int = 0

    def begin(self) -> None:
        """Speak the made-up language from now on."""
        self.speak()
        self.since = len(self.script.table.env.http_requests)

    def check(self, alike: Iterable[str] = ()) -> None:
        """Check that something was sent since then, and that all is translated and fits."""
        sent = sent_texts(self.script.table, self.since)
        assert sent
        assert not [fault for texts in sent for fault in _faults_in(texts, (*ALIKE, *alike))]


@pytest.fixture
def flow(table: Table, speak_made_up: SpeakMadeUp) -> MadeUpFlow:
    return MadeUpFlow(Script(table, dora=table.dora), speak_made_up)
