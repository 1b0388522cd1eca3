"""Opening the board in a browser: a press gives a person a link of their own."""

import discord

from interactions import Interaction, OutOfDate, answer_privately, handles_button, say
from interactions.access import visible_match
from interactions.people import remember_person
from views.web_link import CloseBoards, OpenInBrowser, link_message


@handles_button(OpenInBrowser)
async def on_open_board(interaction: Interaction, pressed: OpenInBrowser) -> None:
    """Answer privately with the link to a match's board, which takes the place of earlier ones."""
    bot = interaction.client
    if bot.settings.web_url is None or not bot.settings.has_web:
        raise OutOfDate
    match = await visible_match(interaction, pressed.match)
    await remember_person(interaction)
    token = await bot.store.web_links.make(interaction.user.id, discord.utils.utcnow())
    view = link_message(bot.settings.web_url, match.number, token)
    await answer_privately(interaction, view=view)


@handles_button(CloseBoards)
async def on_close_boards(interaction: Interaction, _pressed: CloseBoards) -> None:
    """Close all pages of a person, and take their link away."""
    await interaction.client.store.web_links.revoke(interaction.user.id)
    await answer_privately(interaction, say("Your boards in the browser are closed."))
