"""What a server chooses for the matches in it: it holds from then on and outlasts every restart."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Self

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


@dataclass(frozen=True)
class Local:
    """What holds in a server; each field is a setting, by its name, with its default."""

    channels: tuple[int, ...] = ()
    """Where matches may start; everywhere where none is named."""
    way: Way = Way.LIVING
    pace: Pace | None = THREE_DAYS
    """How long a move may take where a challenge does not say."""
    theme: str = ""
    """How public pictures look; empty where they are as everywhere."""
    sight: Sight = Sight.CHANNEL
    explained: str = ""
    """Of which missing permissions its members were told."""
    language: str = ""
    """The tag of the language in which all is said; where it is empty, as Discord has it there."""

    def write(self) -> dict[str, str]:
        """Write every setting as it is stored."""
        return {field.name: _written(getattr(self, field.name)) for field in fields(self)}

    def changed(self, stored: Mapping[str, str]) -> Self:
        """Give this with what is stored. Raises `ValueError` for what means nothing."""
        known = [field.name for field in fields(self) if field.name in stored]
        return replace(self, **{name: _READ[name](stored[name]) for name in known})


def _written(value: tuple[int, ...] | Pace | str | None) -> str:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    if isinstance(value, str):
        return str(value)
    return write_pace(value)


def write_pace(pace: Pace | None) -> str:
    """Write a pace, or that there is no clock."""
    return NO_CLOCK if pace is None else pace.write()


def read_pace(written: str) -> Pace | None:
    """Read a pace, or that there is no clock. Raises `ValueError`."""
    return None if written == NO_CLOCK else Pace.read(written)


def _channels(written: str) -> tuple[int, ...]:
    return tuple(map(int, written.split()))


_READ: Mapping[str, Callable[[str], Any]] = {  # each reads what its own field holds
    "channels": _channels,
    "way": Way,
    "pace": read_pace,
    "theme": str,
    "language": str,
    "sight": Sight,
    "explained": str,
}
