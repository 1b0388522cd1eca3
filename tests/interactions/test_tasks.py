"""Threads: cards never wait for long work, and nobody for all that somebody else asks for."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest

from interactions import tasks
from interactions.discord_requests import in_background
from interactions.tasks import NOBODY, run_brief, run_long, work_for
from tests.programs import PATIENCE

ADA, BEN = 1, 2
Runs = Callable[[Callable[[], object]], Awaitable[object]]


@contextmanager
def long_work() -> Iterator[threading.Event]:
    """Keep the thread for long work busy until the event is set."""
    end = threading.Event()
    tasks._LONG_WORK.submit(end.wait, PATIENCE)
    try:
        yield end
    finally:
        end.set()


def asked(person: int, run: Runs, work: Callable[[], object]) -> asyncio.Task[object]:
    """Let a person ask for work, in a task of its own as interactions are."""

    async def ask() -> object:
        work_for(person)
        return await run(work)

    return asyncio.create_task(ask())


async def test_what_is_brief_does_not_wait_for_what_is_long() -> None:
    with long_work():
        waiting = asked(ADA, run_long, lambda: "animation")
        async with asyncio.timeout(PATIENCE):
            assert await run_brief(lambda: "card") == "card"
            assert await asked(ADA, run_brief, lambda: "her own card") == "her own card"
        assert not waiting.done()
    assert await waiting == "animation"


async def test_people_take_turns_in_what_is_long() -> None:
    done: list[str] = []
    with long_work():
        first = [asked(ADA, run_long, partial(done.append, f"Ada's {one}")) for one in range(4)]
        await asyncio.sleep(0)
        second = [asked(BEN, run_long, partial(done.append, f"Ben's {one}")) for one in range(2)]
        await asyncio.sleep(0)
    await asyncio.gather(*first, *second)
    assert done == ["Ada's 0", "Ben's 0", "Ada's 1", "Ben's 1", "Ada's 2", "Ada's 3"]


@pytest.mark.parametrize(("person", "most"), [(ADA, 1), (NOBODY, 3)])
async def test_one_picture_at_a_time_is_drawn_for_a_person(person: int, most: int) -> None:
    begun: list[int] = []
    end = threading.Event()

    def picture(number: int) -> None:
        begun.append(number)
        end.wait(PATIENCE)

    drawing = [asked(person, run_brief, partial(picture, number)) for number in range(3)]
    try:
        async with asyncio.timeout(PATIENCE):
            while len(begun) < most:  # noqa: ASYNC110 (threads set no event of the loop)
                await asyncio.sleep(0.001)
            assert await asked(BEN, run_brief, lambda: "Ben's") == "Ben's"
        assert len(begun) == most
    finally:
        end.set()
    await asyncio.gather(*drawing)


async def test_nothing_is_remembered_of_who_waits_no_more() -> None:
    await asyncio.gather(*(asked(ADA, run_long, lambda: None) for _ in range(3)))
    assert not tasks._COMPUTING
    with pytest.raises(ZeroDivisionError):
        await asked(ADA, run_long, lambda: 1 / 0)
    assert await asked(ADA, run_long, lambda: "on it goes") == "on it goes"


async def test_who_gives_up_does_not_keep_the_others() -> None:
    with long_work():
        waiting = [asked(ADA, run_long, lambda: None) for _ in range(3)]
        await asyncio.sleep(0)
        for one in waiting[:2]:
            one.cancel()
    await waiting[2]


async def test_background_work_draws_one_card_at_a_time_and_keeps_nobody_waiting() -> None:
    begun, end, running = threading.Event(), threading.Event(), list[str]()

    def draw(card: str) -> str:
        running.append(card)
        begun.set()
        end.wait(PATIENCE)
        return card

    with in_background():
        due = [asyncio.create_task(run_brief(partial(draw, f"card {one}"))) for one in range(20)]
    try:
        async with asyncio.timeout(PATIENCE):
            assert await asked(ADA, run_brief, lambda: "her own card") == "her own card"
        assert await asyncio.to_thread(begun.wait, PATIENCE)
        assert running == ["card 0"]
    finally:
        end.set()
    assert await asyncio.gather(*due) == [f"card {one}" for one in range(20)]
