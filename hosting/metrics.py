"""Metrics of the running bot for its host: in a file after each round, and for Prometheus."""

import asyncio
import json
import sys
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from time import perf_counter, time
from types import SimpleNamespace

import aiohttp

from settings import CannotStart, Settings, environment_name

RECENT = 1000
"""The moves and looks at the loop of which the figures tell."""
LOOK_AFTER = 0.25
"""Seconds between two looks at how late the event loop is."""
PAGE = 4096
"""Bytes of a page of memory in `/proc/self/statm`."""
Figures = dict[str, float | dict[str, float]]
"""Figures by name; those that have a kind, by that."""


class Metrics:
    """Counts what the bot does; others add to it, and each round writes it down."""

    def __init__(self, settings: Settings) -> None:
        self._file = metrics_file(settings)
        self._due: Counter[str] = Counter()
        self._done: Counter[str] = Counter()
        self._totals: Counter[str] = Counter()
        self._answers: Counter[str] = Counter({"429": 0, "5xx": 0})
        self._moves: deque[float] = deque(maxlen=RECENT)
        self._late: deque[float] = deque(maxlen=RECENT)
        self._began = perf_counter()
        self.computer_queue: Callable[[], int] = int
        """Returns how many requests wait for the computer."""
        self.last: Figures = {}
        """The figures of the last round."""

    # What others add.

    def begin_round(self) -> None:
        """Begin a round; what live matches have done since the last one counts in it."""
        self._began = perf_counter()

    @contextmanager
    def item(self, kind: str) -> Iterator[None]:
        """Count one thing that is due, and that it is done unless it fails."""
        self._due[kind] += 1
        self._totals[f"due {kind}"] += 1
        yield
        self._done[kind] += 1
        self._totals[f"done {kind}"] += 1

    def waits(self, kind: str) -> None:
        """Count one thing that is due and waits for the next round."""
        self._due[kind] += 1

    @contextmanager
    def move(self) -> Iterator[None]:
        """Measure a move, from the press to the new card."""
        began = perf_counter()
        yield
        self._moves.append(perf_counter() - began)
        self._totals["moves"] += 1

    def answered(self, status: int) -> None:
        """Count an answer of Discord's by its status, if it is one of those that matter."""
        if status == 429:
            self._answers["429"] += 1
        elif status >= 500:
            self._answers["5xx"] += 1

    def trace(self) -> aiohttp.TraceConfig:
        """Return what counts all answers to the requests of an HTTP client."""

        async def on_end(
            _session: aiohttp.ClientSession,
            _context: SimpleNamespace,
            ended: aiohttp.TraceRequestEndParams,
        ) -> None:
            self.answered(ended.response.status)

        config = aiohttp.TraceConfig()
        config.on_request_end.append(on_end)
        return config

    def loop_was_late(self, seconds: float) -> None:
        """Note how late the event loop was."""
        self._late.append(max(0.0, seconds))

    # What hosts read.

    def end_round(self) -> None:
        """Write down the figures of a round; a disk that is full does not matter."""
        self.last = self._figures()
        part = self._file.with_name(f"{self._file.name}-unfinished")
        with suppress(OSError):
            part.write_text(json.dumps(self.last, indent=1), encoding="utf-8")
            part.replace(self._file)
        for counted in (self._due, self._done, self._late):
            counted.clear()

    def _figures(self) -> Figures:
        due, done = dict(sorted(self._due.items())), dict(sorted(self._done.items()))
        return {
            "at": round(time()),
            "round_seconds": round(perf_counter() - self._began, 3),
            "due": dict(due),
            "done": dict(done),
            "waiting": sum(due.values()) - sum(done.values()),
            "discord_answers": dict(self._answers),
            "moves": self._totals["moves"],
            "move_seconds": {"p50": quantile(self._moves, 0.5), "p99": quantile(self._moves, 0.99)},
            "loop_late_seconds": {
                "p99": quantile(self._late, 0.99),
                "most": quantile(self._late, 1),
            },
            "memory_bytes": memory(),
            "computer_queue": self.computer_queue(),
        }

    def prometheus(self) -> str:
        """Return the figures in Prometheus' text format; what is counted goes on counting."""
        lines = []
        for name, value in self.last.items():
            if name in ("due", "done", "discord_answers", "moves"):
                continue
            lines.append(f"# TYPE parlour_{name} gauge")
            parts = value if isinstance(value, Mapping) else {"": value}
            for part, figure in parts.items():
                label = f'{{quantile="{QUANTILES[part]}"}}' if part else ""
                lines.append(f"parlour_{name}{label} {figure}")
        for kind in ("due", "done"):
            lines.append(f"# TYPE parlour_{kind}_total counter")
            lines += [
                f'parlour_{name.split()[0]}_total{{kind="{name.split()[1]}"}} {number}'
                for name, number in sorted(self._totals.items())
                if name.startswith(f"{kind} ")
            ]
        lines.append("# TYPE parlour_discord_answers_total counter")
        lines += [
            f'parlour_discord_answers_total{{status="{status}"}} {number}'
            for status, number in self._answers.items()
        ]
        lines += [
            "# TYPE parlour_moves_total counter",
            f"parlour_moves_total {self._totals['moves']}",
        ]
        return "\n".join(lines) + "\n"


