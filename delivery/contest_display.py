"""Show leagues and cups: the one card, what is told, the thread, and Discord's own events."""

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

import discord

from data import Contest, ContestState, Place, StoredMatch
from data.contest_values import BlockedEntrant, ContestNews
from delivery import direct_messages, posting
from delivery.display_modes.thread import can_make_thread, make_thread
from delivery.lost_access import is_open_to_all
from interactions import Bot, plain
from interactions.components import ButtonMessage, button
from interactions.errors import SEND_ERRORS
from interactions.people import pings, public_appearance, public_language
from interactions.servers import server_of
from interactions.share import one_at_a_time
from interactions.speech import speaking
from rules.typed_text import single_line
from views import contest_words
from views.contest_card import MOST_LISTED, contest_card, match_list
from views.contest_ids import JoinContest, OpenMySeason
from views.match_entries import OpenBoard

log = logging.getLogger(__name__)

SOON = timedelta(minutes=1)
"""A scheduled event begins at least so late: Discord takes none that began already."""
MOST_NAME, MOST_DESCRIPTION = 100, 1000
"""The most characters that a scheduled event may have."""
RETOLD = 5
"""How many messages that name somebody who was deleted are edited in one round."""


async def show_contest(bot: Bot, number: int) -> None:
    """Bring the card of an event up to date, and tell its news.

    Of several tasks at once, one works, and the others find that nothing is left: whoever joins
    within one second is shown by one edit. Raises `SEND_ERRORS` where Discord has trouble.
    """
    async with one_at_a_time(bot.share, "contest", number):
        contest = await bot.store.contests.find(number)
        with speaking(await public_language(bot, contest.place)):
            if contest.unlisted:
                contest = await _list_matches(bot, contest)
            limit = None
            if contest.card_version < contest.version:
                try:
                    await _show_card(bot, contest)
                    await _schedule(bot, contest)
                except discord.RateLimited as limited:
                    limit = limited  # of the card alone: its news is told all the same
            # Where there is a thread, the list of the first matches tells that they begin.
            is_listed = contest.is_beginning and contest.thread is not None
            if contest.news is not None and not is_listed:
                await _tell(bot, contest)
            await _retell(bot, contest)
            if limit is not None:
                raise limit


async def _show_card(bot: Bot, contest: Contest) -> None:
    """Edit the card, or post it where there is none. Where Discord refuses, nothing is shown."""
    card = await contest_card(contest, await public_appearance(bot, contest.place))
    # Discord may have taken a card just before the bot stopped.
    buttons = JoinContest(contest.id), OpenMySeason(contest.id)
    posted = contest.card or await posting.find_posted_button(
        bot, contest.place, contest.opened, *buttons
    )
    with posting.unless_refused(f"contest {contest.id}: its card can't be shown"):
        if posted is not None:
            try:
                await posting.edit(bot, posted, *card)
            except discord.NotFound:
                posted = None
                card = await contest_card(contest, await public_appearance(bot, contest.place))
        if posted is None:
            nonce = f"season-{contest.id}-{contest.place.channel}"
            posted = await posting.post(bot, contest.place, nonce, **card._asdict())
    await bot.store.contest_messages.show_on(contest.id, posted, contest.version)


async def open_thread(bot: Bot, number: int) -> None:
    """Make a thread of a contest from its card, where the bot may, for the matches that begin.

    Raises `SEND_ERRORS` where Discord has trouble.
    """
    contest = await bot.store.contests.find(number)
    if contest.card is None or not await can_make_thread(bot, contest.place):
        return
    with speaking(await public_language(bot, contest.place)):
        name = single_line(plain(contest_words.title(contest)))
    with posting.unless_refused(f"contest {contest.id}: it has no thread"):
        await make_thread(bot, contest.card, name, contest.place.server)
        await bot.store.contest_messages.enter_thread(contest.id, contest.card.message)


