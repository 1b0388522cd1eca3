"""Find messages that Discord has taken but the bot did not record, because it stopped then."""

import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

import discord

from data import Challenge, MessageRef, PastMessage, Place, StoredMatch
from interactions import Bot, Interaction
from interactions.custom_ids import CustomId, parse
from interactions.errors import UNSENT
from views.challenge_card import AnswerChallenge
from views.match_verbs import DoVerb, Play, PlayChosen

log = logging.getLogger(__name__)

CLOCK_DIFFERENCE = timedelta(seconds=5)
"""How much Discord's clock and this machine's may differ."""
MOST_SEARCHED = 100
"""How many messages are searched: a lost message stands soon after what it tells."""


async def find_lost(bot: Bot, match: StoredMatch, since: datetime) -> MessageRef | None:
    """Search a match's channel for unrecorded cards, and record the past ones.

    Returns the card that shows the match in its present state, if there is one.
    """
    found = None
    async for message in _own_messages(bot, match.place, since):
        posted, count = _reference(message), seen_on(message, match.number)
        if count is None or posted == match.card:
            continue
        if count == match.count:
            found = posted
        else:
            await bot.store.cards.find_past(match.number, PastMessage(posted, count))
    return found


async def find_lost_challenge(bot: Bot, challenge: Challenge) -> MessageRef | None:
    """Search a challenge's channel for its unrecorded card."""
    async for message in _own_messages(bot, challenge.place, challenge.made):
        for custom_id in _parsed_custom_ids(message):
            if isinstance(custom_id, AnswerChallenge) and custom_id.challenge == challenge.number:
                return _reference(message)
    return None


async def find_said(bot: Bot, place: Place, text: str, since: datetime) -> MessageRef | None:
    """Search a channel for a message of the bot with this text since a time."""
    async for message in _own_messages(bot, place, since):
        if message.content == text:
            return _reference(message)
    return None


async def was_said(bot: Bot, place: Place, text: str, since: datetime) -> bool:
    """Tell whether the bot has posted this text in a channel since a time."""
    return await find_said(bot, place, text, since) is not None


async def find_pressed(interaction: Interaction, match: StoredMatch) -> None:
    """Record the card on which a button was pressed as past, unless it is the present card."""
    message = interaction.message
    if message is None or message.flags.ephemeral:
        return
    posted, count = _reference(message), seen_on(message, match.number)
    if count is not None and posted != match.card:
        await interaction.client.store.cards.find_past(match.number, PastMessage(posted, count))


def seen_on(message: discord.Message, number: int) -> int | None:
    """Return the event count for which a message has buttons of a match, if it has any."""
    for custom_id in _parsed_custom_ids(message):
        if isinstance(custom_id, DoVerb | Play | PlayChosen) and custom_id.match == number:
            return custom_id.seen
    return None


async def _own_messages(bot: Bot, place: Place, since: datetime) -> AsyncIterator[discord.Message]:
    """Yield the bot's own messages in a channel since a time; none where it may not read them."""
    channel = bot.get_partial_messageable(place.channel, guild_id=place.server)
    try:
        async for message in channel.history(after=since - CLOCK_DIFFERENCE, limit=MOST_SEARCHED):
            if message.author == bot.user:
                yield message
    except UNSENT as failure:
        log.info("channel %d cannot be looked through: %s", place.channel, failure)


def _reference(message: discord.Message) -> MessageRef:
    return MessageRef(message.channel.id, message.id)


def _parsed_custom_ids(message: discord.Message) -> list[CustomId]:
    """Parse the custom ids in a message, skipping those that are not known."""
    parsed = []
    for custom_id in custom_ids(message.components):
        with suppress(ValueError):
            parsed.append(parse(custom_id))
    return parsed


def custom_ids(components: Sequence[object]) -> Iterator[str]:
    """Yield the custom ids of components and of the components inside them."""
    for component in components:
        if custom_id := getattr(component, "custom_id", None):
            yield custom_id
        yield from custom_ids(getattr(component, "children", ()))
