"""The clock of a live match: minutes for the whole match, and seconds added by each move."""

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import pytest

from match import verbs
from match.clock import ASKED_AFTER, HOUR, LAST_CALL, MINUTE, MOST_LIVE, SECOND, Pace
from match.event import Ending
from match.fold import fold_event
from match.match import Match
from match.rating import game_of, pool_of
from match.verbs import give_time
from rules import Refusal
from tests.match.test_match import ANN, BEA, NOW, done, played, start, timed
from tests.thorough import mostly_thorough

LIVE = Pace.live(10, 15)


def left(match: Match, side: int) -> timedelta:
    assert match.clock.bank is not None
    return match.clock.bank[side]


def test_live_paces_are_written_and_read_and_differ_from_those_of_days() -> None:
    for text in ("10m+15s", "5m+5s", "20m+30s"):
        assert Pace.read(text).write() == text
        assert Pace.read(text).is_live
    for text in ("0m+5s", "10m", "10m+0s", "10m+100s", "1h+5s"):
        with pytest.raises(ValueError, match="no pace"):
            Pace.read(text)
    assert not any(Pace.read(text).is_live for text in ("1", "14", "3d+12h/5d", "10d+24h/14d"))


def test_time_is_for_the_whole_match_and_each_move_adds_some() -> None:
    match = start(pace=LIVE)
    assert match.deadline == NOW + 10 * MINUTE
    match = played(match, "1", at=NOW + 4 * MINUTE)
    assert left(match, 0) == 6 * MINUTE + 15 * SECOND
    assert match.deadline == NOW + 14 * MINUTE, "the other has time of their own"
    match = played(match, "1", at=NOW + 4 * MINUTE + SECOND)
    assert left(match, 1) == 10 * MINUTE + 14 * SECOND, "what is saved is kept, above the start too"


def test_it_runs_out_to_the_second_and_no_vacation_is_called_for() -> None:
    match = played(start(pace=LIVE), *["1"] * 4)
    over = NOW + 10 * MINUTE + 30 * SECOND
    with pytest.raises(Refusal, match="Time isn't up"):
        verbs.run_out(match, over - SECOND)
    ended = fold_event(match, verbs.run_out(match, over))
    assert ended.result is not None
    assert ended.result.how is Ending.TIME
    assert verbs.remind(match, over - 6 * MINUTE).alarm == over != over - LAST_CALL


@pytest.mark.parametrize(
    ("bank", "after"),
    [(10 * MINUTE, ASKED_AFTER), (2 * MINUTE, MINUTE), (MINUTE, 30 * SECOND), (59 * SECOND, None)],
)
def test_a_silent_player_is_asked_once_in_time(bank: timedelta, after: timedelta | None) -> None:
    match = timed(start(pace=LIVE), bank=(bank, bank))
    if after is None:
        assert match.reminders == ()
        assert match.alarm == match.deadline
        return
    assert match.alarm == NOW + after
    with pytest.raises(Refusal, match="nobody to remind"):
        verbs.remind(match, NOW + after - SECOND)
    asked = verbs.remind(match, NOW + after)
    assert asked.alarm == NOW + bank
    with pytest.raises(Refusal, match="nobody to remind"):
        verbs.remind(asked, NOW + bank - SECOND)


def test_a_vacation_does_not_stop_it_and_an_administrator_does() -> None:
    match = played(timed(start(pace=LIVE), away=(NOW, NOW)), "1", at=NOW + MINUTE)
    assert match.stopped is None
    assert match.deadline == NOW + 11 * MINUTE
    locked = fold_event(match, verbs.lock(match, NOW + 2 * MINUTE, "a quarrel"))
    assert locked.deadline is None
    unlocked = fold_event(locked, verbs.unlock(locked, NOW + HOUR, "settled"))
    assert unlocked.deadline == NOW + HOUR + 9 * MINUTE, "although its player is on vacation"
    undone = done(match, verbs.undo, ANN, NOW + 3 * MINUTE)
    assert undone.deadline == NOW + 10 * MINUTE


def test_more_time_is_a_minute_and_asks_nobody_once_more() -> None:
    match = verbs.remind(played(start(pace=LIVE), "1"), NOW + 4 * MINUTE)
    match = fold_event(match, give_time(match, ANN, NOW + 4 * MINUTE))
    assert match.deadline == NOW + 11 * MINUTE
    assert match.alarm == match.deadline
    match = fold_event(match, give_time(match, BEA, NOW + 4 * MINUTE))
    assert left(match, 0) == 11 * MINUTE + 15 * SECOND
    full = timed(match, bank=(MOST_LIVE, MOST_LIVE))
    with pytest.raises(Refusal, match="the most time possible"):
        give_time(full, BEA, NOW + 4 * MINUTE)


def test_a_granted_takeback_gives_at_least_what_a_move_adds_and_not_an_hour() -> None:
    match = played(start(pace=LIVE), "1", at=NOW + 10 * MINUTE - SECOND)
    match = fold_event(match, verbs.ask_take_back(match, ANN, NOW + 10 * MINUTE))
    match = fold_event(match, verbs.grant_take_back(match, BEA, NOW + 12 * MINUTE))
    assert match.deadline == NOW + 12 * MINUTE + 15 * SECOND
    assert left(match, 1) == 10 * MINUTE, "the opponent has lost nothing by the move"


