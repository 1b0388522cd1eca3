"""The rules of Agon: steps inward, pieces trapped and sent back, and how a game ends."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Self

from rules.agon.balance import SELF_PLAY
from rules.agon.board import (
    AROUND,
    BLACK,
    BOARD,
    GUARDS,
    LETTERS,
    LINES,
    NAMES,
    PLACES,
    QUEENS,
    QUIET_PLIES,
    RIM,
    RING,
    START,
    STEP,
    TARGETS,
    THRONE,
    TRAPS,
    WHITE,
    cells_of,
    sent_back,
)
from rules.agon.choices import Choices
from rules.history import NO_HISTORY, History
from rules.move import PASS, Move, bits
from rules.position import Outcome, Position, cached
from rules.sentence import Sentence, message

PASSES = Move(PASS, ())
# Each side has sentences of its own, as a language may inflect its name.
ENTHRONED = (
    Sentence("White's queen is on the throne with all six guards around her."),
    Sentence("Black's queen is on the throne with all six guards around her."),
)
NO_QUEEN = (
    Sentence("White's guards have closed the ring around the throne without their queen."),
    Sentence("Black's guards have closed the ring around the throne without their queen."),
)
REPETITION = Sentence("The same position has come up three times.")
QUIET = Sentence(
    "No piece has gone inward or been trapped for {number} turn.",
    "No piece has gone inward or been trapped for {number} turns.",
    number=QUIET_PLIES,
)


@dataclass(frozen=True, repr=False)
class AgonPosition(Position):
    """A position of Agon: a set of cells and the queen's place per side, and what is trapped.

    `quiet` counts the plies in a row in which no piece went inward or was trapped. `history` holds
    the whole game, since a piece that is sent back may let any position come up again.
    """

    key = "agon"
    name = "Agon"
    sides = (message("white"), message("black"))
    choices: ClassVar[type[Choices]] = Choices
    preset_words: ClassVar[Mapping[str, str]] = {
        "classic": message("white begins, a trapped queen goes to the outermost ring")
    }
    self_play = SELF_PLAY
    quiet_limit = QUIET_PLIES

    men: tuple[int, int]
    queens: tuple[int, int]
    trapped: tuple[int, int]
    turn: int
    chosen: Choices
    quiet: int = 0
    history: History = field(default=NO_HISTORY, compare=False)

    @classmethod
    def start(cls, chosen: Mapping[str, object] = {}) -> Self:
        choices = Choices.choose(chosen)
        turn = cls.sides.index(choices.first)
        return cls(START, QUEENS, (0, 0), turn, choices)

    def identity(self) -> Hashable:
        return self.men, self.queens, self.trapped, self.turn

    def board(self) -> dict[str, str]:
        """Return the letter of every piece by its cell: `w`, `b`, and in capitals the queens."""
        return {
            NAMES[place]: LETTERS[side][place == self.queens[side]]
            for side in (WHITE, BLACK)
            for place in bits(self.men[side])
        }

    @cached
    def moves(self) -> Mapping[str, Move]:
        if self._decided():
            return {}
        if caught := self.trapped[self.turn]:
            back = [
                sent_back(place, target)
                for place in self._first_of(caught)
                for target in bits(self._rooms(place))
            ]
            return {move.text: move for move in back}
        steps = [STEP[step] for step in self._steps()]
        return {move.text: move for move in steps or [PASSES]}

    def after(self, move: Move) -> Self:
        if not move.path:
            return self._after_ply(PASS, self.men, self.queens, self.trapped, quiet=self.quiet + 1)
        mover, (start, end) = self.turn, (PLACES[cell] for cell in move.path)
        men, queens, trapped = [*self.men], [*self.queens], [*self.trapped]
        men[mover] ^= 1 << start | 1 << end
        trapped[mover] &= ~(1 << start)
        if queens[mover] == start:
            queens[mover] = end
        new = self._trapped_from(end, men[mover]) & ~trapped[1 - mover]
        trapped[1 - mover] |= new
        quiet = 0 if new or RING[end] < RING[start] else self.quiet + 1
        text = f"{move.text}!{cells_of(new)}" if new else move.text
        return self._after_ply(
            text, (men[0], men[1]), (queens[0], queens[1]), (trapped[0], trapped[1]), quiet=quiet
        )

    def _after_ply(
        self,
        text: str,
        men: tuple[int, int],
        queens: tuple[int, int],
        trapped: tuple[int, int],
        *,
        quiet: int,
    ) -> Self:
        history = self.history.then(text, self.counts())
        return type(self)(men, queens, trapped, 1 - self.turn, self.chosen, quiet, history)

    def victims(self, move: Move) -> tuple[str, ...]:
        """List the cells of the pieces that a legal move traps."""
        if not move.path:
            return ()
        start, end = (PLACES[cell] for cell in move.path)
        own = self.men[self.turn] ^ (1 << start | 1 << end)
        new = self._trapped_from(end, own) & ~self.trapped[1 - self.turn]
        return tuple(NAMES[place] for place in bits(new))

    def _trapped_from(self, end: int, own: int) -> int:
        """Return the enemies that a piece on a place traps with others of its side, as a set."""
        enemies = self.men[1 - self.turn]
        return sum(near for near, far in TRAPS[end] if enemies & near and own & far)

    def guards_around(self, side: int) -> int:
        """Count a side's guards around the throne."""
        return (self.men[side] & ~(1 << self.queens[side]) & AROUND).bit_count()

    def is_between(self, place: int) -> bool:
        """Check whether two enemies of the mover stand on opposite sides of a place."""
        enemies = self.men[1 - self.turn]
        return any(enemies & pair == pair for pair in LINES[place])

    def _steps(self) -> Iterator[tuple[int, int]]:
        """Yield every step of a piece that is free to move, as a pair of places."""
        empty = BOARD & ~(self.men[WHITE] | self.men[BLACK])
        queen = self.queens[self.turn]
        for place in bits(self.men[self.turn]):
            targets = TARGETS[place] & empty
            if place != queen:
                targets &= ~(1 << THRONE)
            for target in bits(targets):
                if not self.is_between(target):
                    yield place, target

    def _first_of(self, caught: int) -> list[int]:
        """List the trapped pieces that may be sent back now: the queen before any guard."""
        queen = self.queens[self.turn]
        return bits(1 << queen if caught >> queen & 1 else caught)

    def _rooms(self, place: int) -> int:
        """Return the cells to which a trapped piece may be sent back, as a set."""
        anywhere = place == self.queens[self.turn] and self.chosen.queen == "anywhere"
        empty = BOARD & ~(self.men[WHITE] | self.men[BLACK])
        rooms = empty & (BOARD & ~(1 << THRONE) if anywhere else RIM)
        safe = sum(1 << room for room in bits(rooms) if not self.is_between(room))
        return safe or rooms

    @cached
    def outcome(self) -> Outcome | None:
        return self._decided()

    def _decided(self) -> Outcome | None:
        """Return how the game ended: a side without a move passes, so it needs no moves."""
        for side in (1 - self.turn, self.turn):
            if self.guards_around(side) == GUARDS:
                if self.queens[side] == THRONE:
                    return Outcome(side, "throne", ENTHRONED[side])
                return Outcome(1 - side, "no_queen", NO_QUEEN[side])
        if self.history.repeats(self.identity()):
            return Outcome(None, "repetition", REPETITION)
        if self.quiet >= QUIET_PLIES:
            return Outcome(None, "quiet", QUIET)
        return None

    def quiet_plies(self) -> int:
        return self.quiet

    def tell_quiet(self) -> Sentence:
        return Sentence(
            "no piece has gone inward or been trapped for {number} move",
            "no piece has gone inward or been trapped for {number} moves",
            number=self.quiet // 2,
        )

    def count_taking(self, number: int) -> Sentence:
        return Sentence("{number} traps", "{number} trap", number=number)
