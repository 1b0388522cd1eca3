"""A server's settings, and its managers' rulings on matches: `/match moderate`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.autocomplete import match_here
from data import NoMatch, Place, ServerSettings, StoredMatch
from delivery import notify
from delivery.lost_access import refuse_unseen
from interactions import Bot, Interaction, chosen, handles, whisper
from interactions.access import refuse_unless_manager
from interactions.command_translations import translated
from interactions.in_flight import Stopping
from match import verbs
from rules import Refusal
from views import server_settings_page

if TYPE_CHECKING:
    from datetime import datetime

    from match.event import Event

Number = app_commands.Range[int, 1]

Reason = app_commands.Range[str, 3, 200]

DRAW = 2
"""The value of a draw in the choice of `winner`, which otherwise is a side."""

DESCRIPTIONS = {
    "match": translated("Which match"),
    "reason": translated("The reason; both players see it, and it is stored"),
}


@handles(server_settings_page.OpenServerSettings)
async def on_open(
    interaction: Interaction, _pressed: server_settings_page.OpenServerSettings, _values: list[str]
) -> None:
    """Show a server's settings to a person who manages it."""
    server = _managed_server(interaction)
    settings = await interaction.client.store.servers.of(server.id)
    await whisper(
        interaction,
        view=server_settings_page.server_settings_page(interaction.client, server, settings),
    )


@handles(server_settings_page.ChangeServerSettings)
async def on_change(
    interaction: Interaction,
    _pressed: server_settings_page.ChangeServerSettings,
    _values: list[str],
) -> None:
    """Open the form that consists of lists."""
    settings, channels = await _present(interaction)
    await interaction.response.send_modal(
        server_settings_page.server_settings_lists(settings, channels)
    )


@handles(server_settings_page.OpenServerForm)
async def on_open_form(
    interaction: Interaction, pressed: server_settings_page.OpenServerForm, _values: list[str]
) -> None:
    """Open the form of a subject."""
    settings, channels = await _present(interaction)
    form = server_settings_page.server_form(pressed.form, settings, channels)
    await interaction.response.send_modal(form)


@handles(server_settings_page.ChooseServerSettings)
async def on_choose(
    interaction: Interaction, _pressed: server_settings_page.ChooseServerSettings, values: list[str]
) -> None:
    """Store what was chosen in the form that consists of lists."""
    await _change(interaction, lambda before: server_settings_page.filled_lists(before, values))


@handles(server_settings_page.FillServerForm)
async def on_fill_form(
    interaction: Interaction, pressed: server_settings_page.FillServerForm, values: list[str]
) -> None:
    """Store what was chosen in the form of a subject."""
    await _change(
        interaction, lambda before: server_settings_page.filled_form(pressed.form, before, values)
    )


@handles(server_settings_page.ChooseLanguage)
async def on_language(
    interaction: Interaction, _pressed: server_settings_page.ChooseLanguage, values: list[str]
) -> None:
    """Store the server's language, and show its settings."""
    tag = chosen(values)
    await _change(interaction, lambda before: server_settings_page.LANGUAGE.changed(before, tag))


@handles(server_settings_page.ChooseCardSide)
async def on_card_side(
    interaction: Interaction, _pressed: server_settings_page.ChooseCardSide, values: list[str]
) -> None:
    """Store from which side public cards show boards, and show the server's settings."""
    side = chosen(values)
    await _change(interaction, lambda before: server_settings_page.CARD_SIDE.changed(before, side))


async def _present(interaction: Interaction) -> tuple[ServerSettings, list[int]]:
    """Return a server's settings, and the chosen channels that still exist. Raises `Refusal`."""
    server = _managed_server(interaction)
    settings = await interaction.client.store.servers.of(server.id)
    channels = server_settings_page.channels_there(server, settings)
    return settings, [channel.id for channel in channels]


async def _change(
    interaction: Interaction, becomes: Callable[[ServerSettings], ServerSettings]
) -> None:
    """Change a server's settings, and show them with the permissions that they lack."""
    server = _managed_server(interaction)
    settings = await interaction.client.store.servers.change(server.id, becomes)
    await interaction.response.edit_message(
        view=server_settings_page.server_settings_page(interaction.client, server, settings)
    )


