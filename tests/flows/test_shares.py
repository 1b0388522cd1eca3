"""Several processes share Discord's shards: each has its part, and nothing is left or had twice."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from shutil import copyfile

import pytest

from data import Store
from data.driver import Hold, Location, ServerAddress
from hosting.settings import CannotStart
from hosting.shard_connections import ShardConnections
from hosting.shares import ShardShare, ranges
from tests.data.sample_matches import NOW
from tests.data.test_server import cut_all
from tests.postgres import SERVER, empty, of_file
from tests.programs import PATIENCE

of_server = pytest.mark.skipif(SERVER is None, reason="it is about a server")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="files are shared on Linux only")

TOTAL = 8
CHANGED = {
    "shares": {"LOOK_SECONDS": 0.02, "LEASE": PATIENCE, "IDENTIFY_SECONDS": 0.05, "WAIT": 0.01},
    "served_shards": {"ORPHANED": 0.3, "DEAF": PATIENCE, "LINGER": 0.01},
}
"""What takes seconds in a bot; what is lost after a while isn't lost on a machine that is slow."""


class Discord:
    """Who is connected to each shard; twice at a time is a mistake."""

    def __init__(self) -> None:
        self.connected: dict[int, Process] = {}
        self.seen = 0
        self.is_there = asyncio.Event()
        self.is_there.set()


class Process(ShardConnections):
    """One of several processes, as far as shards matter: it connects them to nothing."""

    def __init__(self, setting: str, store: Store, discord: Discord) -> None:
        self.discord, self.store = discord, store
        self.hears_nothing = False
        self.decided = 0
        self.share = ShardShare(setting, store, self, self.decide, 1)

    async def decide(self) -> None:
        self.decided += 1

    async def open(self, shard: int) -> None:
        await self.discord.is_there.wait()
        await self.share.may_identify(shard)
        while self.hears_nothing:  # noqa: ASYNC110 (as discord.py tries again and again)
            await asyncio.sleep(0.01)
        assert shard not in self.discord.connected, f"{shard} is connected already"
        self.discord.connected[shard] = self
        self.discord.seen += 1

    def hears(self, shard: int) -> bool:
        return not self.hears_nothing and self.discord.connected.get(shard) is self

    async def close(self, shard: int) -> None:
        if self.discord.connected.get(shard) is self:
            del self.discord.connected[shard]

    def forget_servers(self, shard: int) -> None:
        pass

    @property
    def shards(self) -> str:
        return ranges({s for s in range(TOTAL) if self.share.has(s << 22)})

    @property
    def number_of_shards(self) -> int:
        return sum(self.share.has(s << 22) for s in range(TOTAL))

    async def kill(self) -> None:
        """End it without a word: the system closes its connections, and takes its locks."""
        claims = self.share._claims
        await asyncio.gather(*self.share.stop(), return_exceptions=True)
        for shard in [s for s, one in self.discord.connected.items() if one is self]:
            del self.discord.connected[shard]
        if claims is not None:
            await claims.close()


Begin = Callable[..., Awaitable[Process]]


@pytest.fixture
def path(tmp_path: Path, on_server: ServerAddress | None, migrated: Path) -> Location:
    if on_server:
        empty(on_server)
        return on_server
    return Path(copyfile(migrated, tmp_path / "parlour.sqlite3"))


@pytest.fixture
def discord() -> Discord:
    return Discord()


@pytest.fixture
async def begin(
    path: Location, discord: Discord, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Begin]:
    for module, values in CHANGED.items():
        for name, value in values.items():
            monkeypatch.setattr(f"hosting.{module}.{name}", value)
    async with AsyncExitStack() as stack:

        async def beginning(setting: str = str(TOTAL)) -> Process:
            store = await Store.open(path, NOW, hold=Hold.SHARED)
            await stack.enter_async_context(store)
            process = Process(setting, store, discord)
            stack.push_async_callback(process.share.close)
            await process.share.begin()
            return process

        yield beginning


@pytest.fixture
async def both(begin: Begin, discord: Discord) -> tuple[Process, Process]:
    """Begin two at once: each knows of the other before it connects a shard."""
    discord.is_there.clear()
    one, other = await asyncio.gather(begin(), begin())
    await until(lambda: one.share._shards.live == other.share._shards.live == 2)
    discord.is_there.set()
    return one, other


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():  # noqa: ASYNC110 (many things may make it so)
            await asyncio.sleep(0.01)


