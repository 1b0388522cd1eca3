"""Opening the board in a browser: a press gives a person a link of their own."""

import discord

from data.web_links import Opener
from interactions import Interaction, OutOfDate, answer_privately, handles, say
from interactions.access import visible_match
from interactions.people import own_name, remember_person
from views.web_link import CloseBoards, OpenInBrowser, OpenWebBoard, link_message, read_address


@handles(OpenInBrowser)
async def on_open_match(interaction: Interaction, pressed: OpenInBrowser) -> None:
    """Answer privately with the link to a match's board, which takes the place of earlier ones."""
    match = await visible_match(interaction, pressed.match)
    await _open(interaction, str(match.number))


@handles(OpenWebBoard)
async def on_open_board(interaction: Interaction, pressed: OpenWebBoard) -> None:
    """Answer privately with the link to another board; who may see it, the page asks."""
    read_address(pressed.at)
    await _open(interaction, pressed.at)


async def _open(interaction: Interaction, at: str) -> None:
    bot, who = interaction.client, interaction.user
    if bot.settings.web_url is None or not bot.settings.has_web:
        raise OutOfDate
    await remember_person(interaction)
    opener = Opener(who.id, own_name(who), interaction.locale.value, interaction.guild_id)
    token = await bot.store.web_links.make(opener, discord.utils.utcnow())
    await answer_privately(interaction, link_message(bot.settings.web_url, at, token))


@handles(CloseBoards)
async def on_close_boards(interaction: Interaction, _pressed: CloseBoards) -> None:
    """Close all pages of a person, and take their link away."""
    await interaction.client.store.web_links.revoke(interaction.user.id)
    await answer_privately(interaction, say("Your boards in the browser are closed."))
