"""Reminders: a player whose time runs low is told where they like to be, once."""

import logging
from dataclasses import dataclass
from datetime import datetime

from data import EARLY, Reminders, StoredMatch
from delivery import direct_messages
from delivery.posting import is_refused
from delivery.recovery import was_said
from interactions import Bot, said
from interactions.audience import public_language
from interactions.errors import UNSENT
from interactions.names import match_link, pings
from interactions.speech import speaking
from match import verbs
from rules import Moment, Sentence, message

log = logging.getLogger(__name__)

WORDS = (
    message("{player}, **{opponent}** is waiting for your move in {match}: time runs out {when}."),
    message(
        "{player}, a last reminder: **{opponent}** waits for you in {match}, and time runs out "
        "{when}."
    ),
)
"""What the first and the last reminder of a turn say."""


@dataclass(frozen=True)
class Reminder:
    """What is said, by which name Discord takes it once, and since when it may have been said."""

    words: Sentence
    nonce: str
    due: datetime


async def remind(bot: Bot, number: int, now: datetime) -> None:
    """Remind the player to move of what is due by now. Raises `UNSENT`."""
    match = await bot.store.matches.find(number)
    due = [match.alarm or now]
    if match.to_move is not None and (woke := await bot.store.settings.woke(match.to_move, now)):
        due.append(woke)
    await _remind(bot, match, now, max(due))


async def remind_early(bot: Bot, number: int, now: datetime) -> None:
    """Remind the player to move for the last time, ahead of quiet hours. Raises `UNSENT`."""
    match = await bot.store.matches.find(number)
    if match.deadline is not None:
        await _remind(bot, match, match.deadline, now - EARLY)


async def _remind(bot: Bot, match: StoredMatch, by: datetime, due: datetime) -> None:
    """Remind the player to move of what is due by a time; it was `due` first at another.

    It is noted once Discord has taken it: until then it is due again. Raises `UNSENT`, and
    `Refusal` where nothing is due.
    """
    reminded = verbs.remind(match, by).clock.reminded
    person, deadline = match.to_move, match.deadline
    assert person is not None, "only live matches are reminded of"
    assert deadline is not None, "only turns that end are reminded of"
    wish = (await bot.store.settings.of(person)).reminders
    if person in await bot.store.mutes.in_match(match.number):
        wish = Reminders.NONE
    if wish is not Reminders.NONE:
        words = Sentence(
            WORDS[reminded - 1],
            player=f"<@{person}>",
            opponent=match.name(1 - match.turn),
            match=match_link(match),
            when=Moment(deadline),
        )
        # Discord takes nothing twice by one name, within some minutes; later it can be found.
        nonce = f"{match.number}-{match.count}-{reminded}"
        await _send(bot, match, person, wish, Reminder(words, nonce, due))
    await bot.store.matches.remind(match, by)


async def _send(bot: Bot, match: StoredMatch, person: int, wish: Reminders, told: Reminder) -> None:
    """Send a reminder by the ways that somebody wishes, or by the other where those are closed."""
    written = False
    if wish is not Reminders.CHANNEL:
        written = await direct_messages.send_to(bot, person, told.words, told.due, told.nonce)
    if wish is Reminders.LETTER and written:
        return
    try:
        await _post(bot, match, person, told)
    except UNSENT as failure:
        if not is_refused(failure):
            raise
        log.info("match %d: no reminder in its channel: %s", match.number, failure)
        if wish is Reminders.CHANNEL:
            await direct_messages.send_to(bot, person, told.words, told.due, told.nonce)


async def _post(bot: Bot, match: StoredMatch, person: int, told: Reminder) -> None:
    """Say it in the match's channel, unless it was said since it was due."""
    with speaking(await public_language(bot, match.place, person)):
        text = said(told.words)
    if not await was_said(bot, match.place, text, told.due):
        channel = bot.get_partial_messageable(match.place.channel, guild_id=match.place.server)
        await channel.send(text, allowed_mentions=pings(person), nonce=told.nonce)