QUANTILES = {"p50": "0.5", "p99": "0.99", "most": "1"}
"""Prometheus' names of quantiles."""


def metrics_file(settings: Settings) -> Path:
    """Return the file in which the figures of the last round are."""
    return settings.database.with_name(f"{settings.database.name}-metrics.json")


def told_figures(settings: Settings) -> str:
    """Return the figures of the last round as lines for people; empty if there are none."""
    try:
        figures: Figures = json.loads(metrics_file(settings).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    ago = time() - float(str(figures.pop("at")))
    lines = [f"figures of the last round, {ago:.0f} s ago:"]
    for name, value in figures.items():
        parts = value.items() if isinstance(value, Mapping) else [("", value)]
        told = ", ".join(f"{part} {figure}".strip() for part, figure in parts) or "none"
        lines.append(f"  {name.replace('_', ' '):20}{told}")
    return "\n".join(lines)


def quantile(values: deque[float], share: float) -> float:
    """Return the value below which a share of all values is, rounded; 0 of none."""
    if not values:
        return 0.0
    return round(sorted(values)[min(len(values) - 1, int(share * len(values)))], 4)


def memory() -> int:
    """Return the bytes of memory that the process uses; 0 where that is not known."""
    if sys.platform == "linux":
        with suppress(OSError), Path("/proc/self/statm").open(encoding="ascii") as told:
            return int(told.read().split()[1]) * PAGE
    return 0


@asynccontextmanager
async def watching_loop(metrics: Metrics) -> AsyncIterator[None]:
    """Look again and again how late the event loop is meanwhile."""

    async def look() -> None:
        while True:
            began = perf_counter()
            await asyncio.sleep(LOOK_AFTER)
            metrics.loop_was_late(perf_counter() - began - LOOK_AFTER)

    looking = asyncio.create_task(look(), name="loop")
    try:
        yield
    finally:
        looking.cancel()


@asynccontextmanager
async def serving(metrics: Metrics, settings: Settings) -> AsyncIterator[None]:
    """Serve the figures for Prometheus meanwhile, where the settings say so.

    Raises `CannotStart` if the address cannot be had.
    """
    if settings.metrics is None:
        yield
        return
    from aiohttp import web  # noqa: PLC0415 (a server that hardly any host wants)

    async def answer(_request: web.Request) -> web.Response:
        return web.Response(text=metrics.prometheus())

    app = web.Application()
    app.router.add_get("/metrics", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    host, _, port = settings.metrics.rpartition(":")
    try:
        try:
            await web.TCPSite(runner, host.strip("[]"), int(port)).start()
        except OSError as error:
            name = environment_name("metrics")
            raise CannotStart(
                f"{name}: {settings.metrics} cannot be had ({error}); stop what uses it, or set "
                f"{name} to another port."
            ) from error
        yield
    finally:
        await runner.cleanup()
