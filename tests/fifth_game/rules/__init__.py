"""Dash: two runners on one line, each to the other's end by steps of one cell or two.

Invented as the smallest game that has everything a game here needs; there is no older source.
"""

from rules.dash.position import Dash

__all__ = ["Dash"]
