"""How pictures look: a private one as whoever asks has chosen, a public one as the server has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogs.names import place
from data import Seen
from rendering import THEMES, theme_called
from rules.sentence import Sentence

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction
    from data import Place


def theme_name(theme: str) -> Sentence:
    """Name a theme, also one that there was before."""
    return Sentence(theme_called(theme).label if theme in THEMES else theme)


@dataclass(frozen=True)
class Style:
    """In what way pictures are drawn for somebody, whatever they show."""

    theme: str
    named: bool = False
    """Whether every cell has its name written on it, where that fits."""
    from_first: bool = False
    """Whether boards are always seen from the first side."""

    def side(self, own: int) -> int:
        """Give the side from which a board is seen that is somebody's own."""
        return 0 if self.from_first else own


async def private_look(interaction: Interaction) -> Style:
    """Give how somebody sees what is answered to them alone."""
    bot = interaction.client
    personal = await bot.store.settings.of(interaction.user.id)
    theme = personal.theme if personal.theme in THEMES else ""
    public = await public_look(bot, place(interaction))
    return Style(theme or public.theme, personal.named, personal.seen is Seen.FIRST)


async def public_look(bot: Parlour, place: Place) -> Style:
    """Give how everybody sees what stands in a place: as its server has it, else as the host."""
    chosen = (await bot.store.servers.of(place.server)).theme
    return Style(chosen if chosen in THEMES else bot.settings.theme)
