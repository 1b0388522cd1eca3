"""A match: two people, one game, and its state as events are folded in."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Self, TypeAlias, TypeVar

from match.chat import Remark
from match.clock import Clock, Pace
from match.event import (
    GONE,
    RULINGS,
    TAKE_BACKS,
    UNRATED,
    Ending,
    Event,
    Kind,
    Result,
    Ruling,
    TakenBack,
    reason_by_name,
    result_of,
)
from rules import Name, Sentence, message
from rules.move import Move
from rules.position import LazyPosition, Position
from rules.sentence import Refusal

FORMER_PLAYER = message("a former player")
"""How somebody who has left is called; their number is below 0."""
PlayerName: TypeAlias = Name | Sentence
"""A person's own name, or a translatable phrase for a player."""


def player_name(person: int, name: str, level: int | None = None) -> PlayerName:
    """Return how a player is called; `level` is given for the computer only."""
    if level is not None:
        return Sentence("{name}, level {level}", name=Name(name), level=level)
    return Sentence(FORMER_PLAYER) if person < 0 else Name(name)


NO_TIME, LEAST_GRANTED = timedelta(0), timedelta(hours=1)
"""The time after a granted take-back is at least `LEAST_GRANTED`: the asker may be elsewhere."""
CLAIM_PART = 5
"""Whoever is to move is warned of a claim when one part in this many of `GONE` is left."""
FREE_MOVES = 2
"""Until both sides have made this many moves a match may be aborted, and is not rated."""


class Stale(Refusal):
    """A request made for an older state of the match than the present one."""


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
    computer: int | None = None
    """The side that the computer plays: it has no clock and grants every take-back and rematch."""
    level: int | None = None
    """The computer's level, if it plays."""
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
    """What the last mover had left of the time of the turn, if known; a take-back returns it."""
    taken_back: TakenBack | None = None
    """What was taken back in this turn."""
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
    def settled(self) -> bool:
        """Whether both sides have made two moves: from then on the match counts."""
        return min(self.moves) >= FREE_MOVES

    @property
    def counts(self) -> bool:
        """Whether the match is over and changes the ratings."""
        is_result = self.result is not None and self.result.how not in UNRATED
        return self.rated and self.settled and is_result

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

    def side_of(self, person: int) -> int:
        """Return the side that a person plays. Raises `Refusal` for anybody else."""
        if person not in self.seats:
            raise Refusal(
                "This is {first} and {second}'s match; challenge someone to one of your own.",
                first=self.name(0),
                second=self.name(1),
            )
        return self.seats.index(person)

    def name(self, side: int) -> PlayerName:
        """Return how a player is called in a sentence."""
        level = self.level if side == self.computer else None
        return player_name(self.seats[side], self.names[side], level)

    @property
    def reason(self) -> Sentence:
        """Why the match ended, told of the players by their names."""
        assert self.result is not None, "only a match that is over has ended"
        return reason_by_name(self.result, self.position, self.player_names)

    @property
    def player_names(self) -> tuple[PlayerName, PlayerName]:
        """How both players are called."""
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
    def since(self) -> datetime:
        """When the present turn began."""
        return self.clock.since

    @property
    def stopped(self) -> datetime | None:
        """Since when the clock has been stopped in this turn, if it is."""
        return self.clock.stopped

    @property
    def deadline(self) -> datetime | None:
        """When the time of the player to move runs out, or `None`."""
        return self.clock.deadline(self.turn) if self._is_timed else None

    @property
    def reminders(self) -> tuple[datetime, ...]:
        """When the player to move is reminded of the clock, or warned of a claim."""
        if (claimable := self.claimable) is not None:
            return (claimable - GONE // CLAIM_PART,)
        return self.clock.reminders(self.turn) if self._is_timed else ()

    @property
    def alarm(self) -> datetime | None:
        """When it must be looked at next: for a reminder or warning, and then for the last call."""
        if self.claimable is not None:
            return None if self.clock.reminded else self.reminders[0]
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
            self.count + 1,
            kind,
            side,
            now,
            text,
            self.clock.uncounted(now),
            conditional,
            remark,
        )
        if kind is not Kind.MOVE or self.clock.bank is None:
            return event
        left = self.clock.bank[self.turn] - _time_spent(self, event)
        return replace(event, unspent=max(NO_TIME, left))

    def after(self, event: Event) -> Self:
        """Fold an event in; it is not checked again, so what is stored always replays.

        A take-back needs the earlier states of the match, which only a match replayed from its
        start has: see `replay`.
        """
        if event.kind is Kind.MOVE:
            return _fold_move(self, event, earlier=self)
        if event.kind is Kind.PASS:
            return _fold_pass(self, event)
        if event.kind in RULINGS:
            return _fold_ruling(self, event)
        if event.kind in TAKE_BACKS:
            return _fold_take_back(self, event)
        seen = self.touched or (event.side is not None and event.side != self.mover)
        now = replace(self, count=event.number, touched=seen)
        match event.kind:
            case Kind.OFFER_DRAW:
                first, second = self.draw_waits
                waits = ((0, 1), second) if event.side == 0 else (first, (0, 1))
                return replace(now, draw_offer=event.side, draw_waits=waits)
            case Kind.DECLINE_DRAW:
                return replace(now, draw_offer=None)
            case Kind.ASK_TAKE_BACK:
                return replace(now, take_back=event.side)
            case Kind.REFUSE_TAKE_BACK:
                return replace(now, take_back=None, take_back_refused=True)
            case Kind.GIVE_TIME:
                return _fold_more_time(now, event)
            case Kind.ASK_REMATCH:
                assert event.side is not None
                return replace(now, rematch=(*self.rematch, event.side))
            case _:  # every other event ends the match
                return _end(self, event, result_of(event.kind, event.side, self.position))

    def replay(self, events: Iterable[Event]) -> Self:
        """Fold events into a match at its start; one more take-back may follow.

        Earlier states are kept only where a take-back needs them: a match may be thousands of
        moves long.
        """
        events = list(events)
        restored = _restored_moves(events)
        match = self
        for event in events:
            if event.kind is Kind.MOVE and event.number not in restored:
                match = _fold_move(match, event, earlier=None)
            else:
                match = match.after(event)
        return match


