"""Ringo (early 1900s): a siege on rings, seven attackers against four defenders."""

from rules.ringo.game import Ringo

__all__ = ["Ringo"]
