"""The palette of an indexed picture: which 255 colours stand for all that a theme paints."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain, product

from PIL import Image

from rendering.colour_roles import CHARTS, CHOOSING, SOURCE, Ink, Role, Shade
from rendering.themes import Colour, Theme, contrast, mix

MOST = 255
"""One entry is left for the transparent index of an animation."""
DIMMED, DIMMED_BLACK = 0.25, 0.04
"""How far towards a dark colour a board is dimmed on which something is to be chosen, and black
pieces towards the wood, which must still be told from it."""
_APART, _APART_IN_RAMP, _APART_IN_PIT = 300, 44, 15
"""Squared distances below which two colours share an entry: fewer colours, smaller pictures."""
_APART_SPARINGLY = 1_500
"""The same for a board that is painted sparingly, but for what it is painted with."""
_FLOORS = (Role.FIELD, Role.FIELD_DARK, Role.NEUTRAL, Role.GOAL_FIRST, Role.GOAL_SECOND)
_GRAINED: tuple[Ink, ...] = (
    *_FLOORS,
    Role.WOOD,
    Role.RIM,
    Shade(Role.FIELD, Role.FIELD_DARK, 0.25),
    Shade(Role.FIELD, Role.FIELD_DARK, 0.7),
)
"""The grounds that show grain and take soft shadows."""
_PLAIN: tuple[Ink, ...] = (
    Shade(Role.WALL_DARK, Role.SHADOW, 0.22),
    Shade(Role.WALL_DARK, Role.SHADOW, 0.29),
    Shade(Role.WALL_DARK, Role.SHADOW, 0.36),
    Shade(Role.WALL_DARK, Role.SHADOW, 0.06),
    Shade(Role.WALL_DARK, Role.SHADOW, 0.66),
    Shade(Role.WALL_DARK, Role.RIM_DARK, 0.55),
    *(Shade(Role.WALL, Role.WALL_DARK, share) for share in (0.375, 0.75)),
    *(Shade(Role.WALL, Role.WALL_LIGHT, share) for share in (0.375, 0.75)),
    Shade(Role.NEUTRAL, Role.TRACK, 0.2),
    Shade(Role.FIELD_DARK, Role.RIM, 0.5),
    Shade(Role.DARK_INK, Role.WALL_DARK, 0.5),
    Shade(Role.LIGHT, Role.GOAL_FIRST, 0.2),
)
"""The flagstones inside a wall, their joints and sockets, its stones, a zone's hatching, what cells
leave, a dark piece's rim on a dimmed board, a white side's goals."""
_RAMPS = (
    (Role.LIGHT_SHADE, Role.LIGHT_GLOW, 7),
    (Role.DARK_SHADE, Role.DARK_GLOW, 6),
    (Role.STONE_SHADE, Role.STONE_GLOW, 7),
    (Role.STONE_WARM_SHADE, Role.STONE_WARM, 4),
    (Role.STONE_DUSKY_SHADE, Role.STONE_DUSKY, 4),
    (Role.PIT_EDGE, Role.PIT_LIGHT, 36),
    (Role.RIM, Role.RIM_LIGHT, 4),
    (Role.RIM, Role.RIM_DARK, 3),
    (Role.WALL_DARK, Role.WALL_LIGHT, 5),
)
"""The colours of each gradient, and the number of steps between them."""
_STONES = (
    (Role.STONE_SHADE, Role.STONE_GLOW),
    (Role.STONE_SHADE, Role.STONE),
    (Role.STONE_WARM_SHADE, Role.STONE_WARM),
    (Role.STONE_DUSKY_SHADE, Role.STONE_DUSKY),
)
_PIT_STEPS = 34
"""The steps of a pit's own gradient: so fine that none is seen."""
_FLAT_PIT_STEPS = 16
"""The steps of its shadow in a theme without depth."""
_LIT_STEPS, _APART_LIT = 15, 15
"""The steps of a lit one's, and the least distance of its colours from others."""
_GRAINS, _LIGHT_GRAINS, _SHADOWS = (0.035, 0.07, 0.13), (0.06, 0.11), (0.1, 0.2, 0.3, 0.42)
_ON_FLOORS = (Role.LIGHT_EDGE, Role.LINE, Role.LAST, Role.LAST_EDGE, Role.TARGET_EDGE)
_TOUCHING = (
    (Role.SURROUND, Role.TEXT, 3),
    (Role.SURROUND, Role.QUIET, 2),
    (Role.SURROUND, Role.SHADOW, 2),
    (Role.RIM, Role.RIM_TEXT, 3),
    (Role.LIGHT, Role.LIGHT_EDGE, 2),
    (Role.LIGHT, Role.LIGHT_STAR, 2),
    (Role.DARK, Role.DARK_STAR, 2),
    (Role.DARK, Role.DARK_INK, 2),
    (Role.STONE, Role.STONE_EDGE, 1),
    (Role.LAST, Role.LAST_EDGE, 2),
    (Role.TAKEN, Role.TARGET_EDGE, 2),
    (Role.GAIN, Role.CHOICE_TEXT, 2),
    (Role.PLATE, Role.PIT_TEXT, 3),
    (Role.PLATE, Role.PLATE_EDGE, 1),
    (Role.FIELD, Role.TRACK, 2),
    (Role.FIELD_DARK, Role.TRACK, 1),
    (Role.NEUTRAL, Role.TRACK, 2),
    (Role.WALL_DARK, Role.SHADOW, 3),
    (Role.RIM, Role.RIM_LIGHT, 2),
    (Role.WOOD, Role.WOOD_TEXT, 3),
    (Role.PIT, Role.LAST, 1),
    (Role.PIT, Role.STONE_EDGE, 1),
    (Role.SURROUND, Role.WINNER, 2),
    (Role.PIT, Role.WINNER, 2),
    (Role.SURROUND, Role.LIGHT, 1),
    (Role.SURROUND, Role.RIM, 1),
    (Role.PIT, Role.PIT_TEXT, 2),
    (Role.TARGET, Role.TARGET_EDGE, 2),
    (Role.FIELD_HALO, Role.FIELD_TEXT, 3),
    (Role.FIELD, Role.FIELD_HALO, 1),
    (Role.FIELD_DARK, Role.FIELD_HALO, 1),
    (Role.WOOD, Role.PIT_EDGE, 1),
)
"""The colours that touch in some picture, and the number of steps that smooth the edge."""
_TOUCHING_CHOICES = (
    (Role.PLACE, Role.CHOICE_TEXT, 3),
    (Role.TAKES, Role.CHOICE_TEXT, 3),
    (Role.LOSES, Role.CHOICE_TEXT, 3),
    (Role.DARK_FACE, Role.CHOICE_TEXT, 3),
    (Role.LIGHT_FACE, Role.LIGHT_NAME, 3),
    (Role.DARK_FACE, Role.CAPTAIN, 2),
    (Role.TAKES, Role.CAPTAIN, 1),
    (Role.LOSES, Role.CAPTAIN, 1),
    (Role.LIGHT_FACE, Role.CAPTAIN, 1),
    (Role.DARK_FACE, Role.LAST, 1),
    (Role.SURROUND, Role.TEXT, 3),
    (Role.SURROUND, Role.QUIET, 2),
    (Role.LAST, Role.LAST_EDGE, 2),
    (Role.PLATE, Role.PIT_TEXT, 2),
)
_BLACK = 0, 0, 0
_BESIDE = (
    Role.PLATE,
    Role.PLATE_EDGE,
    Role.PIT_TEXT,
    Role.TEXT,
    Role.QUIET,
    Role.LAST,
    Role.LAST_EDGE,
    Role.LIGHT_STAR,
    Role.DARK_STAR,
    Role.GOAL_FIRST,
    Role.GOAL_SECOND,
)
"""The colours beside a board or around what was chosen, which are not dimmed with the board."""
_IN_CHARTS = (
    (Role.PANEL, Role.PANEL_TEXT, 3),
    (Role.PANEL_QUIET, Role.PANEL_TEXT, 2),
    (Role.PANEL_DARK, Role.PANEL_TEXT, 1),
)


