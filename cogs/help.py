"""`/help`: how to start, all commands by topic, and what the bot is."""

from discord import app_commands

from interactions import Interaction, answer_privately, handles
from views.help_page import OpenAbout, OpenHelp, about_page, help_page


@app_commands.command(name="help", description="How to start, and all commands by topic.")
async def show_help(interaction: Interaction) -> None:
    """Say what to type first, with buttons to the commands by topic."""
    await answer_privately(interaction, help_page(interaction.client, interaction.permissions))


@handles(OpenHelp)
async def on_open_help(interaction: Interaction, pressed: OpenHelp) -> None:
    """Show a topic, or the first screen, in place of the message."""
    view = help_page(interaction.client, interaction.permissions, pressed.topic)
    await interaction.response.edit_message(view=view)


@handles(OpenAbout)
async def on_open_about(interaction: Interaction, _pressed: OpenAbout) -> None:
    """Say what the bot is and what it is made of."""
    await answer_privately(interaction, about_page(interaction.client))
