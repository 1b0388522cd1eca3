"""Several processes that share a database: their claims, the lock of bots, and cached settings."""

import asyncio
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, nullcontext
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import parse_qsl, urlsplit

import pytest

from data import Store, Unusable
from data.claims import Claims
from data.database import Database, preparation
from data.driver import Hold, Location, ServerAddress
from data.maintenance.inspect import in_use
from data.prepare_database import MIGRATIONS, newest_version
from data.unusable_file import UnusableNow
from tests.data.sample_matches import ANN, NOW
from tests.data.test_server import cut_all
from tests.postgres import SERVER, new_database, of_file
from tests.programs import PATIENCE

SECOND = timedelta(seconds=1)
of_server = pytest.mark.skipif(SERVER is None, reason="it is about a server")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="files are shared on Linux only")


async def shared(path: Location) -> Store:
    """Open a database as one of several bots."""
    return await Store.open(path, NOW, hold=Hold.SHARED)


@pytest.fixture
async def stores(path: Location, migrated: Path) -> AsyncIterator[tuple[Store, Store]]:
    """Open a database as both of two bots, at the same time."""
    if isinstance(path, Path):
        shutil.copyfile(migrated, path)
    one, other = await asyncio.gather(shared(path), shared(path))
    async with one, other:
        yield one, other


@pytest.fixture
async def both(stores: tuple[Store, Store]) -> AsyncIterator[tuple[Claims, Claims]]:
    one, other = [await store.open_claims() for store in stores]
    yield one, other
    await one.close()
    await other.close()


async def test_claim_is_one_processs_until_it_gives_it_back(both: tuple[Claims, Claims]) -> None:
    one, other = both
    assert await one.take("shard 3")
    assert not await one.take("shard 3")
    assert not await other.take("shard 3")
    assert await other.take("shard 4")
    for claims in both:
        assert await claims.held(["shard 3", "shard 4", "shard 5"]) == {"shard 3", "shard 4"}
    await other.give_back("shard 3")  # which it has not
    assert not await other.take("shard 3")
    await one.give_back("shard 3")
    assert await other.take("shard 3")


async def test_shared_claims_are_free_for_each_other_only(both: tuple[Claims, Claims]) -> None:
    one, other = both
    assert await one.take("of 8", shared=True)
    assert await other.take("of 8", shared=True)
    await one.give_back("of 8")
    assert await one.held(["of 8"]) == {"of 8"}
    assert not await one.take("of 8")
    await other.give_back("of 8")
    assert await one.take("of 8")


async def test_claims_end_with_the_process(stores: tuple[Store, Store]) -> None:
    one, other = [await store.open_claims() for store in stores]
    assert await one.take("due")
    await one.close()
    while not await other.take("due"):  # noqa: ASYNC110 (a server hears of it a moment later)
        await asyncio.sleep(0.01)
    with pytest.raises(UnusableNow):
        await one.give_back("due")
    for asked in (one.look(), one.held(["due"]), one.take("shard 1")):
        with pytest.raises(UnusableNow):
            await asked
    await other.close()