@dataclass(frozen=True)
class Palette:
    """The colours of a theme's pictures: those of every picture, and those of what is lit.

    On a dimmed board `plain` and `fine` colours are dimmed, and there are the `lit` ones besides.
    `fine` ones are those between the others in a pit's gradient: the quantiser could not tell them
    apart, and does not look for them.
    """

    plain: tuple[Colour, ...]
    fine: tuple[Colour, ...]
    dimmed: tuple[Colour, ...]
    lit: tuple[Colour, ...]

    def colours(self, *, dimmed: bool = False) -> tuple[Colour, ...]:
        """Return the entries of a picture's palette."""
        return (*self.dimmed, *self.lit) if dimmed else (*self.plain, *self.fine)


@cache
def palette(theme: Theme) -> Palette:
    """Choose the colours in which every picture of a theme is painted.

    They depend on the theme alone, so that no picture depends on those drawn before it.
    """
    lit = _choose(theme, (*CHOOSING, *_BESIDE), _lit_mixtures(theme), MOST)
    others = [role for role in Role if role not in (*CHOOSING, *CHARTS)]
    gradient = pit_gradient(theme)
    plain = _choose(theme, others, _mixtures(theme), MOST - len(lit) - len(gradient))
    fine = tuple(colour for colour in gradient if colour not in plain)
    return Palette(plain, fine, tuple(_dimmed(theme, (*plain, *fine))), lit)


