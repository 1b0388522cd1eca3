"""An occasion on which a match is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, Self

from data import MessageRef, StoredMatch
from match.event import Event

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction
    from cogs.audience import Audience


@dataclass(frozen=True)
class Occasion:
    """What is shown of a match, to whom, whom that calls, and what it answers.

    Where Discord may have taken it before without the bot's knowing, it is looked for `lost_since`
    then. With `anew` somebody wants the board as a new message. Of these `events` the players have
    not been told, and `before` is the match as it was before the last of them.
    """

    bot: Parlour
    match: StoredMatch
    audience: Audience
    calls: tuple[int, ...] = ()
    interaction: Interaction | None = None
    lost_since: datetime | None = None
    anew: bool = False
    events: Sequence[Event] = ()
    before: StoredMatch | None = None

    def where(self, kept: StoredMatch) -> Self:
        """Give the same occasion with the match where it now is; what is told of it stays."""
        match = replace(self.match, way=kept.way, place=kept.place, home=kept.home, card=kept.card)
        return replace(self, match=match)

    def calling(self, *people: int) -> Self:
        """Give the same occasion, which calls others."""
        return replace(self, calls=people)


class Shown(NamedTuple):
    """A match as it is shown, and whether that is all there is to do.

    If not, there are cards that are past; for one of them a line was `tried` just now, in vain.
    """

    match: StoredMatch
    is_settled: bool = False
    tried: MessageRef | None = None
