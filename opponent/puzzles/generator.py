"""The puzzle generator: finds puzzles in games that low levels play against each other."""

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
"""The levels that play; they miss what a puzzle asks for."""
MOVE_LIMIT = node_limit(200)
LONGEST = 200
"""The most plies of a game that are searched for puzzles."""
APART = 6
"""The least number of plies between two puzzles of a game: nearer ones are much alike."""
BARREN = 200
"""After this many games without a puzzle the search ends."""
LONGEST_TEXT = 300
"""Positions whose text, history included, is longer are left out."""
OF_A_DIFFICULTY, OF_A_SIDE = 0.35, 0.55
"""The largest shares of puzzles of one difficulty, and for one side to solve."""


def find(
    key: str, seed: int, number: int, known: Sequence[PuzzleRecord] = (), most: int = PROOF
) -> Iterator[PuzzleRecord]:
    """Find up to `number` new puzzles of a game, numbered after the last known one.

    The same seed finds the same puzzles; `most` is the node limit of a proof. The presets of the
    game are played in turn, and neither a side nor a difficulty gets too many. Ends early after
    `BARREN` games in a row without a puzzle.
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
        known_positions = [GAMES[key].decode(line.position).identity() for line in known]
        self._known = {*known_positions}
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
            and position.identity() not in self._known
        )

    def difficulties(self) -> set[int]:
        """Return the difficulties that still need puzzles."""
        enough = self._total * OF_A_DIFFICULTY
        return {grade for grade in DIFFICULTIES if self._difficulties[grade] < enough}

    def add(self, position: Position, line: PuzzleRecord) -> PuzzleRecord:
        """Choose a puzzle; return it with its number."""
        self._last, self._more = self._last + 1, self._more - 1
        self._known.add(position.identity())
        self._sides[position.turn] += 1
        self._difficulties[line.difficulty] += 1
        return replace(line, number=self._last, position=position.encode())


def _played(position: Position, seed: str) -> Iterator[Position]:
    """Give the positions of a game between two weak levels."""
    rng = random.Random(seed)
    levels = [rng.choice(WEAK) for _ in position.sides]
    seed_of_moves = rng.randrange(2**32)
    for _ in range(LONGEST):
        if position.outcome():
            return
        yield position
        position = position.after(
            choose(position, levels[position.turn], seed_of_moves, MOVE_LIMIT).move
        )
