"""The pieces that several games share: the two sides' pieces, captains and plain stones."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, lru_cache, partial
from random import Random

from rendering.colour_roles import Role, Shade
from rendering.fit_text import text_width
from rendering.geometry import (
    CENTRE,
    Point,
    arc,
    offset_outline,
    polar_point,
    rounded_triangle,
    scaled,
    star,
    translate,
)
from rendering.shapes import Disc, Face, Polygon, Shadow, Shape, Symbol, enlarge, text

BODY = (Role.LIGHT, Role.DARK)
GLOW = (Role.LIGHT_GLOW, Role.DARK_GLOW)
SHADE = (Role.LIGHT_SHADE, Role.DARK_SHADE)
EDGE = (Role.LIGHT_EDGE, Role.DARK_EDGE)
TRIANGLE_SHADE = (Shade(Role.LIGHT_SHADE, Role.LIGHT, 0.45), Role.DARK_SHADE)
INK = (Role.LIGHT_INK, Role.DARK_INK)
GROOVE = (Role.LIGHT_INK, Shade(Role.DARK, Role.DARK_INK, 0.3))
INLAY = Shade(Role.DARK, Role.DARK_INK, 0.75)
DULL_RIM = Shade(Role.DARK_INK, Role.WALL_DARK, 0.5)
"""The rim of a dark piece on a dimmed board: seen off that, but no gold, which would be a mark."""
STAR = (Role.LIGHT_STAR, Role.DARK_STAR)
LIGHT, DARK = 0, 1
COLOURS = ("light", "dark")
"""The colour of a piece, as a number and in words; the games say which side has which."""
STONE, PEBBLES = "stone", 7
"""The name of a stone, and the number of those with different outlines."""
TRIANGLE_CORE, TRIANGLE_INRADIUS, STAR_RADIUS = 14.6, 21.5, 18.5
"""A triangular piece's inradius before and after it is grown, and that of a captain's star."""
BUTTON_CORE, BUTTON_BULGE, BUTTON_ROUND = 17.7, 0.8, 5
"""The same of a triangular piece's button, how far its sides bulge, and how round its corners are.

It nearly fills its cell, a clear gap away from what stands on the next one.
"""
BUTTON_NAMES, BUTTON_TIP = (19, 3.2), 18.5
"""The baseline of a name on such a button that points up, where a descender needs room,
and on one that points down; how far from its middle a sign or a captain's star is, in its tip."""

_TINTS = (
    (Role.STONE_SHADE, Role.STONE),
    (Role.STONE_WARM_SHADE, Role.STONE_WARM),
    (Role.STONE_SHADE, Role.STONE),
    (Role.STONE_DUSKY_SHADE, Role.STONE_DUSKY),
    (Role.STONE_WARM_SHADE, Role.STONE_WARM),
    (Role.STONE_SHADE, Role.STONE),
    (Role.STONE_DUSKY_SHADE, Role.STONE_DUSKY),
)
"""The shaded and the lit colour of each pebble."""
_ROUND, _SHINE = ((1, 0), (0.91, 0.3), (0.8, 0.6)), 0.5
"""The rounding of a pebble: the size and the light of what lies within what, and of its shine."""
_FLAT = 0.92
"""The height of a stone over its width: it lies on a flat side."""
_EDGE, _TRIANGLE_EDGES = 3, (2.4, 3)
"""The width of a piece's edge, and of a triangular one of each colour: a light body with an edge
as wide as a dark one's looks smaller than that."""
_TRIANGLE_HIGH = 0.65
"""The height of a triangular piece, of the usual: a longer shadow would fill the next gap."""
_LIGHT_EDGE = 2.4
"""The width of a dark triangle's edge on a dimmed board."""
_SHRUNK, _COUNT, _BESIDE = 0.55, 31, 8
"""The size of a symbol beside a player's name, of the number beside it, and the gap between."""
_VICTIM = 36
"""Half the width of a piece before that number, before it is so reduced."""
_CRISP = 0.65
"""The fading of a crisp shadow, of the usual."""
_RING, _TRIANGLE_RING, _WIDER = 3, 1.8, 1.5
"""The width of the ring around a dark piece beside the board, and around a triangle, and how much
wider the edge of a light round piece is there."""


@lru_cache(maxsize=64)
def piece(colour: int, radius: float) -> Symbol:
    """Return a round piece: a light one has a ring, a dark one a ring and a pip."""
    edge = min(_EDGE, max(1.6, radius / 9))
    focus = Point(-radius * 0.3, -radius * 0.36)
    return Symbol(
        f"{COLOURS[colour]} piece",
        (
            shadow(circle(radius)),
            Disc(CENTRE, radius, EDGE[colour]),
            Disc(CENTRE, radius - edge, SHADE[colour], glow=GLOW[colour], focus=focus),
            *_groove(colour, radius),
        ),
        face=Face(circle(radius), colour, Point(0, 8), CENTRE, Point(0, -radius * 0.55)),
    )


