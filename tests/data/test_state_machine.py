"""Any actions in any order, legal or not, compared with a simple model."""

import asyncio
import itertools
import random
import shutil
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import mkdtemp
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from data import Challenge, ChallengeState, PersonalSettings, Place, Seat, Store, StoredMatch, Terms
from data.columns import zone_called
from data.due import EARLY, LATE
from data.events import moves_that_stand
from data.settings import Night, QuietHours
from match import verbs
from match.clock import Pace
from match.event import Kind
from match.verbs import claim, give_time, undo
from rules import GAMES, Position, Refusal
from tests.data.sample_matches import (
    ANN,
    BEA,
    CARL,
    DAY,
    HOUR,
    NOW,
    ask_rematch,
    do,
    faults_of,
    history,
    play,
    rating_history,
    run_out,
)
from tests.thorough import THOROUGH

Answer = TypeVar("Answer")
PEOPLE = {person.id: person for person in (ANN, BEA, CARL)}
PERSON = st.sampled_from(sorted(PEOPLE))
PICK = st.integers(0, 10**6)
MINUTES = timedelta(minutes=5)


@dataclass
class Modelled:
    """The expected state of a match, as plain as possible."""

    game: str
    seats: tuple[int, int]
    pace: Pace | None
    rated: bool
    since: datetime
    bank: list[timedelta] = field(default_factory=list)
    given: timedelta = timedelta(0)
    stopped: datetime | None = None
    reminded: int = 0
    banks: list[list[timedelta]] = field(default_factory=list)
    """Both players' time at the beginning of each turn whose move stands."""
    unspent: list[timedelta] = field(default_factory=list)
    """For each unforced move that stands: what its player had left of the time of the turn."""
    plies: list[tuple[int, str, bool]] = field(default_factory=list)
    """Side, text, and whether it was forced, of the moves that stand."""
    events: int = 0
    offer: int | None = None
    offered: dict[int, set[int]] = field(default_factory=lambda: {0: set(), 1: set()})
    """For each side, which sides have yet to move since it offered a draw."""
    asked: int | None = None
    refused: bool = False
    touched: bool = True
    stored: list[bool] = field(default_factory=list)
    """For each unforced move that stands: whether it was a conditional move."""
    plans: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    aside: list[list[tuple[int, tuple[str, ...]]]] = field(default_factory=list)
    """For each unforced move that stands: the plans before it, unless one answered it."""
    said: list[str] = field(default_factory=list)
    """For each unforced move that stands: its remark, as far as it is still shown."""
    notes: set[int] = field(default_factory=set)
    """Who has written a note on it."""
    moved_at: datetime | None = None
    locked: bool = False
    over: bool = False
    aborted: bool = False
    winner: int | None = None
    rematch: set[int] = field(default_factory=set)

    @property
    def position(self) -> Position:
        position: Position = GAMES[self.game].start({})
        for _, text, _ in self.plies:
            position = position.play(text)[1]
        return position

    def moves(self, side: int) -> int:
        return sum(by == side and not forced for by, _, forced in self.plies)

    @property
    def settled(self) -> bool:
        return self.moves(0) >= 2 and self.moves(1) >= 2

    @property
    def last_mover(self) -> int | None:
        return next((side for side, _, forced in reversed(self.plies) if not forced), None)

    def turn_begins(self, now: datetime, away: set[int]) -> None:
        self.since, self.given, self.reminded = now, timedelta(0), 0
        stands = self.pace is not None and self.seats[self.position.turn] in away
        self.stopped = now if stands else None

    def used(self, now: datetime) -> timedelta:
        return (self.stopped or now) - self.since - self.given

    def play(self, text: str, now: datetime, away: set[int], said: str = "") -> None:
        self.said.append(said)
        self.aside.append(list(self.plans))
        self.ply(text, now, away, stored=False)
        while answer := self.answer():
            self.said.append(self.said[-1])
            self.aside[-1] = []
            self.aside.append([])
            self.ply(answer, now, away, stored=True)

    def answer(self) -> str | None:
        ready = (moves[0] for side, moves in self.plans if side == self.position.turn)
        return None if self.over else next(ready, None)

    def ply(self, text: str, now: datetime, away: set[int], *, stored: bool) -> None:
        position = self.position
        side = position.turn
        self.banks.append(list(self.bank))
        self.touched, self.moved_at = stored, now
        self.stored.append(stored)
        if self.pace is not None:
            left = max(timedelta(0), self.bank[side] - self.used(now))
            self.unspent.append(left)
            self.bank[side] = min(self.pace.most, left + self.pace.adds)
        move, position = position.play(text)
        self.plies.append((side, move.text, False))
        movers = {side}
        self.events += 1
        while position.moves().keys() == {"pass"}:
            self.plies.append((position.turn, "pass", True))
            movers.add(position.turn)
            self.events += 1
            position = position.play("pass")[1]
        self.turn_begins(now, away)
        self.asked, self.refused = None, False
        for waiting in self.offered.values():
            waiting.difference_update(movers)
        if self.offer != side:
            self.offer = None
        going_on = [(who, rest[1:]) for who, rest in self.plans if rest[0] == move.text]
        self.plans = [(who, rest) for who, rest in going_on if rest]
        if outcome := position.outcome():
            self.end(outcome.winner)

    def end(self, winner: int | None, *, aborted: bool = False) -> None:
        self.over, self.winner, self.aborted = True, winner, aborted
        self.offer = self.asked = self.stopped = None
        self.locked = False
        self.plans = []

    def take_back(self, asker: int, now: datetime, away: set[int], *, undo: bool) -> None:
        bank, unspent = list(self.bank), timedelta(0)
        left = self.left_after(asker, now, away, undo=undo)
        while True:
            side, _, forced = self.plies.pop()
            if forced:
                continue
            self.stored.pop()
            self.said.pop()
            aside = self.aside.pop()
            before = self.banks.pop()
            if self.pace:
                unspent = self.unspent.pop()
            if side == asker:
                break
            bank = before
        self.plans = aside
        self.offer = self.asked = None
        self.refused = False
        self.touched = True
        self.turn_begins(now, away)
        if self.pace:
            self.bank = [min(self.pace.most, time) for time in bank]
            self.bank[asker] = max(before[asker], unspent)
            self.given = left - self.bank[asker]
            self.reminded = sum(left <= self.bank[asker] // part for part in (5, 20))

    def left_after(self, asker: int, now: datetime, away: set[int], *, undo: bool) -> timedelta:
        """Return what somebody would have left once the last move is taken back."""
        if self.pace is None:
            return timedelta(0)
        movers = [side for side, _, forced in self.plies if not forced]
        left = self.unspent[len(movers) - 1 - movers[::-1].index(asker)]
        if self.position.turn == asker or (undo and self.seats[asker] not in away):
            left = max(timedelta(0), left - self.used(now))
        return left if undo else max(left, HOUR)

    def may(self, verb: str, person: int, now: datetime, away: set[int]) -> bool:
        if person not in self.seats:
            return False
        side = self.seats.index(person)
        if verb == "ask_rematch":
            return self.over and side not in self.rematch
        if self.over or (self.locked and verb not in ("resign", "abort")):
            return False
        return {
            "undo": self.undoable(side, now, away),
            "claim": self.claimable(1 - side, now),
            "resign": True,
            "abort": not self.settled,
            "offer_draw": self.offer is None and not self.offered[side],
            "accept_draw": self.offer == 1 - side,
            "decline_draw": self.offer == 1 - side,
            "ask_take_back": self.asked is None
            and not self.refused
            and (self.last_mover == side or self.stored[-1:] == [True]),
            "grant_take_back": self.asked == 1 - side,
            "refuse_take_back": self.asked == 1 - side,
            "give_time": self.lacks_time(1 - side, now),
        }[verb]

    def undoable(self, side: int, now: datetime, away: set[int]) -> bool:
        young = self.moved_at is not None and now <= self.moved_at + 2 * MINUTES
        if self.last_mover != side or self.touched or not young:
            return False
        return not self.pace or self.left_after(side, now, away, undo=True) > timedelta(0)

    def claimable(self, side: int, now: datetime) -> bool:
        gone = now >= self.since + self.given + 60 * DAY
        return self.pace is None and self.position.turn == side and gone

    def lacks_time(self, side: int, now: datetime) -> bool:
        if self.pace is None:
            return False
        gone = self.used(now) if self.position.turn == side else timedelta(0)
        return self.pace.most - self.bank[side] + gone >= HOUR

    def does(self, verb: str, person: int, now: datetime, away: set[int]) -> None:
        side = self.seats.index(person)
        self.events += 1
        self.touched = self.touched or side != self.last_mover
        match verb:
            case "resign":
                self.end(1 - side)
            case "abort":
                self.end(None, aborted=True)
            case "offer_draw":
                self.offer, self.offered[side] = side, {0, 1}
            case "accept_draw":
                self.end(None)
            case "decline_draw":
                self.offer = None
            case "ask_take_back":
                self.asked = side
            case "grant_take_back" | "undo":
                undo = verb == "undo"
                self.take_back(side if undo else 1 - side, now, away, undo=undo)
            case "refuse_take_back":
                self.asked, self.refused = None, True
            case "claim":
                self.end(side if self.settled else None, aborted=True)
            case "give_time":
                self.give_time(1 - side, now)
            case "ask_rematch":
                self.rematch.add(side)

    def give_time(self, side: int, now: datetime) -> None:
        assert self.pace is not None
        theirs = self.position.turn == side
        self.bank[side] = self.pace.most + (self.used(now) if theirs else timedelta(0))
        if self.last_mover == side:
            self.unspent[-1] = self.bank[side]
        self.reminded = 0 if theirs else self.reminded

    def time_of(self, part: float) -> datetime | None:
        if self.pace is None or self.over or self.stopped:
            return None
        return self.since + self.given + part * self.bank[self.position.turn]

    def reminders_past(self, now: datetime) -> int:
        return sum(time <= now for time in self.reminders)

    @property
    def may_be_claimed(self) -> bool:
        return self.pace is None and not self.over and not self.locked

    @property
    def reminders(self) -> list[datetime]:
        if self.may_be_claimed:
            return [self.since + self.given + 48 * DAY]
        deadline = self.time_of(1)
        bank = self.bank[self.position.turn] if deadline else timedelta(0)
        return [deadline - bank // part for part in (5, 20)] if deadline else []

    def falls_into(self, night: Night) -> bool:
        """Check whether time runs out in quiet hours or soon after, and the reminder in them."""
        deadline = self.time_of(1)
        soon = deadline is not None and night.begins < deadline <= night.ends + LATE
        return soon and self.reminded < 2 and self.reminders[-1] >= night.begins


@dataclass
class Days:
    """The expected state of a person's vacation."""

    saved: timedelta
    at: datetime
    away: bool = False
    by_itself: bool = False

    def left(self, now: datetime) -> timedelta:
        passed = now - self.at
        return self.saved - passed if self.away else min(30 * DAY, self.saved + passed / 8)


VERBS = {
    verb.__name__: verb
    for verb in (
        verbs.resign,
        verbs.abort,
        verbs.offer_draw,
        verbs.accept_draw,
        verbs.decline_draw,
        verbs.ask_take_back,
        verbs.grant_take_back,
        verbs.refuse_take_back,
        undo,
        give_time,
        claim,
    )
}


class Parlour(RuleBasedStateMachine):
    """Three people, a clock that moves, and a bot that is sometimes down."""

    @initialize(seed=PICK)
    def open(self, seed: int) -> None:
        self.folder = Path(mkdtemp())
        self.runner = asyncio.Runner()
        self.now = self.alive = NOW
        self.rng = random.Random(seed)
        self.store = self.run(Store.open(self.path, NOW, self.rng))
        self.matches: dict[int, Modelled] = {}
        self.pending: dict[int, tuple[int, int | None, datetime]] = {}
        self.made: dict[int, tuple[int, int | None, datetime]] = {}
        self.standing: dict[int, tuple[int, int]] = {}
        """Standing challenges by number: who made each, and for how many matches at once."""
        self.origins: dict[int, int] = {}
        """For each of these that is open, that number."""
        self.came: dict[int, int] = {}
        """For each match that began from one, that number."""
        self.channels = itertools.count()
        self.days: dict[int, Days] = {}
        self.quiet: dict[int, tuple[QuietHours, str]] = {}

    @property
    def path(self) -> Path:
        return self.folder / "parlour.sqlite3"

    def run(self, asked: Coroutine[object, object, Answer]) -> Answer:
        return self.runner.run(asked)

    def allowed(self, asked: Coroutine[object, object, Answer], *, expected: bool) -> Answer | None:
        """Try an action, and check that it is done or refused as expected."""
        if expected:
            return self.run(asked)
        with pytest.raises(Refusal, match=r"[.!?]$"):
            self.run(asked)
        return None

    def pick(self, number: int) -> tuple[int, Modelled]:
        return list(self.matches.items())[number % len(self.matches)]

    @property
    def away(self) -> set[int]:
        return {person for person, days in self.days.items() if days.away}

    def noted(self, match: StoredMatch, pace: Pace | None, rated: bool) -> None:
        """Expect a match; with one side easier it is rated between people who know the game."""
        known = all(self.has_finished(person, match.game) for person in match.seats)
        rated &= known or not Terms(match.game, {}).is_uneven
        model = Modelled(match.game, match.seats, pace, rated, self.now)
        model.bank = [pace.start, pace.start] if pace else []
        model.turn_begins(self.now, self.away)
        self.matches[match.number] = model
        for person in match.seats:
            self.days.setdefault(person, Days(10 * DAY, self.now))

    def has_finished(self, person: int, game: str) -> bool:
        ended = [model for model in self.matches.values() if model.over and not model.aborted]
        return any(model.game == game and person in model.seats for model in ended)

    # Challenges.

    @rule(
        by=PERSON,
        to=st.none() | PERSON,
        game=st.sampled_from(["ringo", "hoyito", "hoyito"]),
        pace=st.sampled_from([None, Pace.a_move(1), Pace.a_move(3), Pace.bank(3, 12, 5)]),
        rated=st.booleans(),
        seat=st.sampled_from(Seat),
        at_once=st.none() | st.integers(1, 2),
    )
    def challenge(
        self,
        by: int,
        to: int | None,
        game: str,
        pace: Pace | None,
        rated: bool,
        seat: Seat,
        at_once: int | None,
    ) -> None:
        terms = Terms(game, {}, seat, pace, rated)
        # A different channel each time, so that only direct challenges can be identical.
        place = Place(next(self.channels), None)
        opponent = None if to is None else PEOPLE[to]
        before = self.run(self.store.challenges.pending(self.now))
        same = to is not None and any(
            (other.challenger.id, other.opponent) == (by, opponent)
            and (other.terms.game, other.terms.seat) == (game, seat)
            and (other.terms.pace, other.terms.rated) == (pace, rated)
            for other in before
        )
        mine = sum(other.challenger.id == by for other in before)
        mine += sum(self.standing[origin][0] == by for origin in self.resting.values())
        lately = [
            to for who, to, made in self.made.values() if who == by and made > self.now - HOUR
        ]
        hasty = len(lately) >= 15 or (to is not None and lately.count(to) >= 5)
        made = self.allowed(
            self.store.challenges.make(
                PEOPLE[by], opponent, terms, place, self.now, at_once=at_once
            ),
            expected=by != to
            and not same
            and mine < 20
            and not hasty
            and (to is None or at_once is None),
        )
        if made is not None:
            if at_once is not None:
                self.standing[made.number] = by, at_once
                self.origins[made.number] = made.number
            self.pending[made.number] = by, to, made.expires
            self.made[made.number] = by, to, self.now

    @precondition(lambda self: self.pending)
    @rule(number=PICK, by=PERSON, verb=st.sampled_from(["accept", "accept", "decline", "withdraw"]))
    def answer(self, number: int, by: int, verb: str) -> None:
        key = list(self.pending)[number % len(self.pending)]
        challenger, opponent, expires = self.pending[key]
        stands = self.now < expires
        challenges = self.store.challenges
        if verb == "accept":
            both = self.allowed(
                challenges.accept(key, PEOPLE[by], Place(1), self.now),
                expected=stands and by != challenger and opponent in (None, by),
            )
            if both is not None:
                challenge, match = both
                assert set(match.seats) == {by, challenger}
                if challenge.terms.seat is not Seat.RANDOM:
                    assert match.seats.index(challenger) == (challenge.terms.seat is Seat.SECOND)
                self.noted(match, challenge.terms.pace, challenge.terms.rated)
                del self.pending[key]
                self.made.pop(key, None)
                self.offered_anew(challenge, match)
        elif verb == "decline":
            if self.allowed(
                challenges.decline(key, by, self.now), expected=stands and by == opponent
            ):
                del self.pending[key]
        elif self.allowed(
            challenges.withdraw(key, by, self.now), expected=stands and by == challenger
        ):
            del self.pending[key]

    @property
    def resting(self) -> dict[int, int]:
        """Return the standing challenges that rest: too many of their matches are live."""
        return {
            key: origin
            for key, origin in self.origins.items()
            if key not in self.pending and self.going(origin) >= self.standing[origin][1]
        }

    def going(self, origin: int) -> int:
        return sum(came == origin and not self.matches[key].over for key, came in self.came.items())

    def offered_anew(self, taken: Challenge, match: StoredMatch) -> None:
        origin = self.origins.pop(taken.number, None)
        assert match.came_of == origin
        anew = self.run(self.store.challenges.standing(taken))
        assert (anew is None) == (origin is None)
        if anew is not None and origin is not None:
            self.came[match.number] = self.origins[anew.number] = origin
            if anew.number not in self.resting:
                self.pending[anew.number] = self.standing[origin][0], None, anew.expires

    @invariant()
    def stands_while_few_go_on(self) -> None:
        resting = self.resting
        for key, origin in list(self.origins.items()):
            challenge = self.run(self.store.challenges.find(key))
            assert challenge.going == self.going(origin)
            if challenge.state not in (ChallengeState.PENDING, ChallengeState.RESTING):
                del self.origins[key]
                continue
            assert (challenge.state is ChallengeState.RESTING) == (key in resting)
            if key not in resting:
                self.pending[key] = self.standing[origin][0], None, challenge.expires

    # Matches.

    @precondition(lambda self: self.matches)
    @rule(number=PICK, moves=st.sampled_from([1, 1, 2, 5, 40]))
    def play_on(self, number: int, moves: int) -> None:
        key, model = self.pick(number)
        for _ in range(moves):
            if model.over or model.locked:
                break
            legal = list(model.position.moves())
            text = self.rng.choice([legal[0], self.rng.choice(legal)])
            person = model.seats[model.position.turn]
            said = self.rng.choice(["", "", "nice!", "*so* it goes"])
            model.play(text, self.now, self.away, said)
            seen = self.run(self.store.matches.find(key)).count
            self.run(play(self.store, key, person, text, self.now, seen, said))

    @precondition(lambda self: self.matches)
    @rule(number=PICK, by=PERSON, text=st.sampled_from(["a1-a2", "c", "", "x" * 500, "`F`"]))
    def play_foolishly(self, number: int, by: int, text: str) -> None:
        key, model = self.pick(number)
        legal = not (model.over or model.locked) and model.seats[model.position.turn] == by
        if legal:
            try:
                model.position.play(text)
            except Refusal:
                legal = False
        if self.allowed(play(self.store, key, by, text, self.now), expected=legal):
            model.play(text, self.now, self.away)

    @precondition(lambda self: self.matches)
    @rule(
        number=PICK,
        by=PERSON,
        verb=st.sampled_from([*VERBS, "ask_rematch"]),
        stale=st.integers(0, 3),
    )
    def do(self, number: int, by: int, verb: str, stale: int) -> None:
        key, model = self.pick(number)
        if verb == "ask_rematch":
            asked = ask_rematch(self.store, key, by, self.now)
            both = self.allowed(asked, expected=model.may(verb, by, self.now, self.away))
            if both is not None:
                model.does(verb, by, self.now, self.away)
                assert (both[1] is not None) == (len(model.rematch) == 2)
                if both[1] is not None:
                    assert both[1].seats == model.seats[::-1]
                    self.noted(both[1], model.pace, model.rated)
            return
        # One time in four the player has not seen the last event.
        seen = model.events - (stale == 0)
        may = model.may(verb, by, self.now, self.away) and stale != 0
        if verb == "claim" and self.away & {*model.seats} - {by}:
            may = False
        if self.allowed(do(self.store, key, VERBS[verb], by, self.now, seen), expected=may):
            model.does(verb, by, self.now, self.away)

    @precondition(lambda self: self.matches)
    @rule(number=PICK, ruling=st.sampled_from(["lock", "lock", "unlock", "stop", "adjudicate"]))
    def decide(self, number: int, ruling: str) -> None:
        key, model = self.pick(number)
        apply = self.store.matches.apply
        decide = {
            "lock": lambda match: verbs.lock(match, self.now, "so be it"),
            "unlock": lambda match: verbs.unlock(match, self.now, "so be it"),
            "stop": lambda match: verbs.stop(match, self.now, "so be it"),
            "adjudicate": lambda match: verbs.adjudicate(match, self.now, "so be it", 1),
        }[ruling]
        may = not model.over and {"lock": not model.locked, "unlock": model.locked}.get(
            ruling, True
        )
        if not self.allowed(apply(key, decide), expected=may):
            return
        model.events += 1
        if ruling == "lock":
            model.locked = True
            model.stopped = model.stopped or (self.now if model.pace else None)
        elif ruling == "unlock":
            model.locked = False
            if model.stopped and model.seats[model.position.turn] not in self.away:
                model.given += self.now - model.stopped
                model.stopped = None
        else:
            model.end(1 if ruling == "adjudicate" else None, aborted=True)

    @precondition(lambda self: self.matches)
    @rule(number=PICK, moves=st.sampled_from([1, 2, 2, 4]), likely=st.booleans())
    def keep_line(self, number: int, moves: int, likely: bool) -> None:
        key, model = self.pick(number)
        if model.over or model.locked:
            return
        side = 1 - model.position.turn
        position, texts, last = model.position, [], side
        for _ in range(moves):
            if position.outcome() is not None:
                break
            legal = list(position.moves())
            last = position.turn
            move, position = position.play(legal[0] if likely else self.rng.choice(legal))
            texts.append(move.text)
            while position.moves().keys() == {"pass"}:
                position = position.play("pass")[1]
        mine = [rest for who, rest in model.plans if who == side]
        stored = self.store.conditional_moves.store(key, model.seats[side], texts, model.events)
        if last != side or mine:
            with suppress(Refusal):
                self.run(stored)
            kept = self.run(self.store.conditional_moves.find(key, model.seats[side]))
            others = [plan for plan in model.plans if plan[0] != side]
            model.plans = others + [(side, plan.moves) for plan in kept.values()]
            assert mine == [plan.moves for plan in kept.values()][: len(mine)]
        else:
            self.run(stored)
            model.plans.append((side, tuple(texts)))

    @precondition(lambda self: self.matches)
    @rule(number=PICK, by=PERSON, text=st.sampled_from(["", " \u2800", "so\nit goes", "x" * 1001]))
    def note(self, number: int, by: int, text: str) -> None:
        key, model = self.pick(number)
        notes = self.store.notes
        if text:
            legal = by in model.seats and text == "so\nit goes"
            self.allowed(notes.write(key, by, text), expected=legal)
            model.notes |= {by} if legal else set()
        else:
            self.allowed(notes.delete(key, by), expected=by in model.notes)
            model.notes -= {by}

    @precondition(lambda self: self.matches)
    @rule(number=PICK, by=PERSON)
    def look(self, number: int, by: int) -> None:
        key, model = self.pick(number)
        match = self.run(self.store.matches.find(key))
        self.run(self.store.matches.touch(match, by, self.now))
        young = model.moved_at is not None and self.now <= model.moved_at + 2 * MINUTES
        if model.last_mover is not None and by == model.seats[1 - model.last_mover]:
            model.touched = model.touched or (young and not model.over)

    @precondition(lambda self: self.matches)
    @rule(number=PICK, channel=st.integers(1, 3))
    def relocate(self, number: int, channel: int) -> None:
        key, model = self.pick(number)
        place = Place(channel, 5)
        here = self.run(self.store.matches.find(key)).place
        moved = self.store.matches.relocate(key, place, self.now, "so be it")
        if self.allowed(moved, expected=here != place):
            model.events += 1
            assert self.run(self.store.matches.find(key)).place == place

    # Time.

    @rule(hours=st.sampled_from([0.1, 5, 20, 40, 24 * 61]))
    def wait(self, hours: float) -> None:
        self.now += timedelta(hours=hours)

    @rule(
        person=PERSON,
        quiet=st.sampled_from([None, "22:00-08:00", "09:00-17:30", "00:00-23:00"]),
        zone=st.sampled_from(["UTC", "Europe/Berlin", "Asia/Kolkata", "America/New_York"]),
    )
    def sleep(self, person: int, quiet: str | None, zone: str) -> None:
        hours = QuietHours.read(quiet) if quiet else None
        chosen = PersonalSettings(quiet=hours, zone=zone)
        assert (
            self.run(self.store.personal_settings.change(person, lambda _: chosen, self.now))
            == chosen
        )
        self.quiet.pop(person, None)
        if hours:
            self.quiet[person] = hours, zone

    def night_of(self, person: int) -> Night | None:
        if person not in self.quiet:
            return None
        hours, zone = self.quiet[person]
        return hours.next(zone_called(zone), self.now)

    def to_remind(self) -> tuple[set[int], set[int]]:
        """Return the matches whose player is to be reminded now, and those ahead of quiet hours."""
        now, ahead = set(), set()
        for key, model in self.matches.items():
            deadline = model.time_of(1)
            night = self.night_of(model.seats[model.position.turn])
            if not model.reminders or (deadline and self.now >= deadline):
                continue
            if night and night.begins <= self.now:
                continue
            if night and night.begins - EARLY <= self.now and model.falls_into(night):
                ahead.add(key)
            elif model.reminders_past(self.now) > model.reminded:
                now.add(key)
        return now, ahead

    @rule()
    def poll(self) -> None:
        self.run(self.store.personal_settings.store_next_quiet_hours(self.now))
        due = self.run(self.store.due.find(self.now))
        reminders, ahead = self.to_remind()
        time_outs: set[int] = set()
        last_calls: dict[int, int] = {}
        for key, model in self.matches.items():
            deadline = model.time_of(1)
            mover = model.seats[model.position.turn]
            called = deadline is not None and self.now >= deadline - MINUTES and model.settled
            if called and self.days[mover].by_itself:
                last_calls[key] = mover
            if deadline and self.now >= deadline:
                time_outs.add(key)
        expiries = {key for key, (_, _, expires) in self.pending.items() if self.now >= expires}
        assert set(due.reminders) == reminders
        assert set(due.early_reminders) == ahead
        assert set(due.time_outs) == time_outs
        assert set(due.expiries) == expiries
        assert set(due.last_calls) == last_calls.keys()
        used_up = {who for who, days in self.days.items() if days.away and not self.lasts(days)}
        assert set(due.vacations) == used_up
        for person in used_up:
            self.run(self.store.vacations.use_up(person, self.now))
            self.comes_back(person)
        for key in due.last_calls:
            self.save(key, last_calls[key])
        time_outs = {key for key in time_outs if self.matches[key].time_of(1)}
        reminders = {key for key in reminders if self.matches[key].reminders}
        for key in ahead:
            if deadline := self.matches[key].time_of(1):
                self.run(self.store.matches.remind(key, deadline))
                self.matches[key].reminded = 2
        for key in reminders:
            self.run(self.store.matches.remind(key, self.now))
            self.matches[key].reminded = self.matches[key].reminders_past(self.now)
        for key in time_outs:
            self.run(run_out(self.store, key, self.now))
            model = self.matches[key]
            model.events += 1
            model.end(1 - model.position.turn if model.settled else None, aborted=not model.settled)
        for key in expiries:
            self.run(self.store.challenges.expire(key, self.now))
            del self.pending[key]
        self.run(self.store.outages.beat(self.now))
        self.alive = self.now

    @precondition(lambda self: self.matches)
    @rule(number=PICK)
    def run_out_early(self, number: int) -> None:
        key, model = self.pick(number)
        deadline = model.time_of(1)
        if deadline is None or self.now < deadline:
            self.allowed(run_out(self.store, key, self.now), expected=False)

    # Vacations.

    def lasts(self, days: Days) -> bool:
        return days.left(self.now) > timedelta(0)

    def clocks_of(self, person: int) -> list[Modelled]:
        return [
            model
            for model in self.matches.values()
            if not model.over and model.pace and model.seats[model.position.turn] == person
        ]

    def leaves(self, person: int, since: datetime) -> None:
        days = self.days[person]
        days.saved, days.at, days.away = days.left(since), since, True
        for model in self.clocks_of(person):
            model.stopped = model.stopped or max(since, model.since)

    def comes_back(self, person: int) -> None:
        days, most = self.days[person], timedelta(0)
        for model in self.clocks_of(person):
            bank = model.bank[model.position.turn]
            least = min(DAY, bank)
            if (lacks := least - (bank - model.used(self.now))) > timedelta(0):
                model.given += lacks
                model.reminded = int(least <= bank // 5)
                most = max(most, lacks)
        left = max(timedelta(0), days.left(self.now)) - most
        days.saved, days.at, days.away = max(timedelta(0), left), self.now, False
        for model in self.clocks_of(person):
            assert model.stopped
            if model.locked:
                continue
            model.given += self.now - model.stopped
            model.stopped = None

    def save(self, key: int, mover: int) -> None:
        """Let a vacation begin automatically, five minutes before the time runs out or later."""
        days, deadline = self.days[mover], self.matches[key].time_of(1)
        match = self.run(self.store.matches.find(key))
        if deadline is None:
            self.allowed(self.store.vacations.save(match, self.now), expected=False)
            return
        since = min(self.now, deadline - MINUTES)
        may = not days.away and days.at <= since and days.left(since) >= DAY
        self.allowed(self.store.vacations.save(match, self.now), expected=may)
        if may:
            self.leaves(mover, since)

    @precondition(lambda self: self.days)
    @rule(number=PICK)
    def vacation(self, number: int) -> None:
        by = list(self.days)[number % len(self.days)]
        days, vacations = self.days[by], self.store.vacations
        if days.away:
            self.run(vacations.end(by, self.now))
            self.comes_back(by)
        else:
            may = days.left(self.now) >= DAY
            self.allowed(vacations.begin(by, self.now), expected=may)
            if may:
                self.leaves(by, self.now)

    @precondition(lambda self: self.days)
    @rule(number=PICK, by_itself=st.booleans())
    def choose_vacation(self, number: int, by_itself: bool) -> None:
        person, days = list(self.days.items())[number % len(self.days)]
        self.run(self.store.vacations.choose(person, self.now, by_itself=by_itself))
        days.by_itself = by_itself

    @rule(hours=st.sampled_from([0, 1, 30]))
    def restart(self, hours: float) -> None:
        self.run(self.store.close())
        self.now += timedelta(hours=hours)
        self.store = self.run(Store.open(self.path, self.now, self.rng))
        for model in self.matches.values():
            if model.time_of(1) or (model.pace is None and not model.over):
                model.given += self.now - max(self.alive, model.since)
        for key, (by, to, expires) in self.pending.items():
            if expires > self.alive:
                made = self.run(self.store.challenges.find(key)).made
                self.pending[key] = by, to, expires + (self.now - max(self.alive, made))
        for days in self.days.values():
            if days.away:
                days.saved += self.now - max(self.alive, days.at)
        self.alive = self.now

    # Invariants.

    @invariant()
    def agrees(self) -> None:
        for key, model in self.matches.items():
            match = self.run(self.store.matches.find(key))
            assert match.count == model.events
            assert match.moves == (model.moves(0), model.moves(1))
            assert match.position == model.position
            assert match.locked == model.locked
            for side, person in enumerate(model.seats):
                kept = self.run(self.store.conditional_moves.find(key, person)).values()
                assert {plan.moves for plan in kept} == {
                    rest for who, rest in model.plans if who == side
                }
            shown = model.said[-1] if model.said else ""
            assert (match.remark.text if match.remark else "") == shown
            for person in PEOPLE:
                noted = self.run(self.store.notes.find(person, key))
                assert noted == ({key: "so\nit goes"} if person in model.notes else {})
            assert model.over or model.last_mover is None or match.touched == model.touched
            assert (match.draw_offer, match.take_back) == (model.offer, model.asked)
            assert match.deadline == model.time_of(1)
            assert model.pace is None or match.clock.bank == tuple(model.bank)
            assert (match.result is not None) == model.over
            assert match.result is None or match.result.winner == model.winner
            assert match.counts == (
                model.over and model.rated and model.settled and not model.aborted
            )
            moves = moves_that_stand(self.run(history(self.store, key)))
            told = [(move.side, move.text, move.kind is Kind.PASS) for move in moves]
            assert told == model.plies

    def teardown(self) -> None:
        if not hasattr(self, "folder"):
            return
        try:
            self.agrees_with_history()
        finally:
            self.run(self.store.close())
            self.runner.close()
            shutil.rmtree(self.folder)

    def agrees_with_history(self) -> None:
        rated = sum(
            model.over and model.rated and model.settled and not model.aborted
            for model in self.matches.values()
        )
        histories = [self.run(rating_history(self.store, person)) for person in PEOPLE]
        assert sum(map(len, histories)) == 2 * rated
        assert self.run(faults_of(self.path)) == []


class ParlourAtLength(Parlour):
    """The same, with three times as many examples."""


WITHOUT_HURRY = settings(
    stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
Parlour.TestCase.settings = settings(WITHOUT_HURRY, max_examples=5)
ParlourAtLength.TestCase.settings = settings(WITHOUT_HURRY, max_examples=15)
TestParlour = Parlour.TestCase
TestParlourAtLength = THOROUGH(ParlourAtLength.TestCase)
