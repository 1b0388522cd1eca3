"""How a match stands: who plays it, which moves stand, what is offered, asked and decided."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple, Self

from match.chat import Remark
from match.clock import Clocked
from match.event import UNRATED, Kind
from rules.move import Move
from rules.position import Position
from rules.refusal import Refusal
from rules.sentence import Name, message

FREE_MOVES = 2
"""Until both sides have made so many moves a match may be aborted, and nothing is rated."""


class Stale(Refusal):
    """A request made from an older state of the match than the present one."""


class TakenBack(NamedTuple):
    """Which side took which move back."""

    side: int
    text: str


class Ruling(NamedTuple):
    """What an administrator decided, and why."""

    kind: Kind
    reason: str


@dataclass(frozen=True, kw_only=True)
class Situation(Clocked):
    """How a match stands, and what can be asked of that.

    `seats` is who plays the two sides, below 0 whoever has left, `names` what they are called;
    `count` is the number of events, `moves` how many moves of each side stand (forced passes are
    none).
    """

    seats: tuple[int, int]
    names: tuple[str, str]
    rated: bool
    count: int = 0
    moves: tuple[int, int] = (0, 0)
    previous: Position | None = None
    """The position before the last move that stands; its `turn` is who made that move."""
    last: tuple[str, ...] = ()
    """That move, and the forced passes since."""
    draw_offer: int | None = None
    """The side whose draw offer stands."""
    draw_waits: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """For each side, which sides must move on before it may offer a draw again."""
    take_back: int | None = None
    """The side that asks to take its last move back."""
    touched: bool = False
    """Whether the other than who made the last move has pressed or typed anything since."""
    answer_to: str | None = None
    """The move to which the last one was stored as an answer, if it was."""
    remark: Remark | None = None
    """What was said with the last move, or with the one to which stored ones are the answer."""
    taken_back: TakenBack | None = None
    """What was taken back in this turn."""
    ruling: Ruling | None = None
    """What an administrator decided last in this turn."""
    rematch: tuple[int, ...] = ()
    """The sides that want a rematch."""
    ended: datetime | None = None
    earlier: Self | None = field(default=None, compare=False, repr=False)
    """The match before the last move that stands, where the match was replayed from its start."""

    @property
    def to_move(self) -> int | None:
        """Who is to move; nobody once the match is over."""
        return None if self.over else self.seats[self.turn]

    @property
    def awaits_computer(self) -> bool:
        """Whether the computer is to move, or to answer a draw offer."""
        if self.computer is None or self.over or self.locked:
            return False
        return self.computer == self.turn or self.draw_offer == 1 - self.computer

    @property
    def settled(self) -> bool:
        """Whether both sides have made two moves: from then on it counts."""
        return min(self.moves) >= FREE_MOVES

    @property
    def counts(self) -> bool:
        """Whether the match is over and changes the ratings."""
        is_result = self.result is not None and self.result.how not in UNRATED
        return self.rated and self.settled and is_result

    @property
    def mover(self) -> int | None:
        """The side that made the last move that stands."""
        return None if self.previous is None else self.previous.turn

    @property
    def last_move(self) -> Move | None:
        """The last move that stands, a legal one of `previous`; forced passes are left out."""
        return None if self.previous is None else self.previous.moves()[self.last[0]]

    def side_of(self, person: int) -> int:
        """Find the side that somebody plays. Raises `Refusal` for a stranger."""
        if person not in self.seats:
            raise Refusal(
                "This is {first} and {second}'s match; challenge somebody to one of your own.",
                first=self.name(0),
                second=self.name(1),
            )
        return self.seats.index(person)

    def name(self, side: int) -> Name:
        """Name a player, to stand in a sentence."""
        return Name(self.names[side])

    def refuse_stale(self, seen: int | None) -> None:
        """Raise `Stale` unless somebody saw the present number of events, or need not say."""
        if seen is not None and seen != self.count:
            raise Stale(
                message(
                    "The match has gone on since then; look at its present board and try again."
                )
            )
