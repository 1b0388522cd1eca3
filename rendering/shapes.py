"""The shapes that pictures are made of, as data, in board units."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from rendering.colour_roles import Ink, Role, Shade
from rendering.fit_text import CAPITAL, text_width
from rendering.geometry import CENTRE, Box, Point, Transform, between, offset_outline


@dataclass(frozen=True)
class Polygon:
    """A filled polygon, an outlined one, or an open line; `opacity` is that of its fill.

    With `glow` it is convex and has a gradient: from `glow` at its top to `fill` at its bottom, or,
    with a `focus` inside it, from `glow` there to `fill` at its edge. It is drawn `sink` lower than
    it lies, from whichever side it is seen. A `flat` one is only in themes without depth.
    """

    points: tuple[Point, ...]
    fill: Ink | None = None
    line: Ink | None = None
    width: float = 0
    closed: bool = True
    glow: Ink | None = None
    opacity: float = 1
    focus: Point | None = None
    sink: float = 0
    flat: bool = False

    def transformed(self, transform: Transform) -> "Polygon":
        """Rotate, scale and shift it."""
        return replace(
            self,
            points=transform.points(self.points),
            width=transform.length(self.width),
            focus=self.focus and transform.point(self.focus),
            sink=transform.length(self.sink),
        )


@dataclass(frozen=True)
class Disc:
    """A disc: plain, outlined, translucent (`opacity`), or with a gradient as a polygon has."""

    centre: Point
    radius: float
    fill: Ink | None = None
    line: Ink | None = None
    width: float = 0
    glow: Ink | None = None
    opacity: float = 1
    focus: Point | None = None
    sink: float = 0

    def transformed(self, transform: Transform) -> "Disc":
        """Rotate, scale and shift it; the gradient keeps its light from above."""
        centre, factor = transform.point(self.centre), abs(transform.factor)
        focus = self.focus and Point(
            centre.x + (self.focus.x - self.centre.x) * factor,
            centre.y + (self.focus.y - self.centre.y) * factor,
        )
        return replace(
            self,
            centre=centre,
            radius=transform.length(self.radius),
            width=transform.length(self.width),
            focus=focus,
            sink=transform.length(self.sink),
        )


@dataclass(frozen=True)
class Bevel:
    """A slanting edge between two outlines (clockwise, of as many points).

    Its sides are lighter or darker than `base` by their directions: light falls from the upper
    left, from whichever side it is seen. An edge that slants towards its middle is not `raised`.
    `strength`, up to 1, is that of its light and its shade; a faint bevel is plain where a theme's
    light and dark do not differ. One `tapered` is for a round outline, where steps of its tone
    would be seen: a crescent of light and one of shade along its edge, each as wide as its sides
    are turned towards the light or from it.
    """

    outer: tuple[Point, ...]
    inner: tuple[Point, ...]
    base: Role
    light: Role
    dark: Role
    raised: bool = True
    tapered: bool = False
    strength: float = 1

    def transformed(self, transform: Transform) -> "Bevel":
        """Rotate, scale and shift it."""
        outer, inner = transform.points(self.outer), transform.points(self.inner)
        return replace(self, outer=outer, inner=inner)

    def sides(self, *, even: bool = False) -> list[tuple[tuple[Point, ...], Ink]]:
        """List each side with its tone; an `even` one is as wide everywhere."""
        if self.tapered and not even:
            return self._crescents()
        found: list[tuple[tuple[Point, ...], Ink]] = []
        for here, side in enumerate(_sides(self.outer, self.inner)):
            tone = round(self._facing(here) * TONES) / TONES
            other = self.light if tone > 0 else self.dark
            found.append((side, Shade(self.base, other, abs(tone) * self.strength)))
        return found

    def _crescents(self) -> list[tuple[tuple[Point, ...], Ink]]:
        count = len(self.outer)
        facing = [self._facing(here) for here in range(count)]
        edge, other = (self.outer, self.inner) if self.raised else (self.inner, self.outer)
        shares = (abs(facing[here - 1] + facing[here]) / 2 for here in range(count))
        middle = tuple(map(between, edge, other, shares))
        lit, shaded = (Shade(self.base, ink, self.strength) for ink in (self.light, self.dark))
        return [
            (side, lit if tone > 0 else shaded)
            for side, tone in zip(_sides(edge, middle), facing, strict=True)
        ]

    def _facing(self, here: int) -> float:
        """Tell how far a side is turned to the light: 1 is towards it, -1 away from it."""
        start, end = self.outer[here], self.outer[(here + 1) % len(self.outer)]
        across = start.y - end.y + end.x - start.x  # upwards and to the left
        facing = across / (math.sqrt(2) * (math.dist(start, end) or 1))
        return facing if self.raised else -facing

    def bands(self, *, even: bool = False) -> Iterator[tuple[tuple[Point, ...], Ink]]:
        """Give the same as one outline for each run of neighbouring sides of one tone."""
        for ink, run in groupby(self.sides(even=even), key=itemgetter(1)):
            sides = [side for side, _ in run]
            outer = (*(start for start, *_ in sides), sides[-1][1])
            yield (*outer, sides[-1][2], *(here for *_, here in reversed(sides))), ink


def _sides(outer: tuple[Point, ...], inner: tuple[Point, ...]) -> Iterator[tuple[Point, ...]]:
    """Part what lies between two outlines at their corners."""
    for here in range(len(outer)):
        after = (here + 1) % len(outer)
        yield outer[here], outer[after], inner[after], inner[here]


@dataclass(frozen=True)
class Shadow:
    """The shadow of a convex outline (clockwise): dark inside, fading out over `reach`.

    An `inner` one lies inside the outline, along its edge, and fades towards its middle. What lies
    over it hides its `hole`.
    """

    outline: tuple[Point, ...]
    reach: float
    opacity: float
    inner: bool = False
    hole: tuple[Point, ...] = ()

    def transformed(self, transform: Transform) -> "Shadow":
        """Rotate, scale and shift it."""
        outline, hole = transform.points(self.outline), transform.points(self.hole)
        return replace(self, outline=outline, hole=hole, reach=transform.length(self.reach))


@dataclass(frozen=True)
class Text:
    """A line of text around its centre, upright from every side; `on` is the colour behind it.

    A `halo` of that colour may surround it; `narrow` text is condensed, and `share` is how much of
    its font's width it has, at the same height. It is written `sink` lower than it lies.
    """

    centre: Point
    text: str
    size: float
    role: Role
    on: Role
    halo: float = 0
    narrow: bool = False
    share: float = 1
    sink: float = 0

    @property
    def width(self) -> float:
        """The width of the line without its halo."""
        return self.share * text_width(self.text, self.size, narrow=self.narrow)

    @property
    def below(self) -> Point:
        """The middle of its baseline."""
        return Point(self.centre.x, self.centre.y + self.sink + self.size * CAPITAL / 2)

    def transformed(self, transform: Transform) -> "Text":
        """Scale and shift it; it stays upright."""
        return replace(
            self,
            centre=transform.point(self.centre),
            size=transform.length(self.size),
            halo=transform.length(self.halo),
            sink=transform.length(self.sink),
        )


TONES = 8
"""The steps of a bevel's tone, from its base's to the lit and to the shaded one."""
GHOST_EDGE, GHOSTS = 4, (0.62, 0.58)
"""The width of the edge of a captured light piece, and how opaque one of each colour is."""
Shape = Polygon | Disc | Bevel | Shadow | Text


def inks_of(shape: Shape) -> tuple[Ink, ...]:
    """Give the colours with which a shape is painted, but for what is translucent."""
    match shape:
        case (
            Polygon(fill=fill, line=line, opacity=opacity)
            | Disc(fill=fill, line=line, opacity=opacity)
        ):
            return tuple(ink for ink in (fill if opacity == 1 else None, line) if ink)
        case Bevel(tapered=True):
            return tuple(
                Shade(shape.base, ink, shape.strength) for ink in (shape.light, shape.dark)
            )
        case Bevel():
            return tuple({ink for _, ink in shape.sides()})
        case Shadow():
            return ()
        case Text(role=role, on=on):
            return role, on


@dataclass(frozen=True)
class Face:
    """A piece as a button: its outline, its colour, and where its name and its sign stand.

    `plain_name` is the name's place where there is no sign. A button has the outline `button`, or
    else a slightly grown one; on a `roomy` one names stay clear of its edge, and their places are
    those of their baselines, since they stand in a row. `emblem` outlines what tells its rank.
    """

    outline: tuple[Point, ...]
    colour: int
    name: Point
    plain_name: Point
    sign: Point
    emblem: Callable[[float], tuple[Point, ...]] | None = None
    button: tuple[Point, ...] = ()
    roomy: bool = False


@dataclass(frozen=True, eq=False)
class Symbol:
    """Shapes around (0, 0) that are stamped at places, always upright.

    Every symbol is made once (its makers are cached), so it is compared by identity. `heart` is the
    radius of a captain's star; `opacity` fades the whole of it. On a dimmed board a `lit` one keeps
    its full light. With a `window` only that part of it is drawn. `face` is that of a piece which
    can be chosen; `turned` makes what takes its place where the board is turned. The last
    `smooth` shapes are a pit's floor, in whose gradient no steps are seen. One that is put together
    has `parts` instead of shapes, each at its place in whole units.
    """

    name: str
    shapes: tuple[Shape, ...]
    heart: float = 0
    opacity: float = 1
    lit: bool = False
    window: Box | None = None
    face: Face | None = None
    turned: "Callable[[], Symbol] | None" = None
    smooth: int = 0
    parts: tuple[tuple["Symbol", Point], ...] = ()


@lru_cache(maxsize=1024)
def enlarge(symbol: Symbol, factor: float) -> Symbol:
    """Scale a symbol."""
    transform = Transform(factor, 0, 0)
    shapes = tuple(shape.transformed(transform) for shape in symbol.shapes)
    window = symbol.window and transform.box(symbol.window)
    parts = tuple(
        (enlarge(part, factor), Point(round(x * factor), round(y * factor)))
        for part, (x, y) in symbol.parts
    )
    return replace(symbol, shapes=shapes, heart=symbol.heart * factor, window=window, parts=parts)


@lru_cache(maxsize=64)
def fade(symbol: Symbol) -> Symbol:
    """Return a faded copy of a piece, without its shadow; it still has its owner's colour."""
    shapes = tuple(shape for shape in symbol.shapes if not isinstance(shape, Shadow))
    colour = symbol.face.colour if symbol.face else 0
    if symbol.face and not colour:
        shapes = (*shapes, Polygon(symbol.face.outline, None, Role.LIGHT_EDGE, GHOST_EDGE))
    return replace(symbol, name=f"faded {symbol.name}", shapes=shapes, opacity=GHOSTS[colour])


@lru_cache(maxsize=256)
def light_up(symbol: Symbol) -> Symbol:
    """Return a copy of a symbol that keeps its full light on a dimmed board."""
    return replace(symbol, lit=True)


def number_plate(outline: tuple[Point, ...], words: Text) -> tuple[Polygon, Polygon, Text]:
    """Return words on a plate with an edge, set into the wood."""
    edge = Polygon(offset_outline(outline, 2.5), Role.PLATE_EDGE)
    return edge, Polygon(outline, Role.PLATE), words


@lru_cache(maxsize=256)
def text(words: str, size: float, role: Role, on: Role = Role.SURROUND, halo: float = 0) -> Symbol:
    """Return a line of text around its centre, perhaps with a halo."""
    return Symbol(words, (Text(CENTRE, words, size, role, on, halo),))
