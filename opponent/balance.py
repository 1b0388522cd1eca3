"""How even a game is: the computer plays itself, and who wins is counted."""

from collections import Counter
from collections.abc import Callable, Iterator

from opponent.enough import Enough
from opponent.selfplay import at_level, play
from rules import Position

LONGEST = 1_000
"""A game of more plies is broken off, and nobody has won it."""


def tabulate(
    start: Position, level: int, games: int, seed: int, enough: Callable[[], Enough]
) -> Iterator[str]:
    """Play games from a start and give the lines of a table; the same seed gives the same games."""
    chosen = start.chosen.write()
    yield f"{start.name}, {chosen}: {games} games of level {level} against itself, seed {seed}"
    itself = at_level(level, enough)
    results = [play(start, (itself, itself), seed + game, LONGEST) for game in range(games)]
    wins = Counter(result.winner for result in results)
    for winner, name in (*enumerate(start.sides), (None, "nobody")):
        codes = Counter(result.code for result in results if result.winner == winner)
        endings = ", ".join(f"{code} {number}" for code, number in codes.most_common())
        share = wins[winner] / max(1, games)
        yield f"{name:<10}{wins[winner]:>6}{share:>7.0%}   {endings}".rstrip()
    plies = sorted(result.plies for result in results)
    if plies:
        yield f"plies: {plies[0]} to {plies[-1]}, median {plies[len(plies) // 2]}"