AnyMatch = TypeVar("AnyMatch", bound=Match)
"""A match or a subclass of it; an event leads to another match of the same type."""


def _restored_moves(events: Iterable[Event]) -> set[int]:
    """Return the numbers of the moves that are taken back, or that one more event may take back."""
    standing: list[Event] = []
    restored = set()
    for event in events:
        if event.kind is Kind.MOVE:
            standing.append(event)
        taker = event.taker
        while taker is not None and standing:
            move = standing.pop()
            restored.add(move.number)
            if move.side == taker:
                break
    sides = [move.side for move in standing]
    for side in {*sides}:
        last = len(sides) - 1 - sides[::-1].index(side)
        restored |= {move.number for move in standing[last:]}
    return restored


def _changed(match: AnyMatch, **fields: object) -> AnyMatch:
    """Return a match with other fields, as `replace` does in five times as long.

    Checks replay millions of events.
    """
    changed = object.__new__(type(match))
    changed.__dict__.update(match.__dict__, **fields)
    return changed


def _fold_move(match: AnyMatch, event: Event, *, earlier: AnyMatch | None) -> AnyMatch:
    """Fold in a move; `earlier` is the match before it, if a take-back may need it."""
    turn, position = match.turn, match.position
    after = position.after(position.legal(event.text))
    bank = match.clock.after_move(turn, _time_spent(match, event))
    moved = _changed(
        match,
        position=after,
        clock=match.clock.new_turn(after.turn, event.at, bank),
        count=event.number,
        moves=(match.moves[0] + (turn == 0), match.moves[1] + (turn == 1)),
        before=LazyPosition(lambda: position),
        last=(event.text,),
        draw_offer=match.draw_offer if match.draw_offer == turn else None,
        draw_waits=_waits_without(match, turn),
        take_back=None,
        take_back_refused=False,
        touched=event.conditional,
        answer_to=_answered_move(match) if event.conditional else None,
        remark=_remark_on(match, event),
        unspent=event.unspent,
        taken_back=None,
        ruling=None,
        earlier=earlier,
    )
    return _end_by_rules(moved, event)


def _fold_pass(match: AnyMatch, event: Event) -> AnyMatch:
    """Fold in a forced pass, which is nobody's decision."""
    after = match.position.after(match.position.legal(event.text))
    passed = _changed(
        match,
        position=after,
        clock=match.clock.new_turn(after.turn, event.at),
        count=event.number,
        last=(*match.last, event.text) if match.before else (),
        draw_waits=_waits_without(match, match.turn),
        taken_back=None,
        ruling=None,
    )
    return _end_by_rules(passed, event)


def _end_by_rules(match: AnyMatch, event: Event) -> AnyMatch:
    """End a match whose position has an outcome."""
    if not (outcome := match.position.outcome()):
        return match
    return _end(match, event, Result(outcome.winner, Ending.RULES, outcome.reason))


