"""The pieces that several games share: the two sides' pieces, captains and plain stones."""

import math
from functools import lru_cache
from random import Random

from rendering.geometry import CENTRE, Point, arc, offset_outline, polar_point, star, translate
from rendering.roles import Role, Shade
from rendering.shapes import Disc, Polygon, Shadow, Shape, Symbol

BODY = (Role.FIRST, Role.SECOND)
GLOW = (Role.FIRST_GLOW, Role.SECOND_GLOW)
SHADE = (Role.FIRST_SHADE, Role.SECOND_SHADE)
EDGE = (Role.FIRST_EDGE, Role.SECOND_EDGE)
INK = (Role.FIRST_INK, Role.SECOND_INK)
STAR = (Role.FIRST_STAR, Role.SECOND_STAR)
SIDES = ("first", "second")
_HOLLOW = tuple(Shade(body, shade, 0.35) for body, shade in zip(BODY, SHADE, strict=True))
_FACE = 0.76
"""The radius of a piece's face over that of the piece; around it lies a slanting edge."""
PEBBLES = 5
"""The number of stones with different outlines."""


@lru_cache(maxsize=64)
def piece(side: int, radius: float, *, crowned: bool = False) -> Symbol:
    """Return a side's piece: the first side's has a ring, the second's a pip, a captain a star.

    A captain is scalloped, so that its outline differs too.
    """
    shapes: list[Shape] = [shadow(circle(radius))]
    line = max(1.8, radius / 13)
    if crowned:
        heart, face = radius * 0.82, radius * 0.92
        rim = tuple(_scallops(radius * 1.1, radius * 0.09))
        shapes += [
            Polygon(rim, SHADE[side], EDGE[side], line),
            Disc(CENTRE, radius * 1.01, SHADE[side], glow=GLOW[side]),
            Disc(CENTRE, face, Shade(BODY[side], GLOW[side], 0.5), glow=_HOLLOW[side]),
            Polygon(star(heart), Shade(STAR[side], EDGE[side], 0.45)),
            Polygon(offset_outline(star(heart), -radius * 0.05), STAR[side]),
        ]
    else:
        heart, face = 0, radius * _FACE
        shapes += [
            Disc(CENTRE, radius, SHADE[side], EDGE[side], line, GLOW[side]),
            Disc(CENTRE, face, Shade(BODY[side], GLOW[side], 0.5), glow=_HOLLOW[side]),
            sign(side, radius),
        ]
    kind = "captain" if crowned else "piece"
    return Symbol(f"{SIDES[side]} side's {kind}", tuple(shapes), heart)


@lru_cache(maxsize=2)
def icon(side: int) -> Symbol:
    """Return a side's piece on a small disc, so that it stands out on any theme."""
    ground = Disc(CENTRE, 24, Role.FIELD, Role.LINE, 2)
    return Symbol(f"{SIDES[side]} side's sign", (ground, *piece(side, 18).shapes[1:]))


def sign(side: int, radius: float, at: Point = CENTRE) -> Disc:
    """Return what identifies a side without colour: the first has a ring, the second a pip."""
    if side == 0:
        return Disc(at, radius * 0.55, line=INK[side], width=max(2, radius / 9))
    return Disc(at, radius * 0.27, INK[side])


@lru_cache(maxsize=64)
def stone(radius: float, number: int = 0) -> Symbol:
    """Return one of a few pebbles that belong to no side."""
    rng = Random(number)
    oval, knob = rng.uniform(0, 360), rng.uniform(0, 360)
    outline = tuple(
        polar_point(
            radius
            * (0.92 + 0.06 * math.cos(math.radians(2 * angle - oval)))
            * (1 + 0.02 * math.cos(math.radians(3 * angle - knob))),
            angle,
        )
        for angle in range(0, 360, 12)
    )
    shine = Point(-radius * 0.28, -radius * 0.36)
    line = max(1, radius / 12)
    return Symbol(
        "stone",
        (
            shadow(outline),
            Polygon(
                offset_outline(outline, -line / 2),
                Role.STONE_SHADE,
                Role.STONE_EDGE,
                line,
                glow=Role.STONE_GLOW,
            ),
            Polygon(offset_outline(outline, -radius * 0.3), Role.STONE, glow=Role.STONE_GLOW),
            Disc(shine, radius * 0.13, Role.STONE_GLOW),
        ),
    )


def circle(radius: float) -> tuple[Point, ...]:
    """Return a circle's outline around (0, 0)."""
    return tuple(arc(radius, 0, 360)[:-1])


def shadow(outline: tuple[Point, ...]) -> Shadow:
    """Return the soft shadow under an object on the board."""
    size = max(x for x, _ in outline)
    return Shadow(
        translate(offset_outline(outline, -size * 0.06), size * 0.07, size * 0.16), size * 0.24, 0.5
    )


def _scallops(radius: float, depth: float, count: int = 8) -> list[Point]:
    """Return an outline of round bumps."""
    points: list[Point] = []
    for bump in range(count):
        middle = 360 * bump / count
        centre = polar_point(radius - 2 * depth, middle)
        points += arc(depth * 3.1, middle - 75, middle + 75, centre)
    return points
