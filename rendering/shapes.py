"""The shapes that pictures are made of, as data, in board units."""

from dataclasses import dataclass, replace
from functools import lru_cache

from rendering.geometry import CENTRE, Point, Transform
from rendering.roles import Ink, Role


@dataclass(frozen=True)
class Polygon:
    """A filled polygon, an outlined one, or an open line; `opacity` is that of its fill.

    With `glow` it is convex and lit from above: from that colour at its top to `fill` at its foot.
    """

    points: tuple[Point, ...]
    fill: Ink | None = None
    line: Ink | None = None
    width: float = 0
    closed: bool = True
    glow: Ink | None = None
    opacity: float = 1

    def transformed(self, transform: Transform) -> "Polygon":
        """Turn, enlarge and shift it."""
        points = tuple(transform.point(point) for point in self.points)
        return replace(self, points=points, width=transform.length(self.width))


@dataclass(frozen=True)
class Disc:
    """A round thing: plain, outlined, faint (`opacity`), or lit from above as a polygon is."""

    centre: Point
    radius: float
    fill: Ink | None = None
    line: Ink | None = None
    width: float = 0
    glow: Ink | None = None
    opacity: float = 1

    def transformed(self, transform: Transform) -> "Disc":
        """Turn, enlarge and shift it; the light stays where it is."""
        return replace(
            self,
            centre=transform.point(self.centre),
            radius=transform.length(self.radius),
            width=transform.length(self.width),
        )


@dataclass(frozen=True)
class Shadow:
    """What a convex outline (clockwise) throws: dark inside, fading out over `reach`."""

    outline: tuple[Point, ...]
    reach: float
    opacity: float

    def transformed(self, transform: Transform) -> "Shadow":
        """Turn, enlarge and shift it."""
        outline = tuple(transform.point(point) for point in self.outline)
        return replace(self, outline=outline, reach=transform.length(self.reach))


@dataclass(frozen=True)
class Text:
    """A line of text around its centre, upright from every side; `on` is what is behind it."""

    centre: Point
    text: str
    size: float
    role: Role
    on: Role

    def transformed(self, transform: Transform) -> "Text":
        """Enlarge it and move it to its place; it stays upright."""
        return replace(self, centre=transform.point(self.centre), size=transform.length(self.size))


Shape = Polygon | Disc | Shadow | Text


@dataclass(frozen=True, eq=False)
class Symbol:
    """Shapes around (0, 0) that are stamped at places, always upright.

    Every symbol is made once (its makers are cached), so it is known by its identity. Within
    `heart` of its middle is what no name may hide; `opacity` fades the whole of it.
    """

    name: str
    shapes: tuple[Shape, ...]
    heart: float = 0
    opacity: float = 1


@lru_cache(maxsize=1024)
def enlarge(symbol: Symbol, factor: float) -> Symbol:
    """Make a symbol larger."""
    transform = Transform(factor, 0, 0)
    shapes = tuple(shape.transformed(transform) for shape in symbol.shapes)
    return replace(symbol, shapes=shapes, heart=symbol.heart * factor)


@lru_cache(maxsize=64)
def fade(symbol: Symbol) -> Symbol:
    """Make the ghost of a symbol."""
    return replace(symbol, name=f"faded {symbol.name}", opacity=0.5)


@lru_cache(maxsize=256)
def text(words: str, size: float, role: Role, on: Role = Role.SURROUND) -> Symbol:
    """Make a line of text around its centre."""
    return Symbol(words, (Text(CENTRE, words, size, role, on),))
