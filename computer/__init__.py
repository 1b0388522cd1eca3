"""The computer player, which knows the rules and nothing else. The bot uses `ComputerPlayer`."""

from computer.decide_unfinished import decide
from computer.hint import Hint, capture, reasons
from computer.player import ComputerPlayer, Decision
from computer.review import Departure, Review, TurningPoint
from computer.skill_levels import EASIEST, level_step, levels, skill_level
from computer.worker_process import Unanswered

__all__ = [
    "EASIEST",
    "ComputerPlayer",
    "Decision",
    "Departure",
    "Hint",
    "Review",
    "TurningPoint",
    "Unanswered",
    "capture",
    "decide",
    "level_step",
    "levels",
    "reasons",
    "skill_level",
]
