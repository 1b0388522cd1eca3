"""Where cards go: a new one for every turn, the old one without its buttons, and what may fail."""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from cogs.answers import NEEDED, UNSENT, whisper
from cogs.cards import Card, match_card
from cogs.controls import text_view
from cogs.names import linked, pings
from data import KeptMatch, Past, Place, Posted

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

log = logging.getLogger(__name__)


async def show(interaction: Interaction, match: KeptMatch, before: KeptMatch | None = None) -> None:
    """Post the card of a match as it now stands, in the channel where the match lives.

    Where the interaction comes from there, the card is its answer. Whatever Discord refuses, the
    match has gone on already: the person is told what is missing, and nothing else is lost.
    """
    bot = interaction.client
    here = interaction.channel_id == match.place.channel
    posted = None
    if here:
        posted = await _try(match, _answer(interaction, await _card(bot, match)))
    if posted is None:
        # An answer may come too late where the channel itself still takes the card.
        posted = await _try(match, post(bot, match, await _card(bot, match)))
    past = await bot.store.matches.show_on(match.number, posted, match.count)
    if posted is None:
        await _tell(interaction, _missing(match))
        return
    if not (here and interaction.response.is_done()):
        board = linked("the board", replace(match, card=posted))
        await _tell(interaction, f"Done; here is {board}.")
    if past is not None:
        await retire(bot, past, match, before)


async def show_stranger(interaction: Interaction, match: KeptMatch) -> None:
    """Show a match to somebody who does not play in it, alone: nobody is pinged, nothing moves."""
    card = await _card(interaction.client, match, buttons=False)
    await whisper(interaction, view=card.view, files=[card.picture])


async def announce(bot: Parlour, match: KeptMatch, before: KeptMatch | None = None) -> bool:
    """Post the card of a match that changed by itself; say whether Discord let it."""
    posted = await _try(match, post(bot, match, await _card(bot, match)))
    if past := await bot.store.matches.show_on(match.number, posted, match.count):
        await retire(bot, past, match, before)
    return posted is not None


async def refresh(bot: Parlour, match: KeptMatch) -> None:
    """Bring the present card up to date in place; post a new one where there is none any more."""
    if match.card is None:
        await announce(bot, match)
        return
    card = await _card(bot, match)
    try:
        await _message(bot, match.card).edit(
            view=card.view,
            attachments=[card.picture],
            allowed_mentions=pings(),
        )
    except UNSENT as failure:
        log.info("match %d: its card could not be edited: %s", match.number, failure)
        await announce(bot, match)
        return
    if past := await bot.store.matches.show_on(match.number, match.card, match.count):
        await retire(bot, past, match)


async def retire(bot: Parlour, past: Past, match: KeptMatch, *known: KeptMatch | None) -> None:
    """Take the buttons off a card that is past, with its picture drawn again as it showed it.

    The match is given as it is now, and as it is known to have been. Where Discord refuses, the old
    buttons stay, and answer that they are stale.
    """
    if past.count is not None:
        as_shown = [one for one in (match, *known) if one is not None and one.count == past.count]
        match = as_shown[0] if as_shown else await bot.store.matches.as_of(match.number, past.count)
    card = await _card(bot, match, present=False)
    try:
        await _message(bot, past.posted).edit(
            view=card.view, attachments=[card.picture], allowed_mentions=card.mentions
        )
    except UNSENT as failure:
        log.info("match %d: an old card could not be edited: %s", match.number, failure)


async def post_anew(bot: Parlour) -> None:
    """Post the cards of all live matches, after every message that showed one is gone."""
    await bot.store.matches.forget_cards()
    for listed in await bot.store.matches.live():
        await announce(bot, await bot.store.matches.find(listed.number))


async def post(bot: Parlour, match: KeptMatch, card: Card) -> Posted:
    """Send a card to its match's channel. Raises `UNSENT`."""
    channel = bot.get_partial_messageable(match.place.channel, guild_id=match.place.server)
    message = await channel.send(view=card.view, file=card.picture, allowed_mentions=card.mentions)
    return Posted(message.channel.id, message.id)


async def put_away(interaction: Interaction, text: str) -> None:
    """Put the private message away on which a button was pressed, saying what came of it."""
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        try:
            await interaction.response.edit_message(view=text_view(text), attachments=[])
        except UNSENT as failure:
            log.info("a private message could not be put away: %s", failure)


async def note(interaction: Interaction, place: Place, text: str, person: int) -> bool:
    """Say something for all to read in the place that it concerns, pinging one person.

    It matters less than what was done: where Discord refuses it, that is only said.
    """
    mentions = pings(person)
    try:
        if interaction.channel_id != place.channel:
            channel = interaction.client.get_partial_messageable(
                place.channel, guild_id=place.server
            )
            await channel.send(text, allowed_mentions=mentions)
        elif interaction.response.is_done():
            await interaction.followup.send(text, allowed_mentions=mentions)
        else:
            await interaction.response.send_message(text, allowed_mentions=mentions)
    except UNSENT as failure:
        log.info("a note could not be posted: %s", failure)
        return False
    return True


async def confirm(interaction: Interaction, match: KeptMatch, *, noted: bool) -> None:
    """Tell somebody privately that something was done in a match that lives elsewhere."""
    if noted:
        await _tell(interaction, f"Done, and said there; here is {linked('the board', match)}.")
    else:
        await _tell(
            interaction,
            f"Done; but your opponent does not know of it yet, for I cannot post in "
            f"<#{match.place.channel}>. There I need: {NEEDED}.",
        )


async def _try(match: KeptMatch, posting: Awaitable[Posted]) -> Posted | None:
    """Give where the card of a match now stands, or nothing where it could not be posted."""
    try:
        return await posting
    except UNSENT as failure:
        log.warning("match %d: its card could not be posted: %s", match.number, failure)
        return None


async def _tell(interaction: Interaction, text: str) -> None:
    """Say something to the person alone, where that still can be done."""
    try:
        await whisper(interaction, text)
    except UNSENT as failure:
        log.info("nobody could be told %r: %s", text, failure)


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


async def _card(
    bot: Parlour, match: KeptMatch, *, present: bool = True, buttons: bool = True
) -> Card:
    changes = await bot.store.ratings.changes(match.number) if match.counts else ()
    return await match_card(match, bot.settings.theme, changes, present=present, buttons=buttons)


def _message(bot: Parlour, posted: Posted) -> discord.PartialMessage:
    return bot.get_partial_messageable(posted.channel).get_partial_message(posted.message)


def _missing(match: KeptMatch) -> str:
    return (
        f"Your match #{match.number} has gone on, but I cannot post its board in "
        f"<#{match.place.channel}>. There I need: {NEEDED}. Nothing is lost: once that is mended, "
        f"`/board match:{match.number}` shows the board again."
    )
