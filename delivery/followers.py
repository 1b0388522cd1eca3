"""Letters to whoever follows a match: at its end, or at each move."""

import logging
from datetime import datetime
from functools import partial

from data import ListedMatch, Place, StoredMatch
from data.followers import Follow
from data.mirrors import in_server
from delivery.direct_messages import send_to
from delivery.lost_access import sees
from interactions import Bot
from rules import Refusal
from views.spectator_page import letter_buttons, letter_words

log = logging.getLogger(__name__)


async def tell_follower(bot: Bot, follow: Follow, tried: datetime | None = None) -> None:
    """Write to a follower of a match what is new, `tried` if that failed since a time.

    Whoever may no longer watch the match is told nothing, and does not follow it any more. Raises
    `SEND_ERRORS`.
    """
    followers = bot.store.followers
    try:
        match = await bot.store.matches.find(follow.match)
    except Refusal as gone:
        log.info("match %d: nobody can follow it: %s", follow.match, gone)
        await followers.remove(follow)
        return
    if not await may_watch(bot, match, follow.person):
        await followers.remove(follow)
        return
    if match.last_move is None and not match.over:
        await followers.mark_told(follow, match)  # the first move was taken back: there is no news
        return
    own, shown = await bot.store.guesses.own(match.number, follow.person), match
    if match.mirror is not None and not await _sees(bot, match.place, follow.person):
        shown = in_server(match, match.mirror.place.server)
    await send_to(
        bot,
        follow.person,
        letter_words(shown, own),
        _lost_since(bot, match, follow, tried),
        f"follow-{follow.number}-{match.count}",
        None if match.over else partial(letter_buttons, match),
        silent=True,  # only one's own matches may ring
    )
    await followers.mark_told(follow, match)


async def may_watch(bot: Bot, match: StoredMatch | ListedMatch, person: int) -> bool:
    """Tell whether a spectator may see a match and its channel. Raises `SEND_ERRORS`."""
    settings = await bot.store.server_settings.find(match.place.server)
    if not settings.visibility.allows(over=match.ended is not None):
        return False
    places = {match.place, match.mirror.place if match.mirror else match.place}
    return any([await _sees(bot, place, person) for place in places])


async def _sees(bot: Bot, place: Place, person: int) -> bool:
    return await sees(bot, place, person, unknown=False, gone=False)


def _lost_since(
    bot: Bot, match: StoredMatch, follow: Follow, tried: datetime | None
) -> datetime | None:
    """Return since when Discord may have taken the letter unrecorded: after a stop or a failure."""
    since = follow.waiting_since
    if since is None or not (tried or bot.may_be_told(since, match.place.server)):
        return None
    return since
