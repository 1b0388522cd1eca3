"""The board of Agon: 91 hexagons in rings around a throne, and tables of steps and lines.

A place is the index of a cell, row by row from `a1`, so a set of cells is an integer whose bits
are places. In axial coordinates, the throne is (0, 0) and a row has one second coordinate.
"""

from collections.abc import Iterator

from rules.move import Move, bits

WHITE, BLACK = 0, 1
LETTERS = "wW", "bB"
"""The letters of each side's guards and of its queen."""
GUARDS = 6
QUIET_PLIES = 100
"""After so many plies in a row in which no piece goes inward or is trapped, the game is drawn."""
RINGS = 5
ROWS = "abcdefghijk"
DIRECTIONS = (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)


def _cells() -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield each cell's name and its axial coordinates."""
    for row, letter in enumerate(ROWS, -RINGS):
        for number, along in enumerate(
            range(max(-RINGS, -RINGS - row), min(RINGS, RINGS - row) + 1), 1
        ):
            yield f"{letter}{number}", (along, row)


AT = dict(_cells())
"""The axial coordinates of each cell."""
NAMES = tuple(AT)
PLACES = {name: place for place, name in enumerate(NAMES)}
_PLACE_AT = {at: PLACES[name] for name, at in AT.items()}
RING = tuple(max(abs(q), abs(r), abs(q + r)) for q, r in AT.values())
"""The ring of each place: 0 is the throne, 5 the rim."""
THRONE = PLACES["f6"]
AROUND = sum(1 << place for place, ring in enumerate(RING) if ring == 1)
"""The cells around the throne, as a set."""
RIM = sum(1 << place for place, ring in enumerate(RING) if ring == RINGS)
BOARD = (1 << len(NAMES)) - 1


def _beyond(place: int, steps: int) -> Iterator[int | None]:
    """Yield the place so many steps away in each direction, or `None` where there is none."""
    q, r = AT[NAMES[place]]
    for along, up in DIRECTIONS:
        yield _PLACE_AT.get((q + steps * along, r + steps * up))


TARGETS = tuple(
    sum(1 << near for near in _beyond(place, 1) if near is not None and ring - RING[near] in (0, 1))
    for place, ring in enumerate(RING)
)
"""The cells that a step from each place may reach, as a set: along its ring, or one ring inward."""
LINES = tuple(
    tuple(
        1 << one | 1 << other
        for one, other in zip([*_beyond(place, 1)][:3], [*_beyond(place, 1)][3:], strict=True)
        if one is not None and other is not None
    )
    for place in range(len(NAMES))
)
"""The pairs of cells on opposite sides of each place, each pair as a set."""
TRAPS = tuple(
    tuple(
        (1 << near, 1 << far)
        for near, far in zip(_beyond(place, 1), _beyond(place, 2), strict=True)
        if near is not None and far is not None
    )
    for place in range(len(NAMES))
)
"""For each place: a neighbour, and the cell beyond it in a straight line, each as a set."""
STEP = {
    (place, target): Move(f"{NAMES[place]}-{NAMES[target]}", (NAMES[place], NAMES[target]))
    for place in range(len(NAMES))
    for target in range(len(NAMES))
    if TARGETS[place] >> target & 1
}
"""All steps, by their start and end places."""


def cells_of(places: int) -> str:
    """Return a set of cells as their names with commas between."""
    return ",".join(NAMES[place] for place in bits(places))


def sent_back(place: int, target: int) -> Move:
    """Return the move that puts a trapped piece down elsewhere."""
    start, end = NAMES[place], NAMES[target]
    return Move(f"{start}*{end}", (start, end))


def _rim() -> Iterator[int]:
    """Yield the places of the rim counter-clockwise, from the corner `a1`."""
    at = AT["a1"]
    for along, up in DIRECTIONS:
        for _ in range(RINGS):
            yield _PLACE_AT[at]
            at = at[0] + along, at[1] + up


AROUND_RIM = tuple(_rim())
QUEENS = AROUND_RIM[0], AROUND_RIM[15]
START_GUARDS = (4, 9, 13, 17, 21, 26), (2, 6, 11, 19, 24, 28)
"""The first places of each side's guards, counted along the rim from White's queen."""
START = (
    sum(1 << AROUND_RIM[at] for at in (0, *START_GUARDS[WHITE])),
    sum(1 << AROUND_RIM[at] for at in (15, *START_GUARDS[BLACK])),
)
