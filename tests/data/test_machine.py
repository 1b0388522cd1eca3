"""Any verbs in any order, wise or foolish, against a simple model."""

import asyncio
import itertools
import random
import shutil
from collections.abc import Coroutine
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import mkdtemp
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from data import KeptMatch, Ledger, Place, Seat, Terms
from data.record import moves_that_stand
from rules import GAMES, Position, Refusal, verbs
from rules.event import Kind
from tests.data.parlour import (
    ANN,
    BEA,
    CARL,
    DAY,
    NOW,
    ask_rematch,
    do,
    faults_of,
    history,
    play,
    run_out,
)

Answer = TypeVar("Answer")
PEOPLE = {person.id: person for person in (ANN, BEA, CARL)}
PERSON = st.sampled_from(sorted(PEOPLE))
PICK = st.integers(0, 10**6)


@dataclass
class Modelled:
    """What should be true of a match, kept as plainly as possible."""

    game: str
    seats: tuple[int, int]
    pace: int | None
    rated: bool
    since: datetime
    given: timedelta = timedelta(0)
    reminded: bool = False
    plies: list[tuple[int, str, bool]] = field(default_factory=list)
    """Side, text, and whether it was forced, of the moves that stand."""
    events: int = 0
    offer: int | None = None
    offered: dict[int, set[int]] = field(default_factory=lambda: {0: set(), 1: set()})
    """For each side, which sides have yet to move since it offered a draw."""
    asked: int | None = None
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

    def turn_begins(self, now: datetime) -> None:
        self.since, self.given, self.reminded = now, timedelta(0), False

    def play(self, text: str, now: datetime) -> None:
        position = self.position
        side = position.turn
        move, position = position.play(text)
        self.plies.append((side, move.text, False))
        movers = {side}
        self.events += 1
        while position.moves().keys() == {"pass"}:
            self.plies.append((position.turn, "pass", True))
            movers.add(position.turn)
            self.events += 1
            position = position.play("pass")[1]
        self.turn_begins(now)
        self.asked = None
        for waiting in self.offered.values():
            waiting.difference_update(movers)
        if self.offer != side:
            self.offer = None
        if outcome := position.outcome():
            self.end(outcome.winner)

    def end(self, winner: int | None, *, aborted: bool = False) -> None:
        self.over, self.winner, self.aborted = True, winner, aborted
        self.offer = self.asked = None

    def take_back(self, now: datetime) -> None:
        while self.plies.pop()[2]:
            pass
        self.offer = self.asked = None
        self.turn_begins(now)

    def may(self, verb: str, person: int) -> bool:
        if person not in self.seats:
            return False
        side = self.seats.index(person)
        if verb == "ask_rematch":
            return self.over and side not in self.rematch
        if self.over:
            return False
        return {
            "resign": True,
            "abort": not self.settled,
            "offer_draw": self.offer is None and not self.offered[side],
            "accept_draw": self.offer == 1 - side,
            "decline_draw": self.offer == 1 - side,
            "ask_take_back": self.last_mover == side and self.asked is None,
            "grant_take_back": self.asked == 1 - side,
            "refuse_take_back": self.asked == 1 - side,
        }[verb]

    def does(self, verb: str, person: int, now: datetime) -> None:
        side = self.seats.index(person)
        self.events += 1
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
            case "grant_take_back":
                self.take_back(now)
            case "refuse_take_back":
                self.asked = None
            case "ask_rematch":
                self.rematch.add(side)

    def time_of(self, part: float) -> datetime | None:
        if self.pace is None or self.over:
            return None
        return self.since + self.given + part * self.pace * DAY


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
    )
}


