"""Remarks: messages sent with moves, stored with the move and removed with it."""

import unicodedata
from typing import NamedTuple

from rules.sentence import Refusal
from rules.typed_text import NOTHING_SHOWN

MOST = 200
"""The maximum length of a remark, in characters."""
_VISIBLE = ("L", "N", "P", "S")
"""The first letters of the Unicode categories of visible characters: letters, numbers,
punctuation and symbols.
"""


class Remark(NamedTuple):
    """A message sent with a move: the number of its event, the side, and the text."""

    number: int
    side: int
    text: str


def remark(written: str) -> str:
    """Normalize a remark to one line. Raises `Refusal` if it is blank or too long."""
    line = " ".join(written.split())
    if not is_visible(line):
        raise Refusal("That message is empty; write something, or play without it.")
    if len(line) > MOST:
        raise Refusal(
            "That's too long; a message can have up to {number} character.",
            "That's too long; a message can have up to {number} characters.",
            number=MOST,
        )
    return line


def is_visible(text: str) -> bool:
    """Tell whether a text contains a visible character."""
    return any(
        unicodedata.category(character)[0] in _VISIBLE and character not in NOTHING_SHOWN
        for character in text
    )
