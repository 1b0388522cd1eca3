"""Bizingo (USA, 1850s): two armies that share no cell, captains, and taking by surrounding."""

from rules.bizingo.game import Bizingo

__all__ = ["Bizingo"]
