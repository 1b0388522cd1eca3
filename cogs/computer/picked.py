"""Which puzzles there are for somebody, and how each is named in a control."""

from datetime import date
from zlib import crc32

from cogs.acts import OutOfDate
from opponent.puzzles import Puzzle, has_puzzles, puzzles
from rules import GAMES, Refusal

_MOST = 100_000
"""No game has so many puzzles."""


def find(game: str, number: int) -> Puzzle:
    """Find a puzzle of a game. Raises `OutOfDate` where it is none any more."""
    for puzzle in puzzles(game) if game in GAMES else ():
        if puzzle.number == number:
            return puzzle
    raise OutOfDate


def number_among_all(puzzle: Puzzle) -> int:
    """Give a number that no puzzle of another game has, for what carries nothing but a number."""
    return _base(puzzle.game) + puzzle.number


def find_among_all(number: int) -> Puzzle:
    """Find a puzzle by its number among those of all games. Raises `OutOfDate`."""
    for game in GAMES:
        if 0 < number - _base(game) < _MOST:
            return find(game, number - _base(game))
    raise OutOfDate


def _base(game: str) -> int:
    # It must stay the same when there are more games.
    return crc32(game.encode()) * _MOST


def with_puzzles(difficulty: int | None = None) -> list[str]:
    """Give the keys of the games that have puzzles, of a difficulty if any game has one so hard."""
    there = [key for key in GAMES if has_puzzles(key)]
    if difficulty is None:
        return there
    as_hard = [key for key in there if any(one.difficulty == difficulty for one in puzzles(key))]
    return as_hard or there


def first_for(game: str, difficulty: int | None, done: set[int]) -> Puzzle:
    """Give the first puzzle of a game that somebody has not done, the easiest before others.

    Where all are done they begin anew. Raises `Refusal` where there is none.
    """
    found = [one for one in puzzles(game) if difficulty in (None, one.difficulty)]
    if not found:
        raise Refusal(
            "There is no puzzle of {game} as difficult as that; leave the difficulty out.",
            game=GAMES[game].name,
        )
    fresh = [one for one in found if one.number not in done]
    return min(fresh or found, key=lambda one: (one.difficulty, one.number))


def next_for(puzzle: Puzzle, done: set[int]) -> Puzzle:
    """Give another puzzle of the same game: about as difficult, and not done where there is one."""
    others = [one for one in puzzles(puzzle.game) if one.number != puzzle.number]
    if not others:
        raise Refusal("There is no other puzzle of {game}.", game=GAMES[puzzle.game].name)

    def how_far(one: Puzzle) -> tuple[bool, int, bool, int]:
        passed = one.number < puzzle.number
        return one.number in done, abs(one.difficulty - puzzle.difficulty), passed, one.number

    return min(others, key=how_far)


def of_the_day(game: str | None, server: int, day: date) -> Puzzle:
    """Give a server's puzzle of a day, one game after the other where none is named.

    It is the same all day, also where the daily puzzle was ended and wished for again meanwhile.
    """
    keys = [game] if game in GAMES else [key for key in GAMES if puzzles(key)]
    turn = server + day.toordinal()
    found = puzzles(keys[turn % len(keys)])
    return found[turn // len(keys) % len(found)]
