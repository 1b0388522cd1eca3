"""Processes of the bot that a test starts, kills and cuts off."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from data.driver import Location, ServerAddress
from tests.programs import PROJECT
from tests.several_processes.world import SHARDS
from tools.bench.discord_server import TOKEN

STARTER = """\
import sys
import discord
import yarl

address, ahead, forgotten = sys.argv.pop(1), float(sys.argv.pop(1)), float(sys.argv.pop(1))
discord.http.Route.BASE = f"http://{address}"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{address}/gateway")
if ahead:
    import datetime, time
    wrong = type("datetime", (datetime.datetime,), {
        "now": classmethod(lambda cls, tz=None: cls.fromtimestamp(time.time(), tz)),
    })
    right = time.time
    time.time = lambda: right() + ahead
    utcnow = discord.utils.utcnow
    discord.utils.utcnow = lambda: utcnow() + datetime.timedelta(seconds=ahead)
import bot
import data.due
import delivery.job_queue
import hosting.served_shards as served
import hosting.shares as shares
from datetime import timedelta

data.due.FIRST_WAIT //= 10
delivery.job_queue.FIRST_PAUSE /= 10
served.ORPHANED, shares.IDENTIFY_SECONDS, shares.LOOK_SECONDS = 3.0, 0.2, 0.4
shares.LEASE = min(shares.LEASE, forgotten / 2)
try:
    import data.server_claims
    data.server_claims.FORGOTTEN = int(forgotten)
    if ahead:
        data.server_claims.datetime = wrong
except ModuleNotFoundError:
    pass
bot._painted.add("walnut")
bot.main()
"""
"""The program `bot.py`, with Discord at an address, a clock so far ahead, and little patience.

It draws no boards in advance, which would be seconds of work at each start.
"""


class Processes:
    """Processes of one bot, by their numbers."""

    def __init__(self, folder: Path, discord: str) -> None:
        self._folder, self._discord = folder, discord
        self._running: dict[int, asyncio.subprocess.Process] = {}
        self.ahead = 0.0
        """How many seconds the clock of the second one is ahead."""
        self.forgotten = 5.0
        """After how many seconds the server forgets who does not look."""

    async def start(self, number: int, location: Location) -> None:
        """Start a process."""
        where = location.url if isinstance(location, ServerAddress) else str(location)
        with self.log(number).open("ab") as log:
            self._running[number] = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                STARTER,
                self._discord,
                str(self.ahead if number else 0.0),
                str(self.forgotten),
                cwd=self._folder,
                env={
                    "PYTHONPATH": str(PROJECT),
                    "DISCORD_TOKEN": TOKEN,
                    "PARLOUR_DATABASE": where,
                    "PARLOUR_SHARDS": str(SHARDS),
                    "PARLOUR_POLL_SECONDS": "1",
                    "PARLOUR_BACKUPS": "0",
                },
                stderr=log,
            )

    async def kill(self, number: int) -> None:
        """Kill a process, which hears of nothing and finishes nothing."""
        process = self._running.pop(number)
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    def log(self, number: int) -> Path:
        """Return where a process logs."""
        return self._folder / f"log-{number}.txt"

    def decides(self) -> int:
        """Return the process that decides what is due, by what each has said last."""
        return next((one for one in self._running if "decides" in self._served(one)), 0)

    def shards(self, number: int) -> list[int]:
        """Return the shards that a process serves, by what it has said last."""
        told = re.match(r"[0-9, -]*(?= of )", self._served(number))
        ranges = re.findall(r"([0-9]+)(?:-([0-9]+))?", told[0] if told else "")
        return [one for first, last in ranges for one in range(int(first), int(last or first) + 1)]

    def _served(self, number: int) -> str:
        said = self.log(number).read_text(encoding="utf-8")
        return said.rpartition("serves shards ")[2].partition("\n")[0]

    async def stop(self) -> None:
        """Kill all."""
        for number in [*self._running]:
            await self.kill(number)


@asynccontextmanager
async def running(folder: Path, discord: str) -> AsyncIterator[Processes]:
    """Have processes, which are killed in the end."""
    processes = Processes(folder, discord)
    try:
        yield processes
    finally:
        await processes.stop()


class Proxy:
    """A proxy before a server's socket, which can stop to hand anything on."""

    def __init__(self, folder: Path, server: Path) -> None:
        self.folder, self._server = folder, server
        self._goes = asyncio.Event()
        self._goes.set()
        self._tasks = set[asyncio.Task[None]]()

    def stall(self) -> None:
        """Hand nothing on; the connections stay."""
        self._goes.clear()

    def go_on(self) -> None:
        """Hand on again, also what has come meanwhile."""
        self._goes.set()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Listen in the folder as the server does in its own."""
        listening = await asyncio.start_unix_server(self._accept, self.folder / ".s.PGSQL.5432")
        (self.folder / ".s.PGSQL.5432").chmod(0o777)
        try:
            yield
        finally:
            listening.close()
            tasks = [*self._tasks]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _accept(self, asked: asyncio.StreamReader, told: asyncio.StreamWriter) -> None:
        await self._goes.wait()
        try:
            answers, ask = await asyncio.open_unix_connection(self._server / ".s.PGSQL.5432")
        except OSError:
            told.close()
            return
        for reader, writer in ((asked, ask), (answers, told)):
            task = asyncio.create_task(self._hand_on(reader, writer))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _hand_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while some := await reader.read(1 << 16):
                await self._goes.wait()
                writer.write(some)
                await writer.drain()
        except OSError:
            pass  # one of both has ended
        finally:
            writer.close()
