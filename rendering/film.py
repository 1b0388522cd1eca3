"""A surface on which one picture follows another, and what changes between them."""

from collections.abc import Iterable

from PIL import Image, ImageChops

from rendering.frame import Area, Frame
from rendering.gif import THROUGH, Block
from rendering.scene import Token
from rendering.surface import Surface

_MOST_BLOCKS, _WASTE = 4, 1.6
"""So many parts of a picture change at once; near parts are joined, since what stays is cheap."""


class Film:
    """Pictures one after the other on a surface; only what changed is stamped anew."""

    def __init__(self, surface: Surface) -> None:
        self._surface = surface
        self._frame = surface.blank()
        self._shown: dict[Token, Area] = {}

    def whole(self, tokens: Iterable[Token]) -> Block:
        """Show a picture, and give all of it."""
        self._frame = self._surface.blank()
        self._shown = {token: self._surface.area(token) for token in tokens}
        self._surface.stamp(self._frame, self._shown)
        area = Area(0, 0, self._frame.width, self._frame.height)
        return Block(area, self._frame.part(area))

    def next(self, tokens: Iterable[Token]) -> list[Block]:
        """Show another picture, and give the parts that are different now."""
        old = self._shown
        shown = {token: old.get(token) or self._surface.area(token) for token in tokens}
        changed = [area for token, area in old.items() if token not in shown]
        changed += [area for token, area in shown.items() if token not in old]
        parts = _joined(changed)
        before = [self._frame.part(part) for part in parts]
        stale, untouched = _closure(parts, shown)
        for area in stale:
            self._surface.wipe(self._frame, area)
        self._surface.stamp(self._frame, (token for token in shown if token not in untouched))
        self._shown = shown
        return [
            Block(part, _change(was, self._frame, part))
            for part, was in zip(parts, before, strict=True)
        ]


def _closure(changed: list[Area], shown: dict[Token, Area]) -> tuple[list[Area], set[Token]]:
    """Find what must be cleared, and the tokens that lie clear of it.

    What lies partly on a changed part is stamped anew as a whole, and so is what lies on that.
    """
    stale: list[Area] = []
    clear = dict(shown)
    while changed:
        stale += changed
        met = [token for token, area in clear.items() if any(map(area.meets, changed))]
        found = [clear.pop(token) for token in met]
        changed = [area for area in found if not any(map(area.lies_in, stale))]
    return stale, set(clear)


def _joined(areas: Iterable[Area]) -> list[Area]:
    """Join areas that overlap or are near each other, until only a few are left."""
    parts: list[Area] = []
    for area in areas:
        joined = area
        while near := next((part for part in parts if _is_near(joined, part)), None):
            parts.remove(near)
            joined = joined.joined(near)
        parts.append(joined)
    while len(parts) > _MOST_BLOCKS:
        last = parts.pop()
        parts[-1] = parts[-1].joined(last)
    return parts


def _is_near(one: Area, other: Area) -> bool:
    both = one.joined(other)
    pixels = one.width * one.height + other.width * other.height
    return both.width * both.height < _WASTE * pixels


def _change(before: Image.Image, frame: Frame, part: Area) -> Image.Image:
    """Give a part of a frame, with nothing where it looks as before."""
    now = frame.part(part)
    different = ImageChops.difference(before, now)
    change = Image.new("L", now.size, THROUGH)
    # However small a difference is, it counts in full.
    change.paste(now, mask=ImageChops.add(different, different, scale=1 / 255))
    return change
