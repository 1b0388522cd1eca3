"""What a server chooses for the matches in it: it holds from then on and outlasts every restart."""

from dataclasses import dataclass, field
from enum import StrEnum

from data.stored_settings import StoredSettings, stored
from match.pace import Pace

THREE_DAYS = Pace.a_move(3)
NO_CLOCK = "none"
"""How the choice of no clock is written."""


class Way(StrEnum):
    """How a match shows itself in its channel; the values are stored and never renamed."""

    LIVING = "living"
    """Each move posts a new card, and the one before becomes a line."""
    THREAD = "thread"
    """The same in a thread of its own."""
    EDITED = "edited"
    """One card is changed in place, and a short message calls the player to move."""


class Sight(StrEnum):
    """Who may look at a match besides its players; the values are stored and never renamed."""

    CHANNEL = "channel"
    """Whoever sees its channel."""
    AFTERWARDS = "afterwards"
    """Whoever sees its channel, once it is over."""
    PLAYERS = "players"
    """Nobody."""


def write_pace(pace: Pace | None) -> str:
    """Write a pace, or that there is no clock."""
    return NO_CLOCK if pace is None else pace.write()


def read_pace(written: str) -> Pace | None:
    """Read a pace, or that there is no clock. Raises `ValueError`."""
    return None if written == NO_CLOCK else Pace.read(written)


def _channels(written: str) -> tuple[int, ...]:
    return tuple(map(int, written.split()))


@dataclass(frozen=True)
class Local(StoredSettings):
    """What holds in a server."""

    channels: tuple[int, ...] = field(
        default=(), metadata=stored(_channels, lambda numbers: " ".join(map(str, numbers)))
    )
    """Where matches may start; everywhere where none is named."""
    way: Way = field(default=Way.LIVING, metadata=stored(Way))
    pace: Pace | None = field(default=THREE_DAYS, metadata=stored(read_pace, write_pace))
    """How long a move may take where a challenge does not say."""
    theme: str = field(default="", metadata=stored(str))
    """How public pictures look; empty where they are as everywhere."""
    sight: Sight = field(default=Sight.CHANNEL, metadata=stored(Sight))
    explained: str = field(default="", metadata=stored(str))
    """Of which missing permissions its members were told."""
    language: str = field(default="", metadata=stored(str))
    """The tag of the language in which all is said; where it is empty, as Discord has it there."""
