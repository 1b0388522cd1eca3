"""The shapes that pictures are made of, as data, in board units."""

from dataclasses import dataclass, replace
from functools import lru_cache

from rendering.geometry import CENTRE, Point, Transform
from rendering.roles import Ink, Role


@dataclass(frozen=True)
class Polygon:
    """A filled polygon, an outlined one, or an open line; `opacity` is that of its fill.

    With `glow` it is convex and has a vertical gradient, from `glow` at its top to `fill` at its
    bottom.
    """

    points: tuple[Point, ...]
    fill: Ink | None = None
    line: Ink | None = None
    width: float = 0
    closed: bool = True
    glow: Ink | None = None
    opacity: float = 1

    def transformed(self, transform: Transform) -> "Polygon":
        """Rotate, scale and shift it."""
        points = tuple(transform.point(point) for point in self.points)
        return replace(self, points=points, width=transform.length(self.width))


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

    def transformed(self, transform: Transform) -> "Disc":
        """Rotate, scale and shift it; the gradient stays vertical."""
        return replace(
            self,
            centre=transform.point(self.centre),
            radius=transform.length(self.radius),
            width=transform.length(self.width),
        )


@dataclass(frozen=True)
class Shadow:
    """The shadow of a convex outline (clockwise): dark inside, fading out over `reach`."""

    outline: tuple[Point, ...]
    reach: float
    opacity: float

    def transformed(self, transform: Transform) -> "Shadow":
        """Rotate, scale and shift it."""
        outline = tuple(transform.point(point) for point in self.outline)
        return replace(self, outline=outline, reach=transform.length(self.reach))


@dataclass(frozen=True)
class Text:
    """A line of text around its centre, upright from every side; `on` is the colour behind it."""

    centre: Point
    text: str
    size: float
    role: Role
    on: Role

    def transformed(self, transform: Transform) -> "Text":
        """Scale and shift it; it stays upright."""
        return replace(self, centre=transform.point(self.centre), size=transform.length(self.size))


Shape = Polygon | Disc | Shadow | Text


@dataclass(frozen=True, eq=False)
class Symbol:
    """Shapes around (0, 0) that are stamped at places, always upright.

    Every symbol is made once (its makers are cached), so it is compared by identity. No label may
    hide what lies within `heart` of its middle; `opacity` fades the whole of it.
    """

    name: str
    shapes: tuple[Shape, ...]
    heart: float = 0
    opacity: float = 1


@lru_cache(maxsize=1024)
def enlarge(symbol: Symbol, factor: float) -> Symbol:
    """Scale a symbol."""
    transform = Transform(factor, 0, 0)
    shapes = tuple(shape.transformed(transform) for shape in symbol.shapes)
    return replace(symbol, shapes=shapes, heart=symbol.heart * factor)


@lru_cache(maxsize=64)
def fade(symbol: Symbol) -> Symbol:
    """Return a faded copy of a symbol."""
    return replace(symbol, name=f"faded {symbol.name}", opacity=0.5)


@lru_cache(maxsize=256)
def text(words: str, size: float, role: Role, on: Role = Role.SURROUND) -> Symbol:
    """Return a line of text around its centre."""
    return Symbol(words, (Text(CENTRE, words, size, role, on),))