@cache
def sparing_entries(theme: Theme, inks: frozenset[Ink]) -> tuple[int, ...]:
    """Choose few entries of the palette for a board that is painted with some inks.

    These are the inks, the surround, the strong grain of its grounds, and of all others those
    unlike these. Edges then have fewer steps, which is not seen, but a tenth of a picture with many
    curved lines.
    """
    plain = palette(theme).plain
    own = [theme.ink(ink) for ink in (Role.SURROUND, *inks)]
    wanted = {*own, *map(_truncate_bits, own)}
    grains = _grained(theme, inks, (_GRAINS[-1:], _LIGHT_GRAINS[-1:]))
    wanted |= {_nearest(plain, colour) for colour, _ in grains}
    chosen = [entry for entry, colour in enumerate(plain) if colour in wanted]
    for entry, colour in enumerate(plain):
        if all(_distance(colour, plain[other]) > _APART_SPARINGLY for other in chosen):
            chosen.append(entry)
    return tuple(chosen)


def _dimmed(theme: Theme, colours: Iterable[Colour]) -> Iterator[Colour]:
    """Dim colours towards the surround, which stays; those darker than floors towards the wood.

    Black pieces would hardly step back if they were dimmed towards a dark surround, and white ones
    would step forward if they were dimmed towards a white one. The floors come towards black pieces
    as they are dimmed, so that these step back half as far.
    """
    surround, field = theme.colours[Role.SURROUND], theme.colours[Role.FIELD]
    dark = contrast(surround, _BLACK) < contrast(field, _BLACK)
    shade = surround if dark else theme.colours[Role.QUIET]
    for colour in colours:
        light = min(2 * sum(colour) / sum(field), 1)
        share = DIMMED_BLACK + (DIMMED - DIMMED_BLACK) * light
        yield colour if colour == surround else mix(colour, mix(field, shade, light), share)


@cache
def pit_gradient(theme: Theme) -> tuple[Colour, ...]:
    """Return the colours of a pit's gradient, of which there is none in a theme without depth."""
    dark, light = theme.colours[Role.PIT_EDGE], theme.colours[Role.PIT_LIGHT]
    shares = (step / _PIT_STEPS for step in range(_PIT_STEPS + 1))
    return tuple(dict.fromkeys(mix(dark, light, s) for s in shares)) if theme.depth else ()


@cache
def chart_palette(theme: Theme) -> Palette:
    """Choose the colours of charts."""
    others = [role for role in Role if role not in CHOOSING]
    mixtures = (*_steps(theme, _IN_CHARTS), *_mixtures(theme))
    return Palette(_choose(theme, others, mixtures, MOST), (), (), ())


@cache
def palette_image(theme: Theme, *, dimmed: bool, chart: bool) -> Image.Image:
    """Return the palette in the form that Pillow's quantiser takes."""
    chosen = chart_palette(theme) if chart else palette(theme)
    colours = [*chosen.colours(dimmed=dimmed)]
    first = len(chosen.plain)
    colours[first : first + len(chosen.fine)] = len(chosen.fine) * colours[:1]
    return _image_of(colours)


@cache
def sparing_image(theme: Theme, inks: frozenset[Ink]) -> Image.Image:
    """Return those of a theme's colours with which a board is painted sparingly."""
    plain = palette(theme).plain
    return _image_of([plain[entry] for entry in sparing_entries(theme, inks)])


def _image_of(colours: Iterable[Colour]) -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(_bytes_of(colours))
    return image


@cache
def palette_bytes(theme: Theme, *, dimmed: bool = False) -> bytes:
    """Return a theme's palette as files hold it, three bytes per colour."""
    return _bytes_of(palette(theme).colours(dimmed=dimmed))


@cache
def chart_palette_bytes(theme: Theme) -> bytes:
    """Return the palette of a theme's charts as files hold it."""
    return _bytes_of(chart_palette(theme).plain)


def _bytes_of(colours: Iterable[Colour]) -> bytes:
    return bytes(chain.from_iterable(colours))


