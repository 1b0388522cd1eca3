"""The rules of Bivouac: steps, slides, jumps, and how a game ends."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import ClassVar, Self, TypeAlias

from rules.bivouac.balance import SELF_PLAY
from rules.bivouac.board import (
    BLACK,
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
from rules.bivouac.choices import PRESET_NAMES, PRESET_WORDS, PRESETS, Choices
from rules.history import NO_HISTORY, History
from rules.move import Move, bits
from rules.position import Outcome, Position, cached
from rules.sentence import Sentence, message

# Each side has sentences of its own, as a language may inflect its name.
GOALS_FILLED = (
    Sentence("White fills all four of its goals."),
    Sentence("Black fills all four of its goals."),
)
BLOCKED = Sentence("White has no legal move."), Sentence("Black has no legal move.")

Capture: TypeAlias = tuple[tuple[int, ...], int]
"""A stone's start and every landing, as places, and the set of captured stones."""


@dataclass(frozen=True, repr=False)
class BivouacPosition(Position):
    """A position of Bivouac; `stones` has a set of cells per side.

    `history` holds the steps and slides since the last capture.
    """

    key = "bivouac"
    name = "Bivouac"
    sides = (message("white"), message("black"))
    choices: ClassVar[type[Choices]] = Choices
    presets = PRESETS
    preset_names = PRESET_NAMES
    preset_words = PRESET_WORDS
    self_play = SELF_PLAY

    stones: tuple[int, int]
    turn: int
    chosen: Choices
    history: History = field(default=NO_HISTORY, compare=False)

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
        found = [move_of(capture) for capture in captures]
        if not (captures and self._hostile):
            found += [QUIET[step] for step in self._steps()]
        # Ordered by starting cell, captures before steps.
        found.sort(key=lambda move: PLACES[move.path[0]])
        return {move.text: move for move in found}

    def after(self, move: Move) -> Self:
        origin, target = PLACES[move.path[0]], PLACES[move.path[-1]]
        if not move.taken:
            return self._moved(origin, target, 0, self.history.then(move.text, self.counts()))
        taken = sum(1 << PLACES[cell] for cell in move.taken)
        return self._moved(origin, target, taken, NO_HISTORY)

    def _moved(self, origin: int, target: int, taken: int, history: History) -> Self:
        """Return the position after a stone has moved and taken a set of others."""
        # A capture may end where it began; the stone then stays.
        own = self.stones[self.turn] & ~(1 << origin) | 1 << target
        enemy = self.stones[1 - self.turn] & ~taken
        stones = (own, enemy) if self.turn == WHITE else (enemy, own)
        return type(self)(stones, 1 - self.turn, self.chosen, history)

    def must_capture(self) -> bool:
        """Check whether only captures are legal."""
        return self._hostile and bool(self._captures())

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

    def lead(self) -> int:
        return self.stones[0].bit_count() - self.stones[1].bit_count()

    def outcome(self) -> Outcome | None:
        if ending := self._decided():
            return ending
        if any(self._steps()) or self._captures():
            return None
        return Outcome(None, "blocked", BLOCKED[self.turn])

    def _decided(self) -> Outcome | None:
        """Return the outcome of a game that has ended, except by a side being blocked."""
        for side in (1 - self.turn, self.turn):
            if self.stones[side] & GOALS[side] == GOALS[side]:
                return Outcome(side, "goals", GOALS_FILLED[side])
        for side in (WHITE, BLACK):
            left = self.stones[side].bit_count()
            if left < FEWEST:
                return Outcome(1 - side, "few", _few_left(side, left))
        if self.history.repeats(self.identity()):
            return Outcome(
                None, "repetition", Sentence("The same position has come up three times.")
            )
        return None


def move_of(capture: Capture) -> Move:
    """Make the move of a capture; each cell jumped over is halfway between two landings."""
    places, _ = capture
    path = tuple(NAMES[place] for place in places)
    jumped = tuple(NAMES[(a + b) // 2] for a, b in pairwise(places))
    return Move(":".join(path), path, jumped)


def _few_left(side: int, left: int) -> Sentence:
    """Return the reason of a loss by too few stones."""
    if side == WHITE:
        return Sentence(
            "White has only {number} piece left.",
            "White has only {number} pieces left.",
            number=left,
        )
    return Sentence(
        "Black has only {number} piece left.", "Black has only {number} pieces left.", number=left
    )
