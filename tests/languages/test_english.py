"""English as a friend would say it: words that it does not use, and what fits on a phone."""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from languages.extraction import PROJECT, ROOMS, ExtractedMessage, messages
from rules import GAMES
from views import server_settings_page, settings_page
from views.setting_choices import ChoiceSetting

NOT_SAID = {
    r"by lot|at random": "say random",
    r"left out|leave \S+ out|leave it out to|leave the": "say empty, or remove",
    r"if you do not say|unless you say": "say what the default is: (default: yes)",
    r"\banew\b|once more": "say again",
    r"somebody|anybody|everybody|whoever likes": "say someone, anyone, everyone",
    r"\bwhom\b": "say who",
    r"\bI lack\b|\blacks?\b": "say missing",
    r"\bmend": "say fix",
    r"gone on|goes on\b": "say has moved on, continues, is still running",
    r"\bpresent (board|one|position)": "say current",
    r"shows? (itself|themselves)": "say what it looks like",
    r"for nothing|to nothing": "say without an answer, or failed",
    r"stands? still": "say paused",
    r"by (itself|themselves)": "say automatically, or privately",
    r"stands? already|taken? up|took up": "say already sent, accepted",
    r"\bone takes\b": "say you",
    r"just now": "say what to do now",
    r"no (longer there|more there)|not there any more|kept no longer": "say no longer exists",
    r"\b(is|are|was|were|do|does|did|have|has|can|would) not\b|\bcannot\b": "use isn't …",
}
"""Words that English does not use, with what it says instead."""
HOSTS = (
    "data/errors.py",
    "data/tables/",
    "data/maintenance/",
    "rendering/__main__",
    "rules/__main__",
)
"""What is written for hosts and programmers, in full words."""
BUTTON, ENTRY = 25, 60
"""The letters that a phone 400 pixels wide shows of a button, and of an entry of a select."""


@cache
def extracted() -> tuple[ExtractedMessage, ...]:
    """Return every message of the project."""
    return tuple(messages())


def said() -> Iterator[tuple[str, str]]:
    for one, plural, file, form, _ in extracted():
        if form is None and not file.startswith(HOSTS):
            yield file, one
            if plural:
                yield file, plural


@pytest.mark.parametrize("words", NOT_SAID)
def test_english_does_not_use_these_words(words: str) -> None:
    found = [(file, text) for file, text in said() if re.search(words, text, re.IGNORECASE)]
    assert not found, NOT_SAID[words]


def labels_of(call: str) -> Iterator[str]:
    """Yield the plain labels in the first arguments of calls of a function."""
    for room in ROOMS:
        for path in sorted((PROJECT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func) == call and node.args:
                    for text in ast.walk(node.args[0]):
                        if isinstance(text, ast.Constant) and isinstance(text.value, str):
                            yield text.value


def choices() -> Iterator[str]:
    """Yield every entry of the selects in the settings of people and servers."""
    for page in (settings_page, server_settings_page):
        for rows in vars(page).values():
            for row in rows if isinstance(rows, tuple | list) else (rows,):
                if isinstance(row, ChoiceSetting):
                    yield from map(str, row.values().values())
                    yield from map(str, (row.details or {}).values())
    for game in GAMES.values():
        for option in game.options:
            yield from option.labels


def test_buttons_fit_on_a_phone() -> None:
    buttons = {*labels_of("button")}
    assert len(buttons) > 30
    assert {text for text in buttons if len(text) > BUTTON} == set()


def test_entries_of_settings_fit_on_a_phone() -> None:
    entries = {*choices()}
    assert len(entries) > 30
    assert {text for text in entries if len(text) > ENTRY} == set()