def _choose(
    theme: Theme, roles: Iterable[Role], mixtures: Iterable[tuple[Colour, int]], most: int
) -> tuple[Colour, ...]:
    """Choose the colours of roles, and of the mixtures those that are unlike what there is."""
    chosen = list(dict.fromkeys(theme.colours[role] for role in roles))
    # A role keeps its colour: nothing comes closer to where the quantiser looks for it.
    kept = [
        (_truncate_bits(colour), _distance(_truncate_bits(colour), colour)) for colour in chosen
    ]
    for mixture, apart in mixtures:
        colour = _truncate_bits(mixture)
        if all(_distance(colour, known) > apart for known in chosen) and all(
            _distance(colour, place) > reach for place, reach in kept
        ):
            chosen.append(colour)
    return tuple(chosen[:most])


def _mixtures(theme: Theme) -> Iterator[tuple[Colour, int]]:
    """Give mixed colours, the most useful first, each with its least distance from the others."""
    colours = theme.colours
    yield from ((theme.ink(floor), 0) for floor in (*_GRAINED, *_PLAIN))
    for one, other, steps in _RAMPS:
        apart = _APART_IN_PIT if one is Role.PIT_EDGE else _APART_IN_RAMP
        flat = not theme.depth and (one, other) not in _STONES  # pebbles are rounded in any theme
        few = _FLAT_PIT_STEPS if one is Role.PIT_EDGE else 1
        yield from _mixed(theme, one, other, _shares(few if flat else steps), apart)
    for floor, share in product(_GRAINED, _SHADOWS if theme.depth else ()):
        yield mix(theme.ink(floor), colours[Role.SHADOW], share), _APART_IN_RAMP
    yield from _grained(theme, _GRAINED)
    for floor in (*_FLOORS, Role.WOOD, Role.TRACK):
        yield from _mixed(theme, floor, Role.LAST, (SOURCE, 0.25), _APART_IN_RAMP)
    yield from _steps(theme, _TOUCHING)
    for floor, over in product(_FLOORS, _ON_FLOORS):
        yield from _mixed(theme, floor, over, (0.5,), _APART)


def _grained(
    theme: Theme,
    grounds: Container[Ink],
    tones: tuple[tuple[float, ...], tuple[float, ...]] = (_GRAINS, _LIGHT_GRAINS),
) -> Iterator[tuple[Colour, int]]:
    for floor in (ground for ground in _GRAINED if ground in grounds):
        for role, shares in zip((Role.GRAIN, Role.GRAIN_LIGHT), tones, strict=True):
            for share in shares if theme.grain else ():
                yield mix(theme.ink(floor), theme.colours[role], share), _APART_IN_RAMP


def _lit_mixtures(theme: Theme) -> Iterator[tuple[Colour, int]]:
    yield from _steps(theme, _TOUCHING_CHOICES)
    if theme.depth:
        for one, other, steps in _RAMPS[:2]:
            yield from _mixed(theme, one, other, _shares(steps // 2), _APART_IN_RAMP)
    shares = (1, 0.75, 0.5, 0.25) if theme.depth else (1, 0.8, 0.65, 0.5)
    for one, other in _STONES:
        yield from _mixed(theme, one, other, shares, _APART_IN_RAMP)
    pit = (step / _LIT_STEPS for step in range(_LIT_STEPS + 1))
    yield from _mixed(theme, Role.PIT_EDGE, Role.PIT_LIGHT, pit, _APART_LIT)


def _steps(theme: Theme, pairs: Iterable[tuple[Role, Role, int]]) -> Iterator[tuple[Colour, int]]:
    for one, other, steps in pairs:
        yield from _mixed(theme, one, other, _shares(steps), _APART)


def _mixed(
    theme: Theme, one: Role, other: Role, shares: Iterable[float], apart: int
) -> Iterator[tuple[Colour, int]]:
    for share in shares:
        yield mix(theme.colours[one], theme.colours[other], share), apart


def _nearest(colours: Iterable[Colour], wanted: Colour) -> Colour:
    return min(colours, key=lambda colour: _distance(colour, wanted))


def _shares(steps: int) -> Iterator[float]:
    return (step / (steps + 1) for step in range(1, steps + 1))


def _truncate_bits(colour: Colour) -> Colour:
    """Return the colour as Pillow's quantiser sees it: the upper six bits alone."""
    red, green, blue = (part & ~3 for part in colour)
    return red, green, blue


def _distance(one: Colour, other: Colour) -> int:
    (red, green, blue), (other_red, other_green, other_blue) = one, other
    red, green, blue = red - other_red, green - other_green, blue - other_blue
    return red * red + green * green + blue * blue
