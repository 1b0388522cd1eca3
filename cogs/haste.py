"""How often one person may set something off: by sliding windows.

They are held in memory, for they only protect from haste: what a restart must not lift is counted
from what is kept.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import discord

from rules import Refusal
from rules.sentence import Moment

if TYPE_CHECKING:
    from cogs.answers import Interaction


@dataclass(frozen=True)
class Limit:
    """So often within a time; `words` say when it goes again, `{when}`."""

    most: int
    within: timedelta
    words: str


BOARDS = Limit(
    6,
    timedelta(minutes=2),
    "You have asked for several boards just now; the last one still shows the match, and you can "
    "ask for another {when}.",
)
GIFS = Limit(
    6,
    timedelta(minutes=5),
    "You have asked for several animations just now; you can ask for another {when}.",
)
IMPORTS = Limit(
    12,
    timedelta(minutes=10),
    "You have given me several records just now; you can give me another {when}.",
)
EXPORTS = Limit(
    3,
    timedelta(hours=1),
    "You have your data from just now; you can ask for it again {when}.",
)


VACATIONS = Limit(
    4,
    timedelta(days=1),
    "You have gone on vacation several times today; you can go again {when}.",
)


class Haste:
    """What people have set off lately."""

    def __init__(self) -> None:
        self._lately: dict[Limit, dict[int, deque[datetime]]] = {}

    def note(self, limit: Limit, person: int, now: datetime) -> None:
        """Note that somebody sets something off. Raises `Refusal` where that is too often."""
        everybody = self._lately.setdefault(limit, {})
        times = everybody.setdefault(person, deque())
        while times and times[0] <= now - limit.within:
            times.popleft()
        if len(times) == limit.most:
            raise Refusal(limit.words, when=Moment(times[0] + limit.within))
        times.append(now)
        # Whoever did it last stands last, so that those who are past are found at the beginning.
        everybody[person] = everybody.pop(person)
        while everybody[oldest := next(iter(everybody))][-1] <= now - limit.within:
            del everybody[oldest]


def refuse_haste(interaction: Interaction, limit: Limit) -> None:
    """Note that a person sets something off. Raises `Refusal` where that is too often."""
    haste = interaction.client.haste
    haste.note(limit, interaction.user.id, discord.utils.utcnow())
