"""A match: two people, one game, and how it stands as one event after another is folded in."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Self

from rules.event import Ending, Event, Kind, Result, result_of
from rules.move import Move
from rules.position import Position
from rules.refusal import Refusal
from rules.sentence import Name

FREE_MOVES = 2
"""Until both sides have made so many moves a match may be aborted, and nothing is rated."""
REMINDER = 0.8
"""The part of a turn's time after which the player is reminded."""


class Stale(Refusal):
    """A request made from an older state of the match than the present one."""


@dataclass(frozen=True, kw_only=True)
class Match:
    """How a match stands; `rules.verbs` says what its players may do.

    `seats` is who plays the two sides, below 0 whoever has left, `names` what they are called,
    `pace` days a move; `count` is the number of events, `moves` how many moves of each side stand
    (forced passes are none).
    """

    position: Position
    seats: tuple[int, int]
    names: tuple[str, str]
    pace: int | None
    rated: bool
    computer: int | None = None
    """The side that the computer plays; it has no clock, takes moves back and plays once more."""
    since: datetime
    """When the present turn began."""
    given: timedelta = timedelta(0)
    """Time given back in this turn, because the bot was away."""
    reminded: bool = False
    """Whether the player to move has been reminded in this turn."""
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
    rematch: tuple[int, ...] = ()
    """The sides that want a rematch."""
    result: Result | None = None
    ended: datetime | None = None
    earlier: Self | None = field(default=None, compare=False, repr=False)
    """The match before the last move that stands, where the match was replayed from its start."""

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.result is not None

    @property
    def turn(self) -> int:
        """The side to move, also once the match is over."""
        return self.position.turn

    @property
    def to_move(self) -> int | None:
        """Who is to move; nobody once the match is over."""
        return None if self.over else self.seats[self.turn]

    @property
    def awaits_computer(self) -> bool:
        """Whether the computer is to move, or to answer a draw offer."""
        if self.computer is None or self.over:
            return False
        return self.computer == self.turn or self.draw_offer == 1 - self.computer

    @property
    def settled(self) -> bool:
        """Whether both sides have made two moves: from then on it counts."""
        return min(self.moves) >= FREE_MOVES

    @property
    def counts(self) -> bool:
        """Whether the match is over and changes the ratings."""
        played = self.result is not None and self.result.how is not Ending.ABORT
        return self.rated and self.settled and played

    @property
    def last_move(self) -> Move | None:
        """The last move that stands, a legal one of `previous`; forced passes are left out."""
        return None if self.previous is None else self.previous.moves()[self.last[0]]

    @property
    def deadline(self) -> datetime | None:
        """When the time of the player to move runs out, if it does."""
        return self._turn_after(1.0)

    @property
    def alarm(self) -> datetime | None:
        """When the clock has something to do next: the reminder, or after it the time-out."""
        return self._turn_after(1.0 if self.reminded else REMINDER)

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
                "The match has gone on since then; look at its present board and try again."
            )

    def after(self, event: Event) -> Self:
        """Fold an event in; it is not checked again, so what was kept always replays.

        A take-back needs the match as it was before, which only a match replayed from its start
        has: see `replay`.
        """
        now = replace(self, count=event.number)
        match event.kind:
            case Kind.MOVE:
                return self._moved(event)
            case Kind.PASS:
                return self._passed(event)
            case Kind.OFFER_DRAW:
                first, second = self.draw_waits
                waits = ((0, 1), second) if event.side == 0 else (first, (0, 1))
                return replace(now, draw_offer=event.side, draw_waits=waits)
            case Kind.DECLINE_DRAW:
                return replace(now, draw_offer=None)
            case Kind.ASK_TAKE_BACK:
                return replace(now, take_back=event.side)
            case Kind.REFUSE_TAKE_BACK:
                return replace(now, take_back=None)
            case Kind.GRANT_TAKE_BACK:
                return self._taken_back(event)
            case Kind.ASK_REMATCH:
                assert event.side is not None
                return replace(now, rematch=(*self.rematch, event.side))
            case Kind.RESIGN | Kind.ACCEPT_DRAW | Kind.ABORT | Kind.RUN_OUT:
                return self._over(event, result_of(event.kind, event.side, self.position))

    def replay(self, events: Iterable[Event]) -> Self:
        """Fold many events into a match at its start."""
        match = self
        for event in events:
            match = match.after(event)
        return match

    def _moved(self, event: Event) -> Self:
        match = replace(
            self,
            moves=(self.moves[0] + (self.turn == 0), self.moves[1] + (self.turn == 1)),
            previous=self.position,
            last=(),
            draw_offer=self.draw_offer if self.draw_offer == self.turn else None,
            take_back=None,
            earlier=self,
        )
        return match._passed(event)  # noqa: SLF001 (it is one of us)

    def _passed(self, event: Event) -> Self:
        """Play on without anybody's decision: what a pass and a move have in common."""
        position = self.position.after(self.position.moves()[event.text])
        last = (*self.last, event.text) if self.previous else ()
        first, second = (
            tuple(side for side in waits if side != self.turn) for waits in self.draw_waits
        )
        match = replace(
            self._new_turn(event), position=position, last=last, draw_waits=(first, second)
        )
        if not (outcome := position.outcome()):
            return match
        return match._over(event, Result(outcome.winner, Ending.RULES, outcome.reason))  # noqa: SLF001 (it is one of us)

    def _taken_back(self, event: Event) -> Self:
        assert event.side is not None
        earlier = self.earlier
        while earlier is not None and earlier.turn == event.side:
            earlier = earlier.earlier  # the answer of whoever grants it
        if earlier is None:
            raise ValueError("a take-back is folded into a match that was replayed from its start")
        return replace(
            self._new_turn(event),
            position=earlier.position,
            moves=earlier.moves,
            previous=earlier.previous,
            last=earlier.last,
            earlier=earlier.earlier,
            draw_offer=None,
            take_back=None,
        )

    def _new_turn(self, event: Event) -> Self:
        return replace(self, count=event.number, since=event.at, given=timedelta(0), reminded=False)

    def _over(self, event: Event, result: Result) -> Self:
        return replace(
            self, count=event.number, result=result, ended=event.at, draw_offer=None, take_back=None
        )

    def _turn_after(self, part: float) -> datetime | None:
        if self.pace is None or self.over or self.turn == self.computer:
            return None
        return self.since + self.given + part * timedelta(days=self.pace)
