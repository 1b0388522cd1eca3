"""Successive frames on one surface, encoded as the parts that change between them."""

from collections.abc import Iterable, Iterator
from functools import reduce

from PIL import Image, ImageChops

from rendering.bitmap import Area, where_not_zero
from rendering.cache import CHANGES
from rendering.gif import TRANSPARENT, Block, blocks_of
from rendering.painted_board import Surface
from rendering.scene import Token

_STRIP = 64
"""The width of the strips by which tokens near a part of a frame are found."""

_Shown = dict[Token, Area]
_Placed = tuple[int, Token, int, int, int, int]
"""A token, which of all it is, and where it lies: left, top, right and bottom."""
_Strips = dict[int, list[_Placed]]
_Part = tuple[Area, list[Token]]
"""A part of a frame, and the tokens that were added or removed there."""


class FrameEncoder:
    """Encodes successive frames on a surface as GIF blocks; only what changes is drawn.

    How a part of a frame changes depends only on the tokens added or removed there and on those
    under or over them: these are the key by which a change is cached for all animations.
    """

    def __init__(self, surface: Surface) -> None:
        self._surface = surface
        self._canvas = surface.blank()
        self._shown: _Shown = {}
        self._strips: _Strips = {}

    def first(self, tokens: Iterable[Token]) -> list[Block]:
        """Encode the first frame as a whole: it is all that many people ever see."""
        self._shown = {token: self._surface.area(token) for token in tokens}
        self._strips = _in_strips(self._shown)
        area = Area(0, 0, self._surface.width, self._surface.height)
        key = self._surface.key, area, (), tuple(self._shown)
        found = CHANGES.find(key)
        if found is None:  # else the same two begin again, or their match is told once more
            found = (*blocks_of(area, self._draw(area, self._shown), whole=True),)
            CHANGES.keep(key, found)
        return [*found]

    def next(self, tokens: Iterable[Token]) -> list[Block]:
        """Encode the next frame: the parts that differ from the one before."""
        old, before = self._shown, self._strips
        shown = {token: old.get(token) or self._surface.area(token) for token in tokens}
        after = _in_strips(shown)
        self._shown, self._strips = shown, after
        changed = [each for each in old.items() if each[0] not in shown]
        changed += [each for each in shown.items() if each[0] not in old]
        parts = self._merge(_by_cell(changed))
        return [block for part in parts for block in self._blocks(part, before, after)]

    def _merge(self, changed: Iterable[_Part]) -> list[_Part]:
        """Merge overlapping parts, so that no part shows half of what changes in another."""
        parts: list[_Part] = []
        for part in changed:
            joined = part
            while near := next((other for other in parts if self._touch(joined, other)), None):
                parts.remove(near)
                joined = joined[0].union(near[0]), near[1] + joined[1]
            parts.append(joined)
        return parts

    def _touch(self, one: _Part, other: _Part) -> bool:
        return one[0].overlaps(other[0]) and any(
            self._surface.overlap(token, each) for token in one[1] for each in other[1]
        )

    def _blocks(self, part: _Part, old: _Strips, shown: _Strips) -> tuple[Block, ...]:
        area = part[0]
        before, after = self._tokens_near(part, old), self._tokens_near(part, shown)
        key = (self._surface.key, area, before, after)
        found = CHANGES.find(key)
        if found is None:
            found = (*_difference(area, self._draw(area, before), self._draw(area, after)),)
            CHANGES.keep(key, found)
        return found

    def _tokens_near(self, part: _Part, shown: _Strips) -> tuple[Token, ...]:
        """Return the tokens of a frame that affect a part of it, from the bottom to the top."""
        (left, top, width, height), changed = part
        right, bottom = left + width, top + height
        cells = {token.cell for token in changed if token.cell}
        strips = range(left // _STRIP, (right - 1) // _STRIP + 1)
        near = {
            number: token
            for strip in strips
            for number, token, x, y, beyond, below in shown.get(strip, ())
            if x < right and left < beyond and y < bottom and top < below
        }
        return tuple(
            token
            for _, token in sorted(near.items())
            if token.cell in cells or any(self._surface.overlap(token, each) for each in changed)
        )

    def _draw(self, area: Area, tokens: Iterable[Token]) -> Image.Image:
        """Draw a part of a frame on the canvas, which is bare before and afterwards."""
        lying = [*tokens]
        self._surface.stamp(self._canvas, lying)
        image = self._canvas.part(area)
        if lying:
            self._surface.wipe(self._canvas, reduce(Area.union, map(self._surface.area, lying)))
        return image


def _in_strips(shown: _Shown) -> _Strips:
    """Sort tokens into upright strips of the picture."""
    strips: _Strips = {}
    for number, (token, (left, top, width, height)) in enumerate(shown.items()):
        placed = number, token, left, top, left + width, top + height
        for strip in range(left // _STRIP, (left + width - 1) // _STRIP + 1):
            if strip in strips:
                strips[strip].append(placed)
            else:
                strips[strip] = [placed]
    return strips


def _by_cell(changed: Iterable[tuple[Token, Area]]) -> Iterator[_Part]:
    """Group the changes by cell: what stands on a cell changes together."""
    cells: dict[str, _Part] = {}
    for token, area in changed:
        if not token.cell:
            yield area, [token]
        elif token.cell in cells:
            around, tokens = cells[token.cell]
            cells[token.cell] = around.union(area), [*tokens, token]
        else:
            cells[token.cell] = area, [token]
    yield from cells.values()


def _difference(part: Area, before: Image.Image, after: Image.Image) -> Iterator[Block]:
    """Encode a part of a frame, or nothing where it looks as before."""
    different = ImageChops.difference(before, after)
    if box := different.getbbox():
        area = Area(part.left + box[0], part.top + box[1], box[2] - box[0], box[3] - box[1])
        shown = Image.new("L", (area.width, area.height), TRANSPARENT)
        shown.paste(after.crop(box), (0, 0), where_not_zero(different.crop(box)))
        yield from blocks_of(area, shown)
