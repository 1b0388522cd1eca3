"""What ballots of a crowd decide, compared with all that voters could still do."""

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from match.ballot import Count, Wish, event_of, is_decided, leader, ranked, wish_of
from match.clock import Clock, Pace
from match.event import Kind
from match.match import Match, Voter
from rules import GAMES, Refusal

NOW, SECOND = datetime(2026, 1, 1, tzinfo=UTC), timedelta(seconds=1)
A, B, C = (Wish(Kind.MOVE, text) for text in "abc")
RESIGN, DRAW = Wish(Kind.RESIGN), Wish(Kind.OFFER_DRAW)
WISHES = (A, B, C, RESIGN, DRAW)
CAST = st.lists(st.sampled_from(WISHES), max_size=7)
CROWD, BEN, ADA = 70, 2, 1


def counted(*cast: Wish) -> list[Count]:
    """Count the ballots of as many people, cast one after another."""
    return ranked(
        Count(
            wish, cast.count(wish), max(NOW + at * SECOND for at, x in enumerate(cast) if x == wish)
        )
        for wish in {*cast}
    )


def leads(*cast: Wish) -> Wish | None:
    """Return what leads after these votes."""
    first = leader(counted(*cast))
    return None if first is None else first.wish


def match_of(crowd: int = 0) -> Match:
    """Return a match of a crowd that has just begun."""
    seats = (CROWD, BEN) if crowd == 0 else (BEN, CROWD)
    pace = Pace.read("6h")
    return Match(
        position=GAMES["hoyito"].start({}),
        clock=Clock(pace, NOW),
        seats=seats,
        names=("Foxes", "Ben"),
        rated=False,
        crowds=(crowd,),
        voter=Voter(ADA, crowd),
    )


def plain_leader(cast: list[Wish]) -> Wish | None:
    """Find by plain search what leads: the first to reach the most, unless most want other."""
    for other in (RESIGN, DRAW):
        if cast.count(other) * 2 > len(cast):
            return other
    moves = [each for each in cast if each.kind is Kind.MOVE]
    most = max((moves.count(each) for each in moves), default=0)
    for at in range(len(cast)):
        for each in moves:
            if cast[: at + 1].count(each) == most:
                return each
    return None


def test_a_tie_goes_to_the_move_that_reached_its_number_first() -> None:
    assert leads(A, B, B, A) == B
    assert leads(A, B) == A


def test_a_move_needs_most_votes_and_all_else_more_than_half() -> None:
    assert leads(A, B, RESIGN, RESIGN) == A
    assert leads(A, B, RESIGN, RESIGN, RESIGN) == RESIGN
    assert leads(RESIGN, DRAW) is None
    assert leads() is None


@given(CAST)
def test_the_leader_is_that_of_a_plain_count(cast: list[Wish]) -> None:
    assert leads(*cast) == plain_leader(cast)


@given(st.lists(st.sampled_from(WISHES), max_size=4), st.integers(0, 3))
def test_what_is_decided_is_changed_by_nobody_who_has_not_voted(
    cast: list[Wish], left: int
) -> None:
    decided = is_decided(counted(*cast), len(cast) + left, to_move=True)
    ends = {leads(*cast, *more) for more in product((A, B, C, RESIGN, DRAW), repeat=left)}
    if decided:
        assert ends == {leads(*cast)}
        assert None not in ends
    elif left == 0:
        assert ends == {None}, "nobody voted for a move"


@given(CAST, st.integers(0, 5))
def test_out_of_turn_more_than_half_of_all_must_want_it(cast: list[Wish], left: int) -> None:
    voters, first = len(cast) + left, leads(*cast)
    decided = is_decided(counted(*cast), voters, to_move=False)
    assert decided == (first is not None and cast.count(first) * 2 > voters)


def test_all_of_two_must_vote_for_different_moves_but_one_alone_decides() -> None:
    assert is_decided(counted(A), 1, to_move=True)
    assert not is_decided(counted(A), 2, to_move=True)
    assert is_decided(counted(A, B), 2, to_move=True)
    assert is_decided(counted(A, A), 3, to_move=True)


def test_a_ballot_is_for_what_a_verb_would_make() -> None:
    match = match_of()
    move = match.event(Kind.MOVE, 0, NOW, "c")
    assert wish_of(match, move) == Wish(Kind.MOVE, "c")
    assert event_of(match, 0, Wish(Kind.MOVE, "c"), NOW) == move
    assert event_of(match, 0, RESIGN, NOW).kind is Kind.RESIGN
    granted = match.event(Kind.GRANT_TAKE_BACK, 1, NOW)
    assert wish_of(match, granted) == Wish(Kind.ASK_TAKE_BACK), "the computer grants it"
    with pytest.raises(Refusal, match="That isn't put to the vote"):
        wish_of(match, match.event(Kind.GIVE_TIME, 0, NOW))
    with pytest.raises(Refusal):
        event_of(match, 0, Wish(Kind.ACCEPT_DRAW), NOW)