async def test_only_process_has_everything(begin: Begin) -> None:
    one = await begin()
    assert not one.share.has(None)
    assert not one.share.does_due
    await until(lambda: one.shards == "0-7" and one.share.is_whole)
    assert one.share.has(None)
    await until(lambda: one.share.does_due)
    assert one.decided == 1
    assert str(one.share) == "shards 0-7 of 8, and decides what is due"
    assert one.share.figures() == {"serves": str(one.share), "shards": 8, "processes": 1}


async def test_both_that_begin_at_once_have_a_half(both: tuple[Process, Process]) -> None:
    one, other = both
    await until(lambda: one.share.is_whole and other.share.is_whole)
    assert one.number_of_shards == other.number_of_shards == TOTAL // 2
    assert one.discord.seen == TOTAL, "no shard moved"
    await until(lambda: one.share.does_due or other.share.does_due)
    assert not (one.share.does_due and other.share.does_due)
    assert one.share.part == other.share.part == 0.5


async def test_who_comes_later_is_given_its_part(begin: Begin) -> None:
    one = await begin()
    await until(lambda: one.share.is_whole)
    other, third = await begin(), await begin()
    shares = one, other, third
    await until(lambda: min(process.number_of_shards for process in shares) >= TOTAL // 3)
    await until(lambda: sum(process.number_of_shards for process in shares) == TOTAL)


async def test_what_a_killed_process_had_is_taken_by_the_other(
    both: tuple[Process, Process],
) -> None:
    one, other = both
    await until(lambda: one.share.is_whole and (one.share.does_due or other.share.does_due))
    killed, left = (one, other) if one.share.does_due else (other, one)
    await killed.kill()
    await until(lambda: not left.share.is_whole)  # so that all clocks are paused
    await until(lambda: left.shards == "0-7" and left.share.is_whole and left.share.does_due)
    assert left.decided == 1, "the time until then is given back"


async def test_process_that_is_begun_again_soon_has_its_shards_again(
    both: tuple[Process, Process], begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hosting.served_shards.ORPHANED", PATIENCE)
    one, other = both
    await until(lambda: one.share.is_whole)
    kept = other.shards
    await one.kill()
    again = await begin()
    await until(lambda: again.share.is_whole)
    assert other.shards == kept
    assert one.discord.seen == TOTAL + TOTAL // 2


async def test_spare_process_takes_over(begin: Begin) -> None:
    one = await begin("1")
    await until(lambda: one.share.has(5 << 22))
    spare = await begin("1")
    await asyncio.sleep(0.1)
    assert not spare.share.has(None)
    assert not spare.share.does_due
    assert spare.share.process == "-spare"
    assert spare.hears(0) is False
    await one.kill()
    await until(lambda: spare.share.has(5 << 22) and spare.share.does_due)
    assert spare.share.process == "-0"


async def test_fixed_shards_are_no_others(begin: Begin) -> None:
    one, other = await asyncio.gather(begin("0-2/8"), begin("3-7/8"))
    await until(lambda: one.share.is_whole)
    assert (one.shards, other.shards) == ("0-2", "3-7")
    await other.kill()
    await until(lambda: not one.share.is_whole)
    await asyncio.sleep(0.6)
    assert one.shards == "0-2"


async def test_another_number_of_shards_is_refused(begin: Begin) -> None:
    one = await begin()
    await until(lambda: one.share.is_whole)
    with pytest.raises(
        CannotStart,
        match="PARLOUR_SHARDS says 4 shards in all, but another process has 8: write the same",
    ):
        await begin("0-1/4")
    assert one.shards == "0-7"


async def test_shard_that_cannot_be_connected_is_left_to_another(
    both: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = both
    await until(lambda: one.share.is_whole)
    monkeypatch.setattr("hosting.served_shards.DEAF", 1.5)
    for shard in [s for s, who in one.discord.connected.items() if who is one]:
        del one.discord.connected[shard]
    one.hears_nothing = True
    assert not one.share.hears_discord
    await until(lambda: not other.share.is_whole)
    await until(lambda: other.shards == "0-7" and other.share.is_whole and other.share.does_due)
    assert one.shards == ""
    one.hears_nothing = False
    await until(lambda: one.number_of_shards == other.number_of_shards == TOTAL // 2)


async def test_wrong_clock_serves_and_decides_nothing(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    one = await begin()
    await until(lambda: one.share.does_due and one.share.is_whole)
    assert one.share._claims is not None
    look = one.share._claims.look

    async def ahead() -> object:
        return replace(await look(), clock_ahead=timedelta(minutes=5))

    monkeypatch.setattr(one.share._claims, "look", ahead)
    await until(lambda: one.shards == "" and not one.share.does_due)
    assert (
        str(one.share) == "no shards, since this machine's clock is 300 s ahead of the database's"
    )
    assert "set the one that is wrong. Until then other processes serve its shards" in caplog.text
    other = await begin()
    await until(lambda: other.shards == "0-7" and other.share.does_due)
    monkeypatch.setattr(one.share._claims, "look", look)
    await until(lambda: one.number_of_shards == TOTAL // 2)


async def test_one_posts_at_a_time(begin: Begin) -> None:
    one, other = await asyncio.gather(begin("1"), begin("1"))
    posting = []

    async def post(process: Process, number: int) -> None:
        async with process.share.alone("match", number) as others_may_have:
            assert others_may_have
            assert number not in posting
            posting.append(number)
            await asyncio.sleep(0.02)
            posting.remove(number)

    await asyncio.gather(*(post(process, 1) for process in (one, other, one, other)))
    async with one.share.alone("match", 2), other.share.alone("match", 3):
        pass


async def test_who_is_cancelled_while_it_waits_keeps_nothing(begin: Begin) -> None:
    one, two = await begin(), await begin()

    async def post(process: Process) -> None:
        async with process.share.alone("match", 1):
            await asyncio.sleep(0)

    for turns in range(12):
        posting = asyncio.create_task(post(one))
        for _ in range(turns):
            await asyncio.sleep(0)
        posting.cancel()
        await asyncio.gather(posting, return_exceptions=True)
        async with asyncio.timeout(PATIENCE):
            await post(two)
            await post(one)


@of_server
async def test_restart_of_the_server_moves_nothing(
    both: tuple[Process, Process], path: ServerAddress
) -> None:
    one, other = both
    await until(lambda: one.share.is_whole and (one.share.does_due or other.share.does_due))
    before = one.shards, other.shards
    cut_all(path)
    await until(lambda: one.shards == other.shards == "")
    await until(lambda: (one.shards, other.shards) == before and one.share.is_whole)
    assert one.discord.seen == TOTAL
    await until(lambda: one.share.does_due or other.share.does_due)
    async with one.share.alone("match", 1):
        cut_all(path)


@of_server
async def test_frozen_process_that_wakes_has_nothing(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.server_claims.FORGOTTEN", 2)
    frozen = await begin()
    await until(lambda: frozen.share.is_whole and frozen.share.does_due)
    assert frozen.share._running is not None
    frozen.share._running.cancel()
    monkeypatch.setattr("hosting.shares.LEASE", 1.0)
    frozen.discord.connected.clear()  # Discord, too, ends a connection of which it hears nothing
    other = await begin()

    def takes_over() -> bool:
        assert not (frozen.share.does_due and other.number_of_shards)
        return other.share.is_whole and other.share.does_due

    await until(takes_over)
    frozen.share._running = asyncio.create_task(frozen.share._run())
    await until(lambda: frozen.number_of_shards == other.number_of_shards == TOTAL // 2)


@of_file
async def test_nothing_is_believed_for_long_after_a_look(begin: Begin) -> None:
    one = await begin()
    await until(lambda: one.share.does_due and one.share.is_whole)
    assert one.share._running is not None
    one.share._running.cancel()
    assert one.share.has(None)
    one.share._looked -= PATIENCE  # as if it were frozen
    assert not one.share.has(None)
    assert not one.share.does_due
    assert not one.share.is_whole
    assert str(one.share) == "no shards, since the database doesn't answer"
    one.share._running = asyncio.create_task(one.share._run())
    await until(lambda: one.share.does_due and one.share.is_whole)
    assert one.decided == 2, "the time in which it was frozen is given back"
    assert one.discord.seen == TOTAL, "it keeps its connections"


def test_ranges() -> None:
    assert [ranges(s) for s in ({1}, {0, 1, 2, 7, 4, 5}, set[int]())] == [
        "1",
        "0-2, 4-5, 7",
        "",
    ]