async def _list_matches(bot: Bot, contest: Contest) -> Contest:
    """List in its thread the matches that have begun, and ping each player to move once.

    Return the contest after that; one whose thread takes no messages goes on in its channel.
    """
    assert contest.thread is not None, "only a contest with a thread has something to list"
    place, called = replace(contest.place, channel=contest.thread), set[int]()
    while games := contest.unlisted[:MOST_LISTED]:
        view, people = match_list(contest, games)
        first = await bot.store.matches.find(games[0].match or 0)
        try:
            posted = await _find_list(bot, place, first)
            if posted is None:
                posted = await bot.get_partial_messageable(place.channel).send(
                    view=view,
                    allowed_mentions=pings(*{*people} - called),
                    nonce=f"begun-{contest.id}-{first.number}"[:25],
                )
        except SEND_ERRORS as failure:
            if not posting.is_refused(failure):
                raise
            log.info("contest %d: its thread takes no messages: %s", contest.id, failure)
            now = discord.utils.utcnow()
            await bot.store.contest_messages.lose_thread(contest.thread, now)
            return await bot.store.contests.find(contest.id)
        listed = matches_listed(posted.components)
        if not await is_open_to_all(bot, place):
            for number in listed:
                await bot.store.lost_access.mark_match(number, discord.utils.utcnow())
        called |= {*people}
        await bot.store.contest_messages.mark_listed(contest, posting.reference(posted), listed[-1])
        contest = await bot.store.contests.find(contest.id)
    return contest


def matches_listed(components: Sequence[object]) -> list[int]:
    """Return the matches that a message lists, by its buttons."""
    parsed = posting.parsed_custom_ids(components)
    return [each.match for each in parsed if isinstance(each, OpenBoard)]


async def _find_list(bot: Bot, place: Place, first: StoredMatch) -> discord.Message | None:
    """Find a list that begins with a match, which Discord took just before the bot stopped."""
    async for message in posting.own_messages(bot, place, first.started):
        if matches_listed(message.components)[:1] == [first.number]:
            return message
    return None


async def _tell(bot: Bot, contest: Contest) -> None:
    """Post what is to be told, once. What Discord refuses is not told again."""
    if contest.news is ContestNews.NO_CHANNEL:
        await _tell_organiser(bot, contest)
        return
    words, people = contest_words.news_words(contest)
    assert contest.news_since is not None, "there are news"
    mark = OpenMySeason(contest.id, contest.announced_count + 1)
    posted = None
    with posting.unless_refused(f"contest {contest.id}: nothing can be told of it"):
        if contest.tried:
            since = contest.news_since
            posted = await posting.find_posted_button(bot, contest.place, since, mark)
        if posted is None:
            await bot.store.contest_messages.try_news(contest)
            nonce = f"season-{contest.id}-{contest.announced_count}"
            buttons = ButtonMessage(button("My season", mark))
            posted = await posting.post(
                bot, contest.place, nonce, *people, content=words, view=buttons
            )
    await bot.store.contest_messages.mark_announced(contest, posted)


async def _retell(bot: Bot, contest: Contest) -> None:
    """Tell some of what names somebody who was deleted without the name, in its place."""
    for old in await bot.store.contest_messages.outdated(contest.id, RETOLD):
        told, listed = contest.as_told(old), list[int]()
        message = posting.message_at(bot, old.posted)
        with posting.unless_refused(f"contest {contest.id}: what was told stays as it is"):
            if old.news in (ContestNews.BEGINS, ContestNews.MATCHES):
                listed = matches_listed((await message.fetch()).components)
            if listed:
                view, _ = match_list(told, [game for game in told.games if game.match in listed])
                await message.edit(view=view, allowed_mentions=pings())
            else:
                await message.edit(
                    content=contest_words.news_words(told)[0], allowed_mentions=pings()
                )
        await bot.store.contest_messages.retold(contest.id, old)


async def _tell_organiser(bot: Bot, contest: Contest) -> None:
    """Tell whoever started a contest that its channel was deleted, once."""
    server = await server_of(bot, contest.place.server)
    if contest.organiser is not None and server is not None:
        await bot.store.contest_messages.try_news(contest)
        await direct_messages.send_to(
            bot,
            contest.organiser,
            contest_words.no_channel_words(contest, server.name),
            contest.news_since if contest.tried else None,
            f"season-{contest.id}-{contest.announced_count}",
        )
    await bot.store.contest_messages.mark_announced(contest)


