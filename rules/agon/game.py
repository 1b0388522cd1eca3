"""Agon as it is played: its rules with its notation and words."""

from rules.agon import notation, words
from rules.agon.position import AgonPosition


class Agon(AgonPosition):
    """A position of Agon."""

    encode = notation.encode
    decoder = notation.decode
    describe = words.describe
    tell = words.tell
    takes = words.takes
    duty = words.duty
    explain = words.explain
    ascii = words.board_text