def test_the_computer_has_no_clock_there_either() -> None:
    match = start(pace=Pace.live(5, 5))
    match = played(type(match)(**{**vars(match), "computer": 1, "rated": False}), "1")
    assert (match.deadline, match.alarm, match.reminders) == (None, None, ())


def test_a_live_rematch_is_agreed_on_while_both_are_still_there() -> None:
    over = done(played(start(pace=LIVE), "1"), verbs.abort, ANN, NOW + MINUTE)
    asked = done(over, verbs.ask_rematch, ANN, NOW + 10 * MINUTE)
    assert done(asked, verbs.ask_rematch, BEA, NOW + 11 * MINUTE).rematch == (0, 1)
    for person in (ANN, BEA):
        with pytest.raises(Refusal, match="within 10 minutes of the match; challenge"):
            done(over, verbs.ask_rematch, person, NOW + 11 * MINUTE + SECOND)
    with pytest.raises(Refusal, match="A live rematch starts at once"):
        done(asked, verbs.ask_rematch, BEA, NOW + 8 * HOUR)
    days = done(played(start(pace=3), "1"), verbs.abort, ANN)
    assert done(days, verbs.ask_rematch, BEA, NOW + 100 * HOUR).rematch == (1,)
    computers = type(over)(**{**vars(over), "computer": 1})
    assert done(computers, verbs.ask_rematch, ANN, NOW + 8 * HOUR).rematch


def test_live_matches_have_ratings_of_their_own() -> None:
    assert [start(pace=pace).pool for pace in (LIVE, 3, None)] == ["piles live", "piles", "piles"]
    assert game_of(pool_of("ringo", live=True)) == ("ringo", True)
    assert game_of(pool_of("ringo", live=False)) == ("ringo", False)


# A second clock, which counts down like one on a table.


@dataclass
class TableClock:
    """Two dials of which one runs down; nothing is known of turns that began, or of deadlines."""

    pace: Pace
    dials: list[timedelta]
    moves: list[tuple[timedelta, timedelta]] = field(default_factory=list)
    """For each move the dials of its player and of the opponent just before its button."""
    turn: int = 0

    def run(self, time: timedelta) -> None:
        self.dials[self.turn] -= time

    def press(self) -> None:
        mover, other = self.turn, 1 - self.turn
        self.moves.append((self.dials[mover], self.dials[other]))
        self.dials[mover] = min(self.pace.most, self.dials[mover] + self.pace.adds)
        self.turn = other

    def undo(self, ran: timedelta) -> None:
        """Go on with the mover's time from before the move, as if the opponent had waited."""
        own, other = self.moves.pop()
        self.turn = 1 - self.turn
        self.dials[self.turn], self.dials[1 - self.turn] = own - ran, other

    def more(self, side: int) -> None:
        self.dials[side] = min(self.pace.most, self.dials[side] + MINUTE)
        if self.moves:
            mover = 1 - self.turn
            own, other = self.moves[-1]
            self.moves[-1] = (own + MINUTE, other) if side == mover else (own, other + MINUTE)


@pytest.mark.parametrize(("first", "end"), mostly_thorough([(1, 4), (0, 200)]))
def test_it_reads_like_a_clock_on_a_table(first: int, end: int) -> None:
    for seed in range(first, end):
        compare_with_a_clock_on_a_table(random.Random(seed))


def compare_with_a_clock_on_a_table(rng: random.Random) -> None:
    pace = rng.choice([LIVE, Pace.live(5, 5), Pace.live(20, 30)])
    match, table = start((400, 400), pace=pace), TableClock(pace, [pace.start] * 2)
    now, ran = NOW, timedelta(0)
    for _ in range(120):
        wait = rng.choice([1, 3, 10, 40, 90]) * SECOND
        if wait >= table.dials[table.turn]:
            break
        now, ran = now + wait, ran + wait
        table.run(wait)
        match, now, ran = step(rng, match, table, now, ran)
        assert match.deadline == now + table.dials[table.turn]
        assert match.turn == table.turn
        assert left(match, 1 - match.turn) == table.dials[1 - table.turn]
    over = now + table.dials[table.turn]
    with pytest.raises(Refusal):
        verbs.run_out(match, over - timedelta(microseconds=1))
    assert fold_event(match, verbs.run_out(match, over)).over


def step(
    rng: random.Random, match: Match, table: TableClock, now: datetime, ran: timedelta
) -> tuple[Match, datetime, timedelta]:
    """Let something happen on both clocks; return what the turn has run so far."""
    what = rng.choice(["move", "move", "move", "undo", "more", "outage", "nothing"])
    if what == "move":
        table.press()
        return played(match, "1", at=now), now, timedelta(0)
    mover = match.seats[1 - match.turn]
    may = table.moves and table.moves[-1][0] > ran and not match.touched
    if what == "undo" and may and now <= match.since + verbs.UNDO_TIME:
        table.undo(ran)
        return fold_event(match, verbs.undo(match, mover, now)), now, timedelta(0)
    if what == "more":
        side = rng.choice([0, 1])
        table.more(side)
        return fold_event(match, give_time(match, match.seats[1 - side], now)), now, ran
    if what == "outage":
        away = rng.choice([20 * SECOND, 3 * HOUR])
        match = timed(match, given=match.clock.given + away)
        return match, now + away, ran
    return match, now, ran
