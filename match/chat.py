"""What somebody says with a move: one line of words, kept with it and gone with it."""

import unicodedata
from typing import NamedTuple

from rules.sentence import Refusal

MOST = 200
"""So many characters it may have."""
_SEEN = ("L", "N", "P", "S")
"""The first letters of the categories of what is seen: letters, numbers, punctuation, symbols."""
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""What is among them and yet is not seen: fillers of Hangul, and Braille without a dot."""


class Remark(NamedTuple):
    """What was said with a move: in the how-manyeth event, by which side, and the words."""

    number: int
    side: int
    text: str


def remark(written: str) -> str:
    """Make one line of what somebody wrote. Raises `Refusal` for nothing to see, or too much."""
    line = " ".join(written.split())
    if not is_seen(line):
        raise Refusal("There is nothing to read in that; write some words, or leave it out.")
    if len(line) > MOST:
        raise Refusal("That is too long: say it in {number} characters at most.", number=MOST)
    return line


def is_seen(text: str) -> bool:
    """Tell whether there is anything in a text that people see."""
    return any(unicodedata.category(one)[0] in _SEEN and one not in _BLANK for one in text)
