"""Which puzzle somebody gets: the one asked for, the first, the next, that of a rush or a day."""

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from zlib import crc32

from computer.puzzles import DIFFICULTIES, Puzzle, has_puzzles, of_match, puzzles, puzzles_by_number
from data import Store
from data.match_puzzles import MatchPuzzle
from interactions import OutOfDate
from rules import GAMES, Refusal
from views.puzzle_numbers import MATCH_PUZZLES

IN_A_ROW = 4
"""How many puzzles of a rush are equally hard."""


async def load_puzzle(store: Store, game: str, number: int) -> Puzzle:
    """Find a puzzle of a game or of a match, as hard as it has proved to be. Raises `OutOfDate`."""
    if number > MATCH_PUZZLES:
        found = await store.match_puzzles.find(number - MATCH_PUZZLES)
        if found is None or found.game != game or game not in GAMES:
            raise OutOfDate
        return _from_match(found)
    puzzle = find_puzzle(game, number)
    return _measured(puzzle, await store.puzzles.difficulties(game))


async def puzzles_for(store: Store, game: str, person: int) -> list[Puzzle]:
    """List the puzzles of a game for a person, each as hard as it has proved to be.

    Those from matches are of matches of others.
    """
    measured = await store.puzzles.difficulties(game)
    found = await store.match_puzzles.of_game(game, person)
    listed = [*puzzles(game), *map(_from_match, found)]
    return [_measured(puzzle, measured) for puzzle in listed]


async def puzzles_for_rush(store: Store, game: str | None) -> list[Puzzle]:
    """List the puzzles of a game, or of all, each as hard as it has proved to be."""
    found = []
    for key in games_with_puzzles() if game is None else [game]:
        measured = await store.puzzles.difficulties(key)
        found += [_measured(puzzle, measured) for puzzle in puzzles(key)]
    return found


def _from_match(found: MatchPuzzle) -> Puzzle:
    return of_match(found.game, found.text, MATCH_PUZZLES + found.id, found.match)


def _measured(puzzle: Puzzle, measured: Mapping[int, int]) -> Puzzle:
    difficulty = measured.get(puzzle.number, puzzle.difficulty)
    return puzzle if difficulty == puzzle.difficulty else replace(puzzle, difficulty=difficulty)


def find_puzzle(game: str, number: int) -> Puzzle:
    """Find a puzzle of a game. Raises `OutOfDate` if it no longer exists."""
    if game in GAMES and (puzzle := puzzles_by_number(game).get(number)):
        return puzzle
    raise OutOfDate


def games_with_puzzles(difficulty: int | None = None) -> list[str]:
    """Return the keys of the games with puzzles, of the given difficulty if any game has one."""
    keys = [key for key in GAMES if has_puzzles(key)]
    if difficulty is None:
        return keys
    as_hard = [key for key in keys if any(one.difficulty == difficulty for one in puzzles(key))]
    return as_hard or keys


def first_puzzle(
    game: str, difficulty: int | None, done: Collection[int], listed: Sequence[Puzzle] | None = None
) -> Puzzle:
    """Return the easiest puzzle of a game, or of those `listed`, that a person has not done.

    If all are done, they start again. Raises `Refusal` if there is none of that difficulty.
    """
    listed = puzzles(game) if listed is None else listed
    candidates = [one for one in listed if difficulty in (None, one.difficulty)]
    if not candidates:
        raise Refusal(
            "There's no {game} puzzle of that difficulty; remove `difficulty`.",
            game=GAMES[game].name,
        )
    new = [one for one in candidates if one.number not in done]
    return min(new or candidates, key=lambda one: (one.difficulty, one.number))


def next_puzzle(
    puzzle: Puzzle, done: Collection[int], listed: Sequence[Puzzle] | None = None
) -> Puzzle:
    """Return another puzzle of the game: about as difficult, and not done if possible."""
    listed = puzzles(puzzle.game) if listed is None else listed
    others = [one for one in listed if one.number != puzzle.number]
    if not others:
        raise Refusal("There are no more {game} puzzles.", game=GAMES[puzzle.game].name)

    def how_far(one: Puzzle) -> tuple[bool, int, bool, int]:
        passed = one.number < puzzle.number
        return one.number in done, abs(one.difficulty - puzzle.difficulty), passed, one.number

    return min(others, key=how_far)


def rush_puzzle(
    listed: Sequence[Puzzle], shown: Sequence[tuple[str, int]], seed: str
) -> Puzzle | None:
    """Return the next puzzle of a rush after those `shown`, or None if that were all.

    It gets harder with every few; the same seed gives the same puzzle.
    """
    seen = set(shown)
    left = [one for one in listed if (one.game, one.number) not in seen]
    if not left:
        return None
    wanted = min(max(DIFFICULTIES), DIFFICULTIES[0] + len(shown) // IN_A_ROW)

    def how_far(one: Puzzle) -> int:
        return abs(one.difficulty - wanted)

    nearest = min(map(how_far, left))
    rng = random.Random(f"{seed} {len(shown)}")
    return rng.choice([one for one in left if how_far(one) == nearest])


def stock_of_days(game: str | None) -> dict[str, list[int]]:
    """Return the puzzles for days by game, of one or of all (`None`), in the order of their use.

    Each game has an order of its own, for neighbours are from the same match.
    """
    keys = [key for key in games_with_puzzles() if key == game] or games_with_puzzles()
    return {key: sorted((one.number for one in puzzles(key)), key=_mixed(key)) for key in keys}


def _mixed(key: str) -> Callable[[int], int]:
    return lambda number: crc32(f"{key} {number}".encode())
