"""Two processes, killed at random, cut off, or with a wrong clock: nothing lost, nothing twice."""

import asyncio
import os
import random
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from time import time
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest

from data.driver import Location, ServerAddress
from tests.postgres import execute
from tests.several_processes.processes import Processes, Proxy, running
from tests.several_processes.remembering_discord import RememberingDiscord
from tests.several_processes.world import SERVERS, SHARDS, World
from tests.thorough import THOROUGH
from tools.with_postgres import NoServerError, newest_programs, server

pytestmark = [THOROUGH, pytest.mark.skipif(os.name != "posix", reason="SIGKILL is Unix's")]

SQLITE, POSTGRES = "sqlite", "postgres"
LASTING = ("fsync=off", "max_connections=300")
"""Settings of a server that keeps each commit when it is killed, though not when its machine is."""


@contextmanager
def database(engine: str, folder: Path) -> Iterator[Location]:
    """Have a database for several processes, on a server of its own or in a file."""
    if engine == SQLITE:
        yield folder / "bot.sqlite3"
        return
    try:
        programs = newest_programs()
    except NoServerError as reason:
        pytest.skip(str(reason))
    with server(programs, LASTING) as address:
        name = f"parlour_{uuid4().hex}"
        execute(ServerAddress(address), f"CREATE DATABASE {name}")
        yield ServerAddress(urlsplit(address)._replace(path=f"/{name}").geturl())


def socket_folder(location: Location) -> Path:
    """Return the folder of a server's socket, in which its data are, too."""
    assert isinstance(location, ServerAddress)
    return Path(parse_qs(urlsplit(location.url).query)["host"][0])


class Chaos:
    """What happens to the processes and their database."""

    def __init__(
        self, world: World, processes: Processes, location: Location, rng: random.Random
    ) -> None:
        self.world, self.processes, self.location, self.rng = world, processes, location, rng
        self.proxy: Proxy | None = None
        """What is between the second process and the database, if anything is."""

    async def start(self, number: int) -> None:
        location = self.location
        if number and self.proxy is not None:
            assert isinstance(location, ServerAddress)
            query = f"host={self.proxy.folder}"
            location = ServerAddress(urlsplit(location.url)._replace(query=query).geturl())
        await self.processes.start(number, location)

    async def kill_and_start(self, *numbers: int) -> None:
        """Kill processes, and start them some seconds later."""
        for number in numbers:
            await self.processes.kill(number)
        await asyncio.sleep(self.rng.uniform(1, 5))
        for number in numbers:
            await self.start(number)

    async def heard(self) -> None:
        """Wait until each shard is heard, let something be due soon, and wait for a moment."""
        await self.world.until(lambda: all(map(self.world.discord.is_heard, range(SERVERS))))
        await self.world.make_due(self.rng)
        await asyncio.sleep(self.rng.uniform(0, 4))


async def either(chaos: Chaos) -> None:
    """Kill one or the other at random."""
    for _ in range(2):
        await chaos.heard()
        await chaos.kill_and_start(chaos.rng.randrange(2))


async def both(chaos: Chaos) -> None:
    """Kill both at the same time."""
    for _ in range(2):
        await chaos.heard()
        await chaos.kill_and_start(0, 1)


async def deciding(chaos: Chaos) -> None:
    """Kill the one that decides what is due."""
    for _ in range(2):
        await chaos.heard()
        await chaos.kill_and_start(chaos.processes.decides())


async def database_server(chaos: Chaos) -> None:
    """Kill the database server, and start it some seconds later."""
    data = socket_folder(chaos.location) / "data"
    _, *options = shlex.split((data / "postmaster.opts").read_text(encoding="utf-8"))
    options = options[2:]  # the folder is told anyway
    for _ in range(2):
        await chaos.heard()
        since = time()
        await asyncio.to_thread(_control, data, "stop", "-m", "immediate")
        await asyncio.sleep(chaos.rng.uniform(3, 6))
        told = ("-l", str(data.parent / "log"), "-o", shlex.join(options))
        await asyncio.to_thread(_control, data, "start", "-w", *told)
        chaos.world.outages.append((None, since, time()))


