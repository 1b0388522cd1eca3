"""The process that thinks: it reads a position on each line, and writes the move that it chooses.

`python -m opponent.worker` is started by `opponent.player`, and ends when nothing more comes in.
"""

import json
import os
import sys

from opponent.enough import seconds
from opponent.levels import choose
from rules import GAMES

NICENESS = 10
"""Everything else on the machine goes first."""


def think(job: str) -> str:
    """Do one job: a game, a position in it as it is stored, a level, a seed and how long."""
    told = json.loads(job)
    position = GAMES[told["game"]].decode(told["position"])
    enough = seconds(told["seconds"])
    return choose(position, told["level"], told["seed"], enough).move.text


def main() -> None:
    """Do jobs until there are no more."""
    os.nice(NICENESS)
    for job in sys.stdin:
        print(think(job), flush=True)


if __name__ == "__main__":
    main()
