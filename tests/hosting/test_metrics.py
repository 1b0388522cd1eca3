"""The figures that a host sees: in a file after each round, by --health, and for Prometheus."""

import asyncio
import json
import re
import socket
import sys
import time

import aiohttp
import pytest
from aiohttp import web

from bot import Parlour
from hosting.health import Health, health
from hosting.metrics import Metrics, memory, metrics_file, serving, watching_loop
from settings import CannotStart, Settings
from tests.simulated_discord import fixtures
from tests.simulated_discord.table import Table, later, poll

simcord_env, table = fixtures.simcord_env, fixtures.table
settings = fixtures.settings


def figures(settings: Settings) -> dict[str, object]:
    found: dict[str, object] = json.loads(metrics_file(settings).read_text(encoding="utf-8"))
    return found


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture
def metrics(settings: Settings) -> Metrics:
    return Metrics(settings)


async def test_each_round_writes_what_was_due_and_done_and_how_long_moves_take(
    table: Table, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    match = await table.begin("bizingo", "h6-g6", pace=1)
    await table.play(next(iter(match.position.moves())))
    await later(table, hours=20)
    told = figures(settings)
    reminded = {"remind": 1, "reminder": 1}
    assert (told["due"], told["done"], told["waiting"]) == (reminded, reminded, 0)
    assert told["moves"] == 2
    seconds = told["move_seconds"]
    assert isinstance(seconds, dict)
    assert 0 < seconds["p50"] <= seconds["p99"]
    assert told["discord_answers"] == {"429": 0, "5xx": 0}
    assert told["computer_queue"] == 0
    Health(settings).beat()
    await health(settings)
    well, heading, *lines = capsys.readouterr().out.splitlines()
    assert well.startswith("well ")
    assert re.fullmatch(r"figures of the last round, -?\d+ s ago:", heading)
    assert [line.split("  ")[1].strip() for line in lines] == [
        name.replace("_", " ") for name in told if name != "at"
    ]
    assert "  due                 remind 1, reminder 1" in lines
    await poll(table)
    assert figures(settings)["due"] == {}, "of the last round only"
    assert 'parlour_due_total{kind="reminder"} 1' in table.bot.metrics.prometheus()


def test_what_fails_is_waiting(metrics: Metrics, settings: Settings) -> None:
    metrics.begin_round()
    with metrics.item("notify"):
        pass
    with pytest.raises(ConnectionError), metrics.item("notify"):
        raise ConnectionError
    metrics.end_round()
    told = figures(settings)
    assert (told["due"], told["done"], told["waiting"]) == ({"notify": 2}, {"notify": 1}, 1)


def test_what_live_matches_do_between_two_rounds_counts_in_the_next(settings: Settings) -> None:
    metrics = Metrics(settings)
    metrics.begin_round()
    metrics.end_round()
    with metrics.item("live match"):
        pass
    for told in ({"live match": 1}, {}):
        metrics.begin_round()
        metrics.end_round()
        assert metrics.last["done"] == metrics.last["due"] == told


def test_a_disk_that_cannot_be_written_stops_no_round(metrics: Metrics, settings: Settings) -> None:
    metrics_file(settings).mkdir()
    metrics.end_round()
    assert metrics.last["waiting"] == 0


@pytest.fixture
def busy_discord() -> web.Application:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=int(request.match_info["status"]))

    app = web.Application()
    app.router.add_get("/{status}", answer)
    return app


async def test_discords_refusals_and_troubles_are_counted(
    metrics: Metrics, busy_discord: web.Application
) -> None:
    runner, port = web.AppRunner(busy_discord), free_port()
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    async with aiohttp.ClientSession(trace_configs=[metrics.trace()]) as session:
        for status in (200, 404, 429, 429, 500, 502, 503):
            async with session.get(f"http://127.0.0.1:{port}/{status}"):
                pass
    await runner.cleanup()
    metrics.end_round()
    assert metrics.last["discord_answers"] == {"429": 2, "5xx": 3}


def test_the_bot_counts_the_answers_to_its_own_requests(settings: Settings) -> None:
    assert Parlour(settings).http.http_trace is not None


async def test_a_loop_that_is_held_up_is_seen_to_be_late(metrics: Metrics) -> None:
    async with watching_loop(metrics):
        await asyncio.sleep(0)
        time.sleep(0.4)  # noqa: ASYNC251 (that is what is measured)
        await asyncio.sleep(0.05)
    metrics.end_round()
    late = metrics.last["loop_late_seconds"]
    assert isinstance(late, dict)
    assert late["most"] > 0.1


async def test_prometheus_is_served_where_it_was_set(metrics: Metrics, settings: Settings) -> None:
    address = f"127.0.0.1:{free_port()}"
    served = settings.model_copy(update={"metrics": address})
    with metrics.item("notify"), metrics.move():
        pass
    metrics.end_round()
    async with serving(metrics, served), aiohttp.ClientSession() as session:
        async with session.get(f"http://{address}/metrics") as answer:
            lines = (await answer.text()).splitlines()
        with pytest.raises(CannotStart, match=f"^PARLOUR_METRICS: {address} cannot be had"):
            async with serving(metrics, served):
                pass
    assert {
        "parlour_waiting 0",
        'parlour_due_total{kind="notify"} 1',
        'parlour_done_total{kind="notify"} 1',
        'parlour_discord_answers_total{status="429"} 0',
        "parlour_moves_total 1",
    } <= {*lines}
    line = r'# TYPE \w+ (gauge|counter)|parlour_\w+(\{\w+="[\w.]+"\})? [0-9.e-]+'
    assert all(re.fullmatch(line, found) for found in lines)
    assert any(found.startswith('parlour_move_seconds{quantile="0.99"} ') for found in lines)


async def test_nothing_is_served_unless_it_is_asked_for(
    metrics: Metrics, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(web, "AppRunner")
    async with serving(metrics, settings):
        pass


def test_memory_is_told_only_where_the_system_tells_it(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform == "linux":
        assert memory() > 2**20
    with monkeypatch.context() as patch:
        patch.setattr("sys.platform", "win32")
        assert memory() == 0
