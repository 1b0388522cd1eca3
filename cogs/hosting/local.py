"""`/parlour settings`: what those who manage a server choose for the matches in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from cogs.acts import Act, chosen, pressed
from cogs.answers import whisper
from cogs.controls import Item, Layout, button, select
from cogs.hosting.choices import FORM, LANGUAGE, chosen_local, sheet
from cogs.hosting.managers import refuse_others
from cogs.looks import theme_name
from cogs.messages.living import NEEDS
from cogs.messages.ways.permissions import called, missing
from cogs.speech import said
from data import ServerSettings
from rules import Refusal, Sentence
from rules.sentence import Listed, Value, message

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

NAMED = 5
"""So many channels are named in which something is missing, and then how many more there are."""
SETTINGS = message("""### Settings of this server
Where matches may start: **{channels}**
How a match shows itself: **{way}**
Pace, where a challenge does not say: **{pace}**
Theme of public pictures: **{theme}**
Who may look at a match: **{sight}**
-# How a match shows itself is settled when it begins; all else holds at once.""")
LACKING = message(
    "In {channels} I lack {missing}; until that is mended, matches there do not show themselves "
    "as chosen."
)
EVERYWHERE = Sentence("everywhere")
GONE = Sentence("only in channels that are gone; choose others")
HOSTS_OWN = message("{theme}, as the bot's host has it")


@dataclass(frozen=True)
class ChangeLocal(Act, name="server"):
    """Open the form in which a server's settings are chosen."""


@dataclass(frozen=True)
class ChooseLocal(Act, name="serverset"):
    """Choose a server's settings; this stands in a form."""


@dataclass(frozen=True)
class ChooseLanguage(Act, name="serverlang"):
    """Choose in which language all is said in a server."""


@pressed(ChangeLocal)
async def on_change(interaction: Interaction, _act: ChangeLocal, _values: list[str]) -> None:
    """Ask for all settings at once."""
    server = _managed(interaction)
    local = await interaction.client.store.servers.of(server.id)
    form = sheet(ChooseLocal(), local, (channel.id for channel in _there(server, local)))
    await interaction.response.send_modal(form)


@pressed(ChooseLocal)
async def on_choose(interaction: Interaction, _act: ChooseLocal, values: list[str]) -> None:
    """Keep what is chosen, and show what holds now, and what is missing for it."""
    server = _managed(interaction)
    before = await interaction.client.store.servers.of(server.id)
    local = replace(chosen_local(values), language=before.language)
    await interaction.client.store.servers.choose(server.id, local)
    await interaction.response.edit_message(view=_page(interaction.client, server, local))


@pressed(ChooseLanguage)
async def on_language(interaction: Interaction, _act: ChooseLanguage, values: list[str]) -> None:
    """Keep in which language all is said in a server, and show what holds now."""
    server, tag = _managed(interaction), chosen(values)
    servers = interaction.client.store.servers
    local = LANGUAGE.changed(await servers.of(server.id), tag)
    await servers.choose(server.id, local)
    await interaction.response.edit_message(view=_page(interaction.client, server, local))


async def show_settings(interaction: Interaction) -> None:
    """Show what holds in a server to somebody who manages it."""
    server = _managed(interaction)
    local = await interaction.client.store.servers.of(server.id)
    await whisper(interaction, view=_page(interaction.client, server, local))


class Leaving(commands.Cog):
    """Forgets what was chosen in servers that the bot has left."""

    def __init__(self, bot: Parlour) -> None:
        self._bot = bot

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Forget a server that the bot leaves."""
        await self._bot.store.servers.forget(guild.id)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Forget servers that the bot left while it was away."""
        await self._bot.store.servers.forget_others({guild.id for guild in self._bot.guilds})


def _managed(interaction: Interaction) -> discord.Guild:
    """Give the server that somebody manages, and the bot is in. Raises `Refusal`."""
    server = interaction.client.get_guild(refuse_others(interaction))
    if server is None:
        raise Refusal("I am not a member of this server; add me to it, and try again.")
    return server


def _page(bot: Parlour, server: discord.Guild, local: ServerSettings) -> discord.ui.LayoutView:
    """Build the message that shows what a server has chosen."""
    there = Listed(tuple(channel.mention for channel in _there(server, local)))
    shown = {row.field: row.shown(local) for row in FORM}
    if not local.theme:
        shown["theme"] = Sentence(HOSTS_OWN, theme=theme_name(bot.settings.theme))
    where = (there if there.items else GONE) if local.channels else EVERYWHERE
    words = Sentence(SETTINGS, channels=where, **shown)
    texts = filter(None, (said(words), "\n".join(_lacking(server, local))))
    row = discord.ui.ActionRow(button("Change", ChangeLocal(), discord.ButtonStyle.primary))
    parts = (*map(discord.ui.TextDisplay, texts), _language(local), row)
    return Layout(discord.ui.Container(*parts))


def _language(local: ServerSettings) -> Item:
    """Make the list of languages, each by its own name."""
    return select(LANGUAGE.question, LANGUAGE.options(LANGUAGE.present(local)), ChooseLanguage())


def _there(server: discord.Guild, local: ServerSettings) -> list[discord.abc.GuildChannel]:
    """List the chosen channels that are still there."""
    found = [server.get_channel(number) for number in local.channels]
    return [channel for channel in found if channel is not None]


def _lacking(server: discord.Guild, local: ServerSettings) -> Iterator[str]:
    """Say in which channels the bot lacks what a match needs to show itself as chosen."""
    # Where nobody chose, a channel in which the bot may not speak is not meant.
    channels = _there(server, local) or [
        channel
        for channel in server.text_channels
        if not missing(channel, NEEDS[ServerSettings().way])
    ]
    found: dict[tuple[str, ...], list[Value]] = {}
    for channel in channels:
        if lacking := missing(channel, NEEDS[local.way]):
            found.setdefault(lacking, []).append(channel.mention)
    for lacking, where in found.items():
        if more := len(where[NAMED:]):
            where[NAMED:] = [Sentence("{number} more", number=more)]
        yield said(Sentence(LACKING, channels=Listed(tuple(where)), missing=called(lacking)))


async def setup(bot: Parlour) -> None:
    """Load the cog."""
    await bot.add_cog(Leaving(bot))
