"""How a match shows itself: in the way of its server, and by a line where a card is past.

What of a match stands in its channel is decided here, and in the ways beside, and nowhere else.
"""

import logging

from data import DisplayMode, StoredMatch
from delivery import posting
from delivery.display_modes import edited_card, single_card, thread
from delivery.display_modes.single_card import Displayed, DisplayRequest
from delivery.posting import card_of, draw_on, redraw
from interactions import Bot, Interaction, whisper
from interactions.audience import asker, everybody, public_language
from interactions.errors import UNSENT
from interactions.speech import speaking
from views.past_lines import home_line

log = logging.getLogger(__name__)

SHOWN = {
    DisplayMode.LIVING: single_card.show,
    DisplayMode.THREAD: thread.show,
    DisplayMode.EDITED: edited_card.show,
}
"""What each way does to show a match."""


async def show(occasion: DisplayRequest) -> Displayed:
    """Show a match in its way, which calls some of its players; give it as it then is shown.

    Raises `UNSENT`.
    """
    return await SHOWN[occasion.match.way](occasion)


async def show_to_spectator(interaction: Interaction, match: StoredMatch) -> None:
    """Show a match to somebody who does not play in it, alone: nobody is pinged, nothing moves."""
    drawn = await card_of(interaction.client, match, await asker(interaction), buttons=False)
    await whisper(interaction, view=drawn.view, files=[drawn.picture])


async def refresh(bot: Bot, match: StoredMatch) -> None:
    """Bring the present card up to date in place; post a new one where there is none any more."""
    try:
        await redraw(bot, match)
    except UNSENT as failure:
        log.info("match %d: its card could not be edited: %s", match.number, failure)
        if posting.is_refused(failure):
            await _show_instead(bot, await bot.store.matches.find(match.number))


async def redraw_all(bot: Bot, match: StoredMatch) -> None:
    """Draw all anew that names the players of a match, as far as that is there. Raises `UNSENT`."""
    # The thread comes first: in an archived one nothing can be changed.
    for draw in (thread.rename, _draw_home, _draw_card):
        try:
            await draw(bot, match)
        except UNSENT as failure:
            if not posting.is_refused(failure):
                raise
            log.info("match %d: not all could be drawn anew: %s", match.number, failure)


async def repost_all(bot: Bot) -> None:
    """Post the cards of all live matches, after every message that showed one is gone."""
    await bot.store.cards.forget()
    for listed in await bot.store.matches.live():
        await _show_instead(bot, await bot.store.matches.find(listed.number))


async def _show_instead(bot: Bot, match: StoredMatch) -> None:
    """Post a card of which the players need not be told."""
    try:
        audience = await everybody(bot, match.place, match.to_move)
        await show(DisplayRequest(bot, match, audience, anew=True))
    except UNSENT as failure:
        log.warning("match %d: its card could not be posted: %s", match.number, failure)
        if posting.is_refused(failure):
            await bot.store.cards.lose(match.number, match.count)


async def _draw_home(bot: Bot, match: StoredMatch) -> None:
    if match.home is not None:
        with speaking(await public_language(bot, match.place)):
            line = home_line(match)
        await posting.edit(bot, match.home, line)


async def _draw_card(bot: Bot, match: StoredMatch) -> None:
    if match.card is not None:
        await draw_on(bot, match, match.card)
