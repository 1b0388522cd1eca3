"""What is due to be told besides news of matches, as jobs of the queue."""

import logging
from collections.abc import Awaitable, Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import TypeVar

from cogs.daily_puzzle import post, tell_results
from cogs.weekly_digest import post_digest
from data import Unusable
from data.due import Due
from delivery import reminders
from delivery.club_display import show_club_match
from delivery.contest_display import show_contest, tell_of_blocked
from delivery.followers import tell_follower
from delivery.job_queue import Job, untried
from delivery.ladder_card import refresh_ladder
from delivery.mirrors import show_mirror
from delivery.notify_challenge import notify_of_challenge
from delivery.own_vacation_news import tell_of_vacation
from interactions import Bot
from interactions.short_log import SHORT_LOG, Once
from interactions.tasks import is_in_progress

log = logging.getLogger(__name__)
log.addFilter(SHORT_LOG)
log.addFilter(Once())

T = TypeVar("T")


async def listed(due: Awaitable[Sequence[T]]) -> Sequence[T]:
    """Return a list of what is due; one that can't be made keeps nothing else waiting."""
    try:
        return await due
    except Unusable:
        raise
    except Exception:
        log.exception("a list of what is due failed; the round continues")
        return ()


async def own(bot: Bot, table: str, numbers: Sequence[int]) -> Sequence[int]:
    """Leave out the rows of a table that concern a server for which another process does it."""
    if bot.share.has_all or not numbers:
        return numbers
    servers = await bot.store.due.servers(table, numbers)
    return [number for number in numbers if bot.share.has(servers.get(number))]


async def due_jobs(bot: Bot, due: Due, now: datetime) -> list[Iterable[Job]]:
    """Return what there is to tell, by kinds; each job is made when its turn comes."""
    store, has = bot.store, bot.share.has
    blocked = await listed(store.contest_messages.blocked_entrants()) if has(None) else ()
    follows = await listed(store.followers.due(now))
    followed = {*await own(bot, "matches", [one.match for one in follows])}
    return [
        (
            Job("reminder", one.id, partial(reminders.send_reminder, bot, one))
            for one in await listed(store.reminders.to_send(now))
            if has(one.place.server)
        ),
        (
            Job("expiry", n, untried(expire, bot, n, now))
            for n in await own(bot, "challenges", due.expiries)
        ),
        (
            Job("challenge", n, untried(announce_challenge, bot, n))
            for n in await own(bot, "challenges", due.unannounced_challenges)
        ),
        (
            Job("offer", n, untried(offer_computer, bot, n, now))
            for n in await own(
                bot, "challenges", await listed(store.computer.unanswered_challenges(now))
            )
        ),
        (
            Job("vacation", n, untried(tell_of_vacation, bot, n))
            for n in due.unannounced_vacations
            if has(None)
        ),
        (
            Job("contest", n, untried(show_contest, bot, n))
            for n in await own(bot, "contests", await listed(store.contest_messages.to_show()))
        ),
        (
            Job("club match", n, untried(show_club_match, bot, n))
            for n in await listed(store.clubs.to_show())
            if has(None)
        ),
        (
            Job("mirror", n, untried(show_mirror, bot, n))
            for n in await own(bot, "matches", await listed(store.mirrors.to_show()))
        ),
        (
            Job("blocked", one.blocker, partial(tell_of_blocked, bot, one), one.joined)
            for one in blocked
        ),
        (
            Job("ladder", n, untried(refresh_ladder, bot, n))
            for n in await own(bot, "ladders", await listed(store.ladders.to_show()))
        ),
        (
            Job("follower", one.number, partial(tell_follower, bot, one), one.waiting_since)
            for one in follows
            if one.match in followed
        ),
        (
            Job("puzzle", one.server, untried(post, bot, one, now))
            for one in await listed(store.daily_puzzles.due(now))
            if has(one.server)
        ),
        (
            Job("results", one.message.message, untried(tell_results, bot, one, now))
            for one in await listed(store.daily_puzzles.to_edit(now))
            if one.message is not None and has(one.server)
        ),
        (
            Job("digest", one.server, untried(post_digest, bot, one))
            for one in await listed(store.digests.due(now))
            if has(one.server)
        ),
        (
            Job("past reminder", one.id, untried(reminders.take_away, bot, one), tidies=True)
            for one in await listed(store.reminders.past())
            if has(one.place.server)
        ),
    ]


async def expire(bot: Bot, number: int, now: datetime) -> None:
    """Let a challenge end that nobody has answered."""
    await notify_of_challenge(bot, await bot.store.challenges.expire(number, now))


async def offer_computer(bot: Bot, number: int, now: datetime) -> None:
    """Let the card of a challenge that nobody accepts offer a match against the computer."""
    await bot.store.computer.offer_computer(number, now)
    await announce_challenge(bot, number)


async def announce_challenge(bot: Bot, number: int) -> None:
    """Announce a challenge, or what became of it."""
    challenge = await bot.store.challenges.find(number)
    if not is_in_progress(challenge):
        await notify_of_challenge(bot, challenge)
