"""Run Parlour's programs as a host does: each in its own process and folder."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path

PROJECT = Path(__file__).parent.parent
PATIENCE = 300.0
"""Timeout in seconds, long enough for any machine under load."""
LIMITS = (
    "bot.STOP_TIMEOUT",
    "cogs.daily_puzzle.ANSWER_SECONDS",
    "cogs.live_clock.TELLING_SECONDS",
    "cogs.reviews.UPDATE_INTERVAL",
    "cogs.rounds.CONTEST_SECONDS",
    "cogs.rounds.DECIDING_SECONDS",
    "cogs.rounds.ROUND_SECONDS",
    "computer.player.LONGEST_WAIT",
    "computer.player.PATIENCE",
    "data.sqlite_driver.PATIENCE",
    "delivery.job_queue.JOB_SECONDS",
    "delivery.notify.ANSWER_SECONDS",
    "delivery.notify.TELLING_SECONDS",
    "interactions.discord_requests.PATIENCE",
    "interactions.tasks.ROLLBACK_SECONDS",
    "web.requests.SLOW_SECONDS",
    "web.server.SLOW_SECONDS",
)
"""After how many seconds the bot does something else; a test that is about one sets it.

Where such a time really passes, simcord's clock goes on by it, too.
"""


def wait_long(change: Callable[[object, str, float], None] = setattr) -> None:
    """Change these times, so that a bot which is slow does nothing else."""
    for limit in LIMITS:
        module, _, name = limit.rpartition(".")
        change(import_module(module), name, 2 * PATIENCE)  # simcord waits for what comes sooner


class Program:
    """A running program and its output."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.out = ""
        self.log = ""

    async def says(self, words: str, *, in_log: bool = True) -> str:
        """Wait for a line of output that contains some words."""
        stream = self.process.stderr if in_log else self.process.stdout
        assert stream is not None
        async with asyncio.timeout(PATIENCE):
            async for line in stream:
                if in_log:
                    self.log += line.decode()
                else:
                    self.out += line.decode()
                if words in line.decode():
                    return line.decode().rstrip("\r\n")
        status = await self.ends()
        raise AssertionError(f"{words!r} was never said ({status}):\n{self.out}\n{self.log}")

    async def ends(self) -> int:
        """Wait for the end and return the exit status."""
        async with asyncio.timeout(PATIENCE):
            out, log = await self.process.communicate()
        self.out += out.decode()
        self.log += log.decode()
        assert self.process.returncode is not None
        return self.process.returncode


@asynccontextmanager
async def running(folder: Path, *arguments: str, **settings: str) -> AsyncIterator[Program]:
    """Start Python in a folder with only these settings; stop it afterwards if it still runs."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PARLOUR_", "DISCORD_")) and "DISPLAY" not in name
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *arguments,
        cwd=folder,
        env={**inherited, "PYTHONPATH": str(PROJECT), **settings},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield Program(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()