class Parlour(RuleBasedStateMachine):
    """Three people, a clock that moves, and a bot that is sometimes down."""

    @initialize(seed=PICK)
    def open(self, seed: int) -> None:
        self.folder = Path(mkdtemp())
        self.runner = asyncio.Runner()
        self.now = self.alive = NOW
        self.lots = random.Random(seed)
        self.ledger = self.run(Ledger.open(self.path, NOW, self.lots))
        self.matches: dict[int, Modelled] = {}
        self.pending: dict[int, tuple[int, int | None, datetime]] = {}
        self.channels = itertools.count()

    @property
    def path(self) -> Path:
        return self.folder / "parlour.sqlite3"

    def run(self, asked: Coroutine[object, object, Answer]) -> Answer:
        return self.runner.run(asked)

    def allowed(self, asked: Coroutine[object, object, Answer], *, expected: bool) -> Answer | None:
        """Ask for something and see that it is done or refused as expected."""
        if expected:
            return self.run(asked)
        with pytest.raises(Refusal, match=r"[.!?]$"):
            self.run(asked)
        return None

    def pick(self, number: int) -> tuple[int, Modelled]:
        return list(self.matches.items())[number % len(self.matches)]

    def noted(self, match: KeptMatch, pace: int | None, rated: bool) -> None:
        self.matches[match.number] = Modelled(match.game, match.seats, pace, rated, self.now)

    # Challenges.

    @rule(
        by=PERSON,
        to=st.none() | PERSON,
        game=st.sampled_from(["ringo", "hoyito", "hoyito"]),
        pace=st.sampled_from([None, 1, 3]),
        rated=st.booleans(),
        seat=st.sampled_from(Seat),
    )
    def challenge(
        self, by: int, to: int | None, game: str, pace: int | None, rated: bool, seat: Seat
    ) -> None:
        terms = Terms(game, {}, seat, pace, rated)
        # A place of its own each time, so that only direct challenges can be identical.
        place = Place(next(self.channels), None)
        opponent = None if to is None else PEOPLE[to]
        before = self.run(self.ledger.challenges.pending(self.now))
        same = to is not None and any(
            (other.challenger.id, other.opponent) == (by, opponent)
            and (other.terms.game, other.terms.seat) == (game, seat)
            and (other.terms.pace, other.terms.rated) == (pace, rated)
            for other in before
        )
        mine = sum(other.challenger.id == by for other in before)
        made = self.allowed(
            self.ledger.challenges.make(PEOPLE[by], opponent, terms, place, self.now),
            expected=by != to and not same and mine < 20,
        )
        if made is not None:
            self.pending[made.number] = by, to, made.expires

    @precondition(lambda self: self.pending)
    @rule(number=PICK, by=PERSON, verb=st.sampled_from(["accept", "accept", "decline", "withdraw"]))
    def answer(self, number: int, by: int, verb: str) -> None:
        key = list(self.pending)[number % len(self.pending)]
        challenger, opponent, expires = self.pending[key]
        stands = self.now < expires
        challenges = self.ledger.challenges
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
        elif verb == "decline":
            if self.allowed(
                challenges.decline(key, by, self.now), expected=stands and by == opponent
            ):
                del self.pending[key]
        elif self.allowed(
            challenges.withdraw(key, by, self.now), expected=stands and by == challenger
        ):
            del self.pending[key]

    # Matches.

    @precondition(lambda self: self.matches)
    @rule(number=PICK, moves=st.sampled_from([1, 1, 2, 5, 40]))
    def play_on(self, number: int, moves: int) -> None:
        key, model = self.pick(number)
        for _ in range(moves):
            if model.over:
                break
            text = self.lots.choice(list(model.position.moves()))
            person = model.seats[model.position.turn]
            model.play(text, self.now)
            seen = self.run(self.ledger.matches.find(key)).count
            self.run(play(self.ledger, key, person, text, self.now, seen))

    @precondition(lambda self: self.matches)
    @rule(number=PICK, by=PERSON, text=st.sampled_from(["a1-a2", "c", "", "x" * 500, "`F`"]))
    def play_foolishly(self, number: int, by: int, text: str) -> None:
        key, model = self.pick(number)
        legal = not model.over and model.seats[model.position.turn] == by
        if legal:
            try:
                model.position.play(text)
            except Refusal:
                legal = False
        if self.allowed(play(self.ledger, key, by, text, self.now), expected=legal):
            model.play(text, self.now)

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
            asked = ask_rematch(self.ledger, key, by, self.now)
            both = self.allowed(asked, expected=model.may(verb, by))
            if both is not None:
                model.does(verb, by, self.now)
                assert (both[1] is not None) == (len(model.rematch) == 2)
                if both[1] is not None:
                    assert both[1].seats == model.seats[::-1]
                    self.noted(both[1], model.pace, model.rated)
            return
        # One time in four the player has not seen the last event.
        seen = model.events - (stale == 0)
        may = model.may(verb, by) and stale != 0
        if self.allowed(do(self.ledger, key, VERBS[verb], by, self.now, seen), expected=may):
            model.does(verb, by, self.now)

    # Time.

    @rule(hours=st.sampled_from([0.1, 5, 20, 40]))
    def wait(self, hours: float) -> None:
        self.now += timedelta(hours=hours)

    @rule()
    def poll(self) -> None:
        due = self.run(self.ledger.clock.due(self.now))
        reminders, time_outs = set(), set()
        for key, model in self.matches.items():
            reminder, deadline = model.time_of(0.8), model.time_of(1)
            if deadline and self.now >= deadline:
                time_outs.add(key)
            elif reminder and self.now >= reminder and not model.reminded:
                reminders.add(key)
        expiries = {key for key, (_, _, expires) in self.pending.items() if self.now >= expires}
        assert set(due.reminders) == reminders
        assert set(due.time_outs) == time_outs
        assert set(due.expiries) == expiries
        for key in reminders:
            self.run(self.ledger.matches.remind(key, self.now))
            self.matches[key].reminded = True
        for key in time_outs:
            self.run(run_out(self.ledger, key, self.now))
            model = self.matches[key]
            model.events += 1
            model.end(1 - model.position.turn if model.settled else None, aborted=not model.settled)
        for key in expiries:
            self.run(self.ledger.challenges.expire(key, self.now))
            del self.pending[key]
        self.run(self.ledger.clock.beat(self.now))
        self.alive = self.now

    @precondition(lambda self: self.matches)
    @rule(number=PICK)
    def run_out_early(self, number: int) -> None:
        key, model = self.pick(number)
        deadline = model.time_of(1)
        if deadline is None or self.now < deadline:
            self.allowed(run_out(self.ledger, key, self.now), expected=False)

    @rule(hours=st.sampled_from([0, 1, 30]))
    def restart(self, hours: float) -> None:
        self.run(self.ledger.close())
        self.now += timedelta(hours=hours)
        self.ledger = self.run(Ledger.open(self.path, self.now, self.lots))
        for model in self.matches.values():
            if model.time_of(1):
                model.given += self.now - max(self.alive, model.since)
        self.alive = self.now

    # What is always true.

    @invariant()
    def agrees(self) -> None:
        for key, model in self.matches.items():
            match = self.run(self.ledger.matches.find(key))
            assert match.count == model.events
            assert match.moves == (model.moves(0), model.moves(1))
            assert match.position == model.position
            assert (match.draw_offer, match.take_back) == (model.offer, model.asked)
            assert match.deadline == model.time_of(1)
            assert (match.result is not None) == model.over
            assert match.result is None or match.result.winner == model.winner
            assert match.counts == (
                model.over and model.rated and model.settled and not model.aborted
            )
            moves = moves_that_stand(self.run(history(self.ledger, key)))
            told = [(move.side, move.text, move.kind is Kind.PASS) for move in moves]
            assert told == model.plies

    def teardown(self) -> None:
        if not hasattr(self, "folder"):
            return
        try:
            self.agrees_with_history()
        finally:
            self.run(self.ledger.close())
            self.runner.close()
            shutil.rmtree(self.folder)

    def agrees_with_history(self) -> None:
        rated = sum(
            model.over and model.rated and model.settled and not model.aborted
            for model in self.matches.values()
        )
        histories = [self.run(self.ledger.ratings.history(person)) for person in PEOPLE]
        assert sum(map(len, histories)) == 2 * rated
        assert self.run(faults_of(self.path)) == []


Parlour.TestCase.settings = settings(
    max_examples=25,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestParlour = Parlour.TestCase
