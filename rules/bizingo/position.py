"""The rules of Bizingo: steps, captures, and how a game ends."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Self

from rules.balance import SelfPlayTable
from rules.bizingo import notation, words
from rules.bizingo.balance import SELF_PLAY
from rules.bizingo.board import (
    AROUND,
    BOARD,
    BY_TEXT,
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
    STRIDE,
)
from rules.bizingo.choices import Choices
from rules.move import Move, bits
from rules.position import History, Outcome, Position, cached
from rules.sentence import IllegalMove, Sentence, message


@dataclass(frozen=True, repr=False)
class Bizingo(Position):
    """A position of Bizingo; `pieces` and the `captains` among them have a set of cells per side.

    `history` holds the steps since a piece last left the board, those of captains in capitals.
    """

    key: ClassVar[str] = "bizingo"
    name: ClassVar[str] = "Bizingo"
    sides: ClassVar[tuple[str, str]] = (message("light"), message("dark"))
    choices: ClassVar[type[Choices]] = Choices
    self_play: ClassVar[SelfPlayTable] = SELF_PLAY
    quiet_limit: ClassVar[int | None] = QUIET_PLIES

    pieces: tuple[int, int]
    captains: tuple[int, int]
    turn: int
    chosen: Choices
    history: History = field(default=History(), compare=False)

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

    def legal(self, text: str) -> Move:
        origin, target = BY_TEXT[self.turn][text]
        own = self.pieces[self.turn]
        if not own >> origin & 1 or own >> target & 1 or self.outcome():
            raise KeyError(text)
        return self._move(origin, target, *self._captures(origin, target))

    def children(self) -> Iterator[tuple[Move, Self]]:
        if self.outcome():
            return
        counts = self.history.counts_with(self.identity())
        for origin, target in self._steps():
            taken, lost = self._captures(origin, target)
            move = self._move(origin, target, taken, lost)
            yield move, self._after(origin, target, taken, lost, counts)

    def after(self, move: Move) -> Self:
        origin, target = (CELLS[cell][1] for cell in move.path)
        counts = self.history.counts_with(self.identity())
        return self._after(origin, target, *self._captures(origin, target), counts)

    def count(self) -> int:
        if self.outcome():
            return 0
        own = self.pieces[self.turn]
        free = BOARD[self.turn] & ~own
        return (
            (own << 1 & free).bit_count()
            + (own >> 1 & free).bit_count()
            + (own << STRIDE & free).bit_count()
            + (own >> STRIDE & free).bit_count()
            + (own << STRIDE + 1 & free).bit_count()
            + (own >> STRIDE + 1 & free).bit_count()
        )

    def takings(self) -> Iterator[int]:
        """Yield the set of pieces that each legal capture takes."""
        enemies, around = self.pieces[1 - self.turn], AROUND[self.turn]
        for origin, target in self._steps():
            if around[target] & enemies and (taken := self._captures(origin, target)[0]):
                yield taken

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

    def _after(
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
            history = History()
        else:
            text = STEP[mover][origin, target].text
            history = self.history.then(text.upper() if captain else text, counts)
        # Search creates millions of these; the `__init__` of a frozen class takes twice as long.
        after = object.__new__(type(self))
        after.__dict__.update(
            pieces=(own, other) if mover == LIGHT else (other, own),
            captains=(captains, other_captains) if mover == LIGHT else (other_captains, captains),
            turn=enemy,
            chosen=self.chosen,
            history=history,
        )
        return after

    def outcome(self) -> Outcome | None:
        for side in (LIGHT, DARK):
            left = self.pieces[side].bit_count()
            if left <= FEWEST:
                return Outcome(1 - side, "few", words.few_left(self.side(side), left))
        if self.history.repeats(self.identity()):
            return Outcome(None, "repetition", words.REPETITION)
        if self.history.length >= QUIET_PLIES:
            return Outcome(None, "quiet", words.quiet(QUIET_PLIES))
        return None

    def lead(self) -> int:
        return self.pieces[LIGHT].bit_count() - self.pieces[DARK].bit_count()

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

    def loses(self, move: Move) -> Sentence | None:
        return words.loss(self, move) if move.taken == move.path[1:] else None

    def takes(self, move: Move) -> Sentence | None:
        return words.gain(self, move) if move.taken and not self.loses(move) else None

    def explain(self, cells: tuple[str, ...]) -> IllegalMove:
        return words.explain(self, cells)

    def ascii(self) -> str:
        return words.board_text(self)
