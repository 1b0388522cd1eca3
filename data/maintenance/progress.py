"""A bar that says on a terminal how far a long work has come."""

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

Part = TypeVar("Part")
WIDTH = 30
CLEARED = "\r\033[K"
"""What makes the line free again for whatever is printed next."""


def progress(parts: Iterable[Part], sizes: Sequence[int], things: str) -> Iterator[Part]:
    """Hand on the parts of a work, each of so many things, and draw a bar while the next is made.

    Nothing is drawn where nobody looks: where standard error is no terminal.
    """
    coming, whole, done, began = iter(parts), sum(sizes), 0, time.monotonic()
    for size in sizes:
        _draw(bar(done, whole, time.monotonic() - began, things))
        part = next(coming)
        _draw(CLEARED)
        yield part
        done += size


def bar(done: int, whole: int, seconds: float, things: str) -> str:
    """Draw how much is done, and say how long the rest takes if it goes on so."""
    full = WIDTH * done // max(whole, 1)
    drawn = f"[{'#' * full}{'.' * (WIDTH - full)}] {done:,} of {whole:,} {things}"
    if not done:
        return drawn
    left = seconds * (whole - done) / done
    return f"{drawn}, {left / 60:.0f} min left" if left > 100 else f"{drawn}, {left:.0f} s left"


def _draw(text: str) -> None:
    if sys.stderr.isatty():
        print(text, end="", file=sys.stderr, flush=True)
