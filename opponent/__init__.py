"""The computer player: it knows the rules and nothing else. `Opponent` is what the bot asks."""

from opponent.levels import LEVELS
from opponent.player import Opponent

__all__ = ["LEVELS", "Opponent"]
