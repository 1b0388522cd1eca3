"""The process that thinks: it reads a job on each line, and writes what comes of it.

`python -m opponent.worker` is started by `opponent.worker_process`, and ends with its input.
"""

import json
import os
import sys
from collections.abc import Callable, Mapping
from functools import partial

from opponent.hint import analyse
from opponent.levels import choose
from opponent.review import judge
from opponent.search import time_limit
from rules import GAMES, Position

NICENESS = 10
"""Everything else on the machine goes first."""


def _choose(position: Position, level: int, seed: int, longest: float) -> str:
    return choose(position, level, seed, time_limit(longest)).move.text


def _analyse(position: Position, seed: int, named: str, longest: float) -> str:
    return analyse(position, seed, partial(time_limit, longest), named).encode()


def _judge(position: Position, played: str, longest: float) -> str:
    return judge(position, played, partial(time_limit, longest / 2)).encode()


JOBS: Mapping[str, Callable[..., str]] = {"choose": _choose, "look": _analyse, "judge": _judge}
"""What can be asked, by its name; what is given with it are its arguments."""


def do(job: str) -> str:
    """Do one job: what, of which game, in which position as it is stored, and what is given."""
    told = json.loads(job)
    position = GAMES[told["game"]].decode(told["position"])
    return JOBS[told["do"]](position, **told["given"])


def main() -> None:
    """Do jobs until there are no more."""
    os.nice(NICENESS)
    for job in sys.stdin:
        print(do(job), flush=True)


if __name__ == "__main__":
    main()
