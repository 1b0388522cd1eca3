"""A match: two people, one game, and everything that happens between them, as a fold of events.

The verbs decide: each checks, and raises `Refusal` or returns the event to keep. `after` folds an
event and never refuses, so what was kept always replays. The time is always an argument.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Self

from rules.move import Move
from rules.position import Position
from rules.refusal import Refusal

FREE_MOVES = 2
"""Until both sides have made so many moves a match may be aborted, and nothing is rated."""
REMINDER = 0.8
"""The part of a turn's time after which the player is reminded."""
PASS = "pass"  # noqa: S105 (a move, no password)


class Stale(Refusal):
    """A request made from an older state of the match than the present one."""


class Kind(StrEnum):
    """What can happen to a match; the values are stored and never renamed."""

    MOVE = "move"
    PASS = "pass"  # noqa: S105 (a move, no password)
    """A forced pass, played by itself: it is nobody's decision."""
    RESIGN = "resign"
    OFFER_DRAW = "offer_draw"
    ACCEPT_DRAW = "accept_draw"
    DECLINE_DRAW = "decline_draw"
    ASK_TAKE_BACK = "ask_take_back"
    GRANT_TAKE_BACK = "grant_take_back"
    REFUSE_TAKE_BACK = "refuse_take_back"
    ABORT = "abort"
    RUN_OUT = "run_out"
    ASK_REMATCH = "ask_rematch"


class Ending(StrEnum):
    """By what a match ended; the values are stored and never renamed."""

    RULES = "rules"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIME = "time"
    ABORT = "abort"


@dataclass(frozen=True)
class Event:
    """One thing that happened: the how-manyeth, what, by which side, when, and a move's text.

    `side` is `None` where nobody did it: a match that is aborted because its time ran out.
    """

    number: int
    kind: Kind
    side: int | None
    at: datetime
    text: str = ""


@dataclass(frozen=True)
class Result:
    """How a match ended: the winner's side (`None`: a draw, or aborted), by what, and why."""

    winner: int | None
    how: Ending
    reason: str


