"""Solve the endgames of Hoyito: `python -m tools.research endgames` writes the file in a minute.

Retrograde analysis (https://www.chessprogramming.org/Retrograde_Analysis): from decided placements
back to all that lead to them. For each threshold, a gain, the placements are found where one side
forces at least that much, and those where the other side forces that it gains no more.
"""

import argparse
import lzma
from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import NamedTuple

from computer.hoyito_endgames import (
    FILE,
    HOLES,
    LAYERS,
    OPEN,
    Holes,
    Layer,
    count,
    number_of,
    placements,
)
from rules.hoyito.board import COUNTERCLOCKWISE, FOUR
from rules.hoyito.sowing import ring_of

NEVER = -1
"""The plies of a gain that cannot be forced."""
SHORT = "h"
LONG = "i"


class Capture(NamedTuple):
    """A capturing move: its least and its most final gain, and in how many plies."""

    least: int
    most: int
    plies: int


class PlacementGraph:
    """Every placement of a number of stones: its captures, and the quiet moves that lead to it."""

    def __init__(self, stones: int, solved: Mapping[int, Layer]) -> None:
        self.size = count(stones)
        self.captures: dict[int, list[Capture]] = defaultdict(list)
        self.quiet = array(SHORT, bytes(2 * self.size))
        """The number of quiet moves of each placement."""
        sources, targets = array(LONG), array(LONG)
        for number, holes in enumerate(placements(stones)):
            for after, taken in _moves(holes, stones):
                if taken:
                    self.captures[number].append(_capture(after, stones, taken, solved))
                else:
                    self.quiet[number] += 1
                    sources.append(number)
                    targets.append(number_of(after, stones))
        self._sort(sources, targets)

    def _sort(self, sources: "array[int]", targets: "array[int]") -> None:
        """Sort the sources of the quiet moves by their targets."""
        leading = array(LONG, bytes(4 * (self.size + 1)))
        for target in targets:
            leading[target + 1] += 1
        self._first = array(LONG, accumulate(leading))
        self._sources = array(LONG, sources)
        free = array(LONG, self._first)
        for source, target in zip(sources, targets, strict=True):
            self._sources[free[target]] = source
            free[target] += 1

    def before(self, number: int) -> "array[int]":
        """Return the placements from which a quiet move leads to this one."""
        return self._sources[self._first[number] : self._first[number + 1]]


def _moves(holes: Holes, stones: int) -> Iterator[tuple[Holes, int]]:
    """Give each move: the placement after it, as the other side sees it, and the stones taken."""
    half = HOLES // 2
    if not any(holes[:half]):
        yield holes[half:] + holes[:half], 0
    for place in range(half):
        if holes[place]:
            ring = ring_of(HOLES, frozenset(), COUNTERCLOCKWISE)
            after, taken, _, _ = ring.sow(holes, place, stones)
            yield after[half:] + after[:half], taken


def _capture(after: Holes, stones: int, taken: int, solved: Mapping[int, Layer]) -> Capture:
    left = stones - taken
    if not left:
        return Capture(stones, stones, 1)
    known = solved[left].result(number_of(after, left))
    if known is None:
        return Capture(taken - left, taken + left, 1)
    gain, plies = known
    return Capture(taken - gain, taken - gain, plies + 1)


class ForcedGains:
    """In how many plies each placement's mover forces a gain, or the other side forces it."""

    def __init__(self, graph: PlacementGraph, gain: int) -> None:
        self._graph, self._gain = graph, gain
        self.forced = array(SHORT, [NEVER]) * graph.size
        self.suffered = array(SHORT, [NEVER]) * graph.size
        self._escapes = array(SHORT, graph.quiet)
        """Counts of each placement's quiet moves that may still avoid the other side's gain."""
        self._longest = array(SHORT, bytes(2 * graph.size))
        self._pending: dict[int, list[tuple[int, bool]]] = defaultdict(list)
        for number in range(graph.size):
            self._add_captures(number)
        plies = 1
        while self._pending:
            for number, forces in self._pending.pop(plies, ()):
                self._record(number, plies, forces=forces)
            plies += 1

    def _add_captures(self, number: int) -> None:
        captures = self._graph.captures.get(number, ())
        enough = [capture.plies for capture in captures if capture.least >= self._gain]
        if enough:
            self._pending[min(enough)].append((number, True))
        if any(capture.most > -self._gain for capture in captures):
            self._escapes[number] = NEVER
        elif captures:
            self._longest[number] = max(capture.plies for capture in captures)
            if not self._escapes[number]:
                self._pending[self._longest[number]].append((number, False))

    def _record(self, number: int, plies: int, *, forces: bool) -> None:
        """Record that a gain is forced in `plies`, and propagate it to the placements before."""
        reached = self.forced if forces else self.suffered
        if reached[number] != NEVER:
            return
        reached[number] = plies
        for source in self._graph.before(number):
            if not forces:
                self._pending[plies + 1].append((source, True))
            elif self._escapes[source] > 0:
                self._escapes[source] -= 1
                if not self._escapes[source]:
                    longest = max(self._longest[source], plies + 1)
                    self._pending[longest].append((source, False))


def solve(stones: int, solved: Mapping[int, Layer]) -> Layer:
    """Solve every placement of a number of stones, those of fewer being solved already."""
    graph = PlacementGraph(stones, solved)
    gains, plies = array("b", [OPEN]) * graph.size, bytearray(graph.size)
    thresholds = range(stones, -stones, -2 * FOUR)
    forced_gains = {gain: ForcedGains(graph, gain) for gain in thresholds}
    for number in range(graph.size):
        for gain in (*thresholds, -stones):
            least = forced_gains[gain].forced[number] if gain in forced_gains else 1
            most = forced_gains[-gain].suffered[number] if -gain in forced_gains else 1
            if least != NEVER and most != NEVER:
                gains[number] = gain
                plies[number] = least if gain > 0 else most
                break
    return Layer(gains.tobytes(), bytes(plies))


def write_layers(_given: argparse.Namespace) -> None:
    """Solve the layers in order of their stones, and write them."""
    solved: dict[int, Layer] = {}
    for stones in LAYERS:
        solved[stones] = solve(stones, solved)
    content = b"".join(bytes(layer.gains) + layer.plies for layer in solved.values())
    FILE.write_bytes(lzma.compress(content, preset=9))
