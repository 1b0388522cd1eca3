"""The notation of positions of Bivouac: ranks of letters, the turn, options and quiet moves."""

import re
from collections.abc import Hashable
from dataclasses import replace
from typing import TypeVar

from rules.bivouac.board import FILES, LETTERS, PLACES, QUIET, RANKS, START, WHITE
from rules.bivouac.position import BivouacPosition
from rules.history import History
from rules.move import bits

Game = TypeVar("Game", bound=BivouacPosition)

EMPTY = "/".join("." * len(FILES) for _ in RANKS)
"""The ranks of an empty board, the last one first."""
INDEXES = {
    PLACES[f"{file}{rank}"]: row * (len(FILES) + 1) + column
    for row, rank in enumerate(reversed(RANKS))
    for column, file in enumerate(FILES)
}
"""The index in the ranks of each place's letter."""
WRITTEN = {at: place for place, at in INDEXES.items()}
MOST_STONES = START[WHITE].bit_count()
STEPS_AND_SLIDES = {
    move.text: (1 << origin, 1 << target) for (origin, target), move in QUIET.items()
}
"""The start and the end of each quiet move as sets of one place, by its text."""


def encode(position: BivouacPosition) -> str:
    """Return a position as one line."""
    letters = [*EMPTY]
    for side, stones in enumerate(position.stones):
        for place in bits(stones):
            letters[INDEXES[place]] = LETTERS[side]
    turn, options = position.sides[position.turn], position.chosen.write()
    return " ".join(("".join(letters), turn, options, *position.history.texts()))


def decode(game: type[Game], line: str) -> Game:
    """Parse a line written by `encode`. Raises `ValueError` for any other text."""
    match line.split(" "):
        case [placing, turn, options, *quiet] if turn in game.sides:
            chosen, stones = game.choices.read(options), _read_placing(placing)
            return _with_history(game(stones, game.sides.index(turn), chosen), quiet)
    raise ValueError(f"not a position of Bivouac: {line!r}")


def _read_placing(placing: str) -> tuple[int, int]:
    """Parse the ranks into a set per side. Raises `ValueError` for an impossible placing."""
    if not re.fullmatch(r"[wb.]{6}(?:/[wb.]{6}){10}", placing):
        raise ValueError(f"not the ranks of Bivouac: {placing!r}")
    stones = [0, 0]
    for at, letter in enumerate(placing):
        if letter in LETTERS:
            stones[LETTERS.index(letter)] |= 1 << WRITTEN[at]
    if max(map(int.bit_count, stones)) > MOST_STONES:
        raise ValueError(f"more than {MOST_STONES} stones of a side")
    return stones[0], stones[1]


def _with_history(position: Game, quiet: list[str]) -> Game:
    """Add the quiet moves. Raises `ValueError` unless they can be taken back one by one."""
    stones, mover = list(position.stones), position.turn
    identities: list[Hashable] = []
    variant = position.chosen.variant
    for text in reversed(quiet):
        mover = 1 - mover
        if text not in STEPS_AND_SLIDES:
            raise ValueError(f"no step or slide: {text!r}")
        origin, target = STEPS_AND_SLIDES[text]
        if not stones[mover] & target or (stones[0] | stones[1]) & origin:
            raise ValueError(f"{text!r} does not lead to this position")
        stones[mover] ^= origin | target
        identities.append(((stones[0], stones[1]), mover, variant))
    return replace(position, history=History.of(quiet, identities))
