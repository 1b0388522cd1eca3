"""Successive frames on one surface, encoded as the parts that change between them."""

from collections.abc import Iterable, Iterator

from PIL import Image, ImageChops

from rendering.bitmap import Area
from rendering.cache import CHANGES
from rendering.gif import TRANSPARENT, Block, blocks_of
from rendering.painted_board import Surface
from rendering.scene import Token

_VISIBLE = (TRANSPARENT,) + 255 * (0,)
"""Where two frames are equal, the earlier one shows through."""

_Shown = dict[Token, Area]
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

    def first(self, tokens: Iterable[Token]) -> list[Block]:
        """Encode the first frame as a whole: it is all that many people ever see."""
        self._shown = {token: self._surface.area(token) for token in tokens}
        area = Area(0, 0, self._surface.width, self._surface.height)
        return blocks_of(area, self._draw(area, self._shown), whole=True)

    def next(self, tokens: Iterable[Token]) -> list[Block]:
        """Encode the next frame: the parts that differ from the one before."""
        old = self._shown
        shown = {token: old.get(token) or self._surface.area(token) for token in tokens}
        self._shown = shown
        changed = [each for each in old.items() if each[0] not in shown]
        changed += [each for each in shown.items() if each[0] not in old]
        parts = self._merge(_by_cell(changed))
        return [block for part in parts for block in self._blocks(part, old, shown)]

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

    def _blocks(self, part: _Part, old: _Shown, shown: _Shown) -> tuple[Block, ...]:
        area = part[0]
        before, after = self._tokens_near(part, old), self._tokens_near(part, shown)
        key = (self._surface.key, area, before, after)
        found = CHANGES.find(key)
        if found is None:
            found = (*_difference(area, self._draw(area, before), self._draw(area, after)),)
            CHANGES.keep(key, found)
        return found

    def _tokens_near(self, part: _Part, shown: _Shown) -> tuple[Token, ...]:
        """Return the tokens of a frame that affect a part of it, from the bottom to the top."""
        (left, top, width, height), changed = part
        right, bottom = left + width, top + height
        cells = {token.cell for token in changed if token.cell}
        # Written out, since this is done for every token of every frame.
        near = [
            token
            for token, (x, y, wide, high) in shown.items()
            if x < right and left < x + wide and y < bottom and top < y + high
        ]
        return tuple(
            token
            for token in near
            if token.cell in cells or any(self._surface.overlap(token, each) for each in changed)
        )

    def _draw(self, area: Area, tokens: Iterable[Token]) -> Image.Image:
        """Draw a part of a frame on the canvas, which is bare before and afterwards."""
        lying = [*tokens]
        self._surface.stamp(self._canvas, lying)
        image = self._canvas.part(area)
        for token in lying:
            self._surface.wipe(self._canvas, self._surface.area(token))
        return image


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
        after.paste(TRANSPARENT, mask=different.point(_VISIBLE))
        area = Area(part.left + box[0], part.top + box[1], box[2] - box[0], box[3] - box[1])
        yield from blocks_of(area, after.crop(box))
