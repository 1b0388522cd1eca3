"""The computer player: it knows the rules and nothing else. `Opponent` is what the bot asks."""

from opponent.hint import Hint, merits
from opponent.levels import LEVELS
from opponent.player import Opponent
from opponent.review import Review, TurningPoint
from opponent.worker_process import Unanswered

__all__ = ["LEVELS", "Hint", "Opponent", "Review", "TurningPoint", "Unanswered", "merits"]
