"""The computer player as the bot uses it: moves, hints and reviews, from one worker process."""

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple

from computer import hint as hints
from computer.hint import Hint, HintAnalysis
from computer.levels import check, choose_at_once
from computer.review import Judgement, Review, summarise
from computer.worker_process import PROGRAM, Unanswered, WorkerProcess, job_of
from rules import Move, Position

LONGEST_THOUGHT = 1.0
"""The longest search for a move, in seconds."""
ALL_WITHIN = 6.0
"""Seconds shared among all waiting requests, so that twenty are answered within 15."""
LONGEST_WAIT = 18.0
"""After this many seconds in the queue a request is answered by a search of one ply."""
PATIENCE = 5.0
"""A worker that is late by this many seconds is taken to hang."""
A_PLY, A_REVIEW = 0.2, 60.0
"""The longest search for a ply of a review, and for all its plies together, in seconds."""


LONGEST_PUZZLE_SEARCH = 120.0
"""The longest search whether a position is a puzzle, in seconds."""


class Decision(NamedTuple):
    """A move, and how the game looked to its mover before it, from -100 (lost) to 100, if known."""

    move: Move
    outlook: int | None = None


class ComputerPlayer:
    """Chooses moves, gives hints and reviews games, one job after the other in one worker.

    Moves and hints are served in the order of their requests. Reviews take turns among themselves,
    one ply each, and never more than one ply of them is served before a move.
    """

    def __init__(self, program: tuple[str, ...] = PROGRAM) -> None:
        self._program = program
        self._worker = WorkerProcess(program)
        self._provers: set[WorkerProcess] = set()
        self._closed = False
        self._turn = asyncio.Lock()
        self._reviews_turn = asyncio.Lock()
        self._waiting = 0

    @property
    def waiting(self) -> int:
        """The number of moves and hints that are waited for."""
        return self._waiting

    async def choose(self, position: Position, level: int, seed: int) -> Decision:
        """Choose a move at a level, reproducible for the same seed and time.

        Where the worker died or hangs, the move is chosen one ply ahead.

        Raises `Refusal` where there is no such level or the game is over.
        """
        check(position, level)
        try:
            answer = await self._run("choose", position, level=level, seed=seed)
        except Unanswered:
            return Decision(await asyncio.to_thread(choose_at_once, position))
        text, _, outlook = answer.partition(" ")
        return Decision(position.moves()[text], int(outlook) if outlook else None)

    async def hint(self, position: Position, seed: int, named: Move | None = None) -> Hint:
        """Give a good move and why, as at the highest level; or the reason for a move named before.

        Where the worker does not answer, the move is chosen one ply ahead.

        Raises `Refusal` where the game is over.
        """
        position.refuse_if_over()
        text = named.text if named else ""
        try:
            analysis = HintAnalysis.decode(await self._run("look", position, seed=seed, named=text))
        except Unanswered:
            move = await asyncio.to_thread(choose_at_once, position) if named is None else named
            analysis = HintAnalysis((move.text,))
        return hints.hint(position, analysis)

    async def review(
        self, start: Position, moves: Sequence[str], progress: Callable[[int, int], None]
    ) -> Review:
        """Judge every position of a game; report progress as (judged, total).

        Moves and hints go first. May be cancelled. Raises `Unanswered` where the worker fails twice
        for the same position, or is closed.
        """
        longest = min(A_PLY, A_REVIEW / (len(moves) + 1))
        position, movers, judgements = start, [], []
        for played in (*moves, ""):
            judgements.append(await self._judgement(position, played, longest))
            movers.append(position.turn)
            progress(len(judgements), len(moves) + 1)
            if played:
                position = position.after(position.moves()[played])
        return summarise(movers, moves, judgements)

    async def prove(self, position: Position) -> str:
        """Return the record of the puzzle that a position is, as text, or an empty one.

        A worker of its own does that, which nobody else waits for, and ends with it. Raises
        `Unanswered` where it takes too long, or this is closed.
        """
        if self._closed:
            raise Unanswered("the computer player is closed")
        worker = WorkerProcess(self._program)
        self._provers.add(worker)
        try:
            return await worker.ask(job_of("prove", position), LONGEST_PUZZLE_SEARCH)
        finally:
            await worker.close()
            self._provers.discard(worker)

    async def _judgement(self, position: Position, played: str, longest: float) -> Judgement:
        try:
            return await self._judge(position, played, longest)
        except Unanswered:
            return await self._judge(position, played, longest)  # once more, by a new worker

    async def _judge(self, position: Position, played: str, longest: float) -> Judgement:
        async with self._reviews_turn, self._turn:
            return Judgement.decode(await self._ask("judge", position, longest, played=played))

    async def _run(self, what: str, position: Position, **given: int | str) -> str:
        """Run a job that a player waits for. Raises `Unanswered` after `LONGEST_WAIT`."""
        self._waiting += 1
        try:
            async with asyncio.timeout(LONGEST_WAIT), self._turn:
                longest = min(LONGEST_THOUGHT, ALL_WITHIN / self._waiting)
                return await self._ask(what, position, longest, **given)
        except TimeoutError as failure:
            raise Unanswered(f"after {LONGEST_WAIT} seconds") from failure
        finally:
            self._waiting -= 1

    async def _ask(self, what: str, position: Position, longest: float, **given: int | str) -> str:
        job = job_of(what, position, longest=longest, **given)
        return await self._worker.ask(job, longest + PATIENCE)

    async def close(self) -> None:
        """Stop all workers; requests still waiting are answered by a search of one ply."""
        self._closed = True
        await asyncio.gather(*(worker.close() for worker in (self._worker, *self._provers)))