def _control(data: Path, *does: str) -> None:
    """Let PostgreSQL's own program do something with a server."""
    command = [str(newest_programs() / "pg_ctl"), "-D", str(data), *does]
    owner = data.stat().st_uid or None
    subprocess.run(command, user=owner, cwd=data, check=True, capture_output=True)  # noqa: S603 (ours)


async def cut(chaos: Chaos) -> None:
    """Cut the second one off from the database for a minute; its connections seem to be there."""
    assert chaos.proxy is not None
    await chaos.world.until(lambda: len(chaos.processes.shards(1)) == SHARDS // 2)
    await chaos.heard()
    since, cut_off = time(), chaos.processes.shards(1)
    chaos.proxy.stall()
    await asyncio.sleep(60)
    chaos.proxy.go_on()
    await chaos.heard()
    for shard in cut_off:
        spans = chaos.world.discord.account.heard[shard]
        again = next((one.since for one in spans if one.since > since), time())
        chaos.world.outages.append((shard, since, again))


async def clock_ahead(chaos: Chaos) -> None:
    """Have let the second one's clock be five minutes ahead."""
    await chaos.heard()
    await asyncio.sleep(10)


Happens = Callable[[Chaos], Awaitable[None]]


@asynccontextmanager
async def two_processes(
    engine: str, folder: Path, seed: int
) -> AsyncIterator[tuple[Chaos, "asyncio.Task[None]"]]:
    """Have a world with two processes, in which people play."""
    rng = random.Random(seed)
    with database(engine, folder) as location:
        # It takes the same nonce again at once: nobody relies on the minutes in which it does not.
        discord = RememberingDiscord(SERVERS, 1, SHARDS, knows=0.0)
        async with discord.open() as address, running(folder, discord.address) as processes:
            assert address
            world = World(location, discord)
            await world.make()
            chaos = Chaos(world, processes, location, rng)
            playing = asyncio.create_task(world.play(rng))
            try:
                yield chaos, playing
            finally:
                playing.cancel()
                print(*(processes.log(n).read_text(encoding="utf-8") for n in (0, 1)), sep="\n")


@pytest.mark.parametrize(
    ("engine", "happens"),
    [
        (SQLITE, either),
        (SQLITE, both),
        (SQLITE, deciding),
        (POSTGRES, either),
        (POSTGRES, both),
        (POSTGRES, deciding),
        (POSTGRES, database_server),
    ],
)
async def test_whatever_is_killed_nothing_is_lost_and_nothing_is_told_twice(
    engine: str, happens: Happens, tmp_path: Path
) -> None:
    async with two_processes(engine, tmp_path, seed=len(happens.__name__)) as (chaos, playing):
        await went_well(chaos, happens, playing)


async def went_well(chaos: Chaos, happens: Happens, playing: "asyncio.Task[None]") -> None:
    """Let something happen to two processes; then all must be told, once, and nobody have lost."""
    await chaos.start(0)  # the first to hear anything decides what is due
    await chaos.world.until(lambda: bool(chaos.processes.shards(0)))
    await chaos.start(1)
    await happens(chaos)
    await chaos.heard()
    playing.cancel()
    await chaos.world.settle()
    await chaos.world.check()
    assert chaos.world.answered


async def test_a_process_cut_off_from_the_database_costs_nobody_time(tmp_path: Path) -> None:
    async with two_processes(POSTGRES, tmp_path, seed=3) as (chaos, playing):
        folder = Path(tempfile.mkdtemp(prefix="parlour-", dir="/tmp"))  # a socket's path is short
        chaos.proxy = Proxy(folder, socket_folder(chaos.location))
        chaos.processes.forgotten = 14.0
        async with chaos.proxy.open():
            await went_well(chaos, cut, playing)
        shutil.rmtree(folder)


async def test_a_clock_five_minutes_ahead_costs_nobody_time(tmp_path: Path) -> None:
    async with two_processes(POSTGRES, tmp_path, seed=4) as (chaos, playing):
        chaos.processes.ahead = 300.0
        await went_well(chaos, clock_ahead, playing)
        assert chaos.processes.shards(1) == []
