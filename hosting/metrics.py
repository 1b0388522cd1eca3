"""Metrics of the running bot for its host: in a file after each round, and for Prometheus."""

import asyncio
import json
import sys
from bisect import bisect_left
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from itertools import accumulate
from pathlib import Path
from time import perf_counter, time
from types import SimpleNamespace

import aiohttp
from aiohttp import web

from hosting.addresses import may_ask, serving_at, split_address
from hosting.settings import Settings

RECENT = 1000
"""The moves and looks at the loop of which the figures tell."""
LOOK_AFTER = 0.25
"""Seconds between two looks at how late the event loop is."""
PAGE = 4096
"""Bytes of a page of memory in `/proc/self/statm`."""
Figures = dict[str, float | str | dict[str, float]]
"""Figures by name; those that have a kind, by that."""

BOUNDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The seconds up to which Prometheus is told how many took at most that."""
FORMAT = "text/plain; version=0.0.4; charset=utf-8"
"""The type of Prometheus' text format, which its newer versions insist on."""
GAUGES = {
    "round_seconds": "How long the last round took.",
    "waiting": "What was due in the last round and waits for the next one.",
    "memory_bytes": "The memory that the bot's process uses.",
    "computer_queue": "How many requests wait for the computer.",
    "shards": "How many shards this process serves, of several.",
    "processes": "How many processes share the shards.",
    "waited_for_limit": "How many requests have waited for this process's part of Discord's limit.",
}
"""What Prometheus is told of the last round, and what it is."""


class Histogram:
    """Counts since the start how many of something took how many seconds, for Prometheus."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0

    def add(self, seconds: float) -> None:
        """Count one."""
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self._seconds += seconds

    def samples(self) -> Iterator[tuple[str, float]]:
        """Yield each sample: the end of its name with its labels, and its value."""
        counts = [*accumulate(self._counts)]
        for bound, count in zip((*BOUNDS, "+Inf"), counts, strict=True):
            yield f'_bucket{{le="{bound}"}}', count
        yield "_sum", self._seconds
        yield "_count", counts[-1]


class Metrics:
    """Counts what the bot does; others add to it, and each round writes it down."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._due, self._done = Counter[str](), Counter[str]()
        self._all_due, self._all_done = Counter[str](), Counter[str]()
        self._move_count = 0
        self._answers: Counter[str] = Counter({"429": 0, "5xx": 0})
        self._moves: deque[float] = deque(maxlen=RECENT)
        self._late: deque[float] = deque(maxlen=RECENT)
        self._histograms = {name: Histogram() for name in ("answer", "move", "loop_late")}
        self._began = perf_counter()
        self.computer_queue: Callable[[], int] = int
        """Returns how many requests wait for the computer."""
        self.share: Callable[[], Figures] = dict
        """Returns the figures of one of several processes."""
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
        self._all_due[kind] += 1
        yield
        self._done[kind] += 1
        self._all_done[kind] += 1

    def waits(self, kind: str) -> None:
        """Count one thing that is due and waits for the next round."""
        self._due[kind] += 1

    @contextmanager
    def move(self) -> Iterator[None]:
        """Measure a move, from the press to the new card."""
        began = perf_counter()
        yield
        seconds = perf_counter() - began
        self._moves.append(seconds)
        self._histograms["move"].add(seconds)
        self._move_count += 1

    def answered_person(self, seconds: float) -> None:
        """Note how long it took until all was done that a person had asked for."""
        self._histograms["answer"].add(seconds)

    def trace(self) -> aiohttp.TraceConfig:
        """Return what counts by their status the answers to an HTTP client that matter."""

        async def on_end(
            _session: aiohttp.ClientSession,
            _context: SimpleNamespace,
            ended: aiohttp.TraceRequestEndParams,
        ) -> None:
            if ended.response.status == 429:
                self._answers["429"] += 1
            elif ended.response.status >= 500:
                self._answers["5xx"] += 1

        config = aiohttp.TraceConfig()
        config.on_request_end.append(on_end)
        return config

    def loop_was_late(self, seconds: float) -> None:
        """Note how late the event loop was."""
        self._late.append(max(0.0, seconds))
        self._histograms["loop_late"].add(max(0.0, seconds))

    # What hosts read.

    def end_round(self, process: str = "") -> None:
        """Write down the figures of a round, those of one of several processes for itself.

        A disk that is full does not matter.
        """
        self.last = self._figures()
        file = metrics_file(self._settings, process)
        part = file.with_name(f"{file.name}-unfinished")
        with suppress(OSError):
            part.write_text(json.dumps(self.last, indent=1), encoding="utf-8")
            part.replace(file)
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
            "moves": self._move_count,
            "move_seconds": {"p50": quantile(self._moves, 0.5), "p99": quantile(self._moves, 0.99)},
            "loop_late_seconds": {
                "p99": quantile(self._late, 0.99),
                "most": quantile(self._late, 1),
            },
            "memory_bytes": memory(),
            "computer_queue": self.computer_queue(),
            **self.share(),
        }

    def prometheus(self) -> str:
        """Return the figures in Prometheus' text format; what is counted goes on counting."""
        lines: list[str] = []

        def tell(name: str, kind: str, told: str, samples: Iterable[tuple[str, float]]) -> None:
            lines.append(f"# HELP parlour_{name} {told}")
            lines.append(f"# TYPE parlour_{name} {kind}")
            lines.extend(f"parlour_{name}{end} {value}" for end, value in samples)

        def labelled(label: str, counted: Mapping[str, int]) -> list[tuple[str, float]]:
            return [(f'{{{label}="{key}"}}', number) for key, number in sorted(counted.items())]

        for name, told in GAUGES.items():
            if isinstance(value := self.last.get(name), int | float):
                tell(name, "gauge", told, [("", value)])
        for name, told, counted in (
            ("due", "What was due.", self._all_due),
            ("done", "What was due and is done.", self._all_done),
        ):
            tell(f"{name}_total", "counter", told, labelled("kind", counted))
        told = "Discord's answers that it is asked too much (429) or has trouble itself (5xx)."
        tell("discord_answers_total", "counter", told, labelled("status", self._answers))
        for name, told in (
            ("answer", "From what a person asks until all of it is done."),
            ("move", "From the press of a move to the new card."),
            ("loop_late", "How late the event loop was when it was looked at."),
        ):
            tell(f"{name}_seconds", "histogram", told, self._histograms[name].samples())
        return "\n".join(lines) + "\n"


def metrics_file(settings: Settings, process: str = "") -> Path:
    """Return the file in which the figures of the last round are."""
    return settings.database.with_name(f"{settings.database.name}-metrics{process}.json")


def told_figures(settings: Settings, process: str = "") -> str:
    """Return the figures of the last round as lines for people; empty if there are none."""
    try:
        figures: Figures = json.loads(metrics_file(settings, process).read_text(encoding="utf-8"))
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
    """Serve the figures for Prometheus meanwhile, where the settings say so."""
    if settings.metrics is None:
        yield
        return
    host, _ = split_address(settings.metrics)

    async def answer(request: web.Request) -> web.Response:
        if not may_ask(request.host, host):
            raise web.HTTPForbidden(text="Ask by the address that the settings name.")
        return web.Response(text=metrics.prometheus(), headers={"Content-Type": FORMAT})

    app = web.Application()
    app.router.add_get("/metrics", answer)
    async with serving_at(settings.metrics, "metrics", app, "no metrics are served"):
        yield
