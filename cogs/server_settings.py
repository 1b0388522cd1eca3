"""A server's settings, which people who manage it change."""

from __future__ import annotations

from collections.abc import Callable

import discord

from data import ServerSettings
from interactions import Interaction, chosen, handles, whisper
from interactions.access import refuse_unless_manager
from rules import Refusal
from views import server_settings_page


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


def _managed_server(interaction: Interaction) -> discord.Guild:
    """Return the server that the person manages and the bot is in. Raises `Refusal`."""
    server = interaction.client.get_guild(refuse_unless_manager(interaction))
    if server is None:
        raise Refusal("I'm not a member of this server. Add me, then try again.")
    return server
