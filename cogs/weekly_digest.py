"""A week's digest for a server that wants one: who played, what was remarkable, who has won."""

import logging
from collections.abc import Iterable, Iterator, Sequence

import discord

from computer import Review
from data import Place, Visibility
from data.contests import Champion
from data.digests import DueDigest, PlayedMatch
from delivery import posting
from delivery.lost_access import may_be_told_in
from delivery.posting import own_messages, unless_refused
from interactions import Bot
from interactions.people import public_language
from interactions.speech import speaking
from rules import GAMES
from views.digest_page import Swing, digest_heading, digest_page

log = logging.getLogger(__name__)


async def post_digest(bot: Bot, digest: DueDigest) -> None:
    """Post a server's digest, once. Where the channel is gone or closed, leave it out.

    Raises `SEND_ERRORS` where Discord has trouble: a later round tries again.
    """
    guild = bot.get_guild(digest.server)
    if guild is None:
        return  # Discord has not told of the server yet
    with unless_refused(f"server {digest.server}: its digest could not be posted"):
        await _post(bot, digest, guild)
    await bot.store.digests.mark_told(digest)


async def _post(bot: Bot, digest: DueDigest, guild: discord.Guild) -> None:
    place = Place(digest.channel, digest.server)
    if guild.get_channel_or_thread(digest.channel) is None:
        log.info("server %d: the channel of its digest is gone", digest.server)
        return
    with speaking(await public_language(bot, place)):
        matches = await _public_matches(bot, digest, guild)
        swing, won = await _largest_swing(bot, matches), await _champions(bot, digest, guild)
        visibility = (await bot.store.server_settings.find(digest.server)).visibility
        replays = visibility is not Visibility.PLAYERS
        view = digest_page(digest, matches, swing, won, replays=replays)
        heading = digest_heading(digest)
    if view is None or (digest.tried and await _is_there(bot, digest, heading)):
        return
    await bot.store.digests.begin(digest)
    await posting.post(bot, place, f"{digest.week}-{digest.server}", view=view)


async def _is_there(bot: Bot, digest: DueDigest, heading: str) -> bool:
    """Tell whether Discord took the digest before a stop."""
    place = Place(digest.channel, digest.server)
    async for message in own_messages(bot, place, digest.until):
        if any(text.startswith(heading) for text in _texts(message.components)):
            return True
    return False


def _texts(components: Iterable[object]) -> Iterator[str]:
    """Yield the texts of components and of the components inside them."""
    for component in components:
        if isinstance(component, discord.TextDisplay):
            yield component.content
        yield from _texts(getattr(component, "children", ()))


async def _public_matches(bot: Bot, digest: DueDigest, guild: discord.Guild) -> list[PlayedMatch]:
    """List the matches of the week that whoever reads the digest may see."""
    return [
        match
        for match in await bot.store.digests.played(digest, GAMES)
        if await may_be_told_in(bot, Place(digest.channel, guild.id), Place(match.around, guild.id))
    ]


async def _champions(bot: Bot, digest: DueDigest, guild: discord.Guild) -> list[Champion]:
    """List who has won a league or a cup in the week, in a channel that all may see."""
    return [
        one
        for one in await bot.store.contests.champions(digest.server)
        if one.contest.ended is not None
        and digest.since <= one.contest.ended < digest.until
        and await may_be_told_in(bot, Place(digest.channel, guild.id), one.contest.place)
    ]


async def _largest_swing(bot: Bot, matches: Sequence[PlayedMatch]) -> Swing | None:
    """Return the largest swing that a review of these matches found, if others may see them."""
    swings = []
    for match in matches:
        if match.review is None or match.ended is None:
            continue
        if (await bot.store.server_settings.find(match.server)).visibility is Visibility.PLAYERS:
            continue
        swings += [
            Swing(match, turn.ply + 1, abs(turn.before - turn.after))
            for turn in Review.decode(match.review).turns
        ]
    return max(swings, key=lambda swing: swing.size, default=None)
