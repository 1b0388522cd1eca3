"""The card of a ladder, which is changed in place where it is shown."""

import logging

import discord

from data import MessageRef, Place, StoredLadder
from delivery.posting import edit, is_refused
from interactions import Bot, Interaction, say
from interactions.components import MessageParts, text_view
from interactions.errors import SEND_ERRORS
from interactions.people import pings, place, public_readers
from interactions.speech import speaking
from views.ladder_card import LATELY, ladder_card

log = logging.getLogger(__name__)


async def answer_with_ladder(interaction: Interaction, ladder: StoredLadder) -> None:
    """Answer with the card of a ladder, which from now on is the one that is changed."""
    bot, where = interaction.client, place(interaction)
    card = await _card(bot, ladder, where)
    sent = await interaction.response.send_message(**card._asdict(), allowed_mentions=pings())
    assert sent.message_id is not None, "an answer with a card is a message"
    posted = MessageRef(where.channel, sent.message_id)
    await bot.store.ladders.show_on(ladder.number, posted, ladder.count)
    if ladder.card is not None:
        await _retire(bot, ladder, ladder.card, posted)


async def refresh_ladder(bot: Bot, number: int) -> None:
    """Let the card of a ladder show its present state; where it is gone, it is forgotten.

    If Discord has trouble, a later round tries again.
    """
    ladder = await bot.store.ladders.find(number)
    if ladder.card is None:
        return
    shown: MessageRef | None = ladder.card
    card = await _card(bot, ladder, Place(ladder.card.channel, ladder.server))
    try:
        await edit(bot, ladder.card, *card)
    except SEND_ERRORS as failure:
        log.info("ladder %d: its card cannot be changed: %s", number, failure)
        if not is_refused(failure):
            return
        shown = None
    if (await bot.store.ladders.find(number)).card == ladder.card:  # or there is a new one by now
        await bot.store.ladders.show_on(number, shown, ladder.count)


async def _card(bot: Bot, ladder: StoredLadder, where: Place) -> MessageParts:
    """Build a card in the language of its place."""
    lately = await bot.store.ladders.lately(ladder.number, LATELY)
    readers = await public_readers(bot, where)
    with speaking(readers.language):
        return await ladder_card(ladder, readers.style, lately, discord.utils.utcnow())


async def _retire(bot: Bot, ladder: StoredLadder, old: MessageRef, new: MessageRef) -> None:
    """Let the card before point to the new one."""
    where = Place(old.channel, ladder.server)
    link = f"https://discord.com/channels/{ladder.server}/{new.channel}/{new.message}"
    with speaking((await public_readers(bot, where)).language):
        view = text_view(f"-# {say('The ladder is now shown [here]({link}).', link=link)}")
    try:
        await edit(bot, old, view)
    except SEND_ERRORS as failure:
        log.info("ladder %d: its past card stays: %s", ladder.number, failure)
