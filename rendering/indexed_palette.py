"""The palette of an indexed picture: which 255 colours stand for all that a theme paints."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from PIL import Image

from rendering.roles import Role
from rendering.themes import Colour, Theme, mix

MOST = 255
"""One entry is left for the transparent index of an animation."""
_APART, _APART_IN_RAMP = 400, 24
"""Squared distances below which two colours share an entry: fewer colours, smaller pictures."""
_FLOORS = (
    Role.FIELD,
    Role.FIELD_DARK,
    Role.FIELD_DEEP,
    Role.FIELD_QUIET,
    Role.GOAL_FIRST,
    Role.GOAL_SECOND,
)
_GRAINED = (*_FLOORS, Role.WOOD)
"""The grounds that show grain and take soft shadows."""
_RAMPS = (
    (Role.FIRST_SHADE, Role.FIRST, 12),
    (Role.FIRST, Role.FIRST_GLOW, 6),
    (Role.SECOND_SHADE, Role.SECOND, 8),
    (Role.SECOND, Role.SECOND_GLOW, 14),
    (Role.STONE_SHADE, Role.STONE, 12),
    (Role.STONE, Role.STONE_GLOW, 10),
    (Role.PIT_EDGE, Role.PIT, 10),
    (Role.PIT, Role.PIT_LIGHT, 10),
    (Role.RIM_DARK, Role.RIM, 12),
    (Role.RIM, Role.RIM_LIGHT, 14),
)
"""The colours of each gradient, and the number of steps between them."""
_GRAINS, _SHADOWS = (0.05, 0.1, 0.17, 0.25), (0.1, 0.2, 0.32, 0.45)
_ON_FLOORS = (
    Role.FIRST_EDGE,
    Role.SECOND_EDGE,
    Role.LINE,
    Role.LAST,
    Role.LAST_EDGE,
    Role.TAKEN,
    Role.TARGET_EDGE,
    Role.CHOICE,
    Role.CHOICE_EDGE,
)
_TOUCHING = (
    (Role.FIRST, Role.FIRST_EDGE, 1),
    (Role.SECOND, Role.SECOND_EDGE, 1),
    (Role.STONE, Role.STONE_EDGE, 1),
    (Role.FIRST, Role.FIRST_INK, 1),
    (Role.SECOND, Role.SECOND_INK, 1),
    (Role.FIRST, Role.FIRST_STAR, 2),
    (Role.SECOND, Role.SECOND_STAR, 2),
    (Role.LAST, Role.SHADOW, 3),
    (Role.LAST, Role.LAST_EDGE, 1),
    (Role.LAST, Role.FIRST_EDGE, 1),
    (Role.LAST, Role.SECOND_EDGE, 1),
    (Role.TARGET, Role.TARGET_EDGE, 2),
    (Role.CHOICE, Role.CHOICE_EDGE, 2),
    (Role.CHOICE, Role.LABEL, 1),
    (Role.CHOICE, Role.SHADOW, 2),
    (Role.LABEL, Role.LABEL_TEXT, 3),
    (Role.SURROUND, Role.TEXT, 3),
    (Role.SURROUND, Role.QUIET, 2),
    (Role.SURROUND, Role.WINNER, 2),
    (Role.SURROUND, Role.SHADOW, 3),
    (Role.SURROUND, Role.RIM_DARK, 1),
    (Role.RIM, Role.RIM_TEXT, 3),
    (Role.FIELD, Role.FIELD_TEXT, 3),
    (Role.FIELD_QUIET, Role.FIELD_TEXT, 2),
    (Role.FIELD_DARK, Role.FIELD_DARK_TEXT, 2),
    (Role.LAST, Role.FIELD_TEXT, 2),
    (Role.WOOD, Role.WOOD_TEXT, 3),
    (Role.WOOD, Role.RIM_DARK, 2),
    (Role.WOOD, Role.RIM_LIGHT, 1),
    (Role.PIT, Role.PIT_TEXT, 3),
    (Role.PIT, Role.STONE_EDGE, 1),
    (Role.PIT, Role.LAST, 1),
)
"""The colours that touch in some picture, and the number of steps that smooth the edge."""


@cache
def palette(theme: Theme) -> tuple[Colour, ...]:
    """Choose the colours in which every picture of a theme is painted.

    They depend on the theme alone, so that no picture depends on those drawn before it.
    """
    colours = theme.colours
    chosen = list(dict.fromkeys(colours[role] for role in Role))
    # A role keeps its colour: nothing comes closer to where the quantiser looks for it.
    kept = [
        (_truncate_bits(colour), _distance(_truncate_bits(colour), colour)) for colour in chosen
    ]
    for mixture, apart in _mixtures(theme):
        colour = _truncate_bits(mixture)
        if min(_distance(colour, known) for known in chosen) > apart and all(
            _distance(colour, place) > reach for place, reach in kept
        ):
            chosen.append(colour)
    return tuple(chosen[:MOST])


@cache
def palette_image(theme: Theme) -> Image.Image:
    """Return the palette in the form that Pillow's quantiser takes."""
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in palette(theme) for part in colour])
    return image


def _mixtures(theme: Theme) -> Iterator[tuple[Colour, int]]:
    """Give mixed colours, the most useful first, each with its least distance from the others."""
    colours = theme.colours
    for one, other, steps in _RAMPS:
        for share in _shares(steps if theme.depth else 1):
            yield mix(colours[one], colours[other], share), _APART_IN_RAMP
    for floor, share in product(_GRAINED, _SHADOWS if theme.depth else ()):
        yield mix(colours[floor], colours[Role.SHADOW], share), _APART_IN_RAMP
    for floor, share in product(_GRAINED, _GRAINS if theme.grain else ()):
        yield mix(colours[floor], colours[Role.GRAIN], share), _APART_IN_RAMP
    for one, other, steps in _TOUCHING:
        for share in _shares(steps):
            yield mix(colours[one], colours[other], share), _APART
    for floor, over in product(_FLOORS, _ON_FLOORS):
        yield mix(colours[floor], colours[over], 0.5), _APART


def _shares(steps: int) -> Iterator[float]:
    return (step / (steps + 1) for step in range(1, steps + 1))


def _truncate_bits(colour: Colour) -> Colour:
    """Return the colour as Pillow's quantiser sees it: the upper six bits alone."""
    red, green, blue = (part & ~3 for part in colour)
    return red, green, blue


def _distance(one: Colour, other: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
