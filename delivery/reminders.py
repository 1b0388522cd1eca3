"""Remind players whose time runs low, and take away a reminder of which nothing is true any more.

What is due is stored before it is sent (`data/reminders.py`), so that it is sent once.
"""

import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from data import MessageRef, StoredMatch
from data.mirrors import for_player
from data.reminders import Reminder
from data.settings import Reminders
from delivery import direct_messages, posting
from delivery.unrecorded_messages import find_reminder
from interactions import Bot, said
from interactions.errors import SEND_ERRORS
from interactions.people import language_of, pings, public_language
from interactions.speech import speaking, vacation_words
from match.match import player_name
from rules import Refusal
from views.reminder import reminder_buttons, reminder_words

log = logging.getLogger(__name__)


async def send_reminder(bot: Bot, reminder: Reminder, tried: datetime | None = None) -> None:
    """Send a reminder of the matches of which it is still true, `tried` if that failed before.

    Raises `SEND_ERRORS`.
    """
    # Looking for each would take as long as sending it.
    is_lost = tried or bot.may_be_told(reminder.since, reminder.place.server)
    lost_since = reminder.since if is_lost else None
    matches = list[StoredMatch]()
    for number in await bot.store.reminders.matches(reminder):
        with suppress(Refusal):  # one of a game that is gone
            match = await bot.store.matches.find(number)
            matches.append(for_player(match, reminder.person))
    posted = None if lost_since is None else await find_reminder(bot, reminder)
    if posted is None and matches:
        posted = await _send(bot, reminder, matches, lost_since)
    if posted is None:
        await bot.store.reminders.forget(reminder)
    else:
        await bot.store.reminders.mark_sent(reminder, posted)


async def take_away(bot: Bot, reminder: Reminder) -> None:
    """Delete a reminder that is past, or let it say that its person is away.

    Raises `SEND_ERRORS` where Discord has trouble.
    """
    assert reminder.posted is not None, "it was sent"
    settle = bot.store.reminders.forget
    with posting.unless_refused(f"reminder {reminder.id}: it could not be taken away"):
        if reminder.away_until is not None and not reminder.direct:
            await _tell_away(bot, reminder, reminder.posted)
            settle = bot.store.reminders.mark_away
        else:
            await posting.delete(bot, reminder.posted)
    await settle(reminder)


async def take_away_past(bot: Bot) -> None:
    """Take away the reminders that have just become past; what Discord does not take, rounds do."""
    for reminder in await bot.store.reminders.past():
        try:
            await take_away(bot, reminder)
        except SEND_ERRORS as failure:
            log.info("reminder %d: it is taken away later: %s", reminder.id, failure)
            return


async def _send(
    bot: Bot, reminder: Reminder, matches: Sequence[StoredMatch], lost_since: datetime | None
) -> MessageRef | None:
    """Send a reminder where the player chose it, or elsewhere if that is closed to the bot."""
    choice = (await bot.store.personal_settings.find(reminder.person)).reminders
    if reminder.direct:
        posted = await _write(bot, reminder, matches, lost_since)
        if posted is not None or choice is Reminders.BOTH:
            return posted
    try:
        return await _post(bot, reminder, matches, lost_since)
    except SEND_ERRORS as failure:
        if not posting.is_refused(failure):
            raise
        log.info("channel %d: no reminder in it: %s", reminder.place.channel, failure)
    if reminder.direct or choice is Reminders.BOTH:
        return None
    return await _write(bot, reminder, matches, lost_since)


async def _write(
    bot: Bot, reminder: Reminder, matches: Sequence[StoredMatch], lost_since: datetime | None
) -> MessageRef | None:
    """Send a reminder as a direct message, unless it was sent; return None if they refuse it."""
    with speaking(await language_of(bot, reminder.person)):
        words = reminder_words(reminder.person, matches)
    first, has_web = matches[0], bot.settings.has_web
    buttons = (
        None if first.is_live else lambda: reminder_buttons(reminder, first.number, has_web=has_web)
    )
    return await direct_messages.send_to(
        bot, reminder.person, words, lost_since, _nonce(reminder), buttons
    )


async def _post(
    bot: Bot, reminder: Reminder, matches: Sequence[StoredMatch], lost_since: datetime | None
) -> MessageRef:
    """Post a reminder in its matches' channel, unless it was posted. Raises `SEND_ERRORS`."""
    place, first, has_web = reminder.place, matches[0], bot.settings.has_web
    with speaking(await public_language(bot, place, reminder.person)):
        text = said(reminder_words(reminder.person, matches))
        view = None
        if not first.is_live:
            view = reminder_buttons(reminder, first.number, has_web=has_web)
    if lost_since is not None:
        found = await posting.find_posted_text(bot, place, text, lost_since)
        if found is not None:
            return found
    return await posting.post(
        bot, place, _nonce(reminder), reminder.person, content=text, view=view
    )


def _nonce(reminder: Reminder) -> str:
    """Return what Discord takes only once within some minutes; later the message can be found."""
    return f"reminder-{reminder.id}"


async def _tell_away(bot: Bot, reminder: Reminder, posted: MessageRef) -> None:
    """Let a reminder say that its person is away, and until when. Raises `SEND_ERRORS`."""
    name = await bot.store.people.name_of(reminder.person)
    assert name is not None, "they have a vacation"
    assert reminder.away_until is not None, "they are away"
    with speaking(await public_language(bot, reminder.place, reminder.person)):
        text = said(vacation_words(player_name(reminder.person, name), reminder.away_until))
    message = posting.message_at(bot, posted)
    await message.edit(content=text, view=None, allowed_mentions=pings())
