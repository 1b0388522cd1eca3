"""How what somebody asks begins: in their language, noting who they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.audience import forget_asker, own_language
from cogs.names import own_name
from cogs.speech import speak

if TYPE_CHECKING:
    from cogs.answers import Interaction


async def begin(interaction: Interaction) -> bool:
    """Begin to do what somebody asks, in their language; say no to what has begun already.

    Raises `Stopping` where it is too late.
    """
    running = interaction.client.running
    running.begin()
    if not running.is_new(interaction.id):
        return False
    await listen(interaction)
    return True


async def listen(interaction: Interaction) -> None:
    """Speak the language of whoever asks, as it is chosen now."""
    forget_asker(interaction)
    speak(await own_language(interaction))


async def note(interaction: Interaction) -> None:
    """Note who does something: their name, and their language for what they are told later."""
    user, people = interaction.user, interaction.client.store.people
    await people.name(user.id, own_name(user), interaction.locale.value)
