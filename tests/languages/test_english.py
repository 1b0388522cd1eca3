"""English as a friend would say it: words that it does not use, and what fits on a phone."""

import re
from collections.abc import Iterator
from functools import cache

import pytest

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
