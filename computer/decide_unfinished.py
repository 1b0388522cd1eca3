"""Decide a match that is not played to its end: a win only where its value has nearly always won.

`python -m tools.research unfinished` measured from which value on the better side has won.
"""

from collections.abc import Callable, Mapping

from computer import proofs
from computer.review import judge
from computer.search import Limit
from computer.search_game import DECIDED
from computer.worker_process import PROGRAM, WorkerProcess, job_of
from rules import Position

SURE = 0.95
"""The share of test games that a side must have won once its value was so high."""
SECONDS, PATIENCE = 10.0, 20.0
"""The seconds that a position is searched, and by which the worker may be late."""
WON_FROM: Mapping[str, int] = {"ringo": 400, "hoyito": 350}
"""By game, the value in hundredths of a piece from which on that was so, in 100 test games each; of
others, only what is certain.
"""
DRAWN = "-"


def decided(position: Position, limit: Callable[[], Limit]) -> int | None:
    """Return the side that has as good as won a position, or `None`."""
    if outcome := position.outcome():
        return outcome.winner
    proved = proofs.guarantee(position)
    if proved is not None and proved.wins:
        return position.turn
    value = judge(position, "", limit).value
    if abs(value) < WON_FROM.get(position.key, DECIDED):
        return None
    return position.turn if value > 0 else 1 - position.turn


async def decide(position: Position, program: tuple[str, ...] = PROGRAM) -> int | None:
    """Return the side that has as good as won, searched for some seconds in a process of its own.

    Raises `Unanswered` where that fails.
    """
    worker = WorkerProcess(program)
    try:
        answer = await worker.ask(job_of("decide", position, longest=SECONDS), SECONDS + PATIENCE)
    finally:
        await worker.close()
    return None if answer == DRAWN else int(answer)
