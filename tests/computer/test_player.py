"""The computer's process: requests are answered whatever happens to it, without long waits."""

import asyncio
import gc
import json
import os
import re
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

from computer import ComputerPlayer, player, worker
from computer.worker_process import Unanswered, WorkerProcess
from rules import GAMES, Position, Refusal
from rules.hoyito import Hoyito
from tests.programs import PATIENCE
from tests.thorough import THOROUGH

START = GAMES["ringo"].start()
HANGS = (sys.executable, "-c", "import time; time.sleep(3600)")
DIES = (sys.executable, "-c", "input()")


@asynccontextmanager
async def computer(program: tuple[str, ...] | None = None) -> AsyncIterator[ComputerPlayer]:
    asked = ComputerPlayer(program) if program else ComputerPlayer()
    try:
        yield asked
    finally:
        await asked.close()


@contextmanager
def impatient() -> Iterator[None]:
    """Set timeouts of a fraction of a second; a healthy worker may then seem to hang as well."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(player, "PATIENCE", 0.3)
        patch.setattr(player, "LONGEST_THOUGHT", 0.2)
        yield


@THOROUGH
async def test_it_plays_legal_moves_of_every_game() -> None:
    async with computer() as asked:
        for key, rules in GAMES.items():
            position = rules.start()
            for seed in range(4):
                move, _ = await asked.choose(position, 2, seed)
                assert position.moves()[move.text] == move, key
                position = position.after(move)


@THOROUGH
async def test_move_comes_with_how_the_game_looks_to_its_mover() -> None:
    position = GAMES["hoyito"].start()
    assert isinstance(position, Hoyito)
    lost = replace(position, holes=(2, 2, 2, 1, 1, 0, 1, 1, 1, 1, 1, 2), stores=(8, 25))
    async with computer() as asked:
        for level in (1, 10):
            assert (await asked.choose(lost, level, 0)).outlook == -100
            assert abs((await asked.choose(START, level, 0)).outlook or 0) < 50
    async with computer(("/nowhere",)) as asked:
        assert (await asked.choose(lost, 1, 0)).outlook is None


async def test_the_event_loop_goes_on_while_it_thinks(tmp_path: Path) -> None:
    go = tmp_path / "go"
    waits = f"""
import pathlib, sys, time
for job in sys.stdin:
    while not pathlib.Path({str(go)!r}).exists():
        time.sleep(0.01)
    print("a1-a2", flush=True)
"""
    async with computer((sys.executable, "-c", waits)) as asked:
        thinking = asyncio.create_task(asked.choose(START, 10, 0))
        for _ in range(100):
            await asyncio.sleep(0.001)
        assert not thinking.done()
        go.touch()
        assert (await thinking).move.text == "a1-a2"


async def test_nothing_runs_before_it_is_asked() -> None:
    async with computer() as asked:
        assert asked._worker.pid is None
        await asked.choose(START, 1, 0)
        assert asked._worker.pid is not None


@THOROUGH
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGSTOP])
async def test_worker_that_dies_or_hangs_is_replaced(sent: signal.Signals) -> None:
    async with computer() as asked:
        await asked.choose(START, 1, 0)
        first = asked._worker._process
        assert first is not None
        first.send_signal(sent)
        with impatient():
            move, _ = await asked.choose(START, 1, 0)
        assert move.text in START.moves()
        await asked.choose(START, 1, 0)
        second = asked._worker._process
        assert first.returncode is not None
        assert second is not None
        assert second.pid != first.pid
        assert second.returncode is None


@THOROUGH
@pytest.mark.parametrize("program", [HANGS, DIES, ("/nowhere",)])
async def test_move_comes_also_where_no_worker_answers(program: tuple[str, ...]) -> None:
    async with computer(program) as asked:
        for position in (START, GAMES["bivouac"].start()):
            with impatient():
                assert (await asked.choose(position, 10, 0)).move.text in position.moves()


async def test_worker_whose_answer_nobody_awaits_any_more_does_not_answer_the_next() -> None:
    async with computer() as asked:
        thinking = asyncio.create_task(asked.choose(GAMES["bivouac"].start(), 10, 0))
        while asked._worker.pid is None:  # noqa: ASYNC110 (nothing tells that it has started)
            await asyncio.sleep(0)
        thinking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thinking
        assert (await asked.choose(START, 1, 0)).move.text in START.moves()


async def test_twenty_at_once_share_the_time(tmp_path: Path) -> None:
    told = tmp_path / "jobs"
    writes = f"""
import sys
for job in sys.stdin:
    open({str(told)!r}, "a").write(job)
    print("a1-a2", flush=True)
