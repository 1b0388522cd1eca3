"""A match: two people, one game, and its state as events are folded in."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import NamedTuple, Self, TypeAlias

from match.clock import Clock, Pace
from match.event import (
    GIVEN_UP,
    GONE,
    UNRATED,
    Event,
    Kind,
    Remark,
    Result,
    Ruling,
    TakenBack,
    reason_by_name,
)
from match.rating import pool_of
from rules import Listed, ListStyle, Name, Sentence, message
from rules.lazy_position import LazyPosition
from rules.move import Move
from rules.position import Position
from rules.sentence import Refusal

FORMER_PLAYER = message("a former player")
"""The name of somebody who has left; their number is below 0."""
PlayerName: TypeAlias = Name | Sentence
"""A person's own name, or a translatable phrase for a player."""


LONGEST_NAME = 100
"""The most characters of a name that are shown; Discord takes fewer."""


def player_name(person: int, name: str, level: int | None = None) -> PlayerName:
    """Return how a player is called; `level` is given for the computer only."""
    if level is not None:
        return Sentence("{name}, level {level}", name=Name(name), level=level)
    return Sentence(FORMER_PLAYER) if person < 0 else Name(name[:LONGEST_NAME])


CLAIM_PART = 5
"""Whoever is to move is warned of a claim when one part in this many of `GONE` is left."""
FREE_MOVES = 2
"""Until both sides have made this many moves a match may be aborted, and is not rated."""
LEAST_RATED = 6
"""With fewer moves a match that a player resigns, or loses on time, is not rated."""


class Stale(Refusal):
    """A request made for an older state of the match than the present one."""


class Voter(NamedTuple):
    """Somebody who votes with the crowd that plays a side."""

    person: int
    side: int


