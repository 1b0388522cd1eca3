"""The bots of load tests: each its own process, against a simulated Discord."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path

from data.driver import Location, ServerAddress
from tools.bench.discord_server import TOKEN, DiscordServer
from tools.bench.measuring import CannotMeasureError
from tools.with_postgres import NoServerError, newest_programs, server

STARTER = """\
import asyncio, json, sys, time
import discord
discord.http.Route.BASE, told = sys.argv.pop(1), sys.argv.pop(1)
import bot

TICK = 0.01
late = []

async def tick():
    while True:
        began = time.perf_counter()
        await asyncio.sleep(TICK)
        late.append((time.time(), time.perf_counter() - began - TICK))

class Measured(bot.Parlour):
    async def setup_hook(self):
        await super().setup_hook()
        self.ticking = asyncio.create_task(tick())

bot.Parlour = Measured
try:
    bot.main()
finally:
    open(told, "w").write(json.dumps(late))
"""
"""The program `bot.py`, with Discord at the address in its first argument.

It writes the delays of its event loop into the file of its second argument.
"""
ENGINES = ("sqlite", "postgres")
IDLE = 0.2
"""The seconds of processor in a second that are hardly anything."""


@contextmanager
def database(folder: Path, engine: str) -> Iterator[Location]:
    """Have a place for a database: a file, or a PostgreSQL server of its own."""
    if engine == ENGINES[0]:
        yield folder / "load.sqlite3"
        return
    try:
        with server(newest_programs(), ("max_connections=300",)) as address:
            yield ServerAddress(address)
    except NoServerError as reason:
        raise CannotMeasureError(str(reason)) from reason


@asynccontextmanager
async def running_bot(
    folder: Path, address: str, path: Location, delays: Path, **settings: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run the bot until the end of the block."""
    with (folder / "log.txt").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            STARTER,
            address,
            str(delays),
            env={
                "PYTHONPATH": str(Path.cwd()),
                "DISCORD_TOKEN": TOKEN,
                "PARLOUR_DATABASE": path.url if isinstance(path, ServerAddress) else str(path),
                "PARLOUR_BACKUPS": "0",
                **settings,
            },
            stderr=log,
        )
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                process.terminate()
            await process.wait()


async def wait_until_ready(process: asyncio.subprocess.Process, log: Path) -> None:
    """Wait until the bot says that it is ready. Raises `CannotMeasureError` if it ends before."""
    while "ready as" not in (said := await asyncio.to_thread(log.read_text, "utf-8")):
        if process.returncode is not None:
            raise CannotMeasureError(f"The bot has ended before it was ready:\n{said}")
        await asyncio.sleep(0.2)


@asynccontextmanager
async def running_bots(
    folders: Iterable[Path], address: str, path: Location, discord: DiscordServer
) -> AsyncIterator[list[int]]:
    """Run a bot for each folder, which share the servers; yield their processes once all hear."""
    folders = [*folders]
    shared = {"PARLOUR_SHARDS": str(discord.shards)} if folders[1:] else {}
    async with AsyncExitStack() as running:
        bots = [
            await running.enter_async_context(
                running_bot(folder, address, path, folder / "delays.json", **shared)
            )
            for folder in folders
        ]
        for bot, folder in zip(bots, folders, strict=True):
            await wait_until_ready(bot, folder / "log.txt")
        while not discord.is_whole:  # noqa: ASYNC110 (nobody tells)
            await asyncio.sleep(0.2)
        yield [bot.pid for bot in bots]


def report_log(log: Path, discord: DiscordServer) -> None:
    """Print how many requests there were, and what the bot's log warns of."""
    lines = log.read_text(encoding="utf-8").splitlines()
    bad = [line for line in lines if " WARNING " in line or " ERROR " in line]
    print(f"  requests {dict(discord.requests)}; warnings and errors in the log: {len(bad)}")
    for line in bad[:5]:
        print(f"    {line[:200]}")
    for request, number in discord.unknown.most_common(5):
        print(f"    not known here: {request} ({number} times)")


# What the system tells of a process.


def processor_seconds(processes: Iterable[int]) -> float:
    """Return the seconds of processor that some processes have had."""
    ticks = 0
    for process in processes:
        told = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        ticks += int(told[11]) + int(told[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def until_idle(processes: Sequence[int]) -> None:
    """Wait until some processes have hardly anything to do."""
    had = -IDLE
    while (now := processor_seconds(processes)) - had >= IDLE:
        had = now
        await asyncio.sleep(1)


def peak_memory(process: int) -> float:
    """Return the most memory that a process has had, in MB."""
    told = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(told.partition("VmHWM:")[2].split()[0]) / 1024
