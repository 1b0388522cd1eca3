"""The share of one of several processes: the shards it serves, and whether it decides what is due.

Every second it looks after its claims, and believes them for some more.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from math import inf
from time import monotonic

from data import Store, Unusable
from data.claims import NO_TIME, Claims, Noticed
from data.unusable_file import UnusableNow
from hosting.served_shards import DEAF, ServedShards
from hosting.settings import MOST_SHARDS, CannotStart, environment_name, split_shards
from hosting.shard_connections import ShardConnections, shard_of

log = logging.getLogger("parlour")

LOOK_SECONDS = 1.0
"""Seconds between two looks at the claims."""
LEASE = 10.0
"""The seconds after a look for which claims are believed; a server takes them only after more."""
WRONG_CLOCK = timedelta(seconds=5)
"""How far the machine's clock may be from the database's."""
IDENTIFY_SECONDS = 5.0
"""How long no other shard of the same bucket may log in, as Discord asks."""
WAIT = 0.05
"""Seconds between two tries to have what another process has."""
DUE = "due"


class ShardShare:
    """What one of several processes has for itself; it lasts `LEASE` seconds after each look."""

    def __init__(
        self,
        setting: str,
        store: Store,
        connections: ShardConnections,
        decide: Callable[[], Awaitable[object]],
        at_once: int,
    ) -> None:
        """Set what it works with.

        `decide` is done before this process begins to decide what is due. `at_once` is the number
        of shards that Discord lets log in at the same time.
        """
        own, self.total = split_shards(setting)
        self._shards = ServedShards(own, self.total, connections, at_once)
        self._store, self._decide, self._at_once = store, decide, at_once
        self._claims: Claims | None = None
        self._looked = -inf
        self._deciding: asyncio.Task[None] | None = None
        self._decides = self._is_whole = False
        self._decides_after = -inf
        """When it may decide again, after that has failed."""
        self._told: str | None = None
        self._clock_ahead = NO_TIME
        self._running: asyncio.Task[None] | None = None
        self._pauses = set[asyncio.Task[None]]()

    # What others ask.

    @property
    def does_due(self) -> bool:
        return self._decides and self._is_fresh

    @property
    def has_all(self) -> bool:
        return self._is_fresh and len(self._shards.served) == self.total

    @property
    def is_whole(self) -> bool:
        return self._is_whole and self._is_fresh

    def has(self, server: int | None) -> bool:
        return self._is_fresh and shard_of(server, self.total) in self._shards.served

    def since(self, server: int | None) -> datetime:
        since = self._shards.since.get(shard_of(server, self.total), datetime.now(UTC))
        return since + WRONG_CLOCK  # the clock by which something was noted may be ahead

    @asynccontextmanager
    async def alone(self, kind: str, number: int) -> AsyncIterator[bool]:
        claims, name = await self._present_claims(), f"{kind} {number}"
        await _take(claims, name)
        try:
            yield True
        finally:
            with suppress(Unusable):  # it is lost with all others
                await claims.give_back(name)

    @property
    def hears_discord(self) -> bool:
        """Whether each of this process's shards that was connected still is."""
        return self._shards.hears_all

    @property
    def part(self) -> float:
        """The part of what Discord allows all processes together that this one takes."""
        return 1 / self._shards.live

    @property
    def process(self) -> str:
        """What the names of this process's files end with."""
        number = self._shards.number
        return f"-{'spare' if number is None else number}"

    def figures(self) -> dict[str, float | str | dict[str, float]]:
        """Return what a host reads of it."""
        shards = self._shards
        return {"serves": str(self), "shards": len(shards.served), "processes": shards.live}

    def __str__(self) -> str:
        if self._is_wrong:
            return f"no shards, since this machine's clock is {_way(self._clock_ahead)}"
        if not self._is_fresh:
            return "no shards, since the database doesn't answer"
        if not (served := self._shards.served):
            return f"none of {self.total} shards"
        due = ", and decides what is due" * self.does_due
        return f"shards {ranges(served)} of {self.total}{due}"

    # What it does.

    async def begin(self) -> None:
        """Open the claims, and go on looking after them.

        Raises `CannotStart` where others have another number of shards, and `Unusable`.
        """
        self._claims, self._looked = await self._open(), monotonic()
        self._running = asyncio.create_task(self._run(), name="shards")

    def stop(self) -> list[asyncio.Task[None]]:
        """Take nothing more, and decide nothing; the claims stay until all is done.

        Returns the tasks that end soon.
        """
        self._decides = False
        tasks = [task for task in (self._running, self._deciding) if task is not None]
        for task in tasks:
            task.cancel()
        return tasks + self._shards.stop()

    async def close(self) -> None:
        """Give everything back, once the connections are closed."""
        await asyncio.gather(*self.stop(), return_exceptions=True)
        if self._claims is not None:
            await self._claims.close()

    async def may_identify(self, shard: int) -> None:
        """Wait until a shard may log in: one of each bucket in five seconds, of all processes."""
        claims, name = await self._present_claims(), f"identify {shard % self._at_once}"
        await _take(claims, name)

        async def pause() -> None:
            await asyncio.sleep(IDENTIFY_SECONDS)
            with suppress(Unusable):
                await claims.give_back(name)

        pausing = asyncio.create_task(pause())
        self._pauses.add(pausing)
        pausing.add_done_callback(self._pauses.discard)

    async def _open(self) -> Claims:
        """Open the claims. Raises `CannotStart` where others have another number of shards."""
        totals = {f"of {number}": number for number in range(1, MOST_SHARDS + 1)}
        claims = await self._store.open_claims()
        async with AsyncExitStack() as unless_good:
            unless_good.push_async_callback(claims.close)
            await claims.take(f"of {self.total}", shared=True)
            others = {totals[name] for name in await claims.held(totals)} - {self.total}
            if not others:
                unless_good.pop_all()
                return claims
        raise CannotStart(
            f"{environment_name('shards')} says {self.total} shards in all, but another process "
            f"has {min(others)}: write the same number for every process."
        )

    async def _run(self) -> None:
        """Look after the claims, and begin again when they are lost."""
        while True:
            try:
                if self._claims is not None and (frozen := monotonic() - self._looked) > LEASE:
                    # Others may have what it had, and time may have passed that nobody judged.
                    await self._lose(f"This process was frozen for {frozen:.0f} s.")
                if self._claims is None:
                    self._claims = await self._open()
                    await self._shards.take_again(self._claims)
                await self._look(self._claims)
            except (Unusable, CannotStart) as trouble:
                await self._lose(trouble)
                if monotonic() - self._looked > LEASE:  # by now others may have taken what it had
                    self._shards.give_up_all()
            except Exception:
                log.exception("a look at the shards failed; it continues")
            await asyncio.sleep(LOOK_SECONDS)

    async def _lose(self, trouble: object) -> None:
        """Be without any claim; connections stay for a moment."""
        if self._told is not None:
            log.warning("no shards can be served at the moment. %s", trouble)
            self._told = None
        claims, self._claims = self._claims, None
        self._shards.lose()
        self._forget_deciding()
        if claims is not None:
            await claims.close()

    async def _look(self, claims: Claims) -> None:
        began = monotonic()
        noticed = await claims.look()
        if noticed.settings_changed:
            self._store.forget_cached()
        self._compare_clocks(noticed)
        if self._is_wrong:
            self._shards.give_up_all(claims)
        else:
            await self._shards.regulate(claims)
            await self._shards.tell_what_it_hears(claims)
        await self._decide_or_not(claims)
        ready = [f"ready {shard}" for shard in range(self.total)]
        self._is_whole = len(await claims.held(ready)) == self.total
        self._looked = began
        if (told := str(self)) != self._told:
            self._told = told
            log.info("serves %s", told)

    def _compare_clocks(self, noticed: Noticed) -> None:
        """Note how far the machine's clock is ahead, and say so when it becomes wrong."""
        was_wrong, self._clock_ahead = self._is_wrong, noticed.clock_ahead
        if self._is_wrong and not was_wrong:
            log.error(
                "this machine's clock is %s; set the one that is wrong. Until then other processes "
                "serve its shards",
                _way(self._clock_ahead),
            )

    async def _decide_or_not(self, claims: Claims) -> None:
        """Decide what is due, if nobody else does and this process hears Discord."""
        failed = self._deciding is not None and self._deciding.done() and not self._decides
        if failed or not self._shards.served:
            self._forget_deciding()
            await claims.give_back(DUE)
            return
        may_decide = self._deciding is None and self._decides_after < monotonic()
        if may_decide and await claims.take(DUE):
            self._deciding = asyncio.create_task(self._begin_deciding(), name="deciding")

    async def _begin_deciding(self) -> None:
        try:
            await self._decide()
        except Exception:
            log.exception("this process can't decide what is due; another may")
            self._decides_after = monotonic() + DEAF
        else:
            self._decides = True

    def _forget_deciding(self) -> None:
        self._decides = self._is_whole = False
        if self._deciding is not None:
            self._deciding.cancel()
            self._deciding = None

    @property
    def _is_fresh(self) -> bool:
        return self._claims is not None and monotonic() - self._looked < LEASE

    @property
    def _is_wrong(self) -> bool:
        return abs(self._clock_ahead) > WRONG_CLOCK

    async def _present_claims(self) -> Claims:
        """Return the claims, waiting a moment for them to be had again. Raises `Unusable`."""
        until = monotonic() + LEASE
        while self._claims is None:
            if monotonic() > until:
                raise UnusableNow("The database of all processes doesn't answer.")
            await asyncio.sleep(WAIT)
        return self._claims


async def _take(claims: Claims, name: str) -> None:
    while not await claims.take(name):  # noqa: ASYNC110 (nobody tells when it is)
        await asyncio.sleep(WAIT)


def ranges(numbers: set[int]) -> str:
    """Return numbers as text, such as `0-3, 7`."""
    first = [number for number in sorted(numbers) if number - 1 not in numbers]
    last = [number for number in sorted(numbers) if number + 1 not in numbers]
    parts = (str(a) if a == b else f"{a}-{b}" for a, b in zip(first, last, strict=True))
    return ", ".join(parts)


def _way(ahead: timedelta) -> str:
    """Return how far a clock is ahead, or behind."""
    way = "ahead of" if ahead > NO_TIME else "behind"
    return f"{abs(ahead).total_seconds():.0f} s {way} the database's"
