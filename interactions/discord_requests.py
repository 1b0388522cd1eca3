"""The bot's requests to Discord: background work leaves room for people, and what failed is noted.

What answers a press directly is not among them: Discord counts those answers apart.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from time import monotonic
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from discord.http import HTTPClient, Route

log = logging.getLogger(__name__)

ALLOWED, PER_SECOND = 50, 40
"""The most requests in any second that Discord allows, and if some are of background work."""
TELL_SECONDS = 60.0
"""How often at most the log says that people wait."""
JUST_NOW = timedelta(seconds=30)
"""How old an answer of Discord's may be that shows that it is there."""
SWEEP_SECONDS = 30.0
"""How often the rate limits of channels that were not used for minutes are forgotten."""
PATIENCE = 10.0
"""The most seconds to wait for the request that only looks whether Discord is there."""
LONGEST_SLEEP = 2.0
"""The most seconds that a request sleeps because Discord asks for it; discord.py sleeps on."""
SWEEP = "_try_clear_expired_ratelimits"
"""What discord.py calls forgetting the rate limits of unused channels."""
TOO_MANY, AT_FAULT = 429, 500
"""HTTP statuses: too many requests, and the first that is the server's fault."""


class Traffic:
    """What became of the requests of one piece of background work."""

    def __init__(self) -> None:
        self.sent = 0
        self.is_crowded = False
        """Whether much else waits to be sent, so that what people hardly miss is left for later."""
        self.is_in_trouble = False
        """Whether Discord failed, or did not answer, the last time."""
        self.retry_after = 0.0
        """The most seconds that Discord has asked to wait."""


_TRAFFIC: ContextVar[Traffic | None] = ContextVar("traffic", default=None)


@contextmanager
def in_background() -> Iterator[Traffic]:
    """Send what is sent inside, also in tasks that begin inside, only where people leave room."""
    traffic = Traffic()
    token = _TRAFFIC.set(traffic)
    try:
        yield traffic
    finally:
        _TRAFFIC.reset(token)


def is_in_background() -> bool:
    """Tell whether the current task is background work, which leaves room for people."""
    return _TRAFFIC.get() is not None


def is_crowded() -> bool:
    """Tell whether the current task is background work for which much else waits."""
    traffic = _TRAFFIC.get()
    return traffic is not None and traffic.is_crowded


async def refuse_to_sleep(
    _session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
) -> None:
    """Raise an exception where Discord asks for a long pause, or for one of all requests.

    discord.py would sleep inside the request, with all that its caller holds. Cancelled while it
    sleeps for all requests, it would never send one again. A long pause of some requests alone,
    such as edits in a channel, is a `discord.RateLimited`.
    """
    answer = ended.response
    if answer.status != TOO_MANY or "Via" not in answer.headers:
        return  # it is taken, or Discord's proxy refuses it, at which discord.py does not sleep
    if "X-RateLimit-Global" in answer.headers:
        raise discord.HTTPException(answer, "all requests are too many")
    seconds = float(answer.headers.get("Retry-After", 0))
    if seconds > LONGEST_SLEEP:
        raise discord.RateLimited(seconds)


def is_trouble(failure: BaseException) -> bool:
    """Tell whether Discord failed or was not reached; a refusal (400, 403, 404) is an answer."""
    if isinstance(failure, discord.HTTPException):
        return failure.status == TOO_MANY or failure.status >= AT_FAULT
    # A request that took too long is cancelled.
    return isinstance(
        failure, (OSError, aiohttp.ClientError, asyncio.CancelledError, discord.RateLimited)
    )


class DiscordRequests:
    """Counts and paces the requests of a client.

    Those of people wait only for the part of one of several processes, but all are counted.
    """

    def __init__(
        self,
        clock: Callable[[], float] = monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._clock, self._sleep = clock, sleep
        self._sent: deque[float] = deque(maxlen=ALLOWED)
        self.part: Callable[[], float] | None = None
        """Returns which part of what Discord allows is this process's; without, it has all."""
        self.waited = 0
        """How many requests of people have waited for that."""
        self._said = -TELL_SECONDS
        self._swept = -SWEEP_SECONDS
        self._answered: datetime | None = None
        self.taken: datetime | None = None
        """When Discord last took something: a message, an edit, or anything that is not asked."""
        self.are_refused = False
        """Whether Discord takes nothing from this process, and another decides what is due."""
        self.out_since: datetime | None = None
        """Since when Discord is not there, if it is not; the background rounds say so."""

    def watch(self, http: HTTPClient) -> None:
        """Count and pace all that this client sends from now on."""
        request = http.request

        async def watched(route: Route, **options: Any) -> Any:
            async with self._noting(asks=route.method == "GET"):
                return await request(route, **options)

        http.request = watched  # type: ignore[method-assign]
        self._sweep_seldom(http)

    def _sweep_seldom(self, http: HTTPClient) -> None:
        """Let discord.py look through the rate limits of all channels only now and then.

        It does so with the first request to each channel, which is a tenth of all work when
        thousands of channels are written to. Another version of it may do without.
        """
        sweep: Callable[[], None] | None = getattr(http, SWEEP, None)
        if sweep is None:
            return

        def seldom() -> None:
            if self._clock() - self._swept >= SWEEP_SECONDS:
                self._swept = self._clock()
                sweep()

        setattr(http, SWEEP, seldom)

    async def is_discord_there(
        self, http: HTTPClient, now: datetime, within: timedelta = JUST_NOW
    ) -> bool:
        """Tell whether Discord answers: ask for the bot's own name, if it did not `within` a time.

        A refusal is an answer, too.
        """
        if self._answered is not None and abs(now - self._answered) <= within:
            return True
        try:
            async with asyncio.timeout(PATIENCE):
                await http.request(Route("GET", "/users/@me"))
        except (discord.DiscordException, aiohttp.ClientError, OSError) as failure:
            return not is_trouble(failure)
        return True

    @asynccontextmanager
    async def _noting(self, *, asks: bool) -> AsyncIterator[None]:
        traffic = _TRAFFIC.get()
        part = 1.0 if self.part is None else self.part()
        if traffic is not None:
            await self._wait_for_room(max(1, int(PER_SECOND * part)))
            traffic.sent += 1
        elif part < 1:
            most = max(1, int(ALLOWED * part))
            if await self._wait_for_room(most):
                self._note_waiting(most)
        self._sent.append(self._clock())
        trouble = False
        try:
            yield
        except BaseException as failure:
            trouble = is_trouble(failure)
            if traffic is not None and isinstance(failure, discord.RateLimited):
                traffic.retry_after = max(traffic.retry_after, failure.retry_after)
            raise
        finally:
            if traffic is not None:
                traffic.is_in_trouble = trouble
            if not trouble:
                self._answered = discord.utils.utcnow()
                self.taken = self.taken if asks else self._answered

    async def _wait_for_room(self, most: int) -> bool:
        """Wait until fewer than `most` requests were sent in the last second; tell whether it did.

        Everybody sleeps for themselves, and nobody waits for somebody who sleeps: what comes first
        is counted before another one looks.
        """
        waited = False
        while len(self._sent) >= most:
            wait = self._sent[-most] + 1 - self._clock()
            if wait <= 0:
                break
            waited = True
            await self._sleep(wait)
        return waited

    def _note_waiting(self, most: int) -> None:
        """Count somebody who had to wait for this process's part, and say so now and then."""
        self.waited += 1
        if self._clock() - self._said >= TELL_SECONDS:
            self._said = self._clock()
            log.warning(
                "people wait, since this process may send only %d requests a second: Discord "
                "allows %d for all processes together",
                most,
                ALLOWED,
            )