class LeftServersCog(commands.Cog):
    """Forgets the settings of servers that the bot has left."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Forget a server that the bot leaves; a stop waits for that."""
        with suppress(Stopping):
            self._bot.in_flight.begin()
            await self._bot.store.servers.forget(guild.id, discord.utils.utcnow())

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Forget servers that the bot left while it was offline; a stop waits for that."""
        with suppress(Stopping):
            self._bot.in_flight.begin()
            servers = {guild.id for guild in self._bot.guilds}
            await self._bot.store.servers.forget_others(servers, discord.utils.utcnow())


def _managed_server(interaction: Interaction) -> discord.Guild:
    """Return the server that the person manages and the bot is in. Raises `Refusal`."""
    server = interaction.client.get_guild(refuse_unless_manager(interaction))
    if server is None:
        raise Refusal("I'm not a member of this server. Add me, then try again.")
    return server


moderate = app_commands.Group(
    name="moderate", description="Settle a match in a server that you manage."
)
"""Rulings of the people who manage a server, for players who quarrel or vanish."""


@moderate.command()
@app_commands.describe(**DESCRIPTIONS)
@app_commands.autocomplete(match=match_here)
async def end(interaction: Interaction, match: Number, reason: Reason) -> None:
    """For people who manage this server: end a match without a result."""
    await _rule(interaction, match, reason, verbs.stop)


@moderate.command()
@app_commands.describe(winner="Which side wins, or a draw", **DESCRIPTIONS)
@app_commands.choices(
    winner=[
        app_commands.Choice(name="The side named first on the card", value=0),
        app_commands.Choice(name="The side named second on the card", value=1),
        app_commands.Choice(name="A draw", value=DRAW),
    ]
)
@app_commands.autocomplete(match=match_here)
async def decide(interaction: Interaction, match: Number, winner: int, reason: Reason) -> None:
    """For people who manage this server: decide a match; ratings don't change."""
    side = None if winner == DRAW else winner
    await _rule(
        interaction,
        match,
        reason,
        lambda kept, now, why: verbs.adjudicate(kept, now, why, side),
    )


@moderate.command()
@app_commands.describe(**DESCRIPTIONS)
@app_commands.autocomplete(match=match_here)
async def lock(interaction: Interaction, match: Number, reason: Reason) -> None:
    """For people who manage this server: lock a match (no moves, clock paused)."""
    await _rule(interaction, match, reason, verbs.lock)


@moderate.command()
@app_commands.describe(**DESCRIPTIONS)
@app_commands.autocomplete(match=match_here)
async def unlock(interaction: Interaction, match: Number, reason: Reason) -> None:
    """For people who manage this server: unlock a match."""
    await _rule(interaction, match, reason, verbs.unlock)


@moderate.command()
@app_commands.describe(channel="The channel to move it to", **DESCRIPTIONS)
@app_commands.autocomplete(match=match_here)
async def move(
    interaction: Interaction,
    match: Number,
    channel: discord.TextChannel | discord.Thread,
    reason: Reason,
) -> None:
    """For people who manage this server: move a match to another channel."""
    before = await _find_to_rule(interaction, match)
    there = Place(channel.id, interaction.guild_id)
    await refuse_unseen(interaction.client, before, there)
    relocation = await interaction.client.store.matches.relocate(
        before.number,
        there,
        discord.utils.utcnow(),
        _in_a_line(reason),
        interaction.id,
    )
    await notify.answer_and_notify(interaction, relocation.after, relocation.before)


async def _rule(
    interaction: Interaction,
    number: int,
    reason: str,
    decide: Callable[[StoredMatch, datetime, str], Event],
) -> None:
    """Apply a ruling, and tell both players its reason."""
    match, now = await _find_to_rule(interaction, number), discord.utils.utcnow()
    before, after, _ = await interaction.client.store.matches.happen(
        match, lambda match: decide(match, now, _in_a_line(reason)), request=interaction.id
    )
    await notify.answer_and_notify(interaction, after, before)


async def _find_to_rule(interaction: Interaction, number: int) -> StoredMatch:
    """Find a match that is played in the server. Raises `Refusal` for others, and one's own."""
    server = refuse_unless_manager(interaction)
    match = await interaction.client.store.matches.find(number)
    if match.place.server != server:
        raise NoMatch(number)
    if interaction.user.id in match.seats:
        raise Refusal("You're playing in this match; ask another administrator to decide.")
    return match


def _in_a_line(reason: str) -> str:
    return " ".join(reason.split())


async def setup(bot: Bot) -> None:
    """Load the cog."""
    await bot.add_cog(LeftServersCog(bot))
