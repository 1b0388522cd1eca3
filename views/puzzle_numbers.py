"""Numbers of puzzles: unique among all games, and from where those of matches begin."""

from zlib import crc32

from computer.puzzles import Puzzle
from interactions import OutOfDate
from rules import GAMES

_MOST_PUZZLES = 100_000
"""More than the number of puzzles of any game."""
MATCH_PUZZLES = 50_000
"""The puzzles from matches are numbered from here."""


def number_among_all(puzzle: Puzzle) -> int:
    """Return a number that is unique among all games, for custom ids that carry only a number."""
    return _offset(puzzle.game) + puzzle.number


def split_number(number: int) -> tuple[str, int]:
    """Return the game and the number of a puzzle by that among all games. Raises `OutOfDate`."""
    for game in GAMES:
        if 0 < number - _offset(game) < _MOST_PUZZLES:
            return game, number - _offset(game)
    raise OutOfDate


def _offset(game: str) -> int:
    # It must not change when games are added.
    return crc32(game.encode()) * _MOST_PUZZLES
