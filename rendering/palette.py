"""A theme's palette: its colours and the steps between those that meet, at most 256."""

from functools import cache

from PIL import Image

from rendering.scene import Role
from rendering.themes import MEETING, Colour, Theme, mixed

_APART = 900
"""Squared distance below which two colours share an entry: fewer colours, smaller pictures."""


@cache
def palette(theme: Theme) -> tuple[Colour, ...]:
    """Choose the colours in which every picture of a theme is painted.

    It depends on the theme alone, so that a picture does not depend on those drawn before it.
    """
    chosen = list(dict.fromkeys(theme.colours[role] for role in Role))
    for one, other, steps in MEETING:
        for step in range(1, steps + 1):
            share = step / (steps + 1)
            colour = mixed(theme.colours[one], theme.colours[other], share)
            if min(_distance(colour, known) for known in chosen) > _APART:
                chosen.append(colour)
    return tuple(chosen[:256])


@cache
def palette_image(theme: Theme) -> Image.Image:
    """Give the palette in the form that Pillow's quantiser wants."""
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in palette(theme) for part in colour])
    return image


def _distance(one: Colour, other: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
