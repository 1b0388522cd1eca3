"""The board of Bizingo: cells, their neighbours, and the pieces at the start.

A place is 16·row + column in Wikipedia's triangle: rows 1..13 from the apex, columns from the left.
Each row has `row` triangles that point up, for the dark pieces, and `row - 1` that point down, for
the light ones. A set of one side's cells is an integer whose bits are places; the same bit means a
different cell for the other side.
"""

from collections.abc import Iterator

from rules.move import Move, bits

LIGHT, DARK = 0, 1
LETTERS = ("lL", "dD")
"""The letters of each side's pieces: a regular piece, then a captain."""
MOST_PIECES, MOST_CAPTAINS = 18, 2
FEWEST = 2
"""A side with this many pieces or fewer loses."""
QUIET_PLIES = 200
"""The number of consecutive plies without a piece leaving the board that ends a game as a draw."""

STRIDE = 16
STEPS = (-STRIDE - 1, -STRIDE, -1, 1, STRIDE, STRIDE + 1)
SIDES = {LIGHT: (-STRIDE, 0, 1), DARK: (-1, 0, STRIDE)}  # to the places of the other colour
CUT_OFF = {
    DARK: {(12, 1), (13, 1), (13, 2), (12, 12), (13, 12), (13, 13)},
    LIGHT: {(13, 1), (13, 12)},
}  # the lower corners; the upper corner is rows 1 and 2


def _cells() -> Iterator[tuple[str, int, int]]:
    """Yield the name, colour and place of every cell, row by row, from left to right."""
    for row in range(3, 14):
        order = ((side, column) for column in range(1, row + 1) for side in (DARK, LIGHT))
        kept = (
            (side, column)
            for side, column in order
            if (row, column) not in CUT_OFF[side] and (side == DARK or column < row)
        )
        for number, (side, column) in enumerate(kept, start=1):
            yield f"{'abcdefghijk'[row - 3]}{number}", side, STRIDE * row + column


CELLS = {name: (side, place) for name, side, place in _cells()}
NAMES = tuple({place: name for name, side, place in _cells() if side == own} for own in (0, 1))
BOARD = tuple(sum(1 << place for place in NAMES[side]) for side in (LIGHT, DARK))
NEAR = tuple(
    {place: sum(1 << place + step for step in STEPS if place + step in names) for place in names}
    for names in NAMES
)  # the cells that a piece can step to if they are empty
AROUND = tuple(
    {
        place: sum(1 << place + step for step in SIDES[side] if place + step in NAMES[1 - side])
        for place in NAMES[side]
    }
    for side in (LIGHT, DARK)
)  # the two or three cells of the other colour that share an edge
EDGE = tuple(
    sum(1 << place for place, around in AROUND[side].items() if around.bit_count() == 2)
    for side in (LIGHT, DARK)
)
STEP = tuple(
    {
        (place, target): Move(f"{name}-{NAMES[side][target]}", (name, NAMES[side][target]))
        for place, name in NAMES[side].items()
        for target in bits(NEAR[side][place])
    }
    for side in (LIGHT, DARK)
)

BY_TEXT = tuple({move.text: step for step, move in steps.items()} for steps in STEP)
"""The start and end places of every step of a side, by its text."""


def _set_of(names: str) -> int:
    return sum(1 << CELLS[name][1] for name in names.split())


START = (
    _set_of("h4 h6 h8 h10 h12 h14 h16 i6 i8 i10 i12 i14 i16 j7 j9 j11 j13 j15"),
    _set_of("c3 c5 c7 d3 d5 d7 d9 e3 e5 e7 e9 e11 f3 f5 f7 f9 f11 f13"),
)
START_CAPTAINS = (_set_of("h6 h14"), _set_of("f5 f11"))
