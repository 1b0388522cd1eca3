"""What boards are made of: bevelled rims, planks with their grain, carved pits."""

from collections.abc import Iterator
from random import Random

from rendering.geometry import Point, offset_outline
from rendering.roles import Role, Shade
from rendering.shapes import Polygon, Shape, Symbol

RIM_WIDTH = 15
_TONES = (0.1, 0.1, 0.17, 0.25)
"""How dark streaks are: a few tones, since each row of one tone packs into a few bytes."""
_PLANK_TONES = (0, 0.05, 0.1)


def rim(hull: tuple[Point, ...], width: float = RIM_WIDTH) -> tuple[Shape, ...]:
    """Draw a wooden rim around a board's outline (convex, clockwise)."""
    outer, chamfer = offset_outline(hull, width), width * 0.28
    return (
        Polygon(outer, Role.RIM_DARK, glow=Role.RIM_LIGHT),
        Polygon(offset_outline(outer, -chamfer), Role.RIM),
        Polygon(offset_outline(hull, chamfer), Role.RIM_LIGHT, glow=Role.RIM_DARK),
    )


def grain(
    outline: tuple[Point, ...], row: float, *, seed: int, streaks: float = 0.36, planks: bool = True
) -> Iterator[Polygon]:
    """Draw planks within a convex outline: rows of one tone, and long streaks that run along them.

    `row` is a plank's height, `streaks` how many there are for each unit of it; without `planks`
    it is all of one piece. The grain is fixed by `seed`, so the same board comes out every time.
    """
    rng = Random(seed)
    top, bottom = min(y for _, y in outline), max(y for _, y in outline)
    for number in range(round((bottom - top) / row)):
        upper = top + number * row
        if planks and (tone := rng.choice(_PLANK_TONES)):
            lines = (upper, min(upper + row, bottom))
            (left, right), (low_left, low_right) = (_reach(outline, y) for y in lines)
            plank = (
                Point(left, lines[0]),
                Point(right, lines[0]),
                Point(low_right, lines[1]),
                Point(low_left, lines[1]),
            )
            yield Polygon(plank, Role.GRAIN, opacity=tone)
        for _ in range(round(row * streaks)):
            y = upper + rng.uniform(3, row - 3)
            left, right = _reach(outline, y)
            middle, half = rng.uniform(left, right), rng.uniform(40, 230)
            start, end = max(left + 2, middle - half), min(right - 2, middle + half)
            if end - start > 30:
                thick, opacity = rng.uniform(0.5, 1.3), rng.choice(_TONES)
                yield Polygon(_streak(start, end, y, thick), Role.GRAIN, opacity=opacity)


def pit(name: str, outline: tuple[Point, ...], depth: float) -> Symbol:
    """Return a carved pit: its walls are light below and shaded above."""
    return Symbol(
        name,
        (
            Polygon(offset_outline(outline, 3), Role.RIM_LIGHT, glow=Role.RIM_DARK),
            Polygon(outline, Role.PIT_LIGHT, glow=Role.PIT_EDGE),
            Polygon(
                offset_outline(outline, -depth), Role.PIT, glow=Shade(Role.PIT, Role.PIT_EDGE, 0.6)
            ),
        ),
    )


def _reach(outline: tuple[Point, ...], y: float) -> tuple[float, float]:
    """Return how far a convex outline reaches to the left and to the right at one height."""
    crossings = []
    for one, other in zip(outline, (*outline[1:], outline[0]), strict=True):
        low, high = sorted((one, other), key=lambda point: point.y)
        if low.y <= y <= high.y and low.y < high.y:
            crossings.append(low.x + (high.x - low.x) * (y - low.y) / (high.y - low.y))
    return min(crossings), max(crossings)


def _streak(start: float, end: float, y: float, thick: float) -> tuple[Point, ...]:
    """Return a long thin lens, pointed at both ends."""
    third = (end - start) / 3
    return (
        Point(start, y),
        Point(start + third, y - thick),
        Point(end - third, y - thick),
        Point(end, y),
        Point(end - third, y + thick),
        Point(start + third, y + thick),
    )
