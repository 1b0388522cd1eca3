"""When a search stops: it is asked every so many nodes whether that is enough."""

import time
from collections.abc import Callable
from typing import TypeAlias

Enough: TypeAlias = Callable[[int], bool]
"""Tells, by the number of nodes searched, whether to stop."""


def nodes(most: int) -> Enough:
    """Search so many nodes, whatever the time: the same again on any machine."""
    return lambda searched: searched >= most


def seconds(most: float, clock: Callable[[], float] = time.monotonic) -> Enough:
    """Search for so long from now on."""
    end = clock() + most
    return lambda _: clock() >= end
