"""The puzzle generator: finds puzzles in games that levels play against each other.

A position is looked at as it is shown, with nothing before it: by a compiled program where there
is a compiler, else by the search. Whatever it finds is then checked by the rules alone.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import cycle
from typing import NamedTuple, TypeAlias

from computer.levels import choose
from computer.puzzles import DIFFICULTIES, PuzzleRecord
from computer.puzzles.aims import Aim, Sought, sought
from computer.puzzles.certain_wins import also_right
from computer.puzzles.checker import bare, is_true
from computer.puzzles.only_best_move import NODES, find_only_best, promises
from computer.puzzles.worth_solving import Boards, is_dull, is_given_away
from computer.search import node_limit
from rules import GAMES, Position
from tools.research.proofs.c_prover import compiler
from tools.research.puzzles.c_finder import FoundPuzzle, finder
from tools.research.puzzles.difficulty import difficulty
from tools.research.puzzles.solution import is_played_out, solution
from tools.research.puzzles.symmetry import alike

PAIRS = (1, 1), (2, 2), (2, 4), (4, 4), (1, 4)
"""The levels that play each other; low ones miss what a puzzle asks for, and play quickly."""
BLUNDERS = 0.0, 0.1, 0.2
"""The shares of moves in a game that are played by lot."""
MOVE_LIMIT = node_limit(200)
LONGEST = 260
"""The most plies of a game that are searched for puzzles."""
FIRST = 6
"""Before so many plies every game is much the same."""
APART = 4
"""The least number of plies between two puzzles of a game: nearer ones are much alike."""
BARREN = 400
"""After this many games without a puzzle the search ends."""
AHEAD = 6
"""The lead in pieces with which a side has won already."""
OF_A_DIFFICULTY, OF_A_SIDE, OF_A_KIND = 0.3, 0.55, 0.4
"""The largest shares of puzzles of one difficulty, for one side to solve, and for the same aim."""
LOOK_AHEAD = {"bivouac": 2, "bizingo": 2}
MOST_MOVES = 3
"""The most own moves of a puzzle; fewer in games with many moves."""

Look: TypeAlias = Callable[[Position], FoundPuzzle | None]


class Candidate(NamedTuple):
    """A position as it is shown, and what was found in it."""

    position: Position
    found: FoundPuzzle
    difficulty: int


def find_puzzles(
    key: str, seed: int, number: int, known: Sequence[PuzzleRecord] = (), most: int = NODES
) -> Iterator[PuzzleRecord]:
    """Find up to `number` new puzzles of a game, numbered after the last known one.

    The same seed finds the same puzzles; without a compiler, `most` is the node limit of a search.
    The presets of the game are played in turn, and neither a side nor a difficulty gets too many.
    Ends early after `BARREN` games in a row without a puzzle.
    """
    chosen, barren = ChosenPuzzles(key, known, number), 0
    with ExitStack() as stack:
        looks = [_look(GAMES[key].start(preset), most, stack) for preset in _presets(key)]
        for game, (options, look) in enumerate(cycle(zip(_presets(key), looks, strict=True))):
            if barren >= BARREN:
                return
            last, barren = -APART, barren + 1
            for ply, position in enumerate(played(GAMES[key].start(options), f"{seed} {game}")):
                if chosen.complete:
                    return
                if ply < FIRST or ply - last < APART or not is_open(position):
                    continue
                candidate = _candidate(bare(position), look)
                if candidate and (record := chosen.take(candidate, seed)):
                    last, barren = ply, 0
                    yield record


def _presets(key: str) -> list[dict[str, str]]:
    return [dict(preset) for preset in GAMES[key].presets.values()]


def _look(board: Position, most: int, stack: ExitStack) -> Look:
    """Give what looks at positions of a board."""
    if compiler():
        moves = LOOK_AHEAD.get(board.key, MOST_MOVES)
        return stack.enter_context(finder(board, moves)).look
    return lambda position: _searched(position, most)


def _searched(position: Position, most: int) -> FoundPuzzle | None:
    """Look with the search, where nothing can be compiled."""
    if not promises(position) or (best := find_only_best(position, most)) is None:
        return None
    moves = best.count if best.aim is Aim.WINS else (len(best.solution) + 1) // 2
    return FoundPuzzle(best.solution[0], best.aim, moves, best.count)


def _candidate(position: Position, look: Look) -> Candidate | None:
    found = None if position.outcome() else look(position)
    if found is None:
        return None
    grade = difficulty(position, *found[:3])
    return None if is_dull(position, *found[:3], grade) else Candidate(position, found, grade)


def is_open(position: Position) -> bool:
    """Tell whether neither side is so far ahead that it has as good as won."""
    if stores := getattr(position, "stores", ()):
        holes = sum(map(int, getattr(position, "holes", ())))
        return bool(2 * max(stores) <= sum(stores) + holes)
    return abs(position.lead() or 0) < AHEAD


class ChosenPuzzles:
    """The puzzles chosen so far, and which others are wanted beside them."""

    def __init__(self, key: str, known: Sequence[PuzzleRecord], more: int) -> None:
        self._key = key
        self._last = max((line.number for line in known), default=0)
        positions = [GAMES[key].decode(line.position) for line in known]
        self._seen = {alike(position) for position in positions}
        there = [line for line in known if line.is_asked]
        self._total, self._more = len(there) + more, more
        self._difficulties = Counter(line.difficulty for line in there)
        self._sides: Counter[int] = Counter()
        self._kinds: Counter[Sought] = Counter()
        self._boards = Boards()
        for line in there:
            position, move = GAMES[key].decode(line.position), line.solution[0]
            self._sides[position.turn] += 1
            self._kinds[sought(line.aim, line.count, position, move)] += 1
            self._boards.add(position, move)

    @property
    def complete(self) -> bool:
        """Whether there are enough."""
        return self._more <= 0

    def take(self, candidate: Candidate, seed: int) -> PuzzleRecord | None:
        """Choose a puzzle if it is wanted and true; return it with its number."""
        position, found, grade = candidate
        what = sought(found.aim, found.number, position, found.move)
        if (
            self._difficulties[grade] >= self._total * OF_A_DIFFICULTY
            or self._sides[position.turn] >= self._total * OF_A_SIDE
            or self._kinds[what] >= self._total * OF_A_KIND
            or (image := alike(position)) in self._seen
        ):
            return None
        also = also_right(position, found.move)
        if is_given_away(position, also):
            return None
        line = solution(position, found.move, found.aim, found.number, found.moves)
        if not is_played_out(position, line, found.aim):
            return None
        record = PuzzleRecord(
            self._last + 1, position.encode(), line, grade, found.aim, found.number, seed, also
        )
        if grade not in DIFFICULTIES or not is_true(self._key, record):
            return None
        if not self._boards.add(position, found.move):
            return None
        self._last, self._more = self._last + 1, self._more - 1
        self._seen.add(image)
        self._sides[position.turn] += 1
        self._kinds[what] += 1
        self._difficulties[grade] += 1
        return record


def played(position: Position, seed: str) -> Iterator[Position]:
    """Give the positions of a game between two levels, with some moves by lot."""
    rng = random.Random(seed)
    levels = rng.sample(rng.choice(PAIRS), 2)
    blunders, seed_of_moves = rng.choice(BLUNDERS), rng.randrange(2**32)
    for _ in range(LONGEST):
        if position.outcome():
            return
        yield position
        if rng.random() < blunders:
            move = rng.choice([*position.moves().values()])
        else:
            level = levels[position.turn]
            move = choose(position, level, seed_of_moves, MOVE_LIMIT, knows_proofs=False).move
        position = position.after(move)
