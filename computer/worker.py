"""The worker: a program that reads a job from each line, runs the search, and writes the answer.

`python -m computer.worker` is started by `computer.worker_process`, and ends with its input.
"""

import json
import os
import sys
from collections.abc import Callable, Mapping
from functools import partial

from computer.decide_unfinished import DRAWN, decided
from computer.hint import analyse
from computer.levels import choose
from computer.outlook import outlook
from computer.puzzles import encode
from computer.puzzles.only_best_move import puzzle_in
from computer.review import judge, review_limit
from computer.search import time_limit
from rules import GAMES, Position

NICENESS = 10
"""Everything else on the machine goes first."""
JUDGING = 0.1
"""The part of the time for a move in which it is judged how the game looks."""


def _choose(position: Position, level: int, seed: int, longest: float) -> str:
    move = choose(position, level, seed, time_limit(longest * (1 - JUDGING))).move
    return f"{move.text} {outlook(position, time_limit(longest * JUDGING))}"


def _analyse(position: Position, seed: int, named: str, longest: float) -> str:
    return analyse(position, seed, partial(time_limit, longest), named).encode()


def _judge(position: Position, played: str, longest: float) -> str:
    return judge(position, played, partial(review_limit, longest / 2)).encode()


def _prove(position: Position) -> str:
    record = puzzle_in(position)
    return encode(record) if record else ""


def _decide(position: Position, longest: float) -> str:
    winner = decided(position, partial(time_limit, longest))
    return DRAWN if winner is None else str(winner)


JOBS: Mapping[str, Callable[..., str]] = {
    "choose": _choose,
    "look": _analyse,
    "judge": _judge,
    "prove": _prove,
    "decide": _decide,
}
"""The jobs by name; the fields given with a job are its arguments."""


def run_job(job: str) -> str:
    """Run one job, as `job_of` writes it; return its answer."""
    fields = json.loads(job)
    position = GAMES[fields["game"]].decode(fields["position"])
    return JOBS[fields["do"]](position, **fields["given"])


def main() -> None:
    """Run jobs until the input ends."""
    if hasattr(os, "nice"):  # on Windows `worker_process` asks for it
        os.nice(NICENESS)
    for job in sys.stdin:
        print(run_job(job), flush=True)


if __name__ == "__main__":
    main()
