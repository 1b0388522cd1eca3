"""Show a match in its channel, in the display mode of its server.

Only this module and the display modes decide which messages of a match stand in its channel.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence

import discord

from data import DisplayMode, StoredMatch
from data.mirrors import in_server
from delivery import posting
from delivery.display_modes import edited_card, single_card, thread
from delivery.display_modes.single_card import Displayed, DisplayRequest
from delivery.posting import build_card, draw_on, redraw
from interactions import Bot, Interaction, answer_privately
from interactions.components import Item, Layout
from interactions.errors import SEND_ERRORS
from interactions.people import asker, public_language, public_readers
from interactions.speech import speaking
from views.match_card import reader_side
from views.past_card_text import thread_start_text

log = logging.getLogger(__name__)

DISPLAY_MODES = {
    DisplayMode.SINGLE_CARD: single_card.show,
    DisplayMode.THREAD: thread.show,
    DisplayMode.EDITED_CARD: edited_card.show,
}
"""The function that shows a match, for each display mode."""


async def show(request: DisplayRequest) -> Displayed:
    """Show a match in its display mode, calling the players of the request.

    Unless an event shows that something is to be posted, a mark is left first in case of a stop.

    Raises `SEND_ERRORS`.
    """
    if not request.events and request.match.announced_count >= 0:
        await request.bot.store.cards.expect(request.match.number, request.since)
    match, show_in_mode = request.match, _mode_of(request)
    try:
        return await show_in_mode(request)
    except SEND_ERRORS as failure:
        if not (match.in_thread and posting.is_refused(failure)) or match.has_own_thread:
            raise
        log.info("match %d: the thread of its event takes no cards: %s", match.number, failure)
    await request.bot.store.contest_messages.lose_thread(match.place.channel, request.since)
    return await show_in_mode(request.relocated(await request.bot.store.matches.find(match.number)))


def _mode_of(request: DisplayRequest) -> Callable[[DisplayRequest], Awaitable[Displayed]]:
    """Return what shows a match: where the computer's card follows, that before is only edited.

    An interaction that was not answered yet is answered by a card of its own.
    """
    match, interaction = request.match, request.interaction
    answered = interaction is None or interaction.response.is_done()
    follows = match.awaits_computer and answered and not request.calls
    if follows and (match.display_mode is DisplayMode.SINGLE_CARD or match.in_thread):
        return edited_card.show
    return DISPLAY_MODES[match.display_mode]


async def show_to_spectator(
    interaction: Interaction, match: StoredMatch, rows: Sequence[Item]
) -> None:
    """Show a match privately to a person who does not play in it, with rows of their buttons."""
    reader, match = await asker(interaction), in_server(match, interaction.guild_id)
    seen = reader_side(match, interaction.user.id, reader.style)
    card = await build_card(interaction.client, match, reader, buttons=False, seen=seen)
    view = Layout(*card.view.children, *rows)
    await answer_privately(interaction, view, card.files)


async def refresh(bot: Bot, match: StoredMatch) -> None:
    """Redraw the present card in place; post a new one if it is gone."""
    try:
        await redraw(bot, match)
    except SEND_ERRORS as failure:
        log.info("match %d: its card could not be edited: %s", match.number, failure)
        if posting.is_refused(failure):
            await _repost(bot, await bot.store.matches.find(match.number))


async def redraw_all(bot: Bot, match: StoredMatch) -> None:
    """Redraw each message that names the players of a match, if it exists. Raises `SEND_ERRORS`."""
    # The thread comes first: in an archived one nothing can be changed.
    for draw in (thread.rename, _draw_thread_start, _draw_card):
        with posting.unless_refused(f"match {match.number}: not everything could be redrawn"):
            await draw(bot, match)


async def repost_all(bot: Bot) -> None:
    """Post new cards of all live matches, for when all messages that showed them are gone."""
    await bot.store.cards.forget()
    for listed in await bot.store.matches.live():
        await _repost(bot, await bot.store.matches.find(listed.number))


async def _repost(bot: Bot, match: StoredMatch) -> None:
    """Post a new card that calls nobody."""
    now = discord.utils.utcnow()
    try:
        readers = await public_readers(bot, match.place, match.to_move)
        await show(DisplayRequest(bot, match, readers, now, repost=True))
    except SEND_ERRORS as failure:
        log.warning("match %d: its card could not be posted: %s", match.number, failure)
        if posting.is_refused(failure):
            await bot.store.cards.lose(match.number, match.count)


async def _draw_thread_start(bot: Bot, match: StoredMatch) -> None:
    if match.thread_start is not None and match.display_mode is DisplayMode.THREAD:
        with speaking(await public_language(bot, match.place)):
            text = thread_start_text(match)
        await posting.edit(bot, match.thread_start, text)


async def _draw_card(bot: Bot, match: StoredMatch) -> None:
    if match.card is not None:
        await draw_on(bot, match, match.card)
