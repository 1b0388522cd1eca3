"""A ladder: its places, and the changes by joining, challenges, matches and time.

Like a match it is the fold of its events, which never refuses, so whatever was stored replays. What
players may do is in `contests.ladder_rules`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import pairwise
from typing import Self, TypeAlias

DAY = timedelta(days=1)
REST = 10 * DAY
"""The time that the same two players wait before another match."""
UNPLAYED, BETWEEN_DROPS = 30 * DAY, 7 * DAY
"""The times without a match after which a player goes down a place, first and again."""
LOST_ON_TIME = 5
"""The number of places that a loss on time costs."""
RECENT = 7 * DAY
"""The time within which it is told how many places somebody went up."""


class LadderKind(StrEnum):
    """The kinds of events on a ladder; the values are stored and never renamed."""

    JOIN = "join"
    LEAVE = "leave"
    CHALLENGE = "challenge"
    WITHDRAW = "withdraw"
    GIVE = "give"
    """Whoever was challenged declined or did not answer, and gives their place."""
    BEGIN = "begin"
    WON = "won"
    WON_ON_TIME = "won on time"
    NO_WINNER = "no winner"
    AWAY = "away"
    BACK = "back"
    DROP = "drop"


ENDS = (LadderKind.WON, LadderKind.WON_ON_TIME, LadderKind.NO_WINNER)
"""The ends of matches."""


@dataclass(frozen=True)
class LadderEvent:
    """An event: of a `person`, perhaps with an `other` one, perhaps about a `challenge`.

    Of a challenge the person is who made it; of a match that was won, who won.
    """

    kind: LadderKind
    at: datetime
    person: int
    other: int | None = None
    challenge: int | None = None


@dataclass(frozen=True)
class Rung:
    """A player on a ladder: when they last played, last dropped, and since when they are away."""

    person: int
    played: datetime
    dropped: datetime | None = None
    away: datetime | None = None


@dataclass(frozen=True)
class LadderChallenge:
    """A challenge that waits for its answer, or whose match is being played."""

    number: int
    challenger: int
    challenged: int
    begun: bool = False

    @property
    def people(self) -> frozenset[int]:
        """Both players."""
        return frozenset((self.challenger, self.challenged))


Lineup: TypeAlias = tuple[datetime, tuple[int, ...]]
"""An earlier order of the players, from the top, and its end."""


def once_a_day(lineups: Iterable[Lineup]) -> tuple[Lineup, ...]:
    """Keep the first of each day: a ladder of many on which much happens is read all the time."""
    first: dict[int, Lineup] = {}
    for lineup in lineups:
        first.setdefault(lineup[0].toordinal(), lineup)
    return tuple(first.values())


@dataclass(frozen=True)
class Ladder:
    """A ladder after some events; `rungs` are from the top.

    `rests` says until when two people wait before another match; `earlier` is who stood where
    before the first change of a day, with the time of that, as far back as `RECENT`.
    """

    rungs: tuple[Rung, ...] = ()
    open: tuple[LadderChallenge, ...] = ()
    rests: tuple[tuple[frozenset[int], datetime], ...] = ()
    earlier: tuple[Lineup, ...] = ()

    @property
    def people(self) -> tuple[int, ...]:
        """Everybody on it, from the top."""
        return tuple(rung.person for rung in self.rungs)

    def place(self, person: int) -> int | None:
        """Return a person's place, from 1, if they are on the ladder."""
        return _place(self.rungs, person)

    def rung(self, person: int) -> Rung | None:
        """Return a person's rung, if they are on the ladder."""
        return next((rung for rung in self.rungs if rung.person == person), None)

    def climbed(self, person: int, now: datetime) -> int:
        """Return how many places a person went up in the past days, below 0 if down."""
        place = self.place(person)
        for until, people in self.earlier:
            if until > now - RECENT:
                return people.index(person) + 1 - place if place and person in people else 0
        return 0

    def challenges_of(self, person: int) -> tuple[LadderChallenge, ...]:
        """Return the open challenges by and to a person."""
        return tuple(each for each in self.open if person in each.people)

    def rests_until(self, one: int, other: int, now: datetime) -> datetime | None:
        """Return until when two people wait before another match, if they do."""
        pair = frozenset((one, other))
        return max((end for who, end in self.rests if who == pair and end > now), default=None)

    def is_unplayed(self, rung: Rung, now: datetime) -> bool:
        """Tell whether a player has not played for long, neither on vacation nor in a match."""
        return rung.away is None and now >= rung.played + UNPLAYED and not self._plays(rung.person)

    def due(self, now: datetime) -> datetime | None:
        """Return when the next player goes down for not playing, if nothing else happens."""
        return min((at for _, at in self._drops(now)), default=None)

    def next_drop(self, now: datetime) -> int | None:
        """Return who goes down now for not playing, the lowest first."""
        return next((person for person, at in reversed([*self._drops(now)]) if at <= now), None)

    def after(self, event: LadderEvent) -> Self:
        """Fold an event in; what does not fit changes nothing."""
        earlier = [(until, who) for until, who in self.earlier if until > event.at - RECENT]
        after = self._folded(event)
        if after.people != self.people:
            earlier.append((event.at, self.people))
        rests = tuple(rest for rest in after.rests if rest[1] > event.at)
        return replace(after, earlier=once_a_day(earlier), rests=rests)

    def _folded(self, event: LadderEvent) -> Self:
        person, at = event.person, event.at
        match event.kind:
            case LadderKind.JOIN if self.place(person) is None:
                return replace(self, rungs=(*self.rungs, Rung(person, at)))
            case LadderKind.LEAVE:
                return self._left(person)
            case LadderKind.CHALLENGE if event.challenge is not None and event.other is not None:
                made = LadderChallenge(event.challenge, person, event.other)
                return replace(self, open=(*self.open, made))
            case LadderKind.BEGIN:
                begun = (
                    replace(each, begun=True) if each.number == event.challenge else each
                    for each in self.open
                )
                return replace(self, open=tuple(begun))
            case LadderKind.WITHDRAW:
                return self._without(event)
            case LadderKind.GIVE if event.other is not None:
                return self._settled(event, (person,), event.other)
            case LadderKind.AWAY:
                return self._changed((person,), lambda rung: replace(rung, away=rung.away or at))
            case LadderKind.BACK:
                return self._changed((person,), lambda rung: _back(rung, at))
            case LadderKind.DROP:
                dropped = self._changed((person,), lambda rung: replace(rung, dropped=at))
                return replace(dropped, rungs=_down(dropped.rungs, person, 1))
            case kind if kind in ENDS and event.other is not None:
                return self._ended(event, event.other)
        return self

    def _ended(self, event: LadderEvent, other: int) -> Self:
        """End a match."""
        played = event.person, other
        if event.kind is LadderKind.NO_WINNER:
            return self._settled(event, played)
        after = self._settled(event, played, other)
        lost = LOST_ON_TIME if event.kind is LadderKind.WON_ON_TIME else 0
        return replace(after, rungs=_down(after.rungs, other, lost))

    def _settled(
        self, event: LadderEvent, played: tuple[int, ...], loser: int | None = None
    ) -> Self:
        """Close a challenge: some have played, one stands above the loser, and the pair waits."""
        at, rests = event.at, self.rests
        rungs = self._changed(played, lambda rung: replace(rung, played=at, dropped=None)).rungs
        if loser is not None:
            rungs = _above(rungs, event.person, loser)
        if event.other is not None:
            rests = (*rests, (frozenset((event.person, event.other)), at + REST))
        return replace(self._without(event), rungs=rungs, rests=rests)

    def _without(self, event: LadderEvent) -> Self:
        left = (each for each in self.open if each.number != event.challenge)
        return replace(self, open=tuple(left))

    def _left(self, person: int) -> Self:
        """Remove a person, with the challenges that wait; matches are played to their ends."""
        waiting = (each for each in self.open if each.begun or person not in each.people)
        rungs = (rung for rung in self.rungs if rung.person != person)
        return replace(self, rungs=tuple(rungs), open=tuple(waiting))

    def _changed(self, people: Collection[int], change: Callable[[Rung], Rung]) -> Self:
        """Change the rungs of some people."""
        rungs = (change(rung) if rung.person in people else rung for rung in self.rungs)
        return replace(self, rungs=tuple(rungs))

    def _plays(self, person: int) -> bool:
        return any(each.begun and person in each.people for each in self.open)

    def _drops(self, now: datetime) -> Iterator[tuple[int, datetime]]:
        """Give who would go down for not playing, from the top, and when, now or later.

        Nobody passes somebody who has not played for long either, or the two would change places
        for ever.
        """
        for rung, below in pairwise(self.rungs):
            if rung.away is None and not self._plays(rung.person):
                again = rung.played if rung.dropped is None else rung.dropped + BETWEEN_DROPS
                due = max(rung.played + UNPLAYED, again, now)
                if not self.is_unplayed(below, due):
                    yield rung.person, due


