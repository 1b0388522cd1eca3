"""The rules of Bizingo: steps, captures, and how a game ends."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Self

from rules.bizingo.balance import SELF_PLAY
from rules.bizingo.board import (
    AROUND,
    CELLS,
    DARK,
    EDGE,
    FEWEST,
    LETTERS,
    LIGHT,
    NAMES,
    NEAR,
    QUIET_PLIES,
    START,
    START_CAPTAINS,
    STEP,
)
from rules.bizingo.choices import Choices
from rules.history import NO_HISTORY, History
from rules.move import Move, bits
from rules.position import Outcome, Position, cached
from rules.sentence import Sentence, message

REPETITION = Sentence("The same position has come up three times.")
QUIET = Sentence(
    "No piece has been lost for {number} turn.",
    "No piece has been lost for {number} turns.",
    number=QUIET_PLIES,
)


@dataclass(frozen=True, repr=False)
class BizingoPosition(Position):
    """A position of Bizingo; `pieces` and the `captains` among them have a set of cells per side.

    `history` holds the steps since a piece last left the board, those of captains in capitals.
    """

    key = "bizingo"
    name = "Bizingo"
    sides = (message("light"), message("dark"))
    choices: ClassVar[type[Choices]] = Choices
    preset_words: ClassVar[Mapping[str, str]] = {"classic": message("light begins")}
    self_play = SELF_PLAY
    quiet_limit = QUIET_PLIES

    pieces: tuple[int, int]
    captains: tuple[int, int]
    turn: int
    chosen: Choices
    history: History = field(default=NO_HISTORY, compare=False)

    @classmethod
    def start(cls, chosen: Mapping[str, object] = {}) -> Self:
        choices = Choices.choose(chosen)
        return cls(START, START_CAPTAINS, cls.sides.index(choices.first), choices)

    def identity(self) -> Hashable:
        # Who began has no influence on what follows.
        return self.pieces, self.captains, self.turn

    def board(self) -> dict[str, str]:
        """Return the letter of every piece by its cell: `l` or `d`, in capitals for captains."""
        return {
            NAMES[side][place]: LETTERS[side][self.captains[side] >> place & 1]
            for side in (LIGHT, DARK)
            for place in bits(self.pieces[side])
        }

    @cached
    def moves(self) -> Mapping[str, Move]:
        if self.outcome():
            return {}
        found = (self._move(*step, *self._captures(*step)) for step in self._steps())
        return {move.text: move for move in found}

    def after(self, move: Move) -> Self:
        origin, target = (CELLS[cell][1] for cell in move.path)
        return self._stepped(origin, target, *self._captures(origin, target), self.counts())

    def _steps(self) -> Iterator[tuple[int, int]]:
        """Yield every step to an adjacent empty cell as a pair of places."""
        own = self.pieces[self.turn]
        near = NEAR[self.turn]
        for origin in bits(own):
            for target in bits(near[origin] & ~own):
                yield origin, target

    def _captures(self, origin: int, target: int) -> tuple[int, bool]:
        """Return the set of enemies that a step captures, and whether the moved piece is lost.

        As in Ludii, only the surroundings of the moved piece count. A piece is captured if the
        mover's pieces hold all its sides, with a captain among them if it is a captain or on an
        edge cell. A piece that captures nothing and has enemies on all three sides is lost.
        """
        mover, enemy = self.turn, 1 - self.turn
        threatened = AROUND[mover][target] & self.pieces[enemy]
        if not threatened:
            return 0, False
        step = 1 << origin | 1 << target
        own = self.pieces[mover] ^ step
        captains = self.captains[mover]
        if captains >> origin & 1:
            captains ^= step
        need_captain = self.captains[enemy] | EDGE[enemy]
        taken = 0
        for place in bits(threatened):
            around = AROUND[enemy][place]
            if around & own == around and (around & captains or not need_captain >> place & 1):
                taken |= 1 << place
        surrounded = threatened == AROUND[mover][target] and not EDGE[mover] >> target & 1
        return taken, surrounded and not taken

    def _move(self, origin: int, target: int, taken: int, lost: bool) -> Move:
        """Make the move of a step, with the cells that it empties."""
        move = STEP[self.turn][origin, target]
        if taken:
            fallen = tuple(NAMES[1 - self.turn][place] for place in bits(taken))
            return Move(move.text, move.path, fallen)
        return Move(move.text, move.path, move.path[1:]) if lost else move

    def _stepped(
        self, origin: int, target: int, taken: int, lost: bool, counts: Mapping[Hashable, int]
    ) -> Self:
        """Return the position after a step, given what it captures or loses."""
        mover, enemy = self.turn, 1 - self.turn
        captain = self.captains[mover] >> origin & 1
        # A piece that is lost on its target only leaves its origin.
        step = 1 << origin | (0 if lost else 1 << target)
        own, captains = self.pieces[mover] ^ step, self.captains[mover] ^ step * captain
        other, other_captains = self.pieces[enemy], self.captains[enemy]
        if taken or lost:
            other, other_captains = other & ~taken, other_captains & ~taken
            history = NO_HISTORY
        else:
            text = STEP[mover][origin, target].text
            history = self.history.then(text.upper() if captain else text, counts)
        return type(self)(
            (own, other) if mover == LIGHT else (other, own),
            (captains, other_captains) if mover == LIGHT else (other_captains, captains),
            enemy,
            self.chosen,
            history,
        )

    def outcome(self) -> Outcome | None:
        for side in (LIGHT, DARK):
            left = self.pieces[side].bit_count()
            if left <= FEWEST:
                return Outcome(1 - side, "few", _few_left(self.side(side), left))
        if self.history.repeats(self.identity()):
            return Outcome(None, "repetition", REPETITION)
        if self.history.length >= QUIET_PLIES:
            return Outcome(None, "quiet", QUIET)
        return None

    def lead(self) -> int:
        return self.pieces[LIGHT].bit_count() - self.pieces[DARK].bit_count()


def _few_left(side: Sentence, left: int) -> Sentence:
    """Return the reason of a loss by too few pieces."""
    pieces = Sentence("{number} piece", "{number} pieces", number=left)
    return Sentence("{Side} has only {pieces} left.", side=side, pieces=pieces)
