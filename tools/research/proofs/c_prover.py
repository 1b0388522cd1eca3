"""The same search in C, far faster, where there is a compiler; and one that counts on repetition.

What it prints is not trusted: the checker replays it by the rules.
"""

import atexit
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from rules.hoyito import Hoyito
from tools.research.proofs.search import TOO_DEEP, Node, Unproved

PROGRAMS = Path(__file__).parents[1] / "c_programs"
SOURCE = PROGRAMS / "hoyito.c"
WITH_REPETITION = PROGRAMS / "hoyito_repetition.c"
COMPILERS = "cc", "gcc", "clang"
NOT_PROVED = 3
"""The program's status where it found no proof."""
NOT_SO = "There is no proof by answers that depend on the position and on what is watched alone."
BROKEN_OFF = "The search broke off; why stands above."
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
) -> dict[Node, str]:
    """Search with the compiled program, which reports its progress by itself.

    `table` is the number of stones up to which placements are solved first. Raises `Unproved`.
    """
    if table and start.chosen.direction == "first_move":
        raise Unproved(ONE_DIRECTION)
    how = [*map(str, (plies, megabytes, table))]
    return _answers(SOURCE, start, side, goal, how, TOO_DEEP.format(plies))


def answers_with_repetition(
    start: Hoyito, side: int, goal: int, millions: int, watched: Sequence[Hoyito]
) -> dict[Node, str]:
    """List every position, so many millions at most, and count on repetitions that give the goal.

    Answers depend on how often each of the watched positions came up, too. Raises `Unproved`; what
    is not proved so may be true all the same.
    """
    how = [str(millions), *(_written(each, side, goal) for each in watched)]
    return _answers(WITH_REPETITION, start, side, goal, how, NOT_SO)


def _written(position: Hoyito, side: int, goal: int) -> str:
    """Write a position for the program: the holes, the stones needed, the directions, the turn."""
    need = goal - position.stores[side]
    numbers = need, *position.directions, position.turn
    return ":".join((bytes(position.holes).hex(), *map(str, numbers)))


def _answers(
    program: Path, start: Hoyito, side: int, goal: int, how: list[str], unproved: str
) -> dict[Node, str]:
    which = start.chosen.holes, start.chosen.direction, int(side != start.turn), goal
    done = subprocess.run(  # noqa: S603
        [str(compiled(program)), *map(str, which), *how],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode == NOT_PROVED:
        raise Unproved(unproved)
    if done.returncode:
        raise Unproved(BROKEN_OFF)
    return dict(_answer(start, side, goal, line) for line in done.stdout.splitlines())


def _answer(start: Hoyito, side: int, goal: int, line: str) -> tuple[Node, str]:
    """Read a line of the program's: the holes, the stones needed, the directions, the move.

    How often each watched position came up stands before them, if any is watched.
    """
    *times, written, needed, south, north, move = line.split()
    holes = tuple(bytes.fromhex(written))
    own = goal - int(needed)
    other = sum(start.holes) - sum(holes) - own
    stores = (other, own) if side else (own, other)
    game = start.closed, start.round, start.starter
    return ("".join(times), (holes, stores, (int(south), int(north)), game, side)), move
