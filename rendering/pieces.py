"""The pieces that several games share: the two sides' men, captains and plain stones."""

from functools import lru_cache

from rendering.geometry import CENTRE, Point, arc, around, star
from rendering.scene import Disc, Polygon, Role, Shape, Symbol, Text

BODY = (Role.FIRST, Role.SECOND)
GLOW = (Role.FIRST_GLOW, Role.SECOND_GLOW)
EDGE = (Role.FIRST_EDGE, Role.SECOND_EDGE)
INK = (Role.FIRST_INK, Role.SECOND_INK)
STAR = (Role.FIRST_STAR, Role.SECOND_STAR)
SIDES = ("first", "second")


@lru_cache(maxsize=64)
def piece(side: int, radius: float, *, crowned: bool = False) -> Symbol:
    """Make a side's piece: the first side's wears a ring, the second's a pip, a captain a star.

    A captain is scalloped, so that it differs in its outline too.
    """
    shapes: list[Shape] = [shadow(radius)]
    if crowned:
        rim = tuple(_scallops(radius * 1.13, radius * 0.09))
        shapes += [
            Polygon(rim, BODY[side], EDGE[side], max(2, radius / 11)),
            Disc(CENTRE, radius * 0.94, BODY[side], glow=GLOW[side]),
            Polygon(star(radius * 0.74), STAR[side]),
        ]
    else:
        shapes.append(Disc(CENTRE, radius, BODY[side], EDGE[side], max(2, radius / 11), GLOW[side]))
        shapes.append(sign(side, radius))
    return Symbol(f"{SIDES[side]} side's {'captain' if crowned else 'piece'}", tuple(shapes))


@lru_cache(maxsize=2)
def icon(side: int) -> Symbol:
    """Show a side's piece on a little ground of its own, so that it stands out on any theme."""
    ground = Disc(CENTRE, 26, Role.FIELD, Role.LINE, 2)
    return Symbol(f"{SIDES[side]} side's sign", (ground, *piece(side, 18).shapes[1:]))


def sign(side: int, radius: float, at: Point = CENTRE) -> Disc:
    """Give what tells a side without colour: the first has a ring, the second a pip."""
    if side == 0:
        return Disc(at, radius * 0.58, line=INK[side], width=max(2, radius / 10))
    return Disc(at, radius * 0.27, INK[side])


@lru_cache(maxsize=16)
def stone(radius: float) -> Symbol:
    """Make a stone that belongs to no side."""
    return Symbol(
        "stone",
        (
            shadow(radius),
            Disc(
                CENTRE, radius, Role.STONE, Role.STONE_EDGE, max(1.5, radius / 9), Role.STONE_GLOW
            ),
        ),
    )


@lru_cache(maxsize=256)
def text(words: str, size: float, role: Role, on: Role = Role.SURROUND) -> Symbol:
    """Make a line of text around its centre."""
    return Symbol(words, (Text(CENTRE, words, size, role, on),))


def shadow(radius: float) -> Disc:
    """Give the shadow under a round thing: one tone, since each more costs a picture a kilobyte."""
    return Disc(Point(0, radius * 0.11), radius, Role.SHADOW, opacity=0.4)


def _scallops(radius: float, depth: float, count: int = 8) -> list[Point]:
    """Give an outline of round bumps."""
    points: list[Point] = []
    for bump in range(count):
        middle = 360 * bump / count
        centre = around(radius - 2 * depth, middle)
        points += arc(depth * 3.1, middle - 75, middle + 75, centre)
    return points
