"""What Discord has taken and nobody noted, for the bot stopped just then: found again."""

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

CLOCKS_DIFFER = timedelta(seconds=5)
"""So much may Discord's clock and this machine's differ."""
MOST = 100
"""So many messages are looked through: what was lost stands soon after what it tells."""


async def find_lost(bot: Bot, match: StoredMatch, since: datetime) -> MessageRef | None:
    """Look for cards of a match in its channel that were not noted, and note the past ones.

    Gives the one that shows the match as it is, if there is one.
    """
    found = None
    async for message in _ours(bot, match.place, since):
        posted, seen = _posted(message), seen_on(message, match.number)
        if seen is None or posted == match.card:
            continue
        if seen == match.count:
            found = posted
        else:
            await bot.store.cards.find_past(match.number, PastMessage(posted, seen))
    return found


async def find_lost_challenge(bot: Bot, challenge: Challenge) -> MessageRef | None:
    """Look for the card of a challenge in its channel that was not noted."""
    async for message in _ours(bot, challenge.place, challenge.made):
        for custom_id in _acts(message):
            if isinstance(custom_id, AnswerChallenge) and custom_id.challenge == challenge.number:
                return _posted(message)
    return None


async def find_said(bot: Bot, place: Place, text: str, since: datetime) -> MessageRef | None:
    """Look for what the bot has said in a channel since a time."""
    async for message in _ours(bot, place, since):
        if message.content == text:
            return _posted(message)
    return None


async def was_said(bot: Bot, place: Place, text: str, since: datetime) -> bool:
    """Tell whether the bot has said something in a channel since a time."""
    return await find_said(bot, place, text, since) is not None


async def find_pressed(interaction: Interaction, match: StoredMatch) -> None:
    """Note the card on which somebody pressed, where it is not the present one, as past."""
    message = interaction.message
    if message is None or message.flags.ephemeral:
        return
    posted, seen = _posted(message), seen_on(message, match.number)
    if seen is not None and posted != match.card:
        await interaction.client.store.cards.find_past(match.number, PastMessage(posted, seen))


def seen_on(message: discord.Message, number: int) -> int | None:
    """Read for which event count a message has buttons of a match, if it has any."""
    for custom_id in _acts(message):
        if isinstance(custom_id, DoVerb | Play | PlayChosen) and custom_id.match == number:
            return custom_id.seen
    return None


async def _ours(bot: Bot, place: Place, since: datetime) -> AsyncIterator[discord.Message]:
    """Walk the bot's own messages in a channel since a time.

    Where the bot may not look there, it finds none.
    """
    channel = bot.get_partial_messageable(place.channel, guild_id=place.server)
    try:
        async for message in channel.history(after=since - CLOCKS_DIFFER, limit=MOST):
            if message.author == bot.user:
                yield message
    except UNSENT as failure:
        log.info("channel %d cannot be looked through: %s", place.channel, failure)


def _posted(message: discord.Message) -> MessageRef:
    return MessageRef(message.channel.id, message.id)


def _acts(message: discord.Message) -> list[CustomId]:
    """List what the controls of a message do, as far as they say something we know."""
    acts = []
    for custom_id in custom_ids(message.components):
        with suppress(ValueError):
            acts.append(parse(custom_id))
    return acts


def custom_ids(components: Sequence[object]) -> Iterator[str]:
    """Walk what the controls of a message carry."""
    for component in components:
        if custom_id := getattr(component, "custom_id", None):
            yield custom_id
        yield from custom_ids(getattr(component, "children", ()))
