"""A server's settings, which people who manage it change."""

import discord

from interactions import Interaction, answer_privately, handles
from interactions.access import refuse_unless_manager
from rules import Refusal
from views import server_settings_page


@handles(server_settings_page.OpenServerSettings)
async def on_open(
    interaction: Interaction, _pressed: server_settings_page.OpenServerSettings
) -> None:
    """Show a server's settings to a person who manages it."""
    server = _managed_server(interaction)
    settings = await interaction.client.store.server_settings.find(server.id)
    await answer_privately(
        interaction,
        server_settings_page.server_settings_page(interaction.client, server, settings),
    )


@handles(server_settings_page.OpenServerForm)
async def on_open_form(
    interaction: Interaction, pressed: server_settings_page.OpenServerForm
) -> None:
    """Open the form of a subject."""
    server = _managed_server(interaction)
    settings = await interaction.client.store.server_settings.find(server.id)
    form = server_settings_page.server_form(pressed.form, settings, server)
    await interaction.response.send_modal(form)


@handles(server_settings_page.FillServerForm)
async def on_fill_form(
    interaction: Interaction, pressed: server_settings_page.FillServerForm, values: list[str]
) -> None:
    """Store what was chosen in the form of a subject, and show all settings."""
    server = _managed_server(interaction)
    settings = await interaction.client.store.server_settings.change(
        server.id,
        lambda before: server_settings_page.filled_form(pressed.form, before, values, server),
    )
    await interaction.response.edit_message(
        view=server_settings_page.server_settings_page(interaction.client, server, settings)
    )


def _managed_server(interaction: Interaction) -> discord.Guild:
    """Return the server that the person manages and the bot is in. Raises `Refusal`."""
    server = interaction.client.get_guild(refuse_unless_manager(interaction))
    if server is None:
        raise Refusal("I'm not a member of this server. Add me, then try again.")
    return server
