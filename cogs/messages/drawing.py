"""The card of a match as it stands: drawn for a new message, or in place of what was there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.audience import Audience, everybody
from cogs.matches.cards import Card, match_card
from cogs.messages import posting
from cogs.speech import speaking
from data import MessageRef, StoredMatch

if TYPE_CHECKING:
    from bot import Parlour


async def card_of(
    bot: Parlour,
    match: StoredMatch,
    audience: Audience,
    calls: tuple[int, ...] = (),
    *,
    buttons: bool = True,
    greets: bool = False,
) -> Card:
    """Build the card of a match as it stands."""
    changes = await bot.store.ratings.changes(match.number) if match.counts else ()
    twin = None if match.twin is None else await bot.store.matches.find(match.twin)
    with speaking(audience.language):
        return await match_card(
            match, audience.style, changes, twin, calls=calls, buttons=buttons, greets=greets
        )


async def redraw(bot: Parlour, match: StoredMatch) -> None:
    """Bring the present card up to date in place. Raises `UNSENT`.

    What happens meanwhile is shown too: of two changes of one message, nobody knows which Discord
    took last.
    """
    while match.card is not None:
        await draw_on(bot, match, match.card)
        if await bot.store.cards.bring_up(match.number, match.card, match.count):
            return
        match = await bot.store.matches.find(match.number)


async def draw_on(
    bot: Parlour, match: StoredMatch, posted: MessageRef, audience: Audience | None = None
) -> None:
    """Have a message show a match as it stands. Raises `UNSENT`."""
    audience = audience or await everybody(bot, match.place, match.to_move)
    card = await card_of(bot, match, audience)
    await posting.edit(bot, posted, card.view, card.picture)
