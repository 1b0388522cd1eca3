"""The ground of all Discord code: custom ids, components, errors, languages, access, limits."""

from interactions.bot import Bot, Interaction
from interactions.components import CustomId, OutOfDate, chosen, chosen_number, handles
from interactions.errors import answer_privately
from interactions.speech import label, plain, said, say

__all__ = [
    "Bot",
    "CustomId",
    "Interaction",
    "OutOfDate",
    "answer_privately",
    "chosen",
    "chosen_number",
    "handles",
    "label",
    "plain",
    "said",
    "say",
]
