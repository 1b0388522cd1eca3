"""The shards of one of several processes: it takes its part, and gives up what others shall have.

The part is the same for all that live. What nobody has for a while is taken by whoever sees it.
"""

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from math import inf
from time import monotonic

from data import Unusable
from data.claims import Claims
from hosting.shard_connections import ShardConnections

log = logging.getLogger("parlour")

ORPHANED = 15.0
"""After how many seconds the shards of a process that has ended are taken: not for a restart."""
DEAF = 60.0
"""After how many seconds without a connection a shard is given up; it is not taken for as long."""
LINGER = 1.0
"""Seconds in which what a shard still told is done before its servers are forgotten."""
WANTED = "wanted"


class ServedShards:
    """The shards that a process has, and those that it is just giving up."""

    def __init__(self, own: range, total: int, connections: ShardConnections, at_once: int) -> None:
        """Set which shards it may have, of how many, and how many may log in at the same time."""
        self._own, self._total, self._at_once = own, total, at_once
        self._connections = connections
        self.number: int | None = None
        """The number of this process among those that live; `None` for one too many."""
        self.live = 1
        """How many processes live, or have until just now."""
        self._opening: dict[int, asyncio.Task[None]] = {}
        """The shards that this process has, by what connects them."""
        self._heard: dict[int, float] = {}
        """When each of them was last connected, or claimed."""
        self.since: dict[int, datetime] = {}
        """Since when this process has them, and no other."""
        self._leaving: dict[int, asyncio.Task[None]] = {}
        self._seen: dict[str, float] = {}
        """When shards and processes were last seen held."""
        self._rests: dict[int, float] = {}
        """Until when shards that could not be connected are left to others."""
        self.served: set[int] = set()
        """The shards whose servers are known; a short break of a connection changes nothing."""

    @property
    def hears_all(self) -> bool:
        """Whether each shard that was connected still is."""
        return all(map(self._connections.hears, self.served))

    async def regulate(self, claims: Claims) -> None:
        """Take a shard, or give one up."""
        names = [f"{what} {n}" for n in range(self._total) for what in ("shard", "process")]
        held = await claims.held([*names, WANTED])
        self._seen.update(dict.fromkeys(held, monotonic()))
        await self._be_counted(claims)
        self._give_up_deaf(claims)
        mine, part = len(self._opening), self._total // self.live
        if len(self._own) < self._total:
            part = len(self._own)  # the host has shared them out
        rests = {shard for shard, until in self._rests.items() if until > monotonic()}
        wants = mine < part and self.number is not None and not rests
        if wants:
            await claims.take(WANTED, shared=True)
        else:
            await claims.give_back(WANTED)
        free = [
            shard
            for shard in self._own
            if f"shard {shard}" not in held and shard not in rests | {*self._leaving}
        ]
        if wants:
            takes = free
        elif WANTED not in held:
            takes = [shard for shard in free if not self._was_held(f"shard {shard}")]
        else:
            takes = []
            if mine > part and not free and not self._leaving:
                self.give_up([max(self._opening)], claims)
        connecting = sum(not task.done() for task in self._opening.values())
        if takes and connecting < self._at_once and await claims.take(f"shard {takes[0]}"):
            self._heard[takes[0]] = monotonic()
            self.since[takes[0]] = datetime.now(UTC)
            self._opening[takes[0]] = asyncio.create_task(self._connections.open(takes[0]))

    async def tell_what_it_hears(self, claims: Claims) -> None:
        """Let all know which shards are connected."""
        hears = {shard for shard in self._opening if self._connections.hears(shard)}
        self._heard.update(dict.fromkeys(hears, monotonic()))
        for shard in self._opening:
            if shard in hears:
                await claims.take(f"ready {shard}")
            else:
                await claims.give_back(f"ready {shard}")
        self.served = {shard for shard in self._opening if shard in hears | self.served}

    async def take_again(self, claims: Claims) -> None:
        """Take what this process is still connected to, unless another has taken it."""
        taken = {shard for shard in self._opening if await claims.take(f"shard {shard}")}
        self.since.update(dict.fromkeys(taken, datetime.now(UTC)))
        self._heard.update(dict.fromkeys(taken, monotonic()))
        self.give_up({*self._opening} - taken, claims)

    def lose(self) -> None:
        """Serve nothing, since all claims are lost; connections stay for a moment."""
        self.number = None
        self.served.clear()

    def give_up_all(self, claims: Claims | None = None) -> None:
        """Let go of all shards."""
        self.give_up(self._opening, claims)

    def give_up(self, shards: Iterable[int], claims: Claims | None = None) -> None:
        """Let go of shards, each as soon as its connection is closed."""
        for shard in [*shards]:
            self.served.discard(shard)
            del self._heard[shard], self.since[shard]
            leaving = self._leave(shard, self._opening.pop(shard), claims)
            self._leaving[shard] = asyncio.create_task(leaving)

    def stop(self) -> list[asyncio.Task[None]]:
        """Open nothing more; return the tasks that end soon."""
        tasks = [*self._opening.values(), *self._leaving.values()]
        for task in tasks:
            task.cancel()
        return tasks

    async def _be_counted(self, claims: Claims) -> None:
        """Have the first free number, and count all processes."""
        for number in range(self._total):
            if self.number is None and await claims.take(f"process {number}"):
                self.number = number
                self._seen[f"process {number}"] = monotonic()
        self.live = max(1, sum(self._was_held(f"process {n}") for n in range(self._total)))

    def _give_up_deaf(self, claims: Claims) -> None:
        """Let others have what this process can't connect, if there are others."""
        before = monotonic() - DEAF
        for shard in [shard for shard, heard in self._heard.items() if heard < before]:
            if self.live > 1:
                log.warning("shard %d can't be connected; another process may", shard)
                self._rests[shard] = monotonic() + DEAF
                self.give_up([shard], claims)

    def _was_held(self, name: str) -> bool:
        return monotonic() - self._seen.get(name, -inf) < ORPHANED

    async def _leave(self, shard: int, opening: asyncio.Task[None], claims: Claims | None) -> None:
        try:
            opening.cancel()
            await asyncio.gather(opening, return_exceptions=True)
            await self._connections.close(shard)
            await asyncio.sleep(LINGER)
            self._connections.forget_servers(shard)
            if claims is not None:
                with suppress(Unusable):
                    await claims.give_back(f"ready {shard}")
                    await claims.give_back(f"shard {shard}")
        finally:
            del self._leaving[shard]