"""
    async with computer((sys.executable, "-c", writes)) as asked:
        await asyncio.gather(*(asked.choose(START, 10, seed) for seed in range(20)))
    jobs = [json.loads(line) for line in told.read_text().splitlines()]
    assert [job["given"]["seed"] for job in jobs] == list(range(20))
    seconds = [job["given"]["longest"] for job in jobs]
    assert seconds[1] < seconds[10] < seconds[-1]
    assert seconds[0] == seconds[-1] == player.LONGEST_THOUGHT
    assert sum(seconds) < 15


@THOROUGH
async def test_twenty_at_once_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "LONGEST_THOUGHT", 0.1)  # that they share 15 s is tested above
    starts = [game.start() for game in GAMES.values()] * 5

    async def ask(asked: ComputerPlayer, position: Position, seed: int) -> None:
        move, _ = await asked.choose(position, 10, seed)
        assert position.moves()[move.text] == move

    async with computer() as asked:
        await asyncio.gather(*(ask(asked, start, seed) for seed, start in enumerate(starts)))


async def test_nobody_waits_for_ever_behind_others_that_are_not_answered() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(player, "PATIENCE", 3600.0)
        patch.setattr(player, "LONGEST_WAIT", 0.5)
        async with computer(HANGS) as asked, asyncio.timeout(PATIENCE):
            moves = await asyncio.gather(*(asked.choose(START, 10, seed) for seed in range(10)))
    assert all(move.text in START.moves() for move, _ in moves)


@THOROUGH
async def test_close_ends_the_worker_and_answers_who_still_waits() -> None:
    async with computer() as asked:
        await asked.choose(START, 1, 0)
        worker = asked._worker._process
        assert worker is not None
        waiting = [asyncio.create_task(asked.choose(START, 10, seed)) for seed in range(3)]
        await asyncio.sleep(0.1)
        await asked.close()
        assert worker.returncode is not None
        assert all(move.text in START.moves() for move, _ in await asyncio.gather(*waiting))
        assert asked._worker.pid is None


@pytest.mark.parametrize("level", [0, 11, -1])
async def test_level_out_of_range_is_refused(level: int) -> None:
    async with computer() as asked:
        with pytest.raises(Refusal, match="choose one from 1 to 10"):
            await asked.choose(START, level, 0)
        assert asked._worker.pid is None


async def test_position_without_moves_is_refused() -> None:
    over = GAMES["ringo"].decode(
        "......../......../......../......../......../......../2 defender -"
    )
    async with computer() as asked:
        with pytest.raises(Refusal, match=r"The game is over\."):
            await asked.choose(over, 3, 0)


async def test_an_answer_is_the_same_where_lines_end_as_on_windows() -> None:
    answering = "import sys; sys.stdin.readline(); sys.stdout.buffer.write(b'done\\r\\n')"
    process = WorkerProcess((sys.executable, "-c", answering))
    assert await process.ask({}, patience=60) == "done"
    await process.close()


async def test_closing_waits_for_a_process_that_a_cancelled_job_is_ending() -> None:
    """Else a bot that stops in that moment leaves a trace-back."""
    asked = WorkerProcess(HANGS)
    process = asked._process = await asked._start()
    job = asyncio.create_task(asked.ask({}, patience=PATIENCE))
    await asyncio.sleep(0)  # it begins to wait for an answer
    job.cancel()
    await asyncio.sleep(0)  # it begins to end the process
    assert asked.pid is None
    await asked.close()
    assert process.returncode is not None
    with pytest.raises(asyncio.CancelledError):
        await job


async def test_closing_waits_for_a_process_that_is_starting_and_ends_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else that would go on without anybody who ends it."""
    asked, started = WorkerProcess(HANGS), asyncio.Event()
    start, processes = asked._start, list[Process]()

    async def slowly() -> Process:
        started.set()
        await asyncio.sleep(0)
        processes.append(await start())
        return processes[-1]

    monkeypatch.setattr(asked, "_start", slowly)
    job = asyncio.create_task(asked.ask({}, patience=PATIENCE))
    await started.wait()
    await asked.close()
    (process,) = processes
    assert process.returncode is not None
    with pytest.raises(Unanswered):
        await job
    with pytest.raises(Unanswered, match="closed"):
        await asked.ask({}, patience=PATIENCE)
    assert len(processes) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="it takes another program, `cat`")
def test_closing_leaves_nothing_open_that_is_written_to_after_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heir = "import subprocess; subprocess.Popen(['cat'])"

    async def ended_while_its_output_is_open() -> None:
        asked = WorkerProcess((sys.executable, "-c", heir))
        await asked.ask({}, PATIENCE)  # `cat` answers
        while asked._process is not None and asked._process.returncode is None:  # noqa: ASYNC110 (nothing tells of it)
            await asyncio.sleep(0.01)
        await asked.close()

    left = list[object]()
    monkeypatch.setattr(sys, "unraisablehook", left.append)
    asyncio.run(ended_while_its_output_is_open())
    gc.collect()
    assert left == []


async def test_closing_waits_for_provers_of_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was cancelled with its job was once left to nobody, while the bot stopped."""
    asked, started = ComputerPlayer(HANGS), asyncio.Event()
    start, processes = WorkerProcess._start, list[Process]()

    async def noted(worker: WorkerProcess) -> Process:
        processes.append(await start(worker))
        started.set()
        return processes[-1]

    monkeypatch.setattr(WorkerProcess, "_start", noted)
    job = asyncio.create_task(asked.prove(START))
    await started.wait()
    await asyncio.sleep(0)  # it begins to wait for an answer
    job.cancel()
    await asyncio.sleep(0)  # it begins to end the process
    await asked.close()
    (process,) = processes
    assert process.returncode is not None
    with pytest.raises(asyncio.CancelledError):
        await job
    with pytest.raises(Unanswered, match="closed"):
        await asked.prove(START)
    assert len(processes) == 1


def test_worker_works_where_processes_have_no_niceness(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "nice")
    monkeypatch.setattr(sys, "stdin", StringIO(""))
    worker.main()


@THOROUGH
async def test_worker_is_small_and_lets_others_go_first() -> None:
    async with computer() as asked:
        for game in (*GAMES.values(), GAMES["bizingo"]):
            await asked.choose(game.start(), 10, 0)
        process = Path("/proc") / str(asked._worker.pid)
        if not process.exists():
            pytest.skip("only Linux tells")
        kilobytes = re.search(r"VmHWM:\s+(\d+)", (process / "status").read_text())
        assert kilobytes
        assert int(kilobytes[1]) < 100_000
        priority = (process / "stat").read_text().rpartition(")")[2].split()[16]
        lowest = 19
        assert int(priority) == min(lowest, os.nice(0) + 10)
