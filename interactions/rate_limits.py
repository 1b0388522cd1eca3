"""How often one person may set something off: by sliding windows.

They are held in memory, for they only protect from limiter: what a restart must not lift is counted
from what is kept.
"""

from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta

import discord

from interactions.interaction import Interaction
from rules import Moment, Refusal


@dataclass(frozen=True)
class RateLimit:
    """So often within a time; `words` say when it goes again, `{when}`."""

    most: int
    within: timedelta
    words: str


BOARDS = RateLimit(
    6,
    timedelta(minutes=2),
    "You have asked for several boards just now; the last one still shows the match, and you can "
    "ask for another {when}.",
)
GIFS = RateLimit(
    6,
    timedelta(minutes=5),
    "You have asked for several animations just now; you can ask for another {when}.",
)
IMPORTS = RateLimit(
    12,
    timedelta(minutes=10),
    "You have given me several records just now; you can give me another {when}.",
)
EXPORTS = RateLimit(
    3,
    timedelta(hours=1),
    "You have your data from just now; you can ask for it again {when}.",
)


VACATIONS = RateLimit(
    4,
    timedelta(days=1),
    "You have gone on vacation several times today; you can go again {when}.",
)


class RateLimiter:
    """What people have set off lately."""

    def __init__(self) -> None:
        self._lately: dict[RateLimit, dict[int, deque[datetime]]] = {}

    def note(self, limit: RateLimit, person: int, now: datetime) -> None:
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


def check_rate(interaction: Interaction, limit: RateLimit) -> None:
    """Note that a person sets something off. Raises `Refusal` where that is too often."""
    limiter = interaction.client.rate_limiter
    limiter.note(limit, interaction.user.id, discord.utils.utcnow())
