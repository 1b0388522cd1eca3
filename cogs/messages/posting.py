"""Where cards go: a new one for every turn, the old one without its buttons, and what may fail."""

from __future__ import annotations

import logging
import secrets
from datetime import datetime
from typing import TYPE_CHECKING

import discord

from cogs.answers import UNSENT, whisper
from cogs.controls import text_view
from cogs.matches.cards import Card, match_card
from cogs.messages.lost import find_lost, was_said
from cogs.messages.news import Note
from cogs.names import pings
from data import KeptMatch, Posted

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

log = logging.getLogger(__name__)

FINAL = (400, 403, 404)
"""How Discord says no to what it will not take later either; anything else is trouble that ends."""


def is_refused(failure: BaseException | None) -> bool:
    """Tell whether Discord refused something for good: its place is gone, or closed to the bot."""
    return isinstance(failure, discord.HTTPException) and failure.status in FINAL


async def post(
    bot: Parlour,
    match: KeptMatch,
    calls: tuple[int, ...] = (),
    interaction: Interaction | None = None,
    lost_since: datetime | None = None,
) -> None:
    """Post a new card in the channel where a match lives, which calls some of its players.

    Where the interaction comes from there, the card is its answer. Where Discord may have taken one
    before without the bot's knowing, it is looked for `lost_since` then. Raises `UNSENT`.
    """
    posted = None
    if interaction is not None and interaction.channel_id == match.place.channel:
        try:
            posted = await _answer(interaction, await _card(bot, match, calls))
        except UNSENT as failure:
            # It may have come too late where the channel itself still takes the card.
            log.info("match %d: its card could not be the answer: %s", match.number, failure)
            lost_since = lost_since or discord.utils.utcnow()
    if lost_since is not None:
        posted = await find_lost(bot, match, lost_since) or posted
    if posted is None:
        posted = await _send(bot, match, await _card(bot, match, calls))
    await bot.store.cards.show_on(match.number, posted, match.count)


async def note(
    bot: Parlour,
    match: KeptMatch,
    told: Note,
    interaction: Interaction | None = None,
    lost_since: datetime | None = None,
) -> None:
    """Say in a match's channel what one player tells the other, who is called.

    As an answer or not, and once, as a card is posted. Raises `UNSENT`.
    """
    mentions = pings(told.to)
    if interaction is not None and interaction.channel_id == match.place.channel:
        try:
            if interaction.response.is_done():
                await interaction.followup.send(told.text, allowed_mentions=mentions)
            else:
                await interaction.response.send_message(told.text, allowed_mentions=mentions)
        except UNSENT as failure:
            log.info("match %d: a note could not be the answer: %s", match.number, failure)
            lost_since = lost_since or discord.utils.utcnow()
        else:
            return
    if lost_since is None or not await was_said(bot, match.place, told.text, lost_since):
        channel = bot.get_partial_messageable(match.place.channel, guild_id=match.place.server)
        await channel.send(told.text, allowed_mentions=mentions, nonce=once())


async def show_stranger(interaction: Interaction, match: KeptMatch) -> None:
    """Show a match to somebody who does not play in it, alone: nobody is pinged, nothing moves."""
    card = await _card(interaction.client, match, buttons=False)
    await whisper(interaction, view=card.view, files=[card.picture])


async def refresh(bot: Parlour, match: KeptMatch) -> None:
    """Bring the present card up to date in place; post a new one where there is none any more.

    What happens meanwhile is shown too: of two changes of one message, nobody knows which Discord
    took last.
    """
    up_to_date = False
    while match.card is not None and not up_to_date:
        try:
            await _edit(bot, match.card, await _card(bot, match))
        except UNSENT as failure:
            log.info("match %d: its card could not be edited: %s", match.number, failure)
            if is_refused(failure):
                await _post_instead(bot, match)
            return
        up_to_date = await bot.store.cards.bring_up(match.number, match.card, match.count)
        match = await bot.store.matches.find(match.number)


async def retire(bot: Parlour, number: int, *known: KeptMatch | None) -> None:
    """Take the buttons off the cards that are past, with their pictures as they showed them.

    The match is given as it is known to have been. Where Discord refuses, the old buttons stay, and
    answer that they are stale; where it has trouble, the clock or the next happening tries again.
    """
    for past in await bot.store.cards.past(number):
        as_shown = [match for match in known if match is not None and match.count == past.count]
        if past.count is None:
            match = await bot.store.matches.find(number)
        else:
            match = (as_shown or [await bot.store.matches.as_of(number, past.count)])[0]
        try:
            await _edit(bot, past.posted, await _card(bot, match, present=False))
        except UNSENT as failure:
            log.info("match %d: an old card could not be edited: %s", number, failure)
            if not is_refused(failure):
                continue
        await bot.store.cards.retire(number, past)


def once() -> str:
    """Make what keeps Discord from taking a message twice, when discord.py sends it again."""
    return secrets.token_hex(8)


async def post_anew(bot: Parlour) -> None:
    """Post the cards of all live matches, after every message that showed one is gone."""
    await bot.store.cards.forget()
    for listed in await bot.store.matches.live():
        await _post_instead(bot, await bot.store.matches.find(listed.number))


async def put_away(interaction: Interaction, text: str) -> None:
    """Put the private message away on which a button was pressed, saying what came of it."""
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        try:
            await interaction.response.edit_message(view=text_view(text), attachments=[])
        except UNSENT as failure:
            log.info("a private message could not be put away: %s", failure)


async def _post_instead(bot: Parlour, match: KeptMatch) -> None:
    """Post a card of which the players need not be told."""
    try:
        await post(bot, match)
    except UNSENT as failure:
        log.warning("match %d: its card could not be posted: %s", match.number, failure)
        if is_refused(failure):
            await bot.store.cards.lose(match.number, match.count)


async def _answer(interaction: Interaction, card: Card) -> Posted:
    """Answer an interaction with a card for all to see."""
    if interaction.response.is_done():
        message = await interaction.followup.send(
            view=card.view, file=card.picture, allowed_mentions=card.mentions, wait=True
        )
        return Posted(message.channel.id, message.id)
    answer = await interaction.response.send_message(
        view=card.view, file=card.picture, allowed_mentions=card.mentions
    )
    assert interaction.channel_id is not None, "the answer stands in the interaction's channel"
    assert answer.message_id is not None, "an answer with a card is a message"
    return Posted(interaction.channel_id, answer.message_id)


async def _send(bot: Parlour, match: KeptMatch, card: Card) -> Posted:
    """Send a card to its match's channel. Raises `UNSENT`."""
    channel = bot.get_partial_messageable(match.place.channel, guild_id=match.place.server)
    message = await channel.send(
        view=card.view, file=card.picture, allowed_mentions=card.mentions, nonce=once()
    )
    return Posted(message.channel.id, message.id)


async def _edit(bot: Parlour, posted: Posted, card: Card) -> None:
    """Change a message that shows a match. Raises `UNSENT`."""
    message = bot.get_partial_messageable(posted.channel).get_partial_message(posted.message)
    await message.edit(view=card.view, attachments=[card.picture], allowed_mentions=pings())


async def _card(
    bot: Parlour,
    match: KeptMatch,
    calls: tuple[int, ...] = (),
    *,
    present: bool = True,
    buttons: bool = True,
) -> Card:
    changes = await bot.store.ratings.changes(match.number) if match.counts else ()
    return await match_card(
        match, bot.settings.theme, changes, calls=calls, present=present, buttons=buttons
    )