@lru_cache(maxsize=64)
def inlaid(radius: float) -> Symbol:
    """Return a dark round piece with an inlaid ring and a large pip: no dark hole."""
    plain = piece(DARK, radius)
    inlay = Disc(CENTRE, radius * 0.74, line=INLAY, width=radius / 13)
    pip = Disc(CENTRE, radius * 0.2, INK[DARK])
    return replace(plain, shapes=(*plain.shapes[:3], inlay, pip))


def _groove(colour: int, radius: float) -> Iterator[Shape]:
    """Return what tells pieces apart without colour: a light one has a ring, a dark one a pip."""
    width = max(1.6, radius / 17)
    if colour == LIGHT:
        yield Disc(CENTRE, radius * 0.63, line=GROOVE[LIGHT], width=width)
    else:
        yield Disc(CENTRE, radius * 0.62, line=GROOVE[DARK], width=width)
        yield Disc(CENTRE, max(radius * 0.17, 2.2), INK[DARK])


@lru_cache(maxsize=64)
def triangular_piece(colour: int, size: float = 1, *, up: bool, crowned: bool = False) -> Symbol:
    """Return a piece that points up or down, as its cells do.

    A captain bears a star instead of the groove and the pip.
    """
    outline = triangle(size, up=up)
    edge = _TRIANGLE_EDGES[colour] * max(size, 0.6)
    face = triangle(size, up=up, grow=-edge)
    focus = Point(-7 * size, -8 * size)
    shapes: list[Shape] = [
        shadow(outline, _TRIANGLE_HIGH),
        Polygon(outline, EDGE[colour]),
        Polygon(face, TRIANGLE_SHADE[colour], glow=GLOW[colour], focus=focus),
    ]
    heart = STAR_RADIUS * size if crowned else 0.0
    if crowned:
        shapes += emblem(colour, star(heart), size)
    else:
        groove = triangle(size, up=up, grow=-0.42 * TRIANGLE_INRADIUS * size)
        shapes.append(Polygon(groove, None, GROOVE[colour], max(1.4, 1.8 * size)))
        if colour == DARK:
            shapes.append(Disc(CENTRE, max(3.3 * size, 2), INK[DARK]))
    kind, rank = ("captain", star) if crowned else ("piece", None)
    name, tip = button_places(up=up)
    return Symbol(
        f"{COLOURS[colour]} {kind}",
        tuple(shapes),
        heart,
        face=Face(outline, colour, name, name, tip, rank, button(up=up), roomy=True),
        turned=partial(triangular_piece, colour, size, up=not up, crowned=crowned),
    )


def emblem(colour: int, big: tuple[Point, ...], size: float = 1) -> Iterator[Polygon]:
    """Draw a captain's star or a queen's crown on a piece, with an edge."""
    yield Polygon(big, Shade(STAR[colour], EDGE[colour], 0.55))
    yield Polygon(offset_outline(big, -1.4 * size), STAR[colour])


def triangle(size: float, *, up: bool, grow: float = 0) -> tuple[Point, ...]:
    """Return the outline of a triangular piece, grown or shrunk."""
    return rounded_triangle(
        TRIANGLE_CORE * size + min(grow + 5 * size, 0),
        1.4 * size,
        max(5.5 * size + grow, 2.5 * size),
        up=up,
    )


@cache
def button(*, up: bool) -> tuple[Point, ...]:
    """Return the outline of a triangular piece as its own button, and of a place to go to."""
    return rounded_triangle(BUTTON_CORE, BUTTON_BULGE, BUTTON_ROUND, up=up)


def button_places(*, up: bool) -> tuple[Point, Point]:
    """Return where a name's baseline is on a triangular button, and a sign in its tip."""
    return Point(0, BUTTON_NAMES[not up]), Point(0, -BUTTON_TIP if up else BUTTON_TIP)


@lru_cache(maxsize=4)
def icon(colour: int, look: Callable[[float], Symbol] | None = None) -> Symbol:
    """Return a piece, which may have a `look` of its own, as it stands beside a player's name."""
    shown = look(22) if look else piece(colour, 22)
    return replace(beside_board(shown), name=f"{COLOURS[colour]} sign")


@lru_cache(maxsize=64)
def progress(name: str, words: str, symbol: Symbol | None = None, half: float = 0) -> Symbol:
    """Return how far a side is, as “2/4”, after a small symbol that is twice `half` wide."""
    length, small = text_width(words, _COUNT), _SHRUNK * half
    count = text(words, _COUNT, Role.TEXT)
    if not symbol:
        return Symbol(name, (), parts=((count, CENTRE),))
    before = enlarge(symbol, _SHRUNK), Point(-round((_BESIDE + length) / 2), 0)
    return Symbol(name, (), parts=(before, (count, Point(round(small + _BESIDE / 2), 0))))


def taken_of(taken: int, wanted: int, victim: Symbol) -> Symbol:
    """Return how many pieces of those that win a side has taken, after one if it has none yet."""
    words = f"{taken}/{wanted}"
    return progress(f"{taken} of {wanted} taken", words, None if taken else victim, _VICTIM)


