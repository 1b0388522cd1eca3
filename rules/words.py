"""Lists, counts and cells in plain English."""

from collections.abc import Iterable


def listing(words: Iterable[str], last: str = "and", empty: str = "none") -> str:
    """Join words as a sentence does: `a`, `a and b`, `a, b and c`."""
    *others, final = tuple(words) or (empty,)
    return f"{', '.join(others)} {last} {final}" if others else final


def quoted(words: Iterable[str], last: str = "and") -> str:
    """List words in backticks, as cells and moves are shown to players."""
    return listing((f"`{word}`" for word in words), last)


def number_of(count: int, thing: str) -> str:
    """Count things: `1 stone`, `4 stones`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def shown(text: str) -> str:
    """Make somebody's input fit to be repeated inside backticks: one short line without any."""
    line = " ".join(text.replace("`", "'").split())
    return line if len(line) <= 40 else line[:39] + "…"
