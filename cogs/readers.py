"""In whose language something is said: who asks reads their own, all others the server's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.names import own_name
from cogs.speech import speak
from languages import Language, language

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction
    from data import Place


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
    """Speak the language of whoever asks: what they have chosen, else that of their Discord."""
    chosen = await interaction.client.store.settings.language_of(interaction.user.id)
    speak(language(chosen or interaction.locale.value))


async def note(interaction: Interaction) -> None:
    """Note who does something: their name, and their language for what they are told later."""
    user, people = interaction.user, interaction.client.store.people
    await people.name(user.id, own_name(user), interaction.locale.value)


async def language_of(bot: Parlour, person: int) -> Language:
    """Give the language of somebody who has not asked: their choice, or as their Discord has it."""
    chosen = await bot.store.settings.language_of(person)
    return language(chosen or await bot.store.people.locale_of(person))


async def public_language(bot: Parlour, place: Place, reader: int | None = None) -> Language:
    """Give the language in which all can read what stands in a place.

    Where it is no server's, that is the language of whoever it is meant for, if of anybody.
    """
    if place.server is None:
        return language(None) if reader is None else await language_of(bot, reader)
    chosen = (await bot.store.servers.of(place.server)).language
    if not chosen and (guild := bot.get_guild(place.server)) is not None:
        chosen = guild.preferred_locale.value
    return language(chosen)
