"""How cards and notes reach a channel and are changed there, and what may fail."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import discord

from cogs.answers import UNSENT
from cogs.controls import Item, text_view
from cogs.matches.cards import Card
from cogs.messages.lost import find_said
from cogs.messages.news import Note
from cogs.names import pings
from cogs.speech import said
from data import MessageRef, StoredMatch

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

log = logging.getLogger(__name__)

FINAL = (400, 403, 404)
"""How Discord says no to what it will not take later either; anything else is trouble that ends."""


def is_refused(failure: BaseException | None) -> bool:
    """Tell whether Discord refused something for good: its place is gone, or closed to the bot."""
    return isinstance(failure, discord.HTTPException) and failure.status in FINAL


async def note(
    bot: Parlour,
    match: StoredMatch,
    told: Note,
    interaction: Interaction | None = None,
    lost_since: datetime | None = None,
) -> None:
    """Say in a match's channel what one player tells the other, who is called. Raises `UNSENT`."""
    await say(
        bot, match, said(told.words), (told.to,) if told.calls else (), interaction, lost_since
    )


async def say(
    bot: Parlour,
    match: StoredMatch,
    text: str,
    calls: tuple[int, ...],
    interaction: Interaction | None = None,
    lost_since: datetime | None = None,
) -> MessageRef:
    """Say something in a match's channel, which calls some of its players.

    As an answer or not, and once, as a card is posted. Raises `UNSENT`.
    """
    mentions, posted = pings(*calls), None
    if interaction is not None and interaction.channel_id == match.place.channel:
        try:
            return await _answer_in_words(interaction, text, mentions)
        except UNSENT as failure:
            log.info("match %d: words could not be the answer: %s", match.number, failure)
            lost_since = lost_since or discord.utils.utcnow()
    if lost_since is not None:
        posted = await find_said(bot, match.place, text, lost_since)
    if posted is None or posted == match.call:
        channel = bot.get_partial_messageable(match.place.channel, guild_id=match.place.server)
        message = await channel.send(text, allowed_mentions=mentions, nonce=once())
        posted = MessageRef(message.channel.id, message.id)
    return posted


async def _answer_in_words(
    interaction: Interaction, text: str, mentions: discord.AllowedMentions
) -> MessageRef:
    """Answer an interaction with words for all to read. Raises `UNSENT`."""
    if interaction.response.is_done():
        message = await interaction.followup.send(text, allowed_mentions=mentions, wait=True)
        return MessageRef(message.channel.id, message.id)
    answer = await interaction.response.send_message(text, allowed_mentions=mentions)
    return _posted(interaction, answer.message_id)


def once() -> str:
    """Make what keeps Discord from taking a message twice, when discord.py sends it again."""
    return secrets.token_hex(8)


def is_private(interaction: Interaction) -> bool:
    """Tell whether a button was pressed on a message that only this person sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def put_away(interaction: Interaction, text: str, rows: Sequence[Item] = ()) -> None:
    """Put the private message away on which a button was pressed, saying what came of it."""
    if is_private(interaction):
        try:
            await interaction.response.edit_message(view=text_view(text, rows=rows), attachments=[])
        except UNSENT as failure:
            log.info("a private message could not be put away: %s", failure)


async def answer(interaction: Interaction, card: Card) -> MessageRef:
    """Answer an interaction with a card for all to see. Raises `UNSENT`."""
    if interaction.response.is_done():
        message = await interaction.followup.send(
            view=card.view, file=card.picture, allowed_mentions=card.mentions, wait=True
        )
        return MessageRef(message.channel.id, message.id)
    answer = await interaction.response.send_message(
        view=card.view, file=card.picture, allowed_mentions=card.mentions
    )
    return _posted(interaction, answer.message_id)


def _posted(interaction: Interaction, message: int | None) -> MessageRef:
    assert interaction.channel_id is not None, "the answer stands in the interaction's channel"
    assert message is not None, "an answer for all is a message"
    return MessageRef(interaction.channel_id, message)


async def send(bot: Parlour, match: StoredMatch, card: Card) -> MessageRef:
    """Send a card to its match's channel. Raises `UNSENT`."""
    channel = bot.get_partial_messageable(match.place.channel, guild_id=match.place.server)
    message = await channel.send(
        view=card.view, file=card.picture, allowed_mentions=card.mentions, nonce=once()
    )
    return MessageRef(message.channel.id, message.id)


async def edit(
    bot: Parlour, posted: MessageRef, view: discord.ui.LayoutView, *files: discord.File
) -> None:
    """Change a message, which then has just these files. Raises `UNSENT`."""
    message = bot.get_partial_messageable(posted.channel).get_partial_message(posted.message)
    await message.edit(view=view, attachments=files, allowed_mentions=pings())


async def delete(bot: Parlour, posted: MessageRef) -> None:
    """Delete a message. Raises `UNSENT`."""
    await bot.get_partial_messageable(posted.channel).get_partial_message(posted.message).delete()
