"""To whom the bot speaks: the person who asks, or everybody who reads what stands in a place.

What there is to know of them is one value. For whoever asks it is made once per interaction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogs.looks import Style
from cogs.names import place
from data import BoardSide, Preferences, ServerSettings
from languages import Language, language
from rendering import THEMES

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction
    from data import Place

ASKER = "asker"
"""Where an interaction keeps who asks."""


@dataclass(frozen=True)
class Audience:
    """Those who read something: in which language, and how pictures look to them."""

    language: Language
    style: Style
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
        style = Style(theme, personal.named, personal.seen is BoardSide.FIRST)
        known = Asker(await own_language(interaction), style, local, personal)
        interaction.extras[ASKER] = known
    return known


def forget_asker(interaction: Interaction) -> None:
    """Look up anew who asks when that is needed next, after they have chosen something."""
    interaction.extras.pop(ASKER, None)


async def everybody(bot: Parlour, place: Place, reader: int | None = None) -> Audience:
    """Give who reads what stands in a place; where it is no server's, it is meant for a reader."""
    local = await bot.store.servers.of(place.server)
    spoken = await public_language(bot, place, reader)
    return Audience(spoken, Style(_theme(bot, local)), local)


async def own_language(interaction: Interaction) -> Language:
    """Give the language of whoever asks: what they have chosen, else that of their Discord."""
    chosen = await interaction.client.store.settings.language_of(interaction.user.id)
    return language(chosen or interaction.locale.value)


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


async def private_look(interaction: Interaction) -> Style:
    """Give how somebody sees what is answered to them alone."""
    return (await asker(interaction)).style


async def public_look(bot: Parlour, place: Place) -> Style:
    """Give how everybody sees what stands in a place: as its server has it, else as the host."""
    return Style(_theme(bot, await bot.store.servers.of(place.server)))


def _theme(bot: Parlour, local: ServerSettings) -> str:
    """Give the theme of public pictures."""
    return local.theme if local.theme in THEMES else bot.settings.theme
