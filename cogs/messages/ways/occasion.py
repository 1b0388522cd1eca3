"""An occasion on which a match is shown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Self

from data import KeptMatch

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction


@dataclass(frozen=True)
class Occasion:
    """What is shown of a match, whom that calls, and what it answers.

    Where Discord may have taken it before without the bot's knowing, it is looked for `lost_since`
    then. With `anew` somebody wants the board as a new message.
    """

    bot: Parlour
    match: KeptMatch
    calls: tuple[int, ...] = ()
    interaction: Interaction | None = None
    lost_since: datetime | None = None
    anew: bool = False

    def where(self, kept: KeptMatch) -> Self:
        """Give the same occasion with the match where it now is; what is told of it stays."""
        match = replace(self.match, way=kept.way, place=kept.place, home=kept.home, card=kept.card)
        return replace(self, match=match)

    def calling(self, *people: int) -> Self:
        """Give the same occasion, which calls others."""
        return replace(self, calls=people)
