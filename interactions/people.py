"""People in Discord: who speaks where, and how messages look to their readers and ping them."""

from dataclasses import dataclass, replace

import discord

from data import Person, PersonalSettings, Place
from data.server_settings import CardSide
from data.settings import BoardSide
from interactions.bot import Bot, Interaction
from interactions.servers import server_of
from interactions.speech import speak
from interactions.tasks import Stopping, work_for
from languages import Language, language
from rendering import THEMES, find_theme
from rules import Sentence
from rules.typed_text import is_visible


async def reopen_direct_messages(interaction: Interaction) -> None:
    """Note that a person uses the bot: they may accept direct messages again."""
    if interaction.type is discord.InteractionType.autocomplete:
        return
    bot = interaction.client
    try:
        bot.in_flight.begin()
    except Stopping:
        return
    await bot.store.direct_messages.open(interaction.user.id)


_ASKER = "asker"
"""The key in the interaction's `extras` that caches the `Asker`."""


def theme_name(theme: str) -> Sentence:
    """Return the display name of a theme, or the stored key of a theme that no longer exists."""
    return Sentence(find_theme(theme).label if theme in THEMES else theme)


@dataclass(frozen=True)
class Appearance:
    """How pictures are drawn for a reader, whatever they show."""

    theme: str
    named: bool = False
    """Whether every cell is labelled with its name where it fits."""
    from_first: bool = False
    """Whether boards are always seen from the first side."""
    turns: bool = False
    """Whether public cards are seen from the side to move."""
    has_web: bool = False
    """Whether a button leads to the same board in a browser."""

    def side(self, own: int) -> int:
        """Return the side that a board is seen from, given the reader's own side."""
        return 0 if self.from_first else own


@dataclass(frozen=True)
class Readers:
    """The readers of a message: their language and the appearance of pictures."""

    language: Language
    style: Appearance


@dataclass(frozen=True)
class Asker(Readers):
    """The only reader of a private response."""

    personal: PersonalSettings
    """Their own settings, such as the time zone."""


async def asker(interaction: Interaction) -> Asker:
    """Return the user behind an interaction; their settings are loaded once per interaction."""
    known = interaction.extras.get(_ASKER)
    if not isinstance(known, Asker):
        store, where = interaction.client.store, place(interaction)
        personal = await store.personal_settings.find(interaction.user.id)
        style = await own_appearance(interaction.client, where, personal)
        known = Asker(await own_language(interaction), style, personal)
        interaction.extras[_ASKER] = known
    return known


async def own_appearance(bot: Bot, place: Place, personal: PersonalSettings) -> Appearance:
    """Return how pictures look to somebody with these settings in a place."""
    public = await public_appearance(bot, place)
    return replace(
        public,
        theme=personal.theme if personal.theme in THEMES else public.theme,
        named=personal.named,
        from_first=personal.seen is BoardSide.FIRST,
    )


async def public_readers(bot: Bot, place: Place, reader: int | None = None) -> Readers:
    """Return the readers of a public message; outside of servers it is meant for `reader`."""
    spoken = await public_language(bot, place, reader)
    return Readers(spoken, await public_appearance(bot, place))


async def own_language(interaction: Interaction) -> Language:
    """Return the user's language: the one in their settings, else that of their Discord client."""
    chosen = await interaction.client.store.personal_settings.language_of(interaction.user.id)
    return language(chosen or interaction.locale.value)


async def language_of(bot: Bot, person: int) -> Language:
    """Return the language of a person without an interaction: their setting, else their locale."""
    chosen = await bot.store.personal_settings.language_of(person)
    return language(chosen or await bot.store.people.locale_of(person))


async def public_language(bot: Bot, place: Place, reader: int | None = None) -> Language:
    """Return the language of public messages in a place.

    Outside of servers it is the language of `reader`, or English without one.
    """
    if place.server is None:
        return language(None) if reader is None else await language_of(bot, reader)
    chosen = (await bot.store.server_settings.find(place.server)).language
    if not chosen:
        guild = bot.get_guild(place.server) or await server_of(bot, place.server)
        chosen = guild.preferred_locale.value if guild else chosen
    return language(chosen)


async def private_appearance(interaction: Interaction) -> Appearance:
    """Return how pictures in private responses look to the user."""
    return (await asker(interaction)).style


async def public_appearance(bot: Bot, place: Place) -> Appearance:
    """Return how public pictures in a place look: as the server set it, else as the host did."""
    local = await bot.store.server_settings.find(place.server)
    theme = local.theme if local.theme in THEMES else bot.settings.theme
    return Appearance(theme, turns=local.card_side is CardSide.MOVER, has_web=bot.settings.has_web)


async def begin_interaction(interaction: Interaction) -> bool:
    """Start handling an interaction, in the user's language; return `False` if it is a duplicate.

    Raises `Stopping` if the bot is shutting down.
    """
    running = interaction.client.in_flight
    running.begin(interaction.client.metrics.answered_person)
    if not running.is_new(interaction.id):
        return False
    work_for(interaction.user.id)
    speak(await own_language(interaction))
    return True


async def use_language_of(interaction: Interaction) -> None:
    """Switch to the user's language after their settings were changed."""
    interaction.extras.pop(_ASKER, None)
    speak(await own_language(interaction))


def person(user: discord.User | discord.Member | discord.ClientUser) -> Person:
    """Return the person behind a Discord user."""
    return Person(user.id, own_name(user), user.bot, user.name)


def own_name(user: discord.User | discord.Member | discord.ClientUser) -> str:
    """Return a user's global name, or their user name where that shows nothing.

    Nicknames given in one server stay there.
    """
    shown = user.global_name or ""
    return shown if is_visible(shown) else user.name


def pings(*people: int) -> discord.AllowedMentions:
    """Return allowed mentions that ping just these people, and nobody and nothing else.

    What `AllowedMentions` does not name is allowed where a client's default does not apply, as in
    edits, so every field is given.
    """
    users = map(discord.Object, people)
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=list(users)
    )


def mentions(*people: int) -> str:
    """Return the mentions of people; `pings` decides who is notified."""
    return " ".join(f"<@{person}>" for person in people)


def place(interaction: discord.Interaction) -> Place:
    """Return the place of an interaction."""
    assert interaction.channel_id is not None, "commands and buttons always have a channel"
    return Place(interaction.channel_id, interaction.guild_id)


async def introduce_person(interaction: Interaction) -> None:
    """Store the user's name, also of somebody who has never played, who wants to be named."""
    user, people = interaction.user, interaction.client.store.people
    await people.introduce(person(user), interaction.locale.value)


async def remember_person(interaction: Interaction) -> None:
    """Store the user's name, and their locale for messages that are sent to them later."""
    user, people = interaction.user, interaction.client.store.people
    await people.name(person(user), interaction.locale.value)