@dataclass(frozen=True, kw_only=True)
class Match:
    """A match as it stands after some events.

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

    def side_of(self, person: int, seen: int | None = None) -> int:
        """Find the side that somebody plays.

        Raises `Refusal` for a stranger, and `Stale` where `seen`, the number of events that the
        player saw, is not the present one.
        """
        if person not in self.seats:
            raise Refusal(
                "You are not playing in this match, {first} and {second} are; "
                "challenge somebody to a match of your own.",
                first=self.names[0],
                second=self.names[1],
            )
        if seen is not None and seen != self.count:
            raise Stale(
                "The match has gone on since then; look at its present board and try again."
            )
        return self.seats.index(person)

    # What players do. Each raises `Refusal` where it is not possible now.

    def play(self, person: int, text: str, now: datetime, seen: int | None = None) -> Event:
        """Make the move that `text` means."""
        side = self._player(person, seen)
        if side != self.position.turn:
            raise Refusal(
                "It is not your turn: you are waiting for {name}.", name=self.names[1 - side]
            )
        return self._event(Kind.MOVE, side, now, self.position.read(text).text)

    def resign(self, person: int, now: datetime, seen: int | None = None) -> Event:
        """Give the match up."""
        return self._event(Kind.RESIGN, self._player(person, seen), now)

    def abort(self, person: int, now: datetime, seen: int | None = None) -> Event:
        """End the match without a result, which is free until both sides have made two moves."""
        side = self._player(person, seen)
        if self.settled:
            raise Refusal(
                "Both sides have made {number} moves, so the match can no longer be aborted; "
                "resign or offer a draw instead.",
                number=FREE_MOVES,
            )
        return self._event(Kind.ABORT, side, now)

    def offer_draw(self, person: int, now: datetime, seen: int | None = None) -> Event:
        """Offer a draw, which stands until the opponent answers or moves."""
        side = self._player(person, seen)
        if self.draw_offer == side:
            raise Refusal(
                "Your draw offer stands already; wait for {name} to answer it.",
                name=self.names[1 - side],
            )
        if self.draw_offer is not None:
            raise Refusal(
                "{name} has offered you a draw already; accept that offer instead.",
                name=self.names[1 - side],
            )
        return self._event(Kind.OFFER_DRAW, side, now)

    def accept_draw(self, person: int, now: datetime, seen: int | None = None) -> Event:
        """Agree to the draw that the opponent offers."""
        return self._event(Kind.ACCEPT_DRAW, self._offered(person, seen), now)

    def decline_draw(self, person: int, now: datetime, seen: int | None = None) -> Event:
        """Play on in spite of the opponent's draw offer."""
        return self._event(Kind.DECLINE_DRAW, self._offered(person, seen), now)

    def ask_take_back(self, person: int, now: datetime, seen: int | None = None) -> Event:
        """Ask to take one's own last move back, which the opponent has not answered."""
        side = self._player(person, seen)
        name = self.names[1 - side]
        if self.take_back == side:
            raise Refusal("You have asked already; wait for {name} to answer.", name=name)
        if not self.moves[side]:
            raise Refusal("You have made no move yet that you could take back.")
        if self.previous is None or self.previous.turn != side:
            raise Refusal(
                "{name} has answered your last move, so it stands; make your next move instead.",
                name=name,
            )
        return self._event(Kind.ASK_TAKE_BACK, side, now)

    def grant_take_back(self, person: int, now: datetime, seen: int | None = None) -> Event:
        """Let the opponent take the last move back."""
        return self._event(Kind.GRANT_TAKE_BACK, self._asked(person, seen), now)

    def refuse_take_back(self, person: int, now: datetime, seen: int | None = None) -> Event:
        """Let the opponent's last move stand."""
        return self._event(Kind.REFUSE_TAKE_BACK, self._asked(person, seen), now)

    def ask_rematch(self, person: int, now: datetime) -> Event:
        """Ask for, or agree to, one more match with sides changed once this one is over."""
        side = self.side_of(person)
        if not self.result:
            raise Refusal("The match is still being played; finish it before you ask for another.")
        if len(self.rematch) == 2:
            raise Refusal(
                "This match has had its rematch; challenge {name} to a new one.",
                name=self.names[1 - side],
            )
        if side in self.rematch:
            raise Refusal(
                "You have asked already; wait for {name} to agree.", name=self.names[1 - side]
            )
        return self._event(Kind.ASK_REMATCH, side, now)

    # What happens by itself.

    def forced(self, now: datetime) -> Event | None:
        """Give the pass of a side that can do nothing else, or `None`."""
        if self.result or self.position.moves().keys() != {PASS}:
            return None
        return self._event(Kind.PASS, self.position.turn, now, PASS)

    def run_out(self, now: datetime) -> Event:
        """End the match because the time of the player to move ran out.

        Raises `Refusal` where there is time left.
        """
        if self.deadline is None or now < self.deadline:
            raise Refusal("There is time left in this match; play on.")
        if not self.settled:
            return self._event(Kind.ABORT, None, now)
        return self._event(Kind.RUN_OUT, self.position.turn, now)

    def remind(self, now: datetime) -> Self:
        """Note that the player to move is reminded; this is no event, for nothing changes by it.

        Raises `Refusal` where it is too early, or was done in this turn.
        """
        if self.alarm is None or self.reminded or now < self.alarm:
            raise Refusal("There is nobody to remind in this match now.")
        return replace(self, reminded=True)

    # The fold.

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

    # Questions the verbs ask.

    def _player(self, person: int, seen: int | None) -> int:
        """Find a player's side in a match that goes on."""
        side = self.side_of(person, seen)
        if self.result:
            raise Refusal(
                "The match is over. {reason} Ask for a rematch, or challenge somebody.",
                reason=self.result.reason,
            )
        return side

    def _offered(self, person: int, seen: int | None) -> int:
        side = self._player(person, seen)
        if self.draw_offer != 1 - side:
            raise Refusal(
                "{name} offers no draw now; you may offer one yourself.",
                name=self.names[1 - side],
            )
        return side

    def _asked(self, person: int, seen: int | None) -> int:
        side = self._player(person, seen)
        if self.take_back != 1 - side:
            raise Refusal(
                "{name} does not ask to take a move back now; look at the present board.",
                name=self.names[1 - side],
            )
        return side

    def _event(self, kind: Kind, side: int | None, now: datetime, text: str = "") -> Event:
        return Event(self.count + 1, kind, side, now, text)

    def _turn_after(self, part: float) -> datetime | None:
        if self.pace is None or self.result:
            return None
        return self.since + self.given + part * timedelta(days=self.pace)


def result_of(kind: Kind, side: int | None, position: Position) -> Result:
    """Give the result of an event that ends a match without a move."""
    name = "" if side is None else position.sides[side].capitalize()
    match kind:
        case Kind.RESIGN:
            assert side is not None
            return Result(1 - side, Ending.RESIGNATION, f"{name} resigned.")
        case Kind.RUN_OUT:
            assert side is not None
            return Result(1 - side, Ending.TIME, f"{name} ran out of time.")
        case Kind.ACCEPT_DRAW:
            return Result(None, Ending.AGREEMENT, "The players agreed to a draw.")
        case Kind.ABORT:
            return Result(None, Ending.ABORT, "The match was aborted.")
    raise ValueError(f"{kind} ends no match")
