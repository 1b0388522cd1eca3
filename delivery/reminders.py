"""Remind players, once each, whose time runs low, where they chose to be reminded."""

import logging
from dataclasses import dataclass
from datetime import datetime

from data import MessageRef, StoredMatch
from data.due import EARLY
from data.settings import Reminders
from delivery import direct_messages
from delivery.posting import find_posted_text, is_refused
from interactions import Bot, said
from interactions.errors import SEND_ERRORS
from interactions.people import pings, public_language
from interactions.speech import match_link, speaking
from match import verbs
from match.event import GONE
from match.match import CLAIM_PART
from rules import Moment, Sentence, Value, message

log = logging.getLogger(__name__)

WORDS = (
    message("{player}, **{opponent}** is waiting for your move in {match}: time runs out {when}."),
    message(
        "{player}, last reminder: **{opponent}** is waiting for your move in {match}, and "
        "time runs out {when}."
    ),
)
"""The texts of the first and the last reminder of a turn."""
ARE_YOU_THERE = message(
    "{player}, are you there? **{opponent}** is waiting for your move in {match}: time runs out "
    "{when}."
)
"""The text of the only reminder in a turn of a live match."""
WARNED_AFTER = GONE - GONE // CLAIM_PART
"""After how long somebody is warned of a claim."""


@dataclass(frozen=True)
class Reminder:
    """A reminder's text, and the nonce by which Discord takes it once.

    With `lost_since`, Discord may have taken it already, since that time.
    """

    words: Sentence
    nonce: str
    lost_since: datetime | None


async def remind(bot: Bot, number: int, now: datetime, tried: datetime | None = None) -> None:
    """Send the player to move the reminder that is due now, `tried` if it failed since a time.

    Raises `SEND_ERRORS`.
    """
    match = await bot.store.matches.find(number)
    due = [match.alarm or now]
    settings, player = bot.store.personal_settings, match.to_move
    if player is not None and (woke := await settings.quiet_hours_ended(player, now)):
        due.append(woke)
    await _remind(bot, match, now, _lost_since(bot, max(due), tried))


async def remind_early(bot: Bot, number: int, now: datetime, tried: datetime | None = None) -> None:
    """Send the player to move the last reminder before their quiet hours. Raises `SEND_ERRORS`."""
    match = await bot.store.matches.find(number)
    if match.deadline is not None:
        await _remind(bot, match, match.deadline, _lost_since(bot, now - EARLY, tried))


def _lost_since(bot: Bot, due: datetime, tried: datetime | None) -> datetime | None:
    """Return since when Discord may have taken a reminder that is not recorded, if it may have.

    Only a stop of the bot or a failure leaves that open: looking for each would take as long as
    sending it. What was due at a stop has a later time by now, for time was given back.
    """
    if tried is not None:
        return min(due, tried)
    if due > bot.started:
        return None
    left = bot.store.outages.left
    return due if left is None else min(due, left)


async def _remind(bot: Bot, match: StoredMatch, by: datetime, lost_since: datetime | None) -> None:
    """Send the reminder that is due at the time `by`.

    It is recorded once Discord has taken it; until then it is due again.

    Raises `SEND_ERRORS`, and `Refusal` if no reminder is due.
    """
    reminded = verbs.remind(match, by).clock.reminded
    person = match.to_move
    assert person is not None, "only live matches are reminded of"
    choice = (await bot.store.personal_settings.find(person)).reminders
    if person in await bot.store.mutes.in_match(match.number):
        choice = Reminders.NONE
    if choice is not Reminders.NONE:
        # Within some minutes Discord takes a nonce only once; later the message can be found.
        nonce = f"{match.number}-{match.count}-{reminded}"
        await _send(
            bot, match, person, choice, Reminder(_words(match, reminded), nonce, lost_since)
        )
    await bot.store.matches.remind(match, by)


def _words(match: StoredMatch, reminded: int) -> Sentence:
    """Word the first or the last reminder of a turn, or the warning of a claim."""
    until = match.deadline or match.claimable
    assert until is not None, "only turns that end are reminded of"
    values: dict[str, Value] = {
        "player": f"<@{match.to_move}>",
        "opponent": match.name(1 - match.turn),
        "match": match_link(match),
        "when": Moment(until),
    }
    if match.is_live:
        return Sentence(ARE_YOU_THERE, **values)
    if match.claimable is None:
        return Sentence(WORDS[reminded - 1], **values)
    return Sentence(
        "{player}, **{opponent}** has been waiting for your move in {match} for {number} day. "
        "They can claim the match {when}.",
        "{player}, **{opponent}** has been waiting for your move in {match} for {number} days. "
        "They can claim the match {when}.",
        number=WARNED_AFTER.days,
        **values,
    )


async def _send(
    bot: Bot, match: StoredMatch, person: int, choice: Reminders, reminder: Reminder
) -> None:
    """Send a reminder where the player chose it, or elsewhere if that is closed to the bot."""
    delivered: MessageRef | None = None
    if choice is not Reminders.CHANNEL:
        delivered = await direct_messages.send_to(
            bot, person, reminder.words, reminder.lost_since, reminder.nonce
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
            await direct_messages.send_to(
                bot, person, reminder.words, reminder.lost_since, reminder.nonce
            )


async def _post(bot: Bot, match: StoredMatch, person: int, reminder: Reminder) -> None:
    """Post a reminder in the match's channel, unless it was posted since it was due."""
    with speaking(await public_language(bot, match.place, person)):
        text = said(reminder.words)
    since = reminder.lost_since
    if since is None or not await find_posted_text(bot, match.place, text, since):
        channel = bot.get_partial_messageable(match.place.channel, guild_id=match.place.server)
        await channel.send(text, allowed_mentions=pings(person), nonce=reminder.nonce)
