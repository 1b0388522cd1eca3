"""Paletted bitmaps, one index per pixel, and rectangular areas of them."""

from typing import NamedTuple

from PIL import Image


class Area(NamedTuple):
    """A rectangle of a bitmap, in pixels."""

    left: int
    top: int
    width: int
    height: int

    def overlaps(self, other: "Area") -> bool:
        """Tell whether two areas share any pixel."""
        return (
            self.left < other.left + other.width
            and other.left < self.left + self.width
            and self.top < other.top + other.height
            and other.top < self.top + self.height
        )

    def is_within(self, other: "Area") -> bool:
        """Tell whether this area lies entirely in another."""
        return (
            self.left >= other.left
            and self.top >= other.top
            and self.left + self.width <= other.left + other.width
            and self.top + self.height <= other.top + other.height
        )

    def union(self, other: "Area") -> "Area":
        """Return the smallest area that holds both."""
        left, top = min(self.left, other.left), min(self.top, other.top)
        right = max(self.left + self.width, other.left + other.width)
        bottom = max(self.top + self.height, other.top + other.height)
        return Area(left, top, right - left, bottom - top)


def where_not_zero(image: Image.Image) -> Image.Image:
    """Return a mask; bytes that are read as bits take half as long as arithmetic or a table."""
    return Image.frombytes("1", image.size, image.tobytes(), "raw", "1;8")


def mapped(image: Image.Image, table: bytes) -> Image.Image:
    """Replace every value of an image; `Image.point` looks at its whole table each time."""
    return Image.frombytes("L", image.size, image.tobytes().translate(table))


class Bitmap:
    """A bitmap whose rows begin with a 0 byte each, the filter byte that PNG expects."""

    def __init__(self, width: int, height: int, rows: bytes | bytearray) -> None:
        """Copy the rows, each with its leading 0; Pillow draws in that copy itself."""
        self.width, self.height, self._rows = width, height, bytearray(rows)
        self._image = Image.frombuffer("L", (width + 1, height), self._rows, "raw", "L", 0, 1)
        self._image.readonly = 0

    def copy(self) -> "Bitmap":
        """Return a copy."""
        return Bitmap(self.width, self.height, self._rows)

    def part(self, area: Area) -> Image.Image:
        """Copy an area out of the bitmap."""
        left, top, width, height = area
        return self._image.crop((left + 1, top, left + 1 + width, top + height))

    def paste(self, part: Image.Image, area: Area, mask: Image.Image | None = None) -> None:
        """Paste an image at an area, where a mask lets it; what reaches over the edge is cut off.

        A mask's pixels are 0 or 255.
        """
        cut_off = max(0, -area.left)  # must not reach into the column of zeros
        if cut_off:
            part = part.crop((cut_off, 0, area.width, area.height))
            mask = mask and mask.crop((cut_off, 0, area.width, area.height))
        self._image.paste(part, (area.left + cut_off + 1, area.top), mask)

    def rows(self) -> bytearray:
        """Return all rows, each with its leading 0; they are no copy."""
        return self._rows
