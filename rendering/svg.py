"""The second painter: the same scenes as SVG (https://www.w3.org/TR/SVG2/), for pages.

Symbols are defined once and used at their places. Text has the widths that Pillow measures, so that
every font fits.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import pairwise, starmap

from rendering.colour_roles import Ink, Role
from rendering.geometry import Point, offset_outline, simplified, translate
from rendering.scene import Board, Token
from rendering.shape_looks import SHADOW_STEPS, is_even, is_painted, side_colour
from rendering.shapes import Bevel, Disc, Polygon, Shadow, Shape, Symbol, Text
from rendering.themes import Colour, Theme, mix

FONTS = "DejaVu Sans, Verdana, Segoe UI, Roboto, sans-serif"
_SEAM = 0.7
"""The width of a line that closes the gap between two neighbours, which a browser would show."""
_TOLERANCE = 0.08
"""The error of an outline, in units, that is allowed for fewer points."""


class Drawing:
    """Shapes in one theme as SVG, with the definitions that they share.

    Where several drawings stand in one page, each has a `prefix` for the names in it.
    """

    def __init__(self, theme: Theme, prefix: str = "") -> None:
        self._theme, self._prefix = theme, prefix
        self._symbols: dict[Symbol, int] = {}
        self._gradients: dict[tuple[str, str, str], int] = {}
        self._defined: list[str] = []

    def definitions(self) -> str:
        """Return what all that was drawn until now refers to."""
        gradients = starmap(self._defined_gradient, self._gradients.items())
        return f"<defs>{''.join((*gradients, *self._defined))}</defs>"

    def ground(self, board: Board) -> str:
        """Draw what never changes: the board with its fittings."""
        colour = _hex(self._theme.colours[Role.SURROUND])
        surround = f'<rect width="{board.width}" height="{board.height}" fill="{colour}"/>'
        fittings = map(self.token, board.fittings)
        return "".join((surround, *self._shapes((*board.ground, *board.labels)), *fittings))

    def token(self, token: Token) -> str:
        """Draw a symbol at its place."""
        x, y = whole_place(token)
        return f'<use href="#s{self._prefix}{self.number(token.symbol)}" x="{x}" y="{y}"/>'

    def number(self, symbol: Symbol) -> int:
        """Return the number of a symbol, which is defined as `s` with the prefix and the number."""
        if symbol not in self._symbols:
            number = self._symbols.setdefault(symbol, len(self._symbols))
            name = f'id="s{self._prefix}{number}"'
            opacity = f' opacity="{_number(symbol.opacity)}"' if symbol.opacity < 1 else ""
            content = "".join(self._shapes(symbol.shapes))
            self._defined.append(f"<g {name}{opacity}>{content}</g>")
        return self._symbols[symbol]

    def _shapes(self, shapes: Sequence[Shape]) -> Iterator[str]:
        """Draw shapes in their order, and all text over them, as Pillow's painter does."""
        texts = [shape for shape in shapes if isinstance(shape, Text)]
        for shape in (*(each for each in shapes if not isinstance(each, Text)), *texts):
            if is_painted(shape, self._theme):
                yield from self._shape(shape)

    def _shape(self, shape: Shape) -> Iterator[str]:
        match shape:
            case Polygon():
                yield self._polygon(shape)
            case Disc():
                yield self._disc(shape)
            case Bevel():
                for band, ink in shape.bands(even=is_even(shape, self._theme)):
                    fill = _hex(side_colour(shape, ink, self._theme))
                    yield _path(band, f'fill="{fill}" stroke="{fill}" stroke-width="{_SEAM}"')
            case Shadow():
                yield from self._shadow(shape)
            case Text():
                yield self._text(shape)

    def _polygon(self, shape: Polygon) -> str:
        points = translate(shape.points, 0, shape.sink) if shape.sink else shape.points
        look = 'fill="none"'
        if shape.fill:
            look = f'fill="{self._fill(shape, points)}"{_opacity(shape.opacity)}'
        if shape.line:
            look += f' {self._stroke(shape.line, shape.width)} stroke-linejoin="round"'
        return _path(points, look, closed=shape.closed)

    def _disc(self, shape: Disc) -> str:
        x, y = shape.centre.x, shape.centre.y + shape.sink
        radius, look = shape.radius, 'fill="none"'
        if shape.line:  # it lies inside the radius
            look, radius = (
                f"{look} {self._stroke(shape.line, shape.width)}",
                radius - shape.width / 2,
            )
        if shape.fill:
            outline = (Point(x, y), Point(x + radius, y))
            fill = f'fill="{self._fill(shape, outline)}"{_opacity(shape.opacity)}'
            look = look.replace('fill="none"', fill)
        return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}" {look}/>'

    def _fill(self, shape: Polygon | Disc, outline: Sequence[Point]) -> str:
        """Return a colour, or a gradient from the glow to the fill."""
        assert shape.fill is not None
        ink = self._theme.ink(shape.fill)
        if shape.glow is None:
            return _hex(ink)
        glow = self._theme.ink(shape.glow)
        if not self._theme.depth:
            return _hex(mix(glow, ink, 0.5))
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        if isinstance(shape, Disc):
            middle, edge = outline
            place = _around(middle, edge.x - middle.x, shape.focus)
        elif shape.focus is None:
            place = f'linearGradient x1="0" x2="0" y1="{_number(min(ys))}" y2="{_number(max(ys))}"'
        else:
            middle = Point((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
            reach = max(max(xs) - middle.x, max(ys) - middle.y)
            place = _around(middle, reach, shape.focus)
        key = place, _hex(glow), _hex(ink)
        number = self._gradients.setdefault(key, len(self._gradients))
        return f"url(#g{self._prefix}{number})"

    def _defined_gradient(self, key: tuple[str, str, str], number: int) -> str:
        place, first, last = key
        stops = f'<stop stop-color="{first}"/><stop offset="1" stop-color="{last}"/>'
        name = f'id="g{self._prefix}{number}" gradientUnits="userSpaceOnUse"'
        return f"<{place} {name}>{stops}</{place.partition(' ')[0]}>"

    def _stroke(self, ink: Ink, width: float) -> str:
        return f'stroke="{_hex(self._theme.ink(ink))}" stroke-width="{_number(width)}"'

    def _shadow(self, shape: Shadow) -> Iterator[str]:
        """Lay translucent layers over each other, which together are as dark as they shall be."""
        ink = f'fill="{_hex(self._theme.colours[Role.SHADOW])}"'
        steps = range(1, SHADOW_STEPS + 1)
        layers: list[tuple[tuple[Point, ...], ...]]
        if shape.inner:
            around = [
                offset_outline(shape.outline, -shape.reach * step / SHADOW_STEPS) for step in steps
            ]
            darkness = [(1 - step / SHADOW_STEPS) ** 1.5 for step in steps]
            layers = [(shape.outline, inside) for inside in around]
        else:
            darkness = [step / SHADOW_STEPS for step in reversed(steps)]
            layers = [
                (offset_outline(shape.outline, shape.reach * (1 - dark)),) for dark in darkness
            ]
        before = 0.0
        for layer, dark in reversed([*zip(layers, darkness, strict=True)]):
            now = shape.opacity * dark
            added = (now - before) / (1 - before)
            before = now
            if added > 0:
                look = f'{ink} fill-rule="evenodd"{_opacity(added)}'
                yield f'<path d="{"".join(_outline(each) for each in layer)}" {look}/>'

    def _text(self, shape: Text) -> str:
        x, y = shape.below
        look = f'fill="{_hex(self._theme.colours[shape.role])}" font-size="{_number(shape.size)}"'
        if shape.halo:
            stroke = self._stroke(shape.on, 2 * shape.halo)
            look += f' {stroke} stroke-linejoin="round" paint-order="stroke"'
        if shape.narrow:
            look += ' font-stretch="condensed"'
        place = f'x="{_number(x)}" y="{_number(y)}" textLength="{_number(shape.width)}"'
        return f'<text {place} lengthAdjust="spacingAndGlyphs" {look}>{escape(shape.text)}</text>'


def whole_tokens(tokens: Iterable[Token]) -> Iterator[Token]:
    """Put together what is stamped in tiles, such as an arrow: each tile has its whole shape.

    What is stamped as one is taken apart.
    """
    tiled = set()
    for token in tokens:
        if token.symbol.parts:
            x, y = whole_place(token)
            for part, at in token.symbol.parts:
                yield Token(part, Point(x + at.x, y + at.y), token.cell)
        elif token.symbol.window is None:
            yield token
        elif (token.symbol.shapes, token.at) not in tiled:
            tiled.add((token.symbol.shapes, token.at))
            yield token._replace(symbol=_whole(token.symbol.shapes))


@lru_cache(maxsize=512)
def _whole(shapes: tuple[Shape, ...]) -> Symbol:
    return Symbol("whole", shapes)


def whole_place(token: Token) -> tuple[int, int]:
    """Return a token's place in whole units, where Pillow stamps it too."""
    return round(token.at.x), round(token.at.y)


def svg(board: Board, tokens: Iterable[Token], theme: Theme) -> str:
    """Draw a board with tokens on it as a file of its own."""
    drawing = Drawing(theme)
    ground = drawing.ground(board)
    content = "".join(map(drawing.token, whole_tokens(tokens)))
    size = f'viewBox="0 0 {board.width} {board.height}"'
    words = f'font-family="{FONTS}" font-weight="bold" text-anchor="middle"'
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {words} >'
    return f"{opening}{drawing.definitions()}{ground}{content}</svg>\n"


def _around(middle: Point, radius: float, focus: Point | None) -> str:
    place = {"cx": middle.x, "cy": middle.y, "r": radius}
    place |= {"fx": focus.x, "fy": focus.y} if focus else {}
    return "radialGradient " + " ".join(f'{key}="{_number(at)}"' for key, at in place.items())


def _path(points: Sequence[Point], look: str, *, closed: bool = True) -> str:
    return f'<path d="{_outline(points, closed=closed)}" {look}/>'


def _outline(points: Sequence[Point], *, closed: bool = True) -> str:
    """Write an outline in steps of a tenth of a unit, each from the one before."""
    tenths = [(round(x * 10), round(y * 10)) for x, y in simplified(points, _TOLERANCE)]
    steps = [(x - before_x, y - before_y) for (before_x, before_y), (x, y) in pairwise(tenths)]
    start = _joined(part / 10 for part in tenths[0])
    return f"M{start}l{_joined(part / 10 for step in steps for part in step)}{'z' * closed}"


def _joined(values: Iterable[float]) -> str:
    return " ".join(map(_number, values)).replace(" -", "-")


def _number(value: float) -> str:
    """Write a number as short as it goes."""
    words = f"{round(value, 2):g}"
    return words.replace("0.", ".", 1) if words.startswith(("0.", "-0.")) else words


def _opacity(share: float) -> str:
    return f' fill-opacity="{round(share, 3):g}"' if share < 1 else ""


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