Rungs: TypeAlias = tuple[Rung, ...]


def _place(rungs: Rungs, person: int) -> int | None:
    return next((at for at, rung in enumerate(rungs, 1) if rung.person == person), None)


def _above(rungs: Rungs, winner: int, loser: int) -> Rungs:
    """Put the winner directly above the loser, unless they stand higher already."""
    at, to = _place(rungs, winner), _place(rungs, loser)
    return rungs if at is None or to is None else _moved(rungs, at, min(at, to))


def _down(rungs: Rungs, person: int, places: int) -> Rungs:
    """Move a person down, at most to the bottom."""
    at = _place(rungs, person)
    return rungs if at is None else _moved(rungs, at, min(at + places, len(rungs)))


def _moved(rungs: Rungs, at: int, to: int) -> Rungs:
    """Move whoever is on one place to another."""
    others = [*rungs]
    others.insert(to - 1, others.pop(at - 1))
    return tuple(others)


def _back(rung: Rung, at: datetime) -> Rung:
    """End a vacation, whose time does not count."""
    if rung.away is None:
        return rung
    played = rung.played + (at - max(rung.away, rung.played))
    dropped = rung.dropped and rung.dropped + (at - rung.away)
    return replace(rung, away=None, played=played, dropped=dropped)


def replay(events: Iterable[LadderEvent]) -> Ladder:
    """Fold events into a ladder."""
    ladder = Ladder()
    for event in events:
        ladder = ladder.after(event)
    return ladder
