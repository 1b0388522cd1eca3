"""Hoyito's board and its numbers: the ring of holes, what they are called, and the senses.

A hole is its place in the ring a b c … A B C …, South's holes first, each from its owner's left. To
sow counter-clockwise is to go up in the ring.
"""

from collections.abc import Mapping

SOUTH, NORTH = 0, 1
LETTERS = "abcdefghijkl"
"""How a player calls her own holes, from her own left."""
FEWEST_HOLES, MOST_HOLES = 5, len(LETTERS)
"""So many holes a side may have."""
FOUR = 4
"""A hole that comes to hold so many stones while sowing is taken; so many fill a hole at first."""

COUNTERCLOCKWISE, CLOCKWISE, UNCHOSEN = 1, -1, 0
MARKS = {COUNTERCLOCKWISE: ">", CLOCKWISE: "<"}
"""How a move is written that chooses a sense."""
SENSES = {mark: sense for sense, mark in MARKS.items()}
TEXTS = {mark: tuple(letter + mark for letter in LETTERS) for mark in ("", *SENSES)}
"""How to sow from each of one's own holes is written, by the mark of the sense."""

CELLS: Mapping[int, tuple[str, ...]] = {
    2 * half: (*LETTERS[:half], *LETTERS[:half].upper())
    for half in range(FEWEST_HOLES, MOST_HOLES + 1)
}
"""The names of the holes of a board by how many there are: South's are small letters."""


def rows(size: int) -> tuple[range, range]:
    """Give the places of South's holes and of North's."""
    return range(size // 2), range(size // 2, size)
