"""Find the messages of a match that Discord took just before the bot stopped, or lost an answer.

They are looked for before anything else of the match is posted, so that nothing is posted twice.
"""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import NamedTuple

import discord

from data import DisplayMode, MessageRef, PastMessage, Place, StoredMatch
from data.reminders import Reminder
from delivery import posting
from interactions import Bot
from interactions.people import public_language
from interactions.speech import speaking
from views.calls_and_requests import is_call
from views.reminder import GoAway


class Unrecorded(NamedTuple):
    """The messages found that show the present state of a match: a card, and a call to move."""

    card: MessageRef | None = None
    ping_message: MessageRef | None = None


NOTHING = Unrecorded()


async def find_unrecorded(
    bot: Bot, match: StoredMatch, since: datetime, *, changed: bool
) -> Unrecorded:
    """Look for unrecorded messages of a match, and record those that are past.

    Of several cards of the present state the newest stands. If the match has just `changed`, every
    call to move is past. Raises `SEND_ERRORS` where Discord has trouble.
    """
    cards: list[PastMessage] = []
    calls: list[tuple[MessageRef, bool]] = []
    async for message in _messages(bot, match, since):
        posted, count = posting.reference(message), posting.event_count_on(message, match.number)
        if posted in (match.card, match.ping_message):
            continue
        if count is not None:
            cards.append(PastMessage(posted, count))
        elif (is_present := await _is_call(bot, match, message)) is not None:
            calls.append((posted, is_present))
    present = [card for card in cards if _shows_present(match, card)]
    card = present[-1] if present else None
    waits = card is None and not changed and match.announced_count < match.count
    call = calls[-1][0] if waits and calls and calls[-1][1] else None
    past = [each for each in cards if each is not card]
    past += [PastMessage(each, None, is_call=True) for each, _ in calls if each != call]
    for each in past:
        await bot.store.cards.find_past(match.number, each)
    return Unrecorded(None if card is None else card.posted, call)


async def find_reminder(bot: Bot, reminder: Reminder) -> MessageRef | None:
    """Look for an unrecorded reminder by its button, where it was to be sent and in its channel.

    Raises `SEND_ERRORS` where Discord has trouble.
    """
    button = GoAway(reminder.person, reminder.id)
    if reminder.direct:
        with posting.unless_refused(
            f"reminder {reminder.id}: it is looked for in its channel alone"
        ):
            private = await posting.private_place(bot, reminder.person)
            if found := await posting.find_posted_button(bot, private, reminder.since, button):
                return found
    return await posting.find_posted_button(bot, reminder.place, reminder.since, button)


def _shows_present(match: StoredMatch, card: PastMessage) -> bool:
    """Return whether a card shows the present state where the match is, and no newer one does."""
    if card.count != match.count or card.posted.channel != match.place.channel:
        return False
    recorded = match.card if match.card_count == match.count else None
    return recorded is None or recorded.message < card.posted.message


async def _is_call(bot: Bot, match: StoredMatch, message: discord.Message) -> bool | None:
    """Return whether a message may call to the present state; `None` for anything but a call."""
    if match.display_mode is not DisplayMode.EDITED_CARD or not message.content:
        return None
    with speaking(await public_language(bot, match.place, match.to_move)):
        return is_call(match, message.content)


async def _messages(
    bot: Bot, match: StoredMatch, since: datetime
) -> AsyncIterator[discord.Message]:
    """Yield the bot's messages since a time from where the match is, or has just been."""
    known = (
        match.place.channel,
        *(each.channel for each in (match.card, match.thread_start) if each),
    )
    for channel in dict.fromkeys(known):
        async for message in posting.own_messages(bot, Place(channel, match.place.server), since):
            yield message
