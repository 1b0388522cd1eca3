"""The rules of Bivouac: steps, slides, jumps, and how a game ends."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import ClassVar, Self, TypeAlias

from rules.balance import SelfPlayTable
from rules.bivouac import notation, words
from rules.bivouac.balance import SELF_PLAY
from rules.bivouac.board import (
    BLACK,
    BY_TEXT,
    FEWEST,
    GOALS,
    IN_ENCAMPMENTS,
    JUMPS,
    LETTERS,
    NAMES,
    PLACES,
    QUIET,
    REACH,
    START,
    WHITE,
)
from rules.bivouac.choices import PRESET_NAMES, PRESETS, Choices
from rules.move import Move, bits
from rules.position import History, Outcome, Position, cached
from rules.sentence import IllegalMove, Sentence, message

Capture: TypeAlias = tuple[tuple[int, ...], int]
"""A stone's start and every landing, as places, and the set of captured stones."""


@dataclass(frozen=True, repr=False)
class Bivouac(Position):
    """A position of Bivouac; `stones` has a set of cells per side.

    `history` holds the steps and slides since the last capture.
    """

    key: ClassVar[str] = "bivouac"
    name: ClassVar[str] = "Bivouac"
    sides: ClassVar[tuple[str, str]] = (message("white"), message("black"))
    choices: ClassVar[type[Choices]] = Choices
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = PRESETS
    preset_names: ClassVar[Mapping[str, str]] = PRESET_NAMES
    self_play: ClassVar[SelfPlayTable] = SELF_PLAY

    stones: tuple[int, int]
    turn: int
    chosen: Choices
    history: History = field(default=History(), compare=False)

    @classmethod
    def start(cls, chosen: Mapping[str, object] = {}) -> Self:
        return cls(START, WHITE, Choices.choose(chosen))

    def identity(self) -> Hashable:
        return self.stones, self.turn, self.chosen.variant

    def board(self) -> dict[str, str]:
        """Return the letter of every stone by its cell: `w` or `b`."""
        return {
            NAMES[place]: LETTERS[side]
            for side in (WHITE, BLACK)
            for place in bits(self.stones[side])
        }

    @cached
    def moves(self) -> Mapping[str, Move]:
        if self._decided():
            return {}
        captures = self._captures()
        found = [_move(capture) for capture in captures]
        if not (captures and self._hostile):
            found += [QUIET[step] for step in self._steps()]
        # Ordered by starting cell, captures before steps.
        found.sort(key=lambda move: PLACES[move.path[0]])
        return {move.text: move for move in found}

    def legal(self, text: str) -> Move:
        if self._hostile or text not in BY_TEXT:
            return self.moves()[text]  # captures depend on each other
        origin, target = step = BY_TEXT[text]
        is_free = self._empty >> target & 1
        if not self.stones[self.turn] >> origin & 1 or not is_free or self._decided():
            raise KeyError(text)
        return QUIET[step]

    def children(self) -> Iterator[tuple[Move, Self]]:
        if self._decided():
            return
        captures = self._captures()
        for capture in captures:
            yield _move(capture), self._after_capture(capture)
        if not (captures and self._hostile):
            counts = self.history.counts_with(self.identity())
            for origin, target in self._steps():
                yield QUIET[origin, target], self._after_step(origin, target, counts)

    def after(self, move: Move) -> Self:
        path = tuple(PLACES[cell] for cell in move.path)
        if move.taken:
            return self._after_capture((path, sum(1 << PLACES[cell] for cell in move.taken)))
        origin, target = path
        return self._after_step(origin, target, self.history.counts_with(self.identity()))

    def count(self) -> int:
        if self._decided():
            return 0
        captures = len(self._captures())
        if captures and self._hostile:
            return captures
        own = self.stones[self.turn]
        empty = self._empty
        return captures + sum((REACH[place] & empty).bit_count() for place in bits(own))

    def must_capture(self) -> bool:
        """Check whether only captures are legal."""
        return self._hostile and bool(self._captures())

    def takings(self) -> Iterator[int]:
        """Yield the set of stones that each legal capture takes."""
        return (taken for _, taken in self._captures())

    @property
    def _hostile(self) -> bool:
        return self.chosen.variant == "hostile"

    @property
    def _empty(self) -> int:
        return ~(self.stones[WHITE] | self.stones[BLACK])

    def _steps(self) -> Iterator[tuple[int, int]]:
        """Yield every step and slide to an empty cell as a pair of places."""
        empty = self._empty
        for origin in bits(self.stones[self.turn]):
            for target in bits(REACH[origin] & empty):
                yield origin, target

    def _captures(self) -> list[Capture]:
        """List the legal captures; if capturing is compulsory, only the longest ones."""
        own, enemy = self.stones[self.turn], self.stones[1 - self.turn]
        captures: list[Capture] = []
        for start in bits(own & IN_ENCAMPMENTS):
            if REACH[start] & enemy:
                # The jumping stone has left its cell, and may return to it.
                self._jump_on(((start,), 0), own ^ 1 << start, enemy, captures)
        if captures and self._hostile:
            longest = max(len(path) for path, _ in captures)
            return [capture for capture in captures if len(capture[0]) == longest]
        return captures

    def _jump_on(self, begun: Capture, own: int, enemy: int, captures: list[Capture]) -> None:
        """Add all continuations of a capture, each shorter one before its longer ones."""
        path, taken = begun
        for over, landing in JUMPS[path[-1]]:
            if enemy & over and not (own | enemy) >> landing & 1:
                longer = (*path, landing), taken | over
                captures.append(longer)
                self._jump_on(longer, own, enemy ^ over, captures)

    def _after_capture(self, capture: Capture) -> Self:
        path, taken = capture
        return self._after(path[0], path[-1], taken, History())

    def _after_step(self, origin: int, target: int, counts: Mapping[Hashable, int]) -> Self:
        history = self.history.then(QUIET[origin, target].text, counts)
        return self._after(origin, target, 0, history)

    def _after(self, origin: int, target: int, taken: int, history: History) -> Self:
        # A capture may end where it began; the stone then stays.
        own = self.stones[self.turn] & ~(1 << origin) | 1 << target
        enemy = self.stones[1 - self.turn] & ~taken
        stones = (own, enemy) if self.turn == WHITE else (enemy, own)
        return type(self)(stones, 1 - self.turn, self.chosen, history)

    def outcome(self) -> Outcome | None:
        if ending := self._decided():
            return ending
        if any(self._steps()) or self._captures():
            return None
        return Outcome(None, "blocked", words.BLOCKED[self.turn])

    def _decided(self) -> Outcome | None:
        """Return the outcome of a game that has ended, except by a side being blocked."""
        for side in (1 - self.turn, self.turn):
            if self.stones[side] & GOALS[side] == GOALS[side]:
                return Outcome(side, "goals", words.GOALS_FILLED[side])
        for side in (WHITE, BLACK):
            left = self.stones[side].bit_count()
            if left < FEWEST:
                return Outcome(1 - side, "few", words.few_left(side, left))
        if self.history.repeats(self.identity()):
            return Outcome(None, "repetition", words.REPETITION)
        return None

    def quiet_plies(self) -> int:
        return self.history.length

    def encode(self) -> str:
        return notation.encode(self)

    @classmethod
    def decode(cls, line: str) -> Self:
        return notation.decode(cls, line)

    def describe(self, *, over: bool = False) -> Sentence:
        return words.describe(self, over=over)

    def tell(self, move: Move) -> Sentence:
        return words.tell(self, move)

    def takes(self, move: Move) -> Sentence | None:
        return words.gain(move) if move.taken else None

    def explain(self, cells: tuple[str, ...]) -> IllegalMove:
        return words.explain(self, cells)

    def ascii(self) -> str:
        return words.board_text(self)


def _move(capture: Capture) -> Move:
    """Make the move of a capture; each cell jumped over is halfway between two landings."""
    places, _ = capture
    path = tuple(NAMES[place] for place in places)
    jumped = tuple(NAMES[(a + b) // 2] for a, b in pairwise(places))
    return Move(":".join(path), path, jumped)
