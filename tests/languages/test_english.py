"""English as a friend would say it: words that it does not use, and what fits on a phone."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from languages import FOLDER
from languages.catalogue import read_messages, templates_of
from languages.extraction import ExtractedMessage, messages

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
    r"administrator|organiser|manages? (a|it|the|this) server": "say moderator",
    r"\bcounters?\b(?!-)": "say piece",
    r"saved lines?\b|\bprepared\b": "say plan",
    r"no (longer there|more there)|not there any more|kept no longer": "say no longer exists",
    r"\b(is|are|was|were|do|does|did|have|has|can|would) not\b|\bcannot\b": "use isn't …",
}
"""Words that English does not use, with what it says instead."""
HOSTS = (
    "data/unusable_file.py",
    "data/tables/",
    "data/maintenance/",
    "rendering/__main__",
    "rules/command_line",
)
"""What is written for hosts and programmers, in full words."""


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
    found = [
        f"{file}: “{word[0]}” in {text!r}: {NOT_SAID[words]}"
        for file, text in said()
        if (word := re.search(words, text, re.IGNORECASE))
    ]
    assert not found, "\n".join(found)


MOST = 180
"""How long a message may be, in characters; a page of a phone has about 600."""
LONGEST = {
    "### Your data\n": 700,
    "-# In a **league**": 245,
    "## How to start\n": 270,
    "## Parlour {version}": 195,
    "### Blocked players": 160,
    "Win 1, draw ½.": 150,
    "-# Two challenges": 140,
    "-# You earn a day": 135,
    "**Turn reminders**": 130,
}
"""The messages that were the longest, by how they begin, and what they may have."""
OTHERS = 1.35
"""How much longer a translation may be than its English may."""


def most(one: str) -> int:
    """Return how many characters a message may have."""
    return next((held for start, held in LONGEST.items() if one.startswith(start)), MOST)


def test_the_longest_messages_stay_short() -> None:
    found = {one for _, one in said()}
    gone = [start for start in LONGEST if not any(one.startswith(start) for one in found)]
    assert not gone, "a message that is not said any more has no limit"
    assert [(len(one), one) for one in found if len(one) > most(one)] == []


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.po")), ids=lambda path: path.stem)
def test_the_longest_messages_stay_short_in_every_language(path: Path) -> None:
    assert [
        (len(text), text)
        for each in read_messages(path)
        for text in templates_of(each.string)
        if each.id and len(text) > OTHERS * most(templates_of(each.id)[0])
    ] == []
