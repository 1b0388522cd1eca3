"""Run Parlour's programs as a host does: each in its own process and folder."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

PROJECT = Path(__file__).parent.parent
PATIENCE = 300.0
"""Timeout in seconds for a program, long enough for any machine under load."""


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
        raise AssertionError(f"{words!r} was never said:\n{self.out}\n{self.log}")

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
