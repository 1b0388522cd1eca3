"""What is due to be told besides news of matches, as jobs of the queue."""

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
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

    async def own_of(table: str, listing: Awaitable[Sequence[int]]) -> Sequence[int]:
        return await own(bot, table, await listed(listing))

    def jobs(
        kind: str, numbers: Iterable[int], tell: Callable[..., Awaitable[object]], *given: datetime
    ) -> Iterable[Job]:
        return (Job(kind, n, untried(tell, bot, n, *given)) for n in numbers)

    unannounced = await own(bot, "challenges", due.unannounced_challenges)
    unanswered = await own_of("challenges", store.computer.unanswered_challenges(now))
    club_matches = await listed(store.clubs.to_show())
    blocked = await listed(store.contest_messages.blocked_entrants()) if has(None) else ()
    follows = await listed(store.followers.due(now))
    followed = {*await own(bot, "matches", [one.match for one in follows])}
    return [
        (
            Job("reminder", one.id, partial(reminders.send_reminder, bot, one))
            for one in await listed(store.reminders.to_send(now))
            if has(one.place.server)
        ),
        jobs("expiry", await own(bot, "challenges", due.expiries), expire, now),
        jobs("challenge", unannounced, announce_challenge),
        jobs("offer", unanswered, offer_computer, now),
        jobs("vacation", (n for n in due.unannounced_vacations if has(None)), tell_of_vacation),
        jobs("contest", await own_of("contests", store.contest_messages.to_show()), show_contest),
        jobs("club match", (n for n in club_matches if has(None)), show_club_match),
        jobs("mirror", await own_of("matches", store.mirrors.to_show()), show_mirror),
        (
            Job("blocked", one.blocker, partial(tell_of_blocked, bot, one), one.joined)
            for one in blocked
        ),
        jobs("ladder", await own_of("ladders", store.ladders.to_show()), refresh_ladder),
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
