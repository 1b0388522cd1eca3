"""A progress bar on the terminal."""

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

Part = TypeVar("Part")
WIDTH = 30
CLEARED = "\r\033[K"
"""The escape sequence that clears the line for whatever is printed next."""


def progress(parts: Iterable[Part], sizes: Sequence[int], things: str) -> Iterator[Part]:
    """Yield parts, each of some size, and draw a progress bar while the next one is computed.

    `things` is what the sizes count. Nothing is drawn unless standard error is a terminal.
    """
    coming, whole, done, began = iter(parts), sum(sizes), 0, time.monotonic()
    for size in sizes:
        _draw(bar(done, whole, time.monotonic() - began, things))
        part = next(coming)
        _draw(CLEARED)
        yield part
        done += size


def bar(done: int, whole: int, seconds: float, things: str) -> str:
    """Return the bar with what is done, and an estimate of the time left."""
    full = WIDTH * done // max(whole, 1)
    drawn = f"[{'#' * full}{'.' * (WIDTH - full)}] {done:,} of {whole:,} {things}"
    if not done:
        return drawn
    left = seconds * (whole - done) / done
    return f"{drawn}, {left / 60:.0f} min left" if left > 100 else f"{drawn}, {left:.0f} s left"


def _draw(text: str) -> None:
    if sys.stderr.isatty():
        print(text, end="", file=sys.stderr, flush=True)
