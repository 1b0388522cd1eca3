"""Which puzzle somebody gets, and how a puzzle is named by a number."""

from datetime import date
from zlib import crc32

from interactions import OutOfDate
from opponent.puzzles import Puzzle, has_puzzles, puzzles
from rules import GAMES, Refusal

_MOST_PUZZLES = 100_000
"""More than the number of puzzles of any game."""


def find_puzzle(game: str, number: int) -> Puzzle:
    """Find a puzzle of a game. Raises `OutOfDate` if it no longer exists."""
    for puzzle in puzzles(game) if game in GAMES else ():
        if puzzle.number == number:
            return puzzle
    raise OutOfDate


def number_among_all(puzzle: Puzzle) -> int:
    """Return a number that is unique among all games, for custom ids that carry only a number."""
    return _offset(puzzle.game) + puzzle.number


def find_among_all(number: int) -> Puzzle:
    """Find a puzzle by its number among those of all games. Raises `OutOfDate`."""
    for game in GAMES:
        if 0 < number - _offset(game) < _MOST_PUZZLES:
            return find_puzzle(game, number - _offset(game))
    raise OutOfDate


def _offset(game: str) -> int:
    # It must not change when games are added.
    return crc32(game.encode()) * _MOST_PUZZLES


def games_with_puzzles(difficulty: int | None = None) -> list[str]:
    """Return the keys of the games with puzzles, of the given difficulty if any game has one."""
    keys = [key for key in GAMES if has_puzzles(key)]
    if difficulty is None:
        return keys
    as_hard = [key for key in keys if any(one.difficulty == difficulty for one in puzzles(key))]
    return as_hard or keys


def first_puzzle(game: str, difficulty: int | None, done: set[int]) -> Puzzle:
    """Return the easiest puzzle of a game that a person has not done.

    If all are done, they start again. Raises `Refusal` if there is none of that difficulty.
    """
    candidates = [one for one in puzzles(game) if difficulty in (None, one.difficulty)]
    if not candidates:
        raise Refusal(
            "There is no {game} puzzle that hard; remove `difficulty`.",
            game=GAMES[game].name,
        )
    new = [one for one in candidates if one.number not in done]
    return min(new or candidates, key=lambda one: (one.difficulty, one.number))


def next_puzzle(puzzle: Puzzle, done: set[int]) -> Puzzle:
    """Return another puzzle of the game: about as difficult, and not done if possible."""
    others = [one for one in puzzles(puzzle.game) if one.number != puzzle.number]
    if not others:
        raise Refusal("There are no more {game} puzzles.", game=GAMES[puzzle.game].name)

    def how_far(one: Puzzle) -> tuple[bool, int, bool, int]:
        passed = one.number < puzzle.number
        return one.number in done, abs(one.difficulty - puzzle.difficulty), passed, one.number

    return min(others, key=how_far)


def puzzle_of_the_day(game: str | None, server: int, day: date) -> Puzzle:
    """Return a server's puzzle of a day; without a game, the games alternate.

    It is the same all day, even if the daily puzzle was stopped and started again meanwhile.
    """
    keys = [game] if game in GAMES else [key for key in GAMES if puzzles(key)]
    turn = server + day.toordinal()
    found = puzzles(keys[turn % len(keys)])
    return found[turn // len(keys) % len(found)]
