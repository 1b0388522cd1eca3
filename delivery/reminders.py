"""Remind players, once each, whose time runs low, where they chose to be reminded."""

import logging
from dataclasses import dataclass
from datetime import datetime

from data import EARLY, Reminders, StoredMatch
from delivery import direct_messages
from delivery.posting import is_refused, was_said
from interactions import Bot, said
from interactions.audience import public_language
from interactions.errors import SEND_ERRORS
from interactions.speech import match_link, pings, speaking
from match import verbs
from rules import Moment, Sentence, message

log = logging.getLogger(__name__)

WORDS = (
    message("{player}, **{opponent}** is waiting for your move in {match}: time runs out {when}."),
    message(
        "{player}, last reminder: **{opponent}** is waiting for your move in {match}, and "
        "time runs out {when}."
    ),
)
"""The texts of the first and the last reminder of a turn."""


@dataclass(frozen=True)
class Reminder:
    """A reminder's text, the nonce by which Discord takes it once, and when it became due."""

    words: Sentence
    nonce: str
    due: datetime


async def remind(bot: Bot, number: int, now: datetime) -> None:
    """Send the player to move the reminder that is due now. Raises `UNSENT`."""
    match = await bot.store.matches.find(number)
    due = [match.alarm or now]
    settings, player = bot.store.settings, match.to_move
    if player is not None and (woke := await settings.quiet_hours_ended(player, now)):
        due.append(woke)
    await _remind(bot, match, now, max(due))


async def remind_early(bot: Bot, number: int, now: datetime) -> None:
    """Send the player to move the last reminder before their quiet hours. Raises `UNSENT`."""
    match = await bot.store.matches.find(number)
    if match.deadline is not None:
        await _remind(bot, match, match.deadline, now - EARLY)


async def _remind(bot: Bot, match: StoredMatch, by: datetime, due: datetime) -> None:
    """Send the reminder that is due at the time `by`, and has been due since `due`.

    It is recorded once Discord has taken it; until then it is due again.

    Raises `UNSENT`, and `Refusal` if no reminder is due.
    """
    reminded = verbs.remind(match, by).clock.reminded
    person, deadline = match.to_move, match.deadline
    assert person is not None, "only live matches are reminded of"
    assert deadline is not None, "only turns that end are reminded of"
    choice = (await bot.store.settings.of(person)).reminders
    if person in await bot.store.mutes.in_match(match.number):
        choice = Reminders.NONE
    if choice is not Reminders.NONE:
        words = Sentence(
            WORDS[reminded - 1],
            player=f"<@{person}>",
            opponent=match.name(1 - match.turn),
            match=match_link(match),
            when=Moment(deadline),
        )
        # Within some minutes Discord takes a nonce only once; later the message can be found.
        nonce = f"{match.number}-{match.count}-{reminded}"
        await _send(bot, match, person, choice, Reminder(words, nonce, due))
    await bot.store.matches.remind(match, by)


async def _send(
    bot: Bot, match: StoredMatch, person: int, choice: Reminders, reminder: Reminder
) -> None:
    """Send a reminder where the player chose it, or elsewhere if that is closed to the bot."""
    delivered = False
    if choice is not Reminders.CHANNEL:
        delivered = await direct_messages.send_to(
            bot, person, reminder.words, reminder.due, reminder.nonce
        )
    if choice is Reminders.DIRECT_MESSAGE and delivered:
        return
    try:
        await _post(bot, match, person, reminder)
    except SEND_ERRORS as failure:
        if not is_refused(failure):
            raise
        log.info("match %d: no reminder in its channel: %s", match.number, failure)
        if choice is Reminders.CHANNEL:
            await direct_messages.send_to(bot, person, reminder.words, reminder.due, reminder.nonce)


async def _post(bot: Bot, match: StoredMatch, person: int, reminder: Reminder) -> None:
    """Post a reminder in the match's channel, unless it was posted since it was due."""
    with speaking(await public_language(bot, match.place, person)):
        text = said(reminder.words)
    if not await was_said(bot, match.place, text, reminder.due):
        channel = bot.get_partial_messageable(match.place.channel, guild_id=match.place.server)
        await channel.send(text, allowed_mentions=pings(person), nonce=reminder.nonce)
