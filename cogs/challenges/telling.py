"""How people hear of challenges: by a card, tried again until Discord has taken it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from cogs.answers import NEEDED, UNSENT
from cogs.challenges.cards import challenge_card
from cogs.messages import letters
from cogs.messages.in_hand import in_hand
from cogs.messages.lost import find_lost_challenge, was_said
from cogs.messages.posting import is_refused, once
from cogs.names import pings, safe
from data import Challenge, Posted, State

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

log = logging.getLogger(__name__)


async def answer(interaction: Interaction, challenge: Challenge, *, newcomer: bool) -> None:
    """Answer with the card of a new challenge, which calls only the opponent."""
    card = challenge_card(challenge, newcomer=newcomer)
    with in_hand(challenge):
        try:
            sent = await interaction.response.send_message(
                view=card, allowed_mentions=_called(challenge)
            )
        except UNSENT as failure:
            log.info("challenge %d: its card is no answer: %s", challenge.number, failure)
            await tell(interaction.client, challenge)
            return
        assert sent.message_id is not None, "an answer with a card is a message"
        posted = Posted(challenge.place.channel, sent.message_id)
        await interaction.client.store.challenges.show_on(challenge.number, posted)


async def tell(bot: Parlour, challenge: Challenge, interaction: Interaction | None = None) -> None:
    """Have the card of a challenge show it, and tell the challenger if somebody declines.

    The interaction is a press on one of its buttons. Where Discord has trouble, the clock tries
    again; where it refuses, the challenger is written to, once.
    """
    with in_hand(challenge):
        try:
            await _show(bot, challenge, interaction)
            if challenge.state is State.DECLINED:
                await _tell_declined(bot, challenge, interaction)
        except UNSENT as failure:
            log.info("challenge %d: its channel takes no news: %s", challenge.number, failure)
            if not is_refused(failure) or not await _write_instead(bot, challenge):
                return
        await bot.store.challenges.tell(challenge.number, challenge.state)


async def update(bot: Parlour, challenge: Challenge) -> None:
    """Bring a challenge's card up to date, where there still is one."""
    if challenge.card is not None:
        try:
            await _edit(bot, challenge, challenge.card)
        except UNSENT as failure:
            log.info("challenge %d: its card could not be edited: %s", challenge.number, failure)


async def post_anew(bot: Parlour) -> None:
    """Post the cards of all pending challenges, after every message that showed one is gone."""
    for challenge in await bot.store.challenges.pending(discord.utils.utcnow()):
        try:
            await _post(bot, challenge, pings())
        except UNSENT as failure:
            log.warning("challenge %d: its card could not be posted: %s", challenge.number, failure)


async def _show(bot: Parlour, challenge: Challenge, interaction: Interaction | None) -> None:
    """Change the card of a challenge, or post it. Raises `UNSENT`."""
    if interaction is not None and interaction.message is not None:
        try:
            await interaction.response.edit_message(view=challenge_card(challenge))
        except UNSENT as failure:
            log.info("challenge %d: no answer to a button: %s", challenge.number, failure)
        else:
            if challenge.card and interaction.message.id == challenge.card.message:
                return
    card = challenge.card or await find_lost_challenge(bot, challenge)
    if card is not None:
        try:
            await _edit(bot, challenge, card)
        except UNSENT as failure:
            if challenge.state is not State.PENDING or not is_refused(failure):
                raise
        else:
            if card != challenge.card:
                await bot.store.challenges.show_on(challenge.number, card)
            return
    if challenge.state is State.PENDING:
        await _post(bot, challenge, _called(challenge))


async def _tell_declined(
    bot: Parlour, challenge: Challenge, interaction: Interaction | None
) -> None:
    """Tell the challenger that somebody declines. Raises `UNSENT`."""
    words, mentions = _declined(challenge), pings(challenge.challenger.id)
    if interaction is not None and interaction.channel_id == challenge.place.channel:
        try:
            await interaction.followup.send(words, allowed_mentions=mentions)
        except UNSENT as failure:
            log.info("challenge %d: no note as an answer: %s", challenge.number, failure)
        else:
            return
    if not await was_said(bot, challenge.place, words, challenge.made):
        channel = bot.get_partial_messageable(challenge.place.channel)
        await channel.send(words, allowed_mentions=mentions, nonce=once())


async def _write_instead(bot: Parlour, challenge: Challenge) -> bool:
    """Write to the challenger what the channel does not take; say whether all is told by that."""
    if challenge.state not in (State.PENDING, State.DECLINED):
        return True
    words = _declined(challenge)
    if challenge.state is State.PENDING:
        words = (
            f"I cannot post your challenge to {challenge.terms.rules.name} in "
            f"<#{challenge.place.channel}>. There I need: {NEEDED}."
        )
    try:
        await letters.write(bot, [challenge.challenger.id], words)
    except UNSENT as failure:
        log.info("challenge %d: its challenger is told later: %s", challenge.number, failure)
        return False
    return True


async def _post(bot: Parlour, challenge: Challenge, mentions: discord.AllowedMentions) -> None:
    channel = bot.get_partial_messageable(challenge.place.channel)
    message = await channel.send(
        view=challenge_card(challenge), allowed_mentions=mentions, nonce=once()
    )
    await bot.store.challenges.show_on(challenge.number, Posted(channel.id, message.id))


async def _edit(bot: Parlour, challenge: Challenge, card: Posted) -> None:
    message = bot.get_partial_messageable(card.channel).get_partial_message(card.message)
    await message.edit(view=challenge_card(challenge), allowed_mentions=pings())


def _called(challenge: Challenge) -> discord.AllowedMentions:
    return pings(*([challenge.opponent.id] if challenge.opponent else []))


def _declined(challenge: Challenge) -> str:
    assert challenge.opponent is not None, "an open challenge cannot be declined"
    name, game = safe(challenge.opponent.name), challenge.terms.rules.name
    return f"**{name}** declines your challenge to {game}, <@{challenge.challenger.id}>."
