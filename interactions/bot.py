"""The bot as the rooms for Discord need it, and the interactions that it answers."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, TypeAlias

import discord
from discord.ext import commands

from computer import ComputerPlayer, Hint, Review
from data import Store, StoredMatch
from interactions.discord_requests import DiscordRequests
from interactions.rate_limits import RateLimiter
from interactions.share import Share
from interactions.tasks import InFlight
from rules import Move

if TYPE_CHECKING:  # what a program is given, of which these rooms know the types only
    from hosting.metrics import Metrics
    from hosting.settings import Settings


class Bot(commands.AutoShardedBot, ABC):
    """A client of Discord with the store, the computer player, and the state of their use.

    It is no Protocol, since `discord.Interaction` takes subclasses of discord.py's client only.
    """

    settings: "Settings"
    share: Share
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
