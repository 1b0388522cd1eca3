"""The bot as the rooms for Discord need it, and the interactions that it answers."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, TypeAlias

import discord
from discord.ext import commands

from computer import ComputerPlayer, Hint, Review
from data import Store, StoredMatch
from interactions.discord_requests import DiscordRequests
from interactions.rate_limits import RateLimiter
from interactions.tasks import InFlight
from rules import Move

if TYPE_CHECKING:  # what a program is given, of which these rooms know the types only
    from hosting.metrics import Metrics
    from settings import Settings


class Bot(commands.AutoShardedBot, ABC):
    """A client of Discord with the store, the computer player, and the state of their use.

    It is no Protocol, since `discord.Interaction` takes subclasses of discord.py's client only.
    """

    settings: "Settings"
    share: "Share"
    metrics: "Metrics"
    store: Store
    """The store, which is open from login to stop."""
    computer: ComputerPlayer
    computer_turns: "ComputerTasks"
    review_jobs: "ReviewTasks"
    in_flight: InFlight
    rate_limiter: RateLimiter
    requests: DiscordRequests
    started: datetime

    def may_be_told(self, since: datetime, server: int | None) -> bool:
        """Tell whether Discord may have taken what is to be told in a server since a time.

        That is so after a stop, and where another process has told what concerns the server.
        """
        return since <= (self.share.since(server) or self.started)

    @property
    @abstractmethod
    def hears_discord(self) -> bool:
        """Whether every connection over which Discord tells what people do is there."""

    @abstractmethod
    def went_round(self) -> None:
        """Report a completed background round as a sign of life."""

    @abstractmethod
    def show_life(self) -> None:
        """Report that background work makes progress, unless a shard is disconnected."""


Interaction: TypeAlias = discord.Interaction[Bot]


class Share(Protocol):
    """What this process does of all that the bot does, if several share its servers."""

    @property
    def does_due(self) -> bool:
        """Whether this process decides what is due for all: clocks, seasons, backups."""

    @property
    def is_whole(self) -> bool:
        """Whether some process hears Discord for each server, so that nobody is out of reach."""

    @property
    def has_all(self) -> bool:
        """Whether this process does what concerns any server."""

    def has(self, server: int | None) -> bool:
        """Tell whether this process does what concerns a server, or with `None` direct messages."""

    def since(self, server: int | None) -> datetime | None:
        """Return since when it does so, if that is not since its start."""

    def alone(self, kind: str, number: int) -> AbstractAsyncContextManager[bool]:
        """Wait until no other process posts for the same thing.

        Yields whether another may have: what was read before must then be read again.
        """


class WholeShare:
    """The share of the only process: everything."""

    does_due = is_whole = has_all = True

    def has(self, _server: int | None) -> bool:
        return True

    def since(self, _server: int | None) -> None:
        return None

    @asynccontextmanager
    async def alone(self, _kind: str, _number: int) -> AsyncIterator[bool]:
        yield False


class ComputerTasks(Protocol):
    """The tasks in which the computer plays."""

    def wake(self, match: StoredMatch, interaction: Interaction | None = None) -> None:
        """Start the computer's task for a match, if the match awaits it."""

    async def wake_all(self) -> None:
        """Start a task for every match that awaits the computer."""

    async def hint(self, match: StoredMatch, named: Move | None = None) -> Hint:
        """Find a hint for the player to move, or the reason for a move that a hint named."""


class ReviewTasks(Protocol):
    """The tasks in which finished matches are reviewed."""

    async def kept(self, match: StoredMatch) -> Review | None:
        """Return the stored review of a match, if there is one."""

    def is_underway(self, match: StoredMatch) -> bool:
        """Tell whether a match is being reviewed."""

    async def of(self, match: StoredMatch, tell: Callable[[int, int], Awaitable[None]]) -> Review:
        """Review a match, calling `tell` every few seconds with the positions done and in all."""
