"""The board of Hoyito: the ring of holes, their names, and the directions of sowing.

A hole is its index in the ring a b c … A B C …: South's holes come first, and each side's begin at
its left. Sowing counter-clockwise goes up in the ring.
"""

from collections.abc import Mapping

SOUTH, NORTH = 0, 1
LETTERS = "abcdefghijkl"
"""The letters of a player's own holes, from the left."""
FEWEST_HOLES, MOST_HOLES = 5, len(LETTERS)
"""The fewest and the most holes that a side may have."""
FOUR = 4
"""A hole that reaches this many stones while sowing is captured; holes start with as many."""

COUNTERCLOCKWISE, CLOCKWISE, UNCHOSEN = 1, -1, 0
MARKS = {COUNTERCLOCKWISE: ">", CLOCKWISE: "<"}
"""The suffix of a move that chooses its direction."""
DIRECTIONS = {mark: direction for direction, mark in MARKS.items()}
TEXTS = {mark: tuple(letter + mark for letter in LETTERS) for mark in ("", *DIRECTIONS)}
"""The text of sowing from each of a side's own holes, by the suffix of the direction."""

CELLS: Mapping[int, tuple[str, ...]] = {
    2 * half: (*LETTERS[:half], *LETTERS[:half].upper())
    for half in range(FEWEST_HOLES, MOST_HOLES + 1)
}
"""The names of the holes of a board, by their number; South's are small letters."""


def rows(size: int) -> tuple[range, range]:
    """Return the indices of South's holes and of North's."""
    return range(size // 2), range(size // 2, size)


def own_holes_taken(holes: tuple[int, ...], stores: tuple[int, int]) -> tuple[int, int]:
    """Return the stores once each side has taken the stones in its own holes."""
    half, (south, north) = len(holes) // 2, stores
    return south + sum(holes[:half]), north + sum(holes[half:])


def write_board(holes: tuple[int, ...]) -> str:
    """Encode a board for a history: two hexadecimal digits for each hole."""
    return bytes(holes).hex()