@pytest.mark.parametrize("ahead", [0, 300, -300])
async def test_clock_of_this_machine_is_compared(
    both: tuple[Claims, Claims], ahead: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if SERVER is not None:
        moved = SimpleNamespace(now=lambda zone: datetime.now(zone) + ahead * SECOND)
        monkeypatch.setattr("data.server_claims.datetime", moved)
    seconds = (await both[0].look()).clock_ahead.total_seconds()
    assert seconds == pytest.approx(ahead if SERVER else 0, abs=60)


@of_server
async def test_claims_are_lost_for_good_when_the_server_restarts(
    both: tuple[Claims, Claims], path: ServerAddress
) -> None:
    one = both[0]
    assert await one.take("due")
    cut_all(path)
    for claims in both:
        for _ in range(2):
            with pytest.raises(UnusableNow, match="cannot be reached; start the server"):
                await claims.look()
    with pytest.raises(UnusableNow):
        await one.take("shard 1")


@of_server
async def test_frozen_process_loses_its_claims(
    path: ServerAddress,
) -> None:
    async with await shared(path) as store, AsyncExitStack() as closing:
        frozen, other = await store.open_claims(), await store.open_claims()
        closing.push_async_callback(other.close)
        assert await frozen.take("due")
        await frozen._ask("SET idle_session_timeout = '1s'")  # type: ignore[attr-defined]
        while not await other.take("due"):  # noqa: ASYNC110 (the server tells nobody)
            await asyncio.sleep(0.1)
        with pytest.raises(UnusableNow):
            await frozen.look()


@of_file
async def test_frozen_process_of_a_file_is_not_believed(
    both: tuple[Claims, Claims], monkeypatch: pytest.MonkeyPatch
) -> None:
    frozen, other = both
    assert await frozen.take("ready 0")
    assert await other.take("ready 1")
    assert await other.held(["ready 0", "ready 1"]) == {"ready 0", "ready 1"}
    monkeypatch.setattr("data.file_claims.SILENT", 0.1)
    await asyncio.sleep(0.2)
    await other.look()
    assert await other.held(["ready 0", "ready 1"]) == {"ready 1"}
    assert not await other.take("ready 0"), "it may wake at any moment"
    await frozen.look()
    monkeypatch.undo()
    assert await other.held(["ready 0", "ready 1"]) == {"ready 0", "ready 1"}


@of_server
async def test_frozen_process_keeps_nobody_from_writing(
    path: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.postgres_driver.FROZEN", 1)
    async with await shared(path) as frozen, await shared(path) as other:
        with pytest.raises(UnusableNow):
            async with frozen._database.transaction():
                await other.direct_messages.close(ANN.id, NOW)


class Proxy:
    """Passes all on between a process and its database, until the network is cut."""

    def __init__(self, socket: str) -> None:
        self._socket, self.passes = socket, asyncio.Event()
        self.passes.set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_unix_connection(self._socket)

        async def pass_on(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
            while told := await source.read(65536):
                await self.passes.wait()
                target.write(told)
            target.close()

        await asyncio.gather(pass_on(reader, far_writer), pass_on(far_reader, writer))


@of_server
async def test_database_that_is_silent_is_lost_after_a_while(
    path: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = urlsplit(path.url)
    proxy = Proxy(f"{dict(parse_qsl(parts.query))['host']}/.s.PGSQL.5432")
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    url = parts._replace(netloc=f"parlour@127.0.0.1:{port}", query="").geturl()
    async with server:
        claims = await preparation(path).open_claims(ServerAddress(url))
        assert await claims.take("due")
        proxy.passes.clear()
        with monkeypatch.context() as patch:
            patch.setattr("data.server_claims.PATIENCE", 0.5)
            for _ in range(2):
                with pytest.raises(UnusableNow):
                    await asyncio.wait_for(claims.look(), PATIENCE)
        proxy.passes.set()
        async with await shared(path) as store:
            again = await store.open_claims()
            while not await again.take("due"):  # noqa: ASYNC110 (the server tells nobody)
                await asyncio.sleep(0.01)
            await again.close()


@of_server
async def test_claim_that_nobody_waits_for_any_more_is_given_back(
    both: tuple[Claims, Claims],
) -> None:
    one, other = both
    for claims in both:
        taking = asyncio.create_task(claims.take("match 7"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        taking.cancel()
        await asyncio.gather(taking, return_exceptions=True)
    while not await one.take("match 7"):  # noqa: ASYNC110 (nobody tells)
        await asyncio.sleep(0.01)
    giving = asyncio.create_task(one.give_back("match 7"))
    await asyncio.sleep(0)
    giving.cancel()
    while not await other.take("match 7"):  # noqa: ASYNC110
        await asyncio.sleep(0.01)


# The lock of bots.


async def test_bot_alone_and_those_that_share_refuse_each_other(path: Location) -> None:
    async with await shared(path):
        with pytest.raises(UnusableNow, match="is in use by another Parlour; stop that one first"):
            await Store.open(path, NOW)
        if isinstance(path, Path):
            assert in_use(path)
    async with await Store.open(path, NOW):
        with pytest.raises(UnusableNow, match="or set PARLOUR_SHARDS for it, too"):
            await shared(path)


async def test_newer_version_waits_until_those_of_an_older_one_are_stopped(
    path: Location, tmp_path: Path
) -> None:
    if isinstance(path, ServerAddress):
        pytest.skip("its database is used by other tests")
    later = shutil.copytree(MIGRATIONS, tmp_path / "migrations")
    step = later / f"{newest_version() + 1:04}_later.sql"
    step.write_text("-- One more.\nALTER TABLE people ADD COLUMN height REAL NOT NULL DEFAULT 1.5;")
    async with await shared(path):
        with pytest.raises(UnusableNow, match="in use by processes of an older version; stop them"):
            await Database.open(path, later, hold=Hold.SHARED)
    database = await Database.open(path, later, hold=Hold.SHARED)
    assert await database.reader.number("SELECT COUNT(height) FROM people") == 0
    await database.close()
    with pytest.raises(Unusable, match="was written by a newer Parlour"):
        await shared(path)


# Settings.


async def test_settings_changed_in_another_process_are_noticed(
    stores: tuple[Store, Store], both: tuple[Claims, Claims]
) -> None:
    one, other = stores
    looking = both[1]
    await looking.look()

    async def noticed() -> None:
        while not (await looking.look()).settings_changed:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        assert isinstance(one._database.path, ServerAddress) or (
            (await looking.look()).settings_changed
        ), "it may have been committed only after the first look"
        other.forget_cached()

    assert await other.personal_settings.language_of(ANN.id) == ""
    await one.personal_settings.change(ANN.id, lambda all_: replace(all_, language="de"), NOW)
    await noticed()
    assert await other.personal_settings.language_of(ANN.id) == "de"

    assert (await other.server_settings.find(7)).clubs
    await one.server_settings.change(7, lambda all_: replace(all_, clubs=False))
    await noticed()
    assert not (await other.server_settings.find(7)).clubs

    await other.direct_messages.open(ANN.id)  # which caches that nobody takes none
    await one.direct_messages.close(ANN.id, NOW)
    await noticed()
    await other.direct_messages.open(ANN.id)
    assert not await one.direct_messages.are_closed(ANN.id)


async def test_bot_alone_tells_nobody(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data.database.mark_settings", None)
    await store.server_settings.change(7, lambda all_: replace(all_, clubs=False))
    assert not store._database.is_shared


@of_file
async def test_file_is_not_shared_where_the_system_cannot(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await shared(path) as store:
        monkeypatch.setattr("sys.platform", "win32")
        with pytest.raises(Unusable, match="can't be shared by several processes on this system"):
            await store.open_claims()


async def test_both_that_begin_at_once_find_one_database(tmp_path: Path) -> None:
    with new_database() if SERVER else nullcontext(tmp_path / "new" / "parlour.sqlite3") as place:
        one, other = await asyncio.gather(shared(place), shared(place))
        async with one, other:
            await one.direct_messages.close(ANN.id, NOW)
            assert await other.direct_messages.are_closed(ANN.id)
