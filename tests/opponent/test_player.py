"""The process that thinks: it answers whatever becomes of it, and nobody waits for long."""

import asyncio
import json
import re
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from opponent import Opponent, player
from opponent.worker_process import WorkerProcess
from rules import GAMES, Refusal

START = GAMES["ringo"].start()
HANGS = (sys.executable, "-c", "import time; time.sleep(3_600)")
DIES = (sys.executable, "-c", "input()")


@asynccontextmanager
async def opponent(program: tuple[str, ...] | None = None) -> AsyncIterator[Opponent]:
    asked = Opponent(program) if program else Opponent()
    try:
        yield asked
    finally:
        await asked.close()


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for a worker that answers, however slow the machine is."""
    monkeypatch.setattr(player, "PATIENCE", 60.0)
    monkeypatch.setattr(player, "LONGEST_WAIT", 300.0)
    monkeypatch.setattr(player, "LONGEST_THOUGHT", 0.2)


@pytest.mark.parametrize("key", GAMES)
async def test_it_plays_legal_moves_of_every_game(key: str) -> None:
    position = GAMES[key].start()
    async with opponent() as asked:
        for seed in range(4):
            move = await asked.choose(position, 2, seed)
            assert position.moves()[move.text] == move
            position = position.after(move)


async def test_the_event_loop_goes_on_while_it_thinks() -> None:
    async with opponent() as asked:
        await asked.choose(START, 1, 0)
        thinking = asyncio.create_task(asked.choose(GAMES["bivouac"].start(), 5, 0))
        turns = 0
        while not thinking.done():
            await asyncio.sleep(0.001)
            turns += 1
        assert turns > 2


async def test_nothing_runs_before_it_is_asked() -> None:
    async with opponent() as asked:
        assert asked._worker.pid is None
        await asked.choose(START, 1, 0)
        assert asked._worker.pid is not None


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGSTOP])
async def test_worker_that_dies_or_hangs_is_replaced(
    sent: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opponent() as asked:
        await asked.choose(START, 1, 0)
        first = asked._worker._process
        assert first is not None
        first.send_signal(sent)
        await asyncio.sleep(0.05)
        with monkeypatch.context() as impatient:
            impatient.setattr(player, "PATIENCE", 0.1)
            move = await asked.choose(START, 1, 0)
        assert move.text in START.moves()
        await asked.choose(START, 1, 0)
        second = asked._worker._process
        assert first.returncode is not None
        assert second is not None
        assert second.pid != first.pid
        assert second.returncode is None


@pytest.mark.parametrize("program", [HANGS, DIES, ("/nowhere",)])
async def test_move_comes_also_where_no_worker_answers(
    program: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "PATIENCE", 0.1)
    async with opponent(program) as asked:
        for position in (START, GAMES["bivouac"].start()):
            assert (await asked.choose(position, 5, 0)).text in position.moves()


async def test_worker_whose_answer_nobody_awaits_any_more_does_not_answer_the_next() -> None:
    async with opponent() as asked:
        thinking = asyncio.create_task(asked.choose(GAMES["bivouac"].start(), 5, 0))
        await asyncio.sleep(0.1)
        thinking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thinking
        assert (await asked.choose(START, 1, 0)).text in START.moves()


async def test_twenty_at_once_share_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "LONGEST_THOUGHT", 1.0)
    told = tmp_path / "jobs"
    writes = f"""
import sys
for job in sys.stdin:
    open({str(told)!r}, "a").write(job)
    print("a1-a2", flush=True)
"""
    async with opponent((sys.executable, "-c", writes)) as asked:
        await asyncio.gather(*(asked.choose(START, 5, seed) for seed in range(20)))
    jobs = [json.loads(line) for line in told.read_text().splitlines()]
    assert [job["given"]["seed"] for job in jobs] == list(range(20))
    seconds = [job["given"]["longest"] for job in jobs]
    assert seconds[1] < seconds[10] < seconds[-1]
    assert seconds[0] == seconds[-1] == player.LONGEST_THOUGHT
    assert sum(seconds) < 15


async def test_twenty_at_once_are_all_answered() -> None:
    starts = [game.start() for game in GAMES.values()] * 5
    async with opponent() as asked:
        moves = await asyncio.gather(
            *(asked.choose(start, 5, seed) for seed, start in enumerate(starts))
        )
    assert all(move.text in start.moves() for move, start in zip(moves, starts, strict=True))


async def test_nobody_waits_for_ever_behind_others_that_are_not_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(player, "LONGEST_WAIT", 0.5)
    jobs = 0
    ask = WorkerProcess.ask

    async def counted(worker: WorkerProcess, job: Mapping[str, object], patience: float) -> str:
        nonlocal jobs
        jobs += 1
        return await ask(worker, job, patience)

    monkeypatch.setattr(WorkerProcess, "ask", counted)
    async with opponent(HANGS) as asked:
        moves = await asyncio.gather(*(asked.choose(START, 5, seed) for seed in range(10)))
    assert all(move.text in START.moves() for move in moves)
    assert jobs < 10, "those who wait longest have not had their turn at all"


async def test_close_ends_the_worker_and_answers_who_still_waits() -> None:
    async with opponent() as asked:
        await asked.choose(START, 1, 0)
        worker = asked._worker._process
        assert worker is not None
        waiting = [asyncio.create_task(asked.choose(START, 5, seed)) for seed in range(3)]
        await asyncio.sleep(0.1)
        await asked.close()
        assert worker.returncode is not None
        assert all(move.text in START.moves() for move in await asyncio.gather(*waiting))
        assert asked._worker.pid is None


@pytest.mark.parametrize("level", [0, 6, -1])
async def test_level_out_of_range_is_refused(level: int) -> None:
    async with opponent() as asked:
        with pytest.raises(Refusal, match="choose one from 1 to 5"):
            await asked.choose(START, level, 0)
        assert asked._worker.pid is None


async def test_position_without_moves_is_refused() -> None:
    over = GAMES["ringo"].decode(
        "......../......../......../......../......../......../2 defender -"
    )
    async with opponent() as asked:
        with pytest.raises(Refusal, match=r"The game is over\."):
            await asked.choose(over, 3, 0)


async def test_worker_is_small_and_lets_others_go_first() -> None:
    async with opponent() as asked:
        for game in (*GAMES.values(), GAMES["bizingo"]):
            await asked.choose(game.start(), 5, 0)
        process = Path("/proc") / str(asked._worker.pid)
        if not process.exists():
            pytest.skip("only Linux tells")
        kilobytes = re.search(r"VmHWM:\s+(\d+)", (process / "status").read_text())
        assert kilobytes
        assert int(kilobytes[1]) < 100_000
        priority = (process / "stat").read_text().rpartition(")")[2].split()[16]
        assert int(priority) == 10
