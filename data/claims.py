"""Claims: what one of several processes that share a database has for itself, by name."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from hashlib import blake2b
from typing import Protocol

NO_TIME = timedelta(0)
FORGOTTEN = 20
"""After how many seconds without a look the server ends a session, whose process is frozen."""


@dataclass(frozen=True)
class Noticed:
    """What a process notices when it looks after its claims."""

    settings_changed: bool
    """Whether another process may have changed settings that are cached."""
    clock_ahead: timedelta = NO_TIME
    """How far this machine's clock is ahead of the database's, at least."""


class Claims(Protocol):
    """Named locks that end with the process; each method raises `Unusable` once all are lost."""

    async def take(self, name: str, *, shared: bool = False) -> bool:
        """Take a claim, and tell whether it was free; shared ones are free for each other."""

    async def give_back(self, name: str) -> None:
        """Give a claim back, if this process has it."""

    async def held(self, names: Iterable[str]) -> set[str]:
        """Return which of some claims are held, by this process or by another."""

    async def look(self) -> Noticed:
        """Show that this process is alive, and notice what the others did.

        A server takes the claims of a process that does not look for `FORGOTTEN` seconds.
        """

    async def close(self) -> None:
        """Give everything back."""


def key_of(name: str) -> int:
    """Return the number by which a claim is locked, of 62 bits."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big") >> 2
