"""Show club matches: one and the same card in both servers, each posted once."""

import logging

import discord

from data.club_values import ClubMatch, ClubState
from delivery import posting
from interactions import Bot
from interactions.errors import SEND_ERRORS
from interactions.people import public_language
from interactions.share import one_at_a_time
from interactions.speech import speaking
from views.club_card import JoinClub, OpenClubBoards, club_card

log = logging.getLogger(__name__)


async def show_club_match(bot: Bot, number: int) -> None:
    """Bring both cards of a club match up to date, the second also if the first can't be.

    Raises `SEND_ERRORS` where Discord has trouble.
    """
    async with one_at_a_time(bot.share, "club match", number):
        found, trouble = await bot.store.clubs.find(number), None
        for club, each in enumerate(found.clubs):
            if not each.server or each.left is not None or each.shown >= found.version:
                continue
            try:
                await _show_in(bot, found, club)
            except SEND_ERRORS as failure:
                trouble = failure
        if trouble is not None:
            raise trouble


async def _show_in(bot: Bot, found: ClubMatch, club: int) -> None:
    """Edit the card in one of the servers; when it begins, and when it is over, post a new one.

    The old one is deleted first: stopped in between, there is none, and never two. Where Discord
    refuses, nothing is shown.
    """
    each = found.clubs[club]
    posted = each.card
    is_new = found.state in (ClubState.OPEN, ClubState.RUNNING, ClubState.OVER)
    with speaking(await public_language(bot, each.place)):
        view = club_card(found, club)
    with posting.unless_refused(f"club match {found.id}: its card can't be shown"):
        if posted is not None and is_new and each.card_state is not found.state:
            with posting.unless_refused(f"club match {found.id}: its past card stays"):
                await posting.delete(bot, posted)
            posted = None
        if posted is not None:
            try:
                await posting.edit(bot, posted, view)
            except discord.NotFound:
                posted = None
        if posted is None and is_new:
            # Discord may have taken it just before the bot stopped.
            buttons = JoinClub(found.id), OpenClubBoards(found.id, found.state)
            posted = await posting.find_posted_button(bot, each.place, found.since, *buttons)
            nonce = f"club-{found.id}-{club}-{found.state}"
            posted = posted or await posting.post(bot, each.place, nonce, view=view)
    await bot.store.clubs.show_on(found, club, posted)
