"""The foundation of all Discord code: custom ids, components, errors, languages, access, limits."""

from interactions.errors import whisper
from interactions.interaction import Bot, Interaction
from interactions.speech import label, plain, said, say

__all__ = ["Bot", "Interaction", "label", "plain", "said", "say", "whisper"]
