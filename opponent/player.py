"""The computer player, as the bot asks it for moves: it thinks in a process of its own."""

import asyncio
import contextlib
import json
import logging
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

from opponent.levels import at_once, check
from rules import Move, Position

logger = logging.getLogger(__name__)

PROJECT = Path(__file__).parent.parent
LONGEST_THOUGHT = 1.0
"""So many seconds it thinks about a move."""
ALL_WITHIN = 6.0
"""Where many wait, each thinks for its share of so many seconds: twenty are answered within 15."""
PATIENCE = 5.0
"""A worker that takes so many seconds more than it should does not answer any more."""


class Opponent:
    """Chooses moves, one after the other, in a worker that is started when it is first needed.

    It is a program of its own, not a fork of the bot: it holds the rules and nothing else, no
    library, no token, and it goes when the bot is gone, since then nothing comes in any more.
    """

    def __init__(
        self, program: tuple[str, ...] = (sys.executable, "-m", "opponent.worker")
    ) -> None:
        self._program = program
        self._worker: Process | None = None
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._closed = False

    async def choose(self, position: Position, level: int, seed: int) -> Move:
        """Choose a move at a level of 1 to 5; many who ask at once are answered in their order.

        A worker that died or hangs is replaced, and what it did not answer is played looking one
        ply ahead. Raises `Refusal` where there is no such level or the game is over.
        """
        check(position, level)
        self._waiting += 1
        try:
            async with self._turn:
                text = await self._ask(position, level, seed)
        except (TimeoutError, OSError, EOFError) as failure:
            logger.warning("the opponent's worker gave no move (%r)", failure)
            return at_once(position)
        finally:
            self._waiting -= 1
        return position.moves()[text]

    async def _ask(self, position: Position, level: int, seed: int) -> str:
        """Have the worker think. Raises `EOFError`, `OSError` or `TimeoutError` where it cannot."""
        if self._closed:
            raise EOFError("the opponent is closed")
        seconds = min(LONGEST_THOUGHT, ALL_WITHIN / self._waiting)
        job = {
            "game": position.key,
            "position": position.encode(),
            "level": level,
            "seed": seed,
            "seconds": seconds,
        }
        try:
            async with asyncio.timeout(seconds + PATIENCE):
                worker = self._worker = self._worker or await self._start()
                assert worker.stdin is not None
                assert worker.stdout is not None
                worker.stdin.write(json.dumps(job).encode() + b"\n")
                await worker.stdin.drain()
                answer = await worker.stdout.readuntil()
        except BaseException:
            # Also where nobody waits any more: its answer must not be taken for the next one's.
            await self._end()
            raise
        return answer.decode().rstrip("\n")

    async def _start(self) -> Process:
        return await asyncio.create_subprocess_exec(
            *self._program,
            cwd=PROJECT,
            stdin=PIPE,
            stdout=PIPE,
            start_new_session=True,  # Ctrl-C is for the bot, which closes it
        )

    async def _end(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            with contextlib.suppress(ProcessLookupError):
                worker.kill()
            await asyncio.shield(worker.wait())

    async def close(self) -> None:
        """End the worker; who still waits is answered by one ply."""
        self._closed = True
        await self._end()
