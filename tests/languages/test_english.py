"""English as a friend would say it: words that it does not use, and what fits on a phone."""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cache

import pytest

import cogs
import delivery
import views
from languages.extraction import PROJECT, ROOMS, ExtractedMessage, messages
from rules import GAMES
from views import server_settings_page, settings_page
from views.match_verbs import VERBS
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
    "rules/terminal",
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


@cache
def button_labels() -> frozenset[str]:
    """Return all labels of buttons: those written in a call, and those in the rooms' tables."""
    return frozenset({*_written_labels(), *_labels_in_tables()})


def _written_labels() -> Iterator[str]:
    for room in ROOMS:
        for path in (PROJECT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "button" and node.args:
                    for text in ast.walk(node.args[0]):
                        if isinstance(text, ast.Constant) and isinstance(text.value, str):
                            yield text.value


def _labels_in_tables() -> Iterator[str]:
    yield from (str(verb.label) for verb in VERBS)
    yield from (
        str(text) for row in settings_page.TEXTS for text in (row.button, row.remove) if text
    )
    for room in (views, cogs, delivery):
        for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            for name, table in vars(importlib.import_module(found.name)).items():
                if name.endswith(("LABELS", "TITLES")) and isinstance(table, dict):
                    for row in table.values():
                        yield str(row[0] if isinstance(row, tuple) else row)


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
    buttons = button_labels()
    assert len(buttons) > 60
    assert {text for text in buttons if len(text) > BUTTON} == set()


def test_entries_of_settings_fit_on_a_phone() -> None:
    entries = {*choices()}
    assert len(entries) > 30
    assert {text for text in entries if len(text) > ENTRY} == set()
