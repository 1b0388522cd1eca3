"""The worker process as the bot sees it: a job per line on its input, an answer on its output."""

import asyncio
import json
import logging
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from pathlib import Path

from rules import Position

logger = logging.getLogger(__name__)

PROJECT = Path(__file__).parent.parent
PROGRAM = sys.executable, "-m", "computer.worker"
ON_WINDOWS = sum(
    getattr(subprocess, name, 0)
    for name in ("CREATE_NEW_PROCESS_GROUP", "BELOW_NORMAL_PRIORITY_CLASS")
)
"""The flags of a new process on Windows; elsewhere there are none."""


def job_of(what: str, position: Position, **given: object) -> Mapping[str, object]:
    """Return a job as `computer.worker` reads it."""
    return {"do": what, "game": position.key, "position": position.encode(), "given": given}


class Unanswered(Exception):  # noqa: N818 (what goes on without an answer is no error)
    """The worker gave no answer: it died, it hung, or it was closed."""


class WorkerProcess:
    """A program that runs one job after the other, started on first use.

    It is a program of its own, not a fork of the bot: it holds the rules and nothing else, no
    library and no token, and it ends with the bot, since its input then closes.
    """

    def __init__(self, program: tuple[str, ...] = PROGRAM) -> None:
        self._program = program
        self._process: Process | None = None
        self._starts_or_ends = asyncio.Lock()
        self._ending: asyncio.Future[int] | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The process that runs now, if any."""
        return self._process.pid if self._process else None

    async def ask(self, job: Mapping[str, object], patience: float) -> str:
        """Run a job, one at a time, within `patience` seconds; return the line that comes back.

        Raises `Unanswered` where none comes; the next job gets a new process.
        """
        try:
            async with asyncio.timeout(patience):
                process = await self._running()
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(json.dumps(job).encode() + b"\n")
                await process.stdin.drain()
                answer = await process.stdout.readuntil()
        except (TimeoutError, OSError, EOFError) as failure:
            await self._end()
            logger.warning("the opponent's worker gave no answer (%r)", failure)
            raise Unanswered(f"{failure!r}") from failure
        except BaseException:
            # The job was cancelled: its answer must not be taken for the next one's.
            await self._end()
            raise
        return answer.decode().rstrip("\r\n")

    async def _running(self) -> Process:
        """Return the process, started if there is none. Raises `Unanswered` once it is closed."""
        async with self._starts_or_ends:
            if self._closed:
                raise Unanswered("the opponent is closed")
            self._process = self._process or await self._start()
            return self._process

    async def _start(self) -> Process:
        return await asyncio.create_subprocess_exec(
            *self._program,
            cwd=PROJECT,
            stdin=PIPE,
            stdout=PIPE,
            start_new_session=True,  # Ctrl-C is for the bot, which closes it
            creationflags=ON_WINDOWS,
        )

    async def _end(self) -> None:
        """End the process, also one that is starting, and wait until it is gone, whoever ended it.

        Else the loop could close before it has heard of that, which leaves a trace-back.
        """
        async with self._starts_or_ends:
            process, self._process = self._process, None
            if process is not None:
                # Kills it and hears no more of it; there is no public way to that.
                process._transport.close()  # type: ignore[attr-defined]  # noqa: SLF001
                self._ending = asyncio.ensure_future(process.wait())
            if self._ending is not None:
                await asyncio.shield(self._ending)

    async def close(self) -> None:
        """End the process; its present job is not answered."""
        self._closed = True
        await self._end()
