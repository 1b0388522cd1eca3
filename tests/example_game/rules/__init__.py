"""Dash: two runners on a line race to the other's end by steps of one or two cells.

Invented as the smallest game that has everything a game needs here; it has no older source.
"""

from rules.dash.game import Dash

__all__ = ["Dash"]
