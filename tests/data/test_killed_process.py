"""A process killed while writing loses no acknowledged event."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from data import Person, Store
from tests.data.sample_matches import DAY, NOW, advance, begin, faults_of, history
from tests.postgres import of_file
from tests.thorough import THOROUGH


async def write_until_killed(path: Path) -> None:
    """Play match after match, and print every acknowledged event."""
    rng = random.Random()
    # The matches of the process before are left alone: everybody here is new.
    ann, bea = Person(rng.randrange(10**9), "Ann"), Person(rng.randrange(10**9), "Bea")
    async with await Store.open(path, NOW) as store:
        while True:
            match = await begin(store, "hoyito", first=ann, second=bea)
            while not match.result:
                match = await advance(store, match, 1, NOW + DAY, rng.randrange(10**6))
                # In one write, which a kill cannot split.
                os.write(1, f"{match.number} {match.count}\n".encode())


@of_file
@THOROUGH
@pytest.mark.skipif(not hasattr(os, "fork"), reason="SIGKILL and fork are Unix's")
@pytest.mark.parametrize("times", [5, 50])
def test_a_process_killed_often_loses_no_acknowledged_event(path: Path, times: int) -> None:
    rng = random.Random(6)
    acknowledged: dict[int, int] = {}
    # A process that has loaded everything forks those that are killed.
    with subprocess.Popen(  # noqa: S603 (it is our own)
        [sys.executable, "-m", "tests.data.test_killed_process", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as mother:
        assert mother.stdin is not None
        assert mother.stdout is not None
        for _ in range(times):
            mother.stdin.write("go\n")
            mother.stdin.flush()
            child = int(mother.stdout.readline())
            line = mother.stdout.readline()
            time.sleep(rng.uniform(0, 0.05))
            os.kill(child, signal.SIGKILL)
            while line != "dead\n":
                number, count = map(int, line.split())
                acknowledged[number] = count
                line = mother.stdout.readline()
        mother.stdin.close()
    assert asyncio.run(faults_of(path)) == []
    assert len(acknowledged) >= times

    async def kept() -> dict[int, int]:
        async with await Store.open(path, NOW) as store:
            return {number: len(await history(store, number)) for number in acknowledged}

    counts = asyncio.run(kept())
    missing = {number for number, count in acknowledged.items() if counts[number] < count}
    assert not missing


def give_birth(path: Path) -> None:
    """Fork a writer on each request, which prints its process id first, and print its end."""
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            os.write(1, f"{os.getpid()}\n".encode())  # in one write too
            asyncio.run(write_until_killed(path))
        os.waitpid(child, 0)
        print("dead", flush=True)


if __name__ == "__main__":
    give_birth(Path(sys.argv[1]))
