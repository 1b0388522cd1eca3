"""Ladders: each rule on both sides of its limit, and random histories against a slow second way."""

import random
from datetime import UTC, datetime, timedelta
from itertools import pairwise, permutations

import pytest

from contests import ladder_rules
from contests.ladder import Ladder, LadderEvent, LadderKind, replay
from contests.ladder_rules import in_reach, refuse_challenge
from rules import Refusal
from tests.contests.slow_ladder import SlowLadder
from tests.thorough import THOROUGH, mostly_thorough

Kind = LadderKind
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def joined(count: int, at: datetime = NOON) -> Ladder:
    return replay(LadderEvent(Kind.JOIN, at, person) for person in range(1, count + 1))


def challenged(ladder: Ladder, person: int, other: int, number: int, at: datetime = NOON) -> Ladder:
    refuse_challenge(ladder, person, other, at)
    return ladder.after(LadderEvent(Kind.CHALLENGE, at, person, other, number))


def ended(ladder: Ladder, kind: LadderKind, winner: int, loser: int, number: int = 1) -> Ladder:
    begun = ladder.after(LadderEvent(Kind.BEGIN, NOON, loser, winner, number))
    return begun.after(LadderEvent(kind, NOON + DAY, winner, loser, number))


def may(ladder: Ladder, person: int, other: int, at: datetime = NOON) -> bool:
    try:
        refuse_challenge(ladder, person, other, at)
    except Refusal:
        return False
    return True


def test_newcomers_stand_last_and_only_once() -> None:
    ladder = joined(3)
    assert ladder.people == (1, 2, 3)
    assert ladder.after(ladder_rules.join(ladder, 9, NOON)).people == (1, 2, 3, 9)
    with pytest.raises(Refusal, match="already on this ladder: you're number 2"):
        ladder_rules.join(ladder, 2, NOON)


def test_a_stored_event_that_does_not_fit_changes_nothing() -> None:
    ladder = challenged(joined(3), 3, 2, 1)
    for event in (
        LadderEvent(Kind.JOIN, NOON, 2),
        LadderEvent(Kind.CHALLENGE, NOON, 3, 1),
        LadderEvent(Kind.GIVE, NOON, 3, challenge=1),
        LadderEvent(Kind.WON, NOON, 3, challenge=1),
        LadderEvent(Kind.LEAVE, NOON, 9),
    ):
        assert ladder.after(event) == ladder, event


def test_only_the_three_above_can_be_challenged() -> None:
    ladder = joined(6)
    assert in_reach(ladder, 5) == (4, 3, 2)
    assert in_reach(ladder, 2) == (1,)
    assert in_reach(ladder, 1) == ()
    assert [other for other in range(1, 7) if may(ladder, 5, other)] == [2, 3, 4]
    assert not may(ladder, 9, 1)


def test_who_is_on_vacation_bars_nobodys_way() -> None:
    ladder = joined(6).after(LadderEvent(Kind.AWAY, NOON, 4))
    assert in_reach(ladder, 5) == (3, 2, 1)
    assert not may(ladder, 4, 3)
    back = ladder.after(LadderEvent(Kind.BACK, NOON + DAY, 4))
    assert in_reach(back, 5) == (4, 3, 2)


def test_two_challenges_are_open_at_most_each_way() -> None:
    ladder = challenged(challenged(joined(6), 5, 4, 1), 5, 3, 2)
    assert not may(ladder, 5, 2)
    assert not may(ladder, 5, 4)
    assert may(ladder, 6, 5)
    other = challenged(challenged(joined(6), 5, 3, 1), 4, 3, 2)
    assert not may(other, 6, 3)
    assert may(other, 6, 4)
    begun = other.after(LadderEvent(Kind.BEGIN, NOON, 5, 3, 1))
    assert not may(begun, 6, 3)
    assert may(begun.after(LadderEvent(Kind.WITHDRAW, NOON, 5, 3, 1)), 6, 3)


def test_the_winner_stands_directly_above_the_loser() -> None:
    ladder = challenged(joined(5), 5, 2, 1)
    assert ended(ladder, Kind.WON, 5, 2).people == (1, 5, 2, 3, 4)
    assert ended(ladder, Kind.WON, 2, 5).people == (1, 2, 3, 4, 5)
    assert ended(ladder, Kind.NO_WINNER, 2, 5).people == (1, 2, 3, 4, 5)


def test_the_same_two_wait_ten_days() -> None:
    ladder = ended(challenged(joined(3), 3, 2, 1), Kind.NO_WINNER, 2, 3)
    over = NOON + DAY
    assert not may(ladder, 3, 2, over + 10 * DAY - timedelta(seconds=1))
    assert may(ladder, 3, 2, over + 10 * DAY)
    assert may(ladder, 3, 1, over)


