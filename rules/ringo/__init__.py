"""Ringo (Germany, c. 1900): a siege on rings, seven attackers against four defenders."""

from rules.ringo.position import Ringo

__all__ = ["Ringo"]
