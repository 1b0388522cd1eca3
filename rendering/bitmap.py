"""A picture while it is made, an index a pixel, and the parts of it."""

from typing import NamedTuple

from PIL import Image


class Area(NamedTuple):
    """A part of a picture, in pixels."""

    left: int
    top: int
    width: int
    height: int

    def overlaps(self, other: "Area") -> bool:
        """Tell whether they share any pixel."""
        return (
            self.left < other.left + other.width
            and other.left < self.left + self.width
            and self.top < other.top + other.height
            and other.top < self.top + self.height
        )

    def is_within(self, other: "Area") -> bool:
        """Tell whether all of it lies in another."""
        return (
            self.left >= other.left
            and self.top >= other.top
            and self.left + self.width <= other.left + other.width
            and self.top + self.height <= other.top + other.height
        )

    def union(self, other: "Area") -> "Area":
        """Give the smallest area that holds both."""
        left, top = min(self.left, other.left), min(self.top, other.top)
        right = max(self.left + self.width, other.left + other.width)
        bottom = max(self.top + self.height, other.top + other.height)
        return Area(left, top, right - left, bottom - top)


class Bitmap:
    """A picture of so many pixels; its rows begin with a 0 each, as PNG wants them."""

    def __init__(self, image: Image.Image) -> None:
        """Begin with an image of indices, whose first column is that of the zeros."""
        self._image = image
        self.width, self.height = image.width - 1, image.height

    def copy(self) -> "Bitmap":
        """Make another that looks the same."""
        return Bitmap(self._image.copy())

    def part(self, area: Area) -> Image.Image:
        """Copy a part."""
        left, top, width, height = area
        return self._image.crop((left + 1, top, left + 1 + width, top + height))

    def paste(self, part: Image.Image, area: Area) -> None:
        """Put a part in its place; what reaches over the edge is cut off."""
        cut_off = max(0, -area.left)  # must not reach into the column of the zeros
        if cut_off:
            part = part.crop((cut_off, 0, area.width, area.height))
        self._image.paste(part, (area.left + cut_off + 1, area.top))

    def rows(self) -> bytes:
        """Give all of it."""
        return self._image.tobytes()
