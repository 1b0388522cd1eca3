"""Agon (Anthony Peacock, London, 1842): a queen and six guards a side make for the throne."""

from rules.agon.game import Agon

__all__ = ["Agon"]
