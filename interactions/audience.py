"""To whom the bot speaks, one person or everybody in a place: language, pictures, settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from data import BoardSide, Preferences, ServerSettings
from interactions.interaction import Bot, Interaction
from interactions.names import own_name, place
from interactions.speech import speak
from languages import Language, language
from rendering import THEMES, theme_called
from rules import Sentence

if TYPE_CHECKING:
    from data import Place


def theme_name(theme: str) -> Sentence:
    """Name a theme, also one that there was before."""
    return Sentence(theme_called(theme).label if theme in THEMES else theme)


@dataclass(frozen=True)
class Appearance:
    """In what way pictures are drawn for somebody, whatever they show."""

    theme: str
    named: bool = False
    """Whether every cell has its name written on it, where that fits."""
    from_first: bool = False
    """Whether boards are always seen from the first side."""

    def side(self, own: int) -> int:
        """Give the side from which a board is seen that is somebody's own."""
        return 0 if self.from_first else own


ASKER = "asker"
"""Where an interaction keeps who asks."""


@dataclass(frozen=True)
class Audience:
    """Those who read something: in which language, and how pictures look to them."""

    language: Language
    style: Appearance
    local: ServerSettings
    """What holds in the server in which they read it."""


@dataclass(frozen=True)
class Asker(Audience):
    """The one person who reads a private answer."""

    personal: Preferences
    """What they have chosen, their time zone among it."""


async def asker(interaction: Interaction) -> Asker:
    """Give who asks; what they have chosen is looked up once per interaction."""
    known = interaction.extras.get(ASKER)
    if not isinstance(known, Asker):
        store, where = interaction.client.store, place(interaction)
        personal = await store.settings.of(interaction.user.id)
        local = await store.servers.of(where.server)
        theme = personal.theme if personal.theme in THEMES else _theme(interaction.client, local)
        style = Appearance(theme, personal.named, personal.seen is BoardSide.FIRST)
        known = Asker(await own_language(interaction), style, local, personal)
        interaction.extras[ASKER] = known
    return known


def forget_asker(interaction: Interaction) -> None:
    """Look up anew who asks when that is needed next, after they have chosen something."""
    interaction.extras.pop(ASKER, None)


async def everybody(bot: Bot, place: Place, reader: int | None = None) -> Audience:
    """Give who reads what stands in a place; where it is no server's, it is meant for a reader."""
    local = await bot.store.servers.of(place.server)
    spoken = await public_language(bot, place, reader)
    return Audience(spoken, Appearance(_theme(bot, local)), local)


async def own_language(interaction: Interaction) -> Language:
    """Give the language of whoever asks: what they have chosen, else that of their Discord."""
    chosen = await interaction.client.store.settings.language_of(interaction.user.id)
    return language(chosen or interaction.locale.value)


async def language_of(bot: Bot, person: int) -> Language:
    """Give the language of somebody who has not asked: their choice, or as their Discord has it."""
    chosen = await bot.store.settings.language_of(person)
    return language(chosen or await bot.store.people.locale_of(person))


async def public_language(bot: Bot, place: Place, reader: int | None = None) -> Language:
    """Give the language in which all can read what stands in a place.

    Where it is no server's, that is the language of whoever it is meant for, if of anybody.
    """
    if place.server is None:
        return language(None) if reader is None else await language_of(bot, reader)
    chosen = (await bot.store.servers.of(place.server)).language
    if not chosen and (guild := bot.get_guild(place.server)) is not None:
        chosen = guild.preferred_locale.value
    return language(chosen)


async def private_appearance(interaction: Interaction) -> Appearance:
    """Give how somebody sees what is answered to them alone."""
    return (await asker(interaction)).style


async def public_appearance(bot: Bot, place: Place) -> Appearance:
    """Give how everybody sees what stands in a place: as its server has it, else as the host."""
    return Appearance(_theme(bot, await bot.store.servers.of(place.server)))


def _theme(bot: Bot, local: ServerSettings) -> str:
    """Give the theme of public pictures."""
    return local.theme if local.theme in THEMES else bot.settings.theme


async def begin_interaction(interaction: Interaction) -> bool:
    """Begin to do what somebody asks, in their language; say no to what has begun already.

    Raises `Stopping` where it is too late.
    """
    running = interaction.client.in_flight
    running.begin()
    if not running.is_new(interaction.id):
        return False
    await use_language_of(interaction)
    return True


async def use_language_of(interaction: Interaction) -> None:
    """Speak the language of whoever asks, as it is chosen now."""
    forget_asker(interaction)
    speak(await own_language(interaction))


async def remember_person(interaction: Interaction) -> None:
    """Note who does something: their name, and their language for what they are told later."""
    user, people = interaction.user, interaction.client.store.people
    await people.name(user.id, own_name(user), interaction.locale.value)