def _waits_without(match: Match, side: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return who must still move before a draw is offered again, after `side` has moved."""
    first, second = match.draw_waits
    return tuple(one for one in first if one != side), tuple(one for one in second if one != side)


def _answered_move(match: Match) -> str:
    """Return the opponent's move that a conditional one answers, even after several in a row."""
    return match.answer_to if match.answer_to and match.mover == match.turn else match.last[0]


def _remark_on(match: Match, event: Event) -> Remark | None:
    """Return the remark on a move; a conditional move keeps the remark on the move it answers."""
    if event.conditional:
        return match.remark
    if not event.remark or event.side is None:
        return None
    return Remark(event.number, event.side, event.remark)


def _time_spent(match: Match, event: Event) -> timedelta:
    """Return how much time the player to move has spent when an event happens."""
    return event.at - match.clock.since - event.given


def _fold_take_back(match: AnyMatch, event: Event) -> AnyMatch:
    """Restore the state before the asker's last move; the answers to it are gone too."""
    asker = event.taker
    assert asker is not None
    undone, earlier = around_last_move(match, asker)
    return replace(
        match,
        position=earlier.position,
        clock=_clock_after_take_back(match, event, undone, earlier),
        count=event.number,
        moves=earlier.moves,
        before=earlier.before,
        last=earlier.last,
        answer_to=earlier.answer_to,
        remark=earlier.remark,
        unspent=earlier.unspent,
        touched=True,
        taken_back=TakenBack(asker, undone.last[0]),
        ruling=None,
        earlier=earlier.earlier,
        draw_offer=None,
        take_back=None,
        take_back_refused=False,
    )


def around_last_move(match: Match, side: int) -> tuple[Match, Match]:
    """Return a replayed match after the last move of a side, and before it.

    Raises `ValueError` for a match that was not replayed from its start.
    """
    after = match
    while after.earlier is not None and after.mover != side:
        after = after.earlier
    if after.earlier is None:
        raise ValueError("a take-back is folded into a match that was replayed from its start")
    return after, after.earlier


def _clock_after_take_back(match: Match, event: Event, undone: Match, earlier: Match) -> Clock:
    """Return the clock after a take-back: the turn goes on, and the time spent stays spent.

    `undone` is the match after the move that is taken back, and `earlier` the one before it. The
    opponent, who has lost nothing by the move, has the time of before, and what was given since.
    """
    taker, bank = earlier.turn, undone.clock.banked()
    if undone.unspent is None or bank is None:
        return match.clock.new_turn(taker, event.at, earlier.clock.banked())
    left = time_after_take_back(match, event, taker, undone.unspent)
    assert earlier.clock.bank is not None, "the pace of a match never changes"
    time = max(earlier.clock.bank[taker], undone.unspent)
    bank = (time, bank[1]) if taker == 0 else (bank[0], time)
    return match.clock.resumed(taker, event.at, left, bank)


def time_after_take_back(match: Match, event: Event, taker: int, unspent: timedelta) -> timedelta:
    """Return what the taker has left of `unspent` once the move is taken back.

    An undone move leaves the clock as if it had not been made. While somebody waits for permission
    their clock does not run, and whoever is given it has an hour to come back.
    """
    undone = event.kind is Kind.UNDO
    ran = match.turn == taker or (undone and not match.clock.away[taker])
    left = max(NO_TIME, unspent - _time_spent(match, event)) if ran else unspent
    return left if undone else max(left, LEAST_GRANTED)


def _fold_more_time(match: AnyMatch, event: Event) -> AnyMatch:
    """Give a side more time, also for the turn to which a take-back would lead."""
    assert event.side is not None
    side, clock = 1 - event.side, match.clock
    spent = _time_spent(match, event)
    given = replace(match, clock=clock.more_time(side, match.turn, spent))
    if match.unspent is None or match.mover != side or given.clock.bank is None:
        return given
    return replace(given, unspent=given.clock.bank[side])


def _fold_ruling(match: AnyMatch, event: Event) -> AnyMatch:
    """Fold in an administrator's decision; a match that is over keeps its result."""
    if match.over:
        return replace(match, count=event.number)
    ruling = Ruling(event.kind, event.text)
    ruled = replace(match, count=event.number, ruling=ruling)
    match event.kind:
        case Kind.LOCK:
            return replace(ruled, locked=True, clock=ruled.clock.stop(event.at))
        case Kind.UNLOCK:
            return replace(ruled, locked=False, clock=ruled.clock.start(ruled.turn, event.at))
        case Kind.RELOCATE:
            return ruled
        case _:
            result = result_of(event.kind, event.side, ruled.position, event.text)
            return _end(ruled, event, result)


def _end(match: AnyMatch, event: Event, result: Result) -> AnyMatch:
    """End a match: open offers and requests are settled, and its clock is no longer stopped."""
    return replace(
        match,
        clock=match.clock if match.stopped is None else replace(match.clock, stopped=None),
        count=event.number,
        result=result,
        ended=event.at,
        locked=False,
        draw_offer=None,
        take_back=None,
    )