@lru_cache(maxsize=64)
def beside_board(symbol: Symbol) -> Symbol:
    """Return a piece as it is seen beside the board: a ring sets it off the surround.

    That of a light round piece is dark, and is only seen where the surround is light as well.
    """
    if not symbol.face or (symbol.face.roomy and symbol.face.colour == LIGHT):
        return symbol
    under, *body = symbol.shapes
    width, ink = (_TRIANGLE_RING if symbol.face.roomy else _RING), Role.DARK_INK
    if symbol.face.colour == LIGHT:
        width, ink = _WIDER, EDGE[LIGHT]
    ring = Polygon(offset_outline(symbol.face.outline, width), ink)
    turned = partial(_turned_beside_board, symbol) if symbol.turned else None
    return replace(symbol, shapes=(under, ring, *body), turned=turned)


def _turned_beside_board(symbol: Symbol) -> Symbol:
    return beside_board(symbol.turned() if symbol.turned else symbol)


def hang(symbol: Symbol) -> float:
    """Return how far the middle of a triangular piece's outline is below its own."""
    heights = [at.y for at in symbol.face.outline] if symbol.face else [0]
    return (min(heights) + max(heights)) / 2


@lru_cache(maxsize=64)
def stepping_back(symbol: Symbol) -> Symbol:
    """Return a piece as it stands on a dimmed board: a dark triangle there has a light edge.

    Such a board is dark itself, and those pieces fill its cells. A dark round piece, which can
    hardly be dimmed, is dull; but not an inlaid one, which would look like a hole.
    """
    if not symbol.face or symbol.face.colour == LIGHT:
        return symbol
    if not symbol.face.roomy:
        if any(isinstance(shape, Disc) and shape.line == INLAY for shape in symbol.shapes):
            radius = max(x for x, _ in symbol.face.outline)
            rim = Disc(CENTRE, radius, line=DULL_RIM, width=_LIGHT_EDGE)
            return replace(symbol, shapes=(*symbol.shapes, rim))
        return replace(symbol, shapes=tuple(map(_dulled, symbol.shapes)))
    edge = Polygon(symbol.face.outline, None, DULL_RIM, _LIGHT_EDGE)
    return replace(symbol, shapes=(*symbol.shapes, edge))


def _dulled(shape: Shape) -> Shape:
    """Take the light from a dark piece's body; its pip keeps it from looking like a hole."""
    if isinstance(shape, Disc) and shape.fill is SHADE[DARK]:
        return replace(shape, fill=BODY[DARK], glow=None)
    return shape


@lru_cache(maxsize=64)
def crisp(symbol: Symbol) -> Symbol:
    """Return a piece whose shadow fades out sooner, which takes fewer bytes."""
    under, *body = symbol.shapes
    assert isinstance(under, Shadow)
    return replace(symbol, shapes=(replace(under, reach=_CRISP * under.reach), *body))


@lru_cache(maxsize=64)
def stone(radius: float, number: int = 0) -> Symbol:
    """Return one of a few pebbles that belong to no side: round, in natural tints."""
    rng = Random(number)
    oval, knob = rng.uniform(0, 360), rng.uniform(0, 360)
    outline = tuple(
        polar_point(
            radius
            * (0.93 + 0.05 * math.cos(math.radians(2 * angle - oval)))
            * (1 + 0.02 * math.cos(math.radians(3 * angle - knob))),
            angle,
        )
        for angle in range(0, 360, 12)
    )
    outline = tuple(Point(x, y * _FLAT) for x, y in outline)
    shade, body = _TINTS[number % len(_TINTS)]
    shine = Point(-radius * 0.3, -radius * 0.36)
    line = max(0.9, radius / 20)
    face = offset_outline(outline, -line)
    return Symbol(
        STONE,
        (
            _cast(outline, radius),
            Polygon(translate(outline, radius * 0.04, radius * 0.07), Role.STONE_EDGE),
            Polygon(outline, Role.STONE_EDGE),
            *(
                Polygon(
                    scaled(face, size, shine), Shade(shade, body, light), glow=body, focus=shine
                )
                for size, light in _ROUND
            ),
            Polygon(scaled(face, _SHINE, shine), body, glow=Role.STONE_GLOW, focus=shine),
        ),
    )


def _cast(outline: tuple[Point, ...], radius: float) -> Shadow:
    """Return the shadow of a pebble, which lies higher than a flat piece."""
    at = translate(offset_outline(outline, -radius * 0.1), radius * 0.16, radius * 0.24)
    return Shadow(at, radius * 0.26, 0.62)


def circle(radius: float) -> tuple[Point, ...]:
    """Return a circle's outline around (0, 0)."""
    return tuple(arc(radius, 0, 360)[:-1])


def shadow(outline: tuple[Point, ...], high: float = 1) -> Shadow:
    """Return the soft shadow under an object on the board, which may be less `high` than others."""
    size = high * max(x for x, _ in outline)
    return Shadow(
        translate(offset_outline(outline, -size * 0.05), size * 0.07, size * 0.14), size * 0.17, 0.5
    )
