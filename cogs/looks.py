"""How pictures look: a private one as whoever asks has chosen, a public one as the server has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogs.names import place

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction
    from data import Place


@dataclass(frozen=True)
class Style:
    """In what way pictures are drawn for somebody, whatever they show."""

    theme: str


async def private_look(interaction: Interaction) -> Style:
    """Give how somebody sees what is answered to them alone."""
    return await public_look(interaction.client, place(interaction))


async def public_look(bot: Parlour, _place: Place) -> Style:
    """Give how everybody sees what stands in a place."""
    return Style(bot.settings.theme)