def test_a_challenge_without_an_answer_gives_the_place() -> None:
    ladder = challenged(joined(4), 4, 2, 1)
    given = ladder.after(LadderEvent(Kind.GIVE, NOON + 7 * DAY, 4, 2, 1))
    assert given.people == (1, 4, 2, 3)
    assert not may(given, 2, 4, NOON + 8 * DAY)
    withdrawn = ladder.after(LadderEvent(Kind.WITHDRAW, NOON, 4, 2, 1))
    assert withdrawn.people == (1, 2, 3, 4)
    assert may(withdrawn, 4, 2)


def test_a_loss_on_time_costs_five_places_at_most_to_the_bottom() -> None:
    above = challenged(joined(9), 3, 1, 1)
    assert ended(above, Kind.WON_ON_TIME, 3, 1).people == (3, 2, 4, 5, 6, 7, 1, 8, 9)
    assert ended(above, Kind.WON_ON_TIME, 1, 3).people == (1, 2, 4, 5, 6, 7, 8, 3, 9)
    short = challenged(joined(4), 3, 1, 1)
    assert ended(short, Kind.WON_ON_TIME, 3, 1).people == (3, 2, 4, 1)


def test_who_leaves_takes_what_waits_along_and_what_is_played_changes_nothing() -> None:
    ladder = challenged(challenged(joined(4), 4, 3, 1), 4, 2, 2)
    left = ladder.after(LadderEvent(Kind.BEGIN, NOON, 4, 3, 1)).after(
        ladder_rules.leave(ladder, 4, NOON)
    )
    assert left.people == (1, 2, 3)
    assert [each.number for each in left.open] == [1]
    assert left.after(LadderEvent(Kind.WON, NOON, 4, 3, 1)).people == (1, 2, 3)
    with pytest.raises(Refusal, match="not on this ladder"):
        ladder_rules.leave(left, 4, NOON)


def test_thirty_days_unplayed_cost_a_place_a_week() -> None:
    ladder = replay([LadderEvent(Kind.JOIN, NOON, 1), LadderEvent(Kind.JOIN, NOON + 20 * DAY, 2)])
    ladder = ladder.after(LadderEvent(Kind.JOIN, NOON + 20 * DAY, 3))
    assert ladder.due(NOON + 20 * DAY) == NOON + 30 * DAY
    assert ladder.next_drop(NOON + 30 * DAY - timedelta(seconds=1)) is None
    assert ladder.next_drop(NOON + 30 * DAY) == 1
    dropped = ladder.after(LadderEvent(Kind.DROP, NOON + 30 * DAY, 1))
    assert dropped.people == (2, 1, 3)
    assert dropped.due(NOON + 30 * DAY) == NOON + 37 * DAY
    again = dropped.after(LadderEvent(Kind.DROP, NOON + 37 * DAY, 1))
    assert again.people == (2, 3, 1)
    assert again.next_drop(NOON + 49 * DAY) is None


def test_nobody_drops_while_away_or_playing() -> None:
    ladder = replay([LadderEvent(Kind.JOIN, NOON, 1), LadderEvent(Kind.JOIN, NOON + 20 * DAY, 2)])
    away = ladder.after(LadderEvent(Kind.AWAY, NOON + 10 * DAY, 1))
    assert away.due(NOON + 10 * DAY) is None
    back = away.after(LadderEvent(Kind.BACK, NOON + 18 * DAY, 1))
    assert back.due(NOON + 18 * DAY) == NOON + 38 * DAY
    plays = challenged(ladder, 2, 1, 1).after(LadderEvent(Kind.BEGIN, NOON, 2, 1, 1))
    assert plays.due(NOON) is None


def test_two_who_do_not_play_never_change_places() -> None:
    ladder = joined(2)
    assert ladder.due(NOON) is None
    later = ladder.after(LadderEvent(Kind.JOIN, NOON + 40 * DAY, 3))
    order, now = [], NOON + 40 * DAY
    for _ in range(9):
        if (due := later.due(now)) is None:
            break
        now = due
        later = later.after(LadderEvent(Kind.DROP, due, later.next_drop(due) or 0))
        order.append(later.people)
    assert order == [(1, 3, 2), (3, 1, 2)]


def test_it_is_known_how_many_places_somebody_went_up_in_a_week() -> None:
    ladder = ended(challenged(joined(5, NOON - 30 * DAY), 5, 2, 1), Kind.WON, 5, 2)
    over = NOON + DAY
    assert [ladder.climbed(who, over) for who in ladder.people] == [0, 3, -1, -1, -1]
    assert ladder.climbed(5, over + 6 * DAY) == 3
    assert ladder.climbed(5, over + 7 * DAY) == 0


