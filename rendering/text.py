"""Text measured, shortened and kept to what the font can write."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from pathlib import Path
from unicodedata import bidirectional, combining

from PIL import ImageFont

FONT = Path(__file__).parent / "fonts" / "DejaVuSans-Bold.ttf"
CAPITAL = 0.729
"""The height of a capital over the font's size, by which text is centred."""


@lru_cache(maxsize=64)
def font(size: int) -> ImageFont.FreeTypeFont:
    """Load the font that comes with the project; it is laid out alike on every machine."""
    return ImageFont.truetype(FONT, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def text_width(text: str, size: float) -> float:
    """Measure a line of text, in units."""
    return font(round(size)).getlength(text)


@lru_cache(maxsize=256)
def truncate(words: str, size: float, room: float) -> str:
    """Cut a line of text so that it fits into so many units, and say so by dots."""
    if text_width(words, size) <= room:
        return words
    while words and text_width(f"{words}…", size) > room:
        words = words[:-1].rstrip()
    return f"{words}…"


def fit(words: str, sizes: tuple[int, ...], room: float) -> tuple[str, int]:
    """Choose the largest size in which words fit into a room, and cut what is too long in any."""
    size = next((size for size in sizes if text_width(words, size) <= room), sizes[-1])
    return truncate(words, size, room), size


def wrap(words: str, size: float, room: float, most: int = 3) -> tuple[str, ...]:
    """Break words into two lines that are about as long, or into more where these are too long."""
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
def writable(name: str) -> str:
    """Leave out of a name what the font cannot write; nothing may be left.

    What is written from right to left or is put together from several marks would come out wrong.
    """
    kept = "".join(mark for mark in name if mark == " " or _can_draw(mark))
    return " ".join(kept.split())


@lru_cache(maxsize=1024)
def _can_draw(mark: str) -> bool:
    if not mark.isprintable() or combining(mark) or bidirectional(mark) in ("R", "AL"):
        return False
    drawn, missing = font(24).getmask(mark), font(24).getmask("\uffff")
    return bytes(drawn) != bytes(missing) and drawn.getbbox() is not None