async def tell_of_blocked(bot: Bot, joined: BlockedEntrant, tried: datetime | None) -> None:
    """Tell whoever has blocked somebody that they have joined, `tried` if that failed before.

    Raises `SEND_ERRORS`.
    """
    contest = await bot.store.contests.find(joined.contest)
    server = await server_of(bot, contest.place.server)
    if server is None:
        return
    await direct_messages.send_to(
        bot,
        joined.blocker,
        contest_words.blocked_words(contest, joined.person, server.name),
        joined.joined if tried or bot.may_be_told(joined.joined, server.id) else None,
        f"block-{contest.id}-{joined.person.id}",
    )
    await bot.store.contest_messages.mark_told(joined)


async def _schedule(bot: Bot, contest: Contest) -> None:
    """Keep an event in Discord's own list, where the bot may; the card says it all, too."""
    server = await server_of(bot, contest.place.server)
    wanted = _scheduled_as(contest)
    if server is None or wanted == contest.scheduled_as:
        return
    # While a server is not available, the bot's own rights there are not known.
    if server.unavailable or not server.me.guild_permissions.create_events:
        return
    # Everybody in the server reads that list.
    if contest.scheduled is None and not await is_open_to_all(bot, contest.place):
        return
    try:
        scheduled = await _scheduled(bot, server, contest)
    except SEND_ERRORS as failure:
        log.info("contest %d: it is in no list of Discord's: %s", contest.id, failure)
        scheduled = contest.scheduled
    await bot.store.contest_messages.schedule(contest.id, scheduled, wanted)


def _scheduled_as(contest: Contest) -> str:
    """Write what Discord's event depends on; empty where there is none yet."""
    if not contest.is_live:
        return contest.state
    begins = contest.started or contest.begins
    return "" if begins is None else f"{contest.state} {begins:%Y-%m-%d %H:%M}"


async def _find_scheduled(
    bot: Bot, server: discord.Guild, contest: Contest
) -> discord.ScheduledEvent | None:
    """Find Discord's event, also one that it took just before the bot stopped."""
    if contest.scheduled is not None:
        with suppress(discord.NotFound):
            return await server.fetch_scheduled_event(contest.scheduled, with_counts=False)
        return None
    recorded = await bot.store.contest_messages.scheduled(server.id)
    for each in await server.fetch_scheduled_events(with_counts=False):
        is_own = bot.user is not None and each.creator_id == bot.user.id
        if is_own and each.id not in recorded and each.name == _scheduled_name(contest):
            return each
    return None


def _scheduled_name(contest: Contest) -> str:
    return plain(contest_words.title(contest))[:MOST_NAME]


async def _scheduled(bot: Bot, server: discord.Guild, contest: Contest) -> int | None:
    """Create, change or end Discord's event; return its number. Raises `SEND_ERRORS`."""
    known = await _find_scheduled(bot, server, contest)
    if not contest.is_live:
        if known is not None:
            await _finish(known)
        return contest.scheduled
    earliest = discord.utils.utcnow() + SOON
    begins = max(contest.started or contest.begins or earliest, earliest)
    lasts = timedelta(weeks=contest.terms.weeks * max(1, contest.rounds))
    ends = max(contest.ends or begins + lasts, begins + SOON)
    name = _scheduled_name(contest)
    description = contest_words.contest_terms_words(contest)[:MOST_DESCRIPTION]
    if known is None:
        channel = server.get_channel(contest.place.channel)
        made = await server.create_scheduled_event(
            name=name,
            description=description,
            start_time=begins,
            end_time=ends,
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=f"#{channel.name}" if channel else name,
        )
        return made.id
    if contest.state is ContestState.RUNNING:
        if known.status is discord.EventStatus.scheduled:
            await known.start()
        await known.edit(end_time=ends)
    else:
        await known.edit(start_time=begins, end_time=ends)
    return known.id


async def _finish(known: discord.ScheduledEvent) -> None:
    """End an event of Discord's that runs, or call it off."""
    if known.status is discord.EventStatus.active:
        await known.end()
    elif known.status is discord.EventStatus.scheduled:
        await known.cancel()
