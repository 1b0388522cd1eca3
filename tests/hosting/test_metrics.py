"""The figures that a host sees: in a file after each round, by --health, and for Prometheus."""

import asyncio
import errno
import json
import logging
import re
import shutil
import socket
import subprocess
import sys
import time

import aiohttp
import pytest
from aiohttp import web

from bot import Parlour
from hosting.addresses import NOT_ALLOWED, NOT_HERE, TAKEN, may_ask, reason_not_had, split_address
from hosting.health import Health, health
from hosting.metrics import Metrics, memory, metrics_file, serving, watching_loop
from hosting.settings import Settings
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
    runner = web.AppRunner(busy_discord)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
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


SAMPLE = re.compile(
    r'(parlour_\w+?)((?:_bucket|_sum|_count)?)(?:\{(\w+)="([^"\\]*)"\})? ([0-9.e+-]+)'
)


def held_against_the_format(text: str) -> dict[str, str]:
    """Check what `promtool check metrics` does; return the type of each metric."""
    assert text.endswith("\n")
    kinds: dict[str, str] = {}
    seen: set[str] = set()
    helped = metric = ""
    for line in text.splitlines():
        if heading := re.fullmatch(r"# (HELP|TYPE) (parlour_[a-z_]+) (.+)", line):
            kind, metric, told = heading.groups()
            if kind == "HELP":
                helped = metric
                assert metric not in kinds, "each metric stands together, once"
            else:
                assert helped == metric, "each metric has a HELP line"
                assert told in ("gauge", "counter", "histogram")
                assert (told == "counter") == metric.endswith("_total")
                kinds[metric] = told
                before = 0.0
            continue
        sample = SAMPLE.fullmatch(line)
        assert sample, line
        name, end, label, value, number = sample.groups()
        assert line.rpartition(" ")[0] not in seen
        seen.add(line.rpartition(" ")[0])
        assert name == metric
        assert bool(end) == (kinds[name] == "histogram")
        assert label != "quantile"
        assert (label == "le") == (end == "_bucket")
        if end == "_bucket":
            assert float(number) >= before, "they are cumulative"
            assert float(value) > 0
        assert end != "_count" or float(number) == before
        before = float(number) if end != "_sum" else before
    return kinds


async def test_prometheus_is_served_where_it_was_set(
    metrics: Metrics, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    address = f"127.0.0.1:{free_port()}"
    served = settings.model_copy(update={"metrics": address})
    with metrics.item("notify"), metrics.move():
        pass
    metrics.answered_person(0.3)
    metrics.answered_person(12)
    metrics.loop_was_late(0.01)
    metrics.end_round()
    async with serving(metrics, served), aiohttp.ClientSession() as session:
        async with session.get(f"http://{address}/metrics") as answer:
            assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
            text = await answer.text()
        async with serving(metrics, served):
            assert f"no metrics are served: PARLOUR_METRICS: {address} can't be had: another " in (
                caplog.text
            ), "the bot runs without it"
    assert {
        "parlour_waiting 0",
        'parlour_due_total{kind="notify"} 1',
        'parlour_done_total{kind="notify"} 1',
        'parlour_discord_answers_total{status="429"} 0',
        "parlour_move_seconds_count 1",
        'parlour_answer_seconds_bucket{le="0.25"} 0',
        'parlour_answer_seconds_bucket{le="0.5"} 1',
        'parlour_answer_seconds_bucket{le="+Inf"} 2',
        "parlour_answer_seconds_sum 12.3",
        'parlour_loop_late_seconds_bucket{le="0.01"} 1',
    } <= {*text.splitlines()}
    kinds = held_against_the_format(text)
    assert {name for name, kind in kinds.items() if kind == "histogram"} == {
        "parlour_answer_seconds",
        "parlour_move_seconds",
        "parlour_loop_late_seconds",
    }
    if promtool := shutil.which("promtool"):
        told = subprocess.run(  # noqa: S603, ASYNC221 (Prometheus' own, and nothing else runs)
            (promtool, "check", "metrics"), input=text, capture_output=True, text=True, check=False
        )
        assert (told.returncode, told.stdout + told.stderr) == (0, "")


def test_before_the_first_round_prometheus_is_told_what_is_counted(metrics: Metrics) -> None:
    kinds = held_against_the_format(metrics.prometheus())
    assert "gauge" not in kinds.values()


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:{port}", 200),
        ("localhost:{port}", 200),
        ("[::1]:{port}", 200),
        ("localhost", 200),
        ("evil.example:{port}", 403),
        ("evil.example", 403),
        ("localhost.evil.example:{port}", 403),
    ],
)
async def test_a_page_of_the_web_cannot_ask_for_metrics_by_a_name_that_leads_here(
    metrics: Metrics, settings: Settings, host: str, status: int
) -> None:
    port = free_port()
    served = settings.model_copy(update={"metrics": f"127.0.0.1:{port}"})
    asked = {"Host": host.format(port=port)}
    async with (
        serving(metrics, served),
        aiohttp.ClientSession(headers=asked) as session,
        session.get(f"http://127.0.0.1:{port}/metrics") as answer,
    ):
        assert answer.status == status


async def test_what_is_no_request_is_no_error(
    metrics: Metrics, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    port = free_port()
    async with serving(metrics, settings.model_copy(update={"metrics": f"127.0.0.1:{port}"})):
        for sent in (b"\x16\x03\x01\x02", b"GET /metrics HTTP/1.1\r\n\r\n", b"G" * 20_000):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(sent + b"\r\n\r\n")
            assert (await reader.readline()).startswith(b"HTTP/1.0 400 ")
            writer.close()
    assert all(one.levelno <= logging.WARNING and not one.exc_info for one in caplog.records)


def test_where_others_reach_the_metrics_they_ask_by_any_name() -> None:
    assert may_ask("parlour.internal:9464", "0.0.0.0")  # noqa: S104 (what a host may set)
    assert may_ask("parlour.internal:9464", "192.0.2.7")
    assert not may_ask("parlour.internal:9464", "::1")


async def reason_of(address: str) -> str:
    host, port = split_address(address)
    with pytest.raises(OSError) as told:  # noqa: PT011 (of several kinds)
        await asyncio.start_server(lambda *_: None, host, port)
    return reason_not_had(told.value)


async def test_an_address_that_cannot_be_had_is_told_with_its_own_reason() -> None:
    taken = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    assert await reason_of("{}:{}".format(*taken.sockets[0].getsockname())) == TAKEN
    taken.close()
    assert await reason_of("192.0.2.7:9464") == NOT_HERE
    assert await reason_of("nowhere.invalid:9464") == NOT_HERE
    assert reason_not_had(PermissionError(errno.EACCES, "no")) == NOT_ALLOWED
    assert reason_not_had(OSError("could not bind on any address out of []")) == NOT_HERE
    assert reason_not_had(OSError(errno.ENOBUFS, "no room")) == f"[Errno {errno.ENOBUFS}] no room"


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
