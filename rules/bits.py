"""Sets of cells kept as the bits of an integer."""

from collections.abc import Iterator


def bits(cells: int) -> Iterator[int]:
    """Give the members of a set, lowest first."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest
