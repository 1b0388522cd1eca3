"""The puzzle generator: it looks for puzzles in games that low levels play against each other."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle

from opponent.levels import choose
from opponent.puzzles import DIFFICULTIES, PuzzleRecord
from opponent.puzzles.proof import PROOF, promises, prove
from opponent.search import node_limit
from rules import GAMES, Position

WEAK = (1, 2)
"""The levels that play: they miss what a puzzle asks for."""
MOVE_LIMIT = node_limit(200)
LONGEST = 200
"""The number of plies of a game that are looked at."""
APART = 6
"""The least number of plies between two puzzles of a game: nearer ones are much alike."""
BARREN = 200
"""After this many games without a puzzle the search ends."""
LONGEST_TEXT = 300
"""A position with a long history, which is written with it, is left out."""
OF_A_DIFFICULTY, OF_A_SIDE = 0.35, 0.55
"""The largest shares of puzzles of one difficulty, and for one side to solve."""


def find(
    key: str, seed: int, number: int, known: Sequence[PuzzleRecord] = (), most: int = PROOF
) -> Iterator[PuzzleRecord]:
    """Find so many puzzles of a game that are not known yet, with the numbers after the last.

    The same seed finds the same puzzles again; `most` is how many nodes a proof may cost. The
    presets of the game are played in turn, and neither a side nor a difficulty has too many. It
    ends early where many games, one after the other, gave none.
    """
    chosen, barren = _Selection(key, known, number), 0
    for game, options in enumerate(cycle(GAMES[key].presets.values())):
        if barren >= BARREN:
            return
        last, barren = -APART, barren + 1
        for ply, position in enumerate(_played(GAMES[key].start(options), f"{seed} {game}")):
            if chosen.complete:
                return
            wanted = chosen.difficulties()
            if ply - last < APART or not chosen.may_be(position):
                continue
            if promises(position, wanted) and (proof := prove(position, most, wanted)):
                last, barren = ply, 0
                yield chosen.add(position, PuzzleRecord(0, "", **vars(proof), seed=seed))


class _Selection:
    """The puzzles chosen so far, and which others are wanted beside them."""

    def __init__(self, key: str, known: Sequence[PuzzleRecord], more: int) -> None:
        self._last = max((line.number for line in known), default=0)
        stood = [GAMES[key].decode(line.position).identity() for line in known]
        self._stood = {*stood}
        known = [line for line in known if line.solution]
        self._total, self._more = len(known) + more, more
        positions = [GAMES[key].decode(line.position) for line in known]
        self._sides = Counter(position.turn for position in positions)
        self._difficulties = Counter(line.difficulty for line in known)

    @property
    def complete(self) -> bool:
        return self._more <= 0

    def may_be(self, position: Position) -> bool:
        """Tell whether a position may be chosen, before it is known to be a puzzle."""
        return (
            self._sides[position.turn] < self._total * OF_A_SIDE
            and len(position.encode()) <= LONGEST_TEXT
            and position.identity() not in self._stood
        )

    def difficulties(self) -> set[int]:
        """Give the difficulties of which there are not enough yet."""
        enough = self._total * OF_A_DIFFICULTY
        return {grade for grade in DIFFICULTIES if self._difficulties[grade] < enough}

    def add(self, position: Position, line: PuzzleRecord) -> PuzzleRecord:
        """Choose a puzzle; give it with its number."""
        self._last, self._more = self._last + 1, self._more - 1
        self._stood.add(position.identity())
        self._sides[position.turn] += 1
        self._difficulties[line.difficulty] += 1
        return replace(line, number=self._last, position=position.encode())


def _played(position: Position, seed: str) -> Iterator[Position]:
    """Give the positions of a game in which both sides may move, each to be seen by a level."""
    lots = random.Random(seed)
    levels = [lots.choice(WEAK) for _ in position.sides]
    varied = lots.randrange(2**32)
    for _ in range(LONGEST):
        if position.outcome():
            return
        yield position
        position = position.after(choose(position, levels[position.turn], varied, MOVE_LIMIT).move)
