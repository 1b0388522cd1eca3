"""Fit text into a width: measure, truncate and wrap it, and drop what the font lacks."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from pathlib import Path
from unicodedata import bidirectional, combining

from PIL import ImageFont

FONT = Path(__file__).parent / "fonts" / "DejaVuSans-Bold.ttf"
NARROW_FONT = FONT.with_name("DejaVuSansCondensed-Bold.ttf")
CAPITAL = 0.729
"""The height of a capital over the font's size, by which text is centred."""


@lru_cache(maxsize=64)
def font(size: int, *, narrow: bool = False) -> ImageFont.FreeTypeFont:
    """Load a font that comes with the project; its layout is the same on every machine."""
    file = NARROW_FONT if narrow else FONT
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def text_width(text: str, size: float, *, narrow: bool = False) -> float:
    """Measure the width of a line of text, in units."""
    return font(round(size), narrow=narrow).getlength(text)


@lru_cache(maxsize=256)
def truncate(words: str, size: float, room: float) -> str:
    """Truncate a line of text with an ellipsis so that it fits into `room` units."""
    if text_width(words, size) <= room:
        return words
    while words and text_width(f"{words}…", size) > room:
        words = words[:-1].rstrip()
    return f"{words}…"


def fit(words: str, sizes: tuple[int, ...], room: float) -> tuple[str, int]:
    """Choose the largest size in which words fit into a room, and truncate what fits in none."""
    size = next((size for size in sizes if text_width(words, size) <= room), sizes[-1])
    return truncate(words, size, room), size


def wrap(words: str, size: float, room: float, most: int = 3) -> tuple[str, ...]:
    """Wrap words into two lines of about the same length, or into more where these are too long."""
    parts = words.split()
    lines: tuple[str, ...] = (words,)

    def widest(lines: Sequence[str]) -> float:
        return max(text_width(line, size) for line in lines)

    for breaks in range(1, most):
        ways = (
            tuple(" ".join(parts[start:end]) for start, end in pairwise((0, *inner, len(parts))))
            for inner in combinations(range(1, len(parts)), breaks)
        )
        lines = min(ways, key=widest, default=lines)
        if widest(lines) <= room:
            break
    return lines


@lru_cache(maxsize=256)
def drawable_text(name: str) -> str:
    """Remove from a name what the font cannot draw; nothing may be left.

    Right-to-left scripts and combining marks would be drawn wrongly, so they are removed too.
    """
    kept = "".join(mark for mark in name if mark == " " or _can_draw(mark))
    return " ".join(kept.split())


@lru_cache(maxsize=1024)
def _can_draw(mark: str) -> bool:
    if not mark.isprintable() or combining(mark) or bidirectional(mark) in ("R", "AL"):
        return False
    drawn, missing = font(24).getmask(mark), font(24).getmask("\uffff")
    return bytes(drawn) != bytes(missing) and drawn.getbbox() is not None
