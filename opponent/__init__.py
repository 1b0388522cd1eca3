"""The computer player, which knows the rules and nothing else. The bot uses `Opponent`."""

from opponent.decide_unfinished import decide
from opponent.hint import Hint, capture, reasons
from opponent.levels import LEVELS
from opponent.player import Decision, Opponent
from opponent.review import Departure, Review, TurningPoint
from opponent.worker_process import Unanswered

__all__ = [
    "LEVELS",
    "Decision",
    "Departure",
    "Hint",
    "Opponent",
    "Review",
    "TurningPoint",
    "Unanswered",
    "capture",
    "decide",
    "reasons",
]
