"""The same search in C, far faster: `c_programs/hoyito.c`, where there is a compiler.

What it prints is not trusted: the checker replays it by the rules.
"""

import atexit
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from computer.hoyito import State
from rules.hoyito import Hoyito
from tools.research.proofs.search import TOO_DEEP, Unproved

SOURCE = Path(__file__).parents[1] / "c_programs" / "hoyito.c"
COMPILERS = "cc", "gcc", "clang"
NOT_PROVED = 3
"""The program's status where it found no proof."""
ONE_DIRECTION = (
    "A table is of one direction, so there is none with the direction chosen with the first move."
)


def compiler() -> str | None:
    """Return a compiler, if there is one and the program's source is there too."""
    found = filter(None, map(shutil.which, COMPILERS))
    return next(found, None) if SOURCE.exists() else None


@cache
def compiled(source: Path) -> Path:
    """Compile a program of ours, once per process; there must be a compiler."""
    built_by = compiler()
    assert built_by is not None, "there is a compiler"
    folder = tempfile.mkdtemp(prefix="parlour-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    program = Path(folder) / source.stem
    subprocess.run(  # noqa: S603 (our own source, by a compiler of this machine)
        [built_by, "-O2", "-std=c99", "-o", str(program), str(source)], check=True
    )
    return program


def answers(
    start: Hoyito, side: int, goal: int, plies: int, megabytes: int, table: int
) -> dict[State, str]:
    """Search with the compiled program, which reports its progress by itself.

    `table` is the number of stones up to which placements are solved first. Raises `Unproved`.
    """
    if table and start.chosen.direction == "first_move":
        raise Unproved(ONE_DIRECTION)
    which = start.chosen.holes, start.chosen.direction, int(side != start.turn), goal
    done = subprocess.run(  # noqa: S603
        [str(compiled(SOURCE)), *map(str, (*which, plies, megabytes, table))],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode == NOT_PROVED:
        raise Unproved(TOO_DEEP.format(plies))
    done.check_returncode()
    return dict(_answer(start, side, goal, line) for line in done.stdout.splitlines())


def _answer(start: Hoyito, side: int, goal: int, line: str) -> tuple[State, str]:
    """Read a line of the program's: the holes, the stones needed, the directions, the move."""
    written, needed, south, north, move = line.split()
    holes = tuple(bytes.fromhex(written))
    own = goal - int(needed)
    other = sum(start.holes) - sum(holes) - own
    stores = (other, own) if side else (own, other)
    game = start.closed, start.round, start.starter
    return (holes, stores, (int(south), int(north)), game, side), move
