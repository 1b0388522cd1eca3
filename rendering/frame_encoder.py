"""Successive frames on one surface, encoded as the parts that change between them."""

from collections.abc import Iterable, Iterator

from PIL import Image, ImageChops

from rendering.cache import CHANGES
from rendering.gif_format import TRANSPARENT, Block, blocks_of
from rendering.painted_board import Surface, gathered
from rendering.paletted_bitmap import Area, where_not_zero
from rendering.scene import Token

_STRIP = 64
"""The width of the strips by which tokens near a part of a frame are found."""

_Placed = tuple[int, int, int, int]
"""The place of a token: left, top, right and bottom."""
_Part = tuple[Area, list[Token]]
"""A part of a frame, and the tokens that were added or removed there."""


class FrameEncoder:
    """Encodes successive frames on a surface as GIF blocks; only what changes is drawn.

    How a part of a frame changes depends only on the tokens added or removed there and on those
    under or over them: these are the key by which a change is cached for all animations.
    """

    def __init__(self, surface: Surface) -> None:
        self._surface = surface
        self._shown: dict[Token, Area] = {}
        self._heights: dict[Token, int] = {}
        self._strips: dict[int, dict[Token, _Placed]] = {}

    def first(self, tokens: Iterable[Token]) -> list[Block]:
        """Encode the first frame as a whole: it is all that many people ever see."""
        shown = {token: self._surface.area(token) for token in gathered(tokens)}
        self._show(shown, [], [*shown.items()])
        area = Area(0, 0, self._surface.width, self._surface.height)
        key = self._surface.key, area, (), tuple(shown)
        found = CHANGES.find(key)
        if found is None:  # else the same two begin again, or their match is told once more
            found = (*blocks_of(area, self._surface.part(area, shown), whole=True),)
            CHANGES.keep(key, found)
        return [*found]

    def next(self, tokens: Iterable[Token]) -> list[Block]:
        """Encode the next frame: the parts that differ from the one before."""
        old = self._shown
        shown = {it: old.get(it) or self._surface.area(it) for it in gathered(tokens)}
        gone = [each for each in old.items() if each[0] not in shown]
        come = [each for each in shown.items() if each[0] not in old]
        parts = self._merge(_by_cell([*gone, *come]))
        before = [self._tokens_near(part) for part in parts]
        self._show(shown, gone, come)
        return [
            block
            for (area, changed), near in zip(parts, before, strict=True)
            for block in self._blocks(area, near, self._sorted({*near, *changed}))
        ]

    def _show(
        self,
        shown: dict[Token, Area],
        gone: Iterable[tuple[Token, Area]],
        come: Iterable[tuple[Token, Area]],
    ) -> None:
        """Keep what is shown, also sorted into upright strips of the picture."""
        self._shown = shown
        self._heights = dict(zip(shown, range(len(shown)), strict=True))
        for token, area in gone:
            for strip in _strips_of(area):
                del self._strips[strip][token]
        for token, area in come:
            left, top, width, height = area
            for strip in _strips_of(area):
                self._strips.setdefault(strip, {})[token] = left, top, left + width, top + height

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

    def _blocks(
        self, area: Area, before: tuple[Token, ...], after: tuple[Token, ...]
    ) -> tuple[Block, ...]:
        key = (self._surface.key, area, before, after)
        found = CHANGES.find(key)
        if found is None:
            part = self._surface.part
            found = (*_difference(area, part(area, before), part(area, after)),)
            CHANGES.keep(key, found)
        return found

    def _tokens_near(self, part: _Part) -> tuple[Token, ...]:
        """Return the shown tokens that affect a part of the next frame.

        After it these are the same, but for those that changed: whatever else is added or removed
        touches none of these, or it would be in this part.
        """
        area, changed = part
        left, top, width, height = area
        right, bottom = left + width, top + height
        cells = {token.cell for token in changed if token.cell}
        near = {
            token
            for strip in _strips_of(area)
            for token, (x, y, beyond, below) in self._strips.get(strip, {}).items()
            if x < right and left < beyond and y < bottom and top < below
        }
        return self._sorted(
            token
            for token in near
            if token.cell in cells or any(self._surface.overlap(token, each) for each in changed)
        )

    def _sorted(self, tokens: Iterable[Token]) -> tuple[Token, ...]:
        """Sort those tokens that are shown, from the bottom to the top."""
        heights = self._heights
        return tuple(sorted((each for each in tokens if each in heights), key=heights.__getitem__))


def _strips_of(area: Area) -> range:
    left, _, width, _ = area
    return range(left // _STRIP, (left + width - 1) // _STRIP + 1)


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
        shown = Image.new("L", after.size, TRANSPARENT)
        shown.paste(after, (0, 0), where_not_zero(different))
        yield from blocks_of(area, shown.crop(box))