@dataclass(frozen=True, kw_only=True)
class Match:
    """A match; `match.verbs` says what its players may do, and each event leads to the next state.

    `seats` are the numbers of the players of both sides, negative for those who have left, and
    `names` their display names; `count` is the number of events, `moves` the number of moves of
    each side that were not taken back (forced passes do not count).
    """

    position: Position
    clock: Clock
    seats: tuple[int, int]
    names: tuple[str, str]
    rated: bool
    least_rated: int = LEAST_RATED
    """How many moves it needs to be rated if a player resigns or runs out of time."""
    computer: int | None = None
    """The side that the computer plays: it has no clock and grants every takeback and rematch."""
    level: int | None = None
    """The computer's level, if it plays."""
    crowds: tuple[int, ...] = ()
    """The sides that crowds play, whose voters decide together."""
    voter: Voter | None = field(default=None, compare=False)
    """The voter for whom it was loaded, who acts for a crowd."""
    count: int = 0
    moves: tuple[int, int] = (0, 0)
    before: LazyPosition | None = None
    """The position before the last move; see `previous`."""
    last: tuple[str, ...] = ()
    """The last move that was not taken back, and the forced passes since."""
    draw_offer: int | None = None
    """The side whose draw offer is open."""
    draw_waits: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """For each side, which sides must move before it may offer a draw again."""
    take_back: int | None = None
    """The side that asks to take its last move back."""
    take_back_refused: bool = False
    """Whether the opponent let the last move stand: it is not asked for once more."""
    touched: bool = False
    """Whether the opponent of the last mover has pressed or typed anything since that move."""
    answer_to: str | None = None
    """If the last move was a conditional one: the move that it answered."""
    remark: Remark | None = None
    """The remark on the last move; for conditional moves, the one on the move that they answer."""
    unspent: timedelta | None = None
    """The rest of the last mover's time of the turn, if known; a takeback returns it."""
    outlook: tuple[int, ...] = ()
    """The computer's expected scores before its last moves, since it last offered a draw."""
    lost_for: int = 0
    """At how many of its moves in a row the computer's opponent stood lost; see `tells_lost`."""
    taken_back: TakenBack | None = None
    """The move taken back in this turn."""
    locked: bool = False
    """Whether nobody may move until an administrator unlocks the match."""
    ruling: Ruling | None = None
    """The last decision of an administrator in this turn."""
    rematch: tuple[int, ...] = ()
    """The sides that want a rematch."""
    result: Result | None = None
    ended: datetime | None = None
    earlier: Self | None = field(default=None, compare=False, repr=False)
    """The match before the last move, if the match was replayed from its start."""

    # Its state.

    @property
    def game(self) -> str:
        """The game's key."""
        return self.position.key

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
        """The player to move; `None` once the match is over."""
        return None if self.over else self.seats[self.turn]

    @property
    def awaits_computer(self) -> bool:
        """Whether the computer has to move, or to answer a draw offer."""
        if self.computer is None or self.over or self.locked:
            return False
        return self.computer == self.turn or self.draw_offer == 1 - self.computer

    @property
    def awaits_vote(self) -> bool:
        """Whether the side to move is a crowd's."""
        return self.turn in self.crowds

    @property
    def settled(self) -> bool:
        """Whether both sides have made two moves: from then on the match counts."""
        return min(self.moves) >= FREE_MOVES

    @property
    def counts(self) -> bool:
        """Whether the match is over and changes the ratings."""
        return self.may_count and self.settled and not self.is_too_short

    @property
    def may_count(self) -> bool:
        """Whether it is over in a way that changes the ratings, if enough was played."""
        return self.rated and self.result is not None and self.result.how not in UNRATED

    @property
    def is_too_short(self) -> bool:
        """Whether a player gave it up, or ran out of time, after too few moves to be rated."""
        is_given_up = self.result is not None and self.result.how in GIVEN_UP
        return is_given_up and sum(self.moves) < self.least_rated

    @property
    def previous(self) -> Position | None:
        """The position before the last move; its `turn` is the side that made that move."""
        return None if self.before is None else self.before.position

    @property
    def mover(self) -> int | None:
        """The side that made the last move that was not taken back."""
        return None if self.previous is None else self.previous.turn

    @property
    def last_move(self) -> Move | None:
        """The last move that was not taken back, a legal one of `previous`; never a forced pass."""
        return None if self.previous is None else self.previous.moves()[self.last[0]]

    @property
    def open_requests(self) -> frozenset[Kind]:
        """The kinds of the requests that one player has made and the other may answer."""
        if self.over:
            return frozenset((Kind.ASK_REMATCH,) if len(self.rematch) == 1 else ())
        asked = {Kind.OFFER_DRAW: self.draw_offer, Kind.ASK_TAKE_BACK: self.take_back}
        return frozenset(kind for kind, side in asked.items() if side is not None)

    @property
    def people(self) -> tuple[int, ...]:
        """The players who can be notified: no computer, no crowd, and nobody who has left."""
        others = self.computer, *self.crowds
        return tuple([one for side, one in enumerate(self.seats) if one > 0 and side not in others])

    def side_played_by(self, person: int) -> int | None:
        """Return the side that a person plays, alone or as a voter, if any."""
        if self.voter is not None and self.voter.person == person:
            return self.voter.side
        return self.seats.index(person) if person in self.seats else None

    def side_of(self, person: int) -> int:
        """Return the side that a person plays. Raises `Refusal` for anybody else."""
        side = self.side_played_by(person)
        if side is None and self.crowds:
            names = Listed(tuple(map(self.name, self.crowds)), ListStyle.OR)
            raise Refusal("Press **Join** to vote with {name}.", name=names)
        if side is None:
            raise Refusal(
                "This is {first} and {second}'s match; to play, challenge someone.",
                first=self.name(0),
                second=self.name(1),
            )
        return side

    def name(self, side: int) -> PlayerName:
        """Return how a player is called in a sentence."""
        level = self.level if side == self.computer else None
        return player_name(self.seats[side], self.names[side], level)

    @property
    def reason(self) -> Sentence:
        """The reason for the end, told of the players by their names."""
        assert self.result is not None, "only a match that is over has ended"
        return reason_by_name(self.result, self.position, self.player_names)

    @property
    def player_names(self) -> tuple[PlayerName, PlayerName]:
        """The names of both players."""
        return self.name(0), self.name(1)

    def refuse_stale(self, seen: int | None) -> None:
        """Raise `Stale` unless `seen`, the number of events a person saw, is `None` or current."""
        if seen is not None and seen != self.count:
            raise Stale(message("The match has moved on; check the current board and try again."))

    # Its clock, which runs for nobody once the match is over, and never for the computer.

    @property
    def pace(self) -> Pace | None:
        """The time control, if there is one."""
        return self.clock.pace

    @property
    def is_live(self) -> bool:
        """Whether its pace is live: both players are there, and the clock counts minutes."""
        return self.pace is not None and self.pace.is_live

    @property
    def pool(self) -> str:
        """The ratings that it changes: live matches are rated apart from those of days."""
        return pool_of(self.position.key, live=self.is_live)

    @property
    def since(self) -> datetime:
        """The start of the present turn."""
        return self.clock.since

    @property
    def stopped(self) -> datetime | None:
        """The time at which the clock was stopped in this turn, if it is."""
        return self.clock.stopped

    @property
    def deadline(self) -> datetime | None:
        """The time at which the player to move runs out of time, or `None`."""
        return self.clock.deadline(self.turn) if self._is_timed else None

    @property
    def reminders(self) -> tuple[datetime, ...]:
        """The times at which the player to move is reminded of the clock, or warned of a claim.

        A crowd is not reminded.
        """
        if self.awaits_vote:
            return ()
        if (claimable := self.claimable) is not None:
            return (claimable - GONE // CLAIM_PART,)
        return self.clock.reminders(self.turn) if self._is_timed else ()

    @property
    def alarm(self) -> datetime | None:
        """The time of the next look at it: for a reminder or warning, then for the last call."""
        if self.claimable is not None:
            return None if self.clock.reminded else self.reminders[0]
        if self.awaits_vote:
            return self.deadline
        return self.clock.alarm(self.turn) if self._is_timed else None

    @property
    def claimable(self) -> datetime | None:
        """From when on the waiting player may claim it, if it has no clock and nobody moves."""
        if self.over or self.locked or self.pace is not None or self.computer is not None:
            return None
        return self.since + self.clock.given + GONE

    @property
    def _is_timed(self) -> bool:
        return not self.over and self.turn != self.computer

    # Its events.

    def event(
        self,
        kind: Kind,
        side: int | None,
        now: datetime,
        text: str = "",
        *,
        conditional: bool = False,
        remark: str = "",
    ) -> Event:
        """Make the next event of this match, which happens now."""
        event = Event(
            self.count + 1, kind, side, now, text, self.clock.uncounted(now), conditional, remark
        )
        if kind is not Kind.MOVE or self.clock.bank is None:
            return event
        left = self.clock.bank[self.turn] - self.time_spent(event)
        return replace(event, unspent=max(timedelta(0), left))

    def time_spent(self, event: Event) -> timedelta:
        """Return how much time the player to move has spent when an event happens."""
        return event.at - self.clock.since - event.given
