"""Hoyito (Dominican Republic and Haiti): sowing in laps, fours taken as they are made."""

from rules.hoyito.game import Hoyito

__all__ = ["Hoyito"]
