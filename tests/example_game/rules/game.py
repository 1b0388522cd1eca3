"""Dash as it is played: its rules with its notation and words."""

from rules.dash import notation, words
from rules.dash.position import DashPosition


class Dash(DashPosition):
    """A position of Dash."""

    encode = notation.encode
    decoder = notation.decode
    describe = words.describe
    tell = words.tell
    explain = words.explain