class RandomHistory:
    """A ladder and its slow double, to which the same happens."""

    def __init__(self, seed: int) -> None:
        self.seed, self.rng = seed, random.Random(seed)
        self.ladder, self.slow = Ladder(), SlowLadder()
        self.now, self.made = NOON, 0

    def add(self, kind: LadderKind, person: int, other: int | None = None, about: int = 0) -> None:
        event = LadderEvent(kind, self.now, person, other, about or None)
        self.ladder = self.ladder.after(event)

    def begin_day(self) -> None:
        self.now += DAY
        fallen = self.slow.next_day()
        while (person := self.ladder.next_drop(self.now)) is not None:
            assert person == fallen.pop(0), f"seed {self.seed}"
            self.add(Kind.DROP, person)
        assert not fallen, f"seed {self.seed}"

    def come_or_go(self) -> None:
        person = self.rng.randrange(1, 9)
        kind = self.rng.choice((Kind.JOIN, Kind.JOIN, Kind.LEAVE, Kind.AWAY, Kind.BACK))
        if (person in self.slow.order) == (kind is Kind.JOIN):
            return
        match kind:
            case Kind.JOIN:
                self.slow.join(person)
            case Kind.LEAVE:
                self.slow.leave(person)
            case Kind.AWAY:
                self.slow.away.add(person)
            case Kind.BACK:
                self.slow.away.discard(person)
        self.add(kind, person)

    def challenge(self) -> None:
        person, other = self.rng.sample(range(1, 9), 2)
        if self.slow.may_challenge(person, other):
            self.made += 1
            self.slow.waiting[self.made] = person, other
            self.add(Kind.CHALLENGE, person, other, self.made)

    def answer(self) -> None:
        if self.slow.waiting:
            about = self.rng.choice([*self.slow.waiting])
            pair = self.slow.waiting[about]
            kind = self.rng.choice((Kind.GIVE, Kind.WITHDRAW, Kind.BEGIN, Kind.BEGIN))
            if kind is Kind.GIVE:
                self.slow.give(about)
            else:
                del self.slow.waiting[about]
            if kind is Kind.BEGIN:
                self.slow.playing[about] = pair
            self.add(kind, *pair, about)

    def end_match(self) -> None:
        if self.slow.playing:
            about = self.rng.choice([*self.slow.playing])
            first, second = self.rng.sample(self.slow.playing[about], 2)
            kind = self.rng.choice((Kind.WON, Kind.WON, Kind.WON_ON_TIME, Kind.NO_WINNER))
            winner = None if kind is Kind.NO_WINNER else first
            self.slow.end(about, winner, on_time=kind is Kind.WON_ON_TIME)
            self.add(kind, first, second, about)

    def compare(self) -> None:
        assert [*self.ladder.people] == self.slow.order, f"seed {self.seed}"
        for person, other in permutations(range(1, 9), 2):
            allowed = may(self.ladder, person, other, self.now)
            assert allowed == self.slow.may_challenge(person, other), f"seed {self.seed}"


@pytest.mark.parametrize(
    ("first", "end"), mostly_thorough([(347, 355), *pairwise(range(0, 81, 20))])
)
def test_random_histories_agree_with_a_slow_second_way(first: int, end: int) -> None:
    for seed in range(first, end):
        history = RandomHistory(seed)
        steps = history.come_or_go, *[history.challenge] * 6, history.answer, history.end_match
        for _ in range(120):
            history.begin_day()
            for step in history.rng.choices(steps, k=history.rng.choice((0, 0, 1, 3, 6))):
                step()
            history.compare()


@THOROUGH
def test_a_busy_ladder_remembers_who_stood_where_once_a_day() -> None:
    ladder, number = Ladder(), 400
    for person in range(number):
        ladder = ladder.after(
            LadderEvent(LadderKind.JOIN, NOON + timedelta(seconds=person), person)
        )
    for day in range(30):
        for turn in range(20):
            at = NOON + day * DAY + timedelta(minutes=turn)
            one, other = number - 1 - turn, number - 21 - turn
            winner, loser = (other, one) if day % 2 else (one, other)
            ladder = ladder.after(LadderEvent(LadderKind.WON, at, winner, loser, turn))
        assert len(ladder.earlier) <= 8
    now = NOON + 29 * DAY + timedelta(hours=1)
    before = ladder.earlier[0][1]
    for person in ladder.people:
        assert ladder.climbed(person, now) == before.index(person) + 1 - (ladder.place(person) or 0)
    assert any(ladder.climbed(person, now) for person in ladder.people)
