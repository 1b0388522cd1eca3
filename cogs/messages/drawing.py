"""The card of a match as it stands: drawn for a new message, or in place of what was there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.looks import Style, public_look
from cogs.matches.cards import Card, match_card
from cogs.messages import posting
from cogs.readers import public_language
from cogs.speech import speaking, spoken
from data import KeptMatch

if TYPE_CHECKING:
    from bot import Parlour


async def card_of(
    bot: Parlour,
    match: KeptMatch,
    calls: tuple[int, ...] = (),
    *,
    style: Style | None = None,
    buttons: bool = True,
    greets: bool = False,
) -> Card:
    """Build the card of a match as it stands; without a style it is for everybody."""
    changes = await bot.store.ratings.changes(match.number) if match.counts else ()
    twin = None if match.twin is None else await bot.store.matches.find(match.twin)
    language = spoken()
    if style is None:
        style = await public_look(bot, match.place)
        language = await public_language(bot, match.place, match.to_move)
    with speaking(language):
        return await match_card(
            match, style, changes, twin, calls=calls, buttons=buttons, greets=greets
        )


async def redraw(bot: Parlour, match: KeptMatch) -> None:
    """Bring the present card up to date in place. Raises `UNSENT`.

    What happens meanwhile is shown too: of two changes of one message, nobody knows which Discord
    took last.
    """
    up_to_date = False
    while match.card is not None and not up_to_date:
        card = await card_of(bot, match)
        await posting.edit(bot, match.card, card.view, card.picture)
        up_to_date = await bot.store.cards.bring_up(match.number, match.card, match.count)
        match = await bot.store.matches.find(match.number)
