"""The board of Bivouac: the Run, two encampments with goals, starting stones, and tables of moves.

A place is 8·(rank - 1) + file, where file a is 0, so a set of cells is an integer whose bits are
places.
"""

from collections.abc import Iterable

from rules.move import Move, bits

WHITE, BLACK = 0, 1
LETTERS = "wb"
"""The letter of each side's stones."""
FEWEST = 4
"""A side with fewer stones loses."""

FILES, RANKS = "abcdef", range(1, 12)
STRIDE = 8
STEPS = (-STRIDE - 1, -STRIDE, -STRIDE + 1, -1, 1, STRIDE - 1, STRIDE, STRIDE + 1)
NAMES = {
    STRIDE * (rank - 1) + file: f"{letter}{rank}"
    for rank in RANKS
    for file, letter in enumerate(FILES)
}
PLACES = {name: place for place, name in NAMES.items()}


def _set_of(files: str, ranks: Iterable[int]) -> int:
    return sum(1 << PLACES[f"{file}{rank}"] for file in files for rank in ranks)


ENCAMPMENTS = _set_of("bcde", range(2, 6)), _set_of("bcde", range(7, 11))  # the lower, the upper
IN_ENCAMPMENTS = ENCAMPMENTS[0] | ENCAMPMENTS[1]
GOALS = _set_of("cd", (8, 9)), _set_of("cd", (3, 4))  # White's, Black's
START = ENCAMPMENTS[0] & ~GOALS[BLACK], ENCAMPMENTS[1] & ~GOALS[WHITE]
LINES = (
    _set_of("a", RANKS),
    _set_of("f", RANKS),
    _set_of(FILES, (1,)),
    _set_of(FILES, (6,)),
    _set_of(FILES, (11,)),
)  # the files and ranks that form the Run
RUN = _set_of(FILES, RANKS) & ~IN_ENCAMPMENTS


def one_encampment(*places: int) -> bool:
    """Check whether places, possibly off the board, all lie in the same encampment."""
    return any(
        all(place >= 0 and encampment >> place & 1 for place in places)
        for encampment in ENCAMPMENTS
    )


def _reach(place: int) -> int:
    """Return the set of cells within a step or slide of a place, if they are empty."""
    near = sum(1 << place + step for step in STEPS if place + step in NAMES)
    if IN_ENCAMPMENTS >> place & 1:
        return near
    reach = near & IN_ENCAMPMENTS
    for line in LINES:
        if line >> place & 1:
            reach |= line
    return reach & ~(1 << place)


REACH = {place: _reach(place) for place in NAMES}
QUIET = {
    (place, target): Move(f"{name}-{NAMES[target]}", (name, NAMES[target]))
    for place, name in NAMES.items()
    for target in bits(REACH[place])
}
"""All steps and slides, by their start and end places."""
BY_TEXT = {move.text: step for step, move in QUIET.items()}
"""The start and end places of every step and slide, by its text."""
JUMPS = {
    place: tuple(
        (1 << place + step, place + 2 * step)
        for step in STEPS
        if one_encampment(place, place + step, place + 2 * step)
    )
    for place in NAMES
}  # the cell jumped over, as a set, and the place of the landing
