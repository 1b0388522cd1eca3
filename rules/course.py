"""The course of a match: how it stands after some events, each folded in without a check."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Self

from rules.event import PASS, Ending, Event, Kind, Result, result_of
from rules.move import Move
from rules.position import Position

FREE_MOVES = 2
"""Until both sides have made so many moves a match may be aborted, and nothing is rated."""
REMINDER = 0.8
"""The part of a turn's time after which the player is reminded."""


@dataclass(frozen=True, kw_only=True)
class Course:
    """How a match stands.

    `seats` are the people who play the two sides, `names` what they are called; `pace` is days
    per move, `count` the number of events, `moves` how many moves of each side stand (forced
    passes are none).
    """

    position: Position
    seats: tuple[int, int]
    names: tuple[str, str]
    pace: int | None
    rated: bool
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
    take_back: int | None = None
    """The side that asks to take its last move back."""
    rematch: tuple[int, ...] = ()
    """The sides that want a rematch."""
    result: Result | None = None
    ended: datetime | None = None
    earlier: Self | None = field(default=None, compare=False, repr=False)
    """The match before the last move that stands, where the match was replayed from its start."""

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
    def to_move(self) -> int | None:
        """Who is to move; nobody once the match is over."""
        return None if self.result else self.seats[self.position.turn]

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

    def after(self, event: Event) -> Self:
        """Fold an event in; it is not checked again.

        A take-back needs the match as it was before, which only a match replayed from its start
        has: see `replay`.
        """
        number, side = event.number, event.side
        match event.kind:
            case Kind.MOVE:
                return self._moved(event)
            case Kind.PASS:
                return self._passed(event)
            case Kind.OFFER_DRAW:
                return replace(self, count=number, draw_offer=side)
            case Kind.DECLINE_DRAW:
                return replace(self, count=number, draw_offer=None)
            case Kind.ASK_TAKE_BACK:
                return replace(self, count=number, take_back=side)
            case Kind.REFUSE_TAKE_BACK:
                return replace(self, count=number, take_back=None)
            case Kind.GRANT_TAKE_BACK:
                return self._taken_back(event)
            case Kind.ASK_REMATCH:
                assert side is not None
                return replace(self, count=number, rematch=(*self.rematch, side))
            case Kind.RESIGN | Kind.ACCEPT_DRAW | Kind.ABORT | Kind.RUN_OUT:
                return self._over(event, result_of(event.kind, side, self.position))

    def follow(self, event: Event) -> tuple[Self, list[Event]]:
        """Fold an event in, and after a move the passes that it forces; give all of them."""
        match, events = self.after(event), [event]
        if event.kind in (Kind.MOVE, Kind.PASS):
            while forced := match.forced(event.at):
                match = match.after(forced)
                events.append(forced)
        return match, events

    def replay(self, events: Iterable[Event]) -> Self:
        """Fold many events into a match at its start."""
        match = self
        for event in events:
            match = match.after(event)
        return match

    def forced(self, now: datetime) -> Event | None:
        """Give the pass of a side that can do nothing else, or `None`."""
        if self.result or self.position.moves().keys() != {PASS}:
            return None
        return Event(self.count + 1, Kind.PASS, self.position.turn, now, PASS)

    def _moved(self, event: Event) -> Self:
        turn = self.position.turn
        match = replace(
            self,
            moves=(self.moves[0] + (turn == 0), self.moves[1] + (turn == 1)),
            previous=self.position,
            last=(),
            draw_offer=self.draw_offer if self.draw_offer == turn else None,
            take_back=None,
            earlier=self,
        )
        return match._passed(event)  # noqa: SLF001 (it is one of us)

    def _passed(self, event: Event) -> Self:
        """Play on without anybody's decision: what a pass and a move have in common."""
        position = self.position.play(event.text)[1]
        match = replace(
            self,
            count=event.number,
            position=position,
            last=(*self.last, event.text) if self.previous else (),
            since=event.at,
            given=timedelta(0),
            reminded=False,
        )
        outcome = position.outcome()
        if not outcome:
            return match
        result = Result(outcome.winner, Ending.RULES, outcome.reason)
        return match._over(event, result)  # noqa: SLF001 (it is one of us)

    def _taken_back(self, event: Event) -> Self:
        earlier = self.earlier
        if earlier is None:
            raise ValueError("a take-back is folded into a match that was replayed from its start")
        return replace(
            self,
            count=event.number,
            position=earlier.position,
            moves=earlier.moves,
            previous=earlier.previous,
            last=earlier.last,
            earlier=earlier.earlier,
            since=event.at,
            given=timedelta(0),
            reminded=False,
            draw_offer=None,
            take_back=None,
        )

    def _over(self, event: Event, result: Result) -> Self:
        return replace(
            self,
            count=event.number,
            result=result,
            ended=event.at,
            draw_offer=None,
            take_back=None,
        )

    def _turn_after(self, part: float) -> datetime | None:
        if self.pace is None or self.result:
            return None
        return self.since + self.given + part * timedelta(days=self.pace)
