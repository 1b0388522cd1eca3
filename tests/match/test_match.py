"""A match: moves, draws, takebacks, the clock and rematches."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from match import verbs
from match.clock import LAST_CALL, Clock, Pace
from match.event import Ending, Kind, result_by, result_of
from match.fold import fold_event
from match.match import Match, Stale
from match.verbs import Decide, follow
from rules import IllegalMove, Move, Refusal
from tests.rules.toy_game import Piles

ANN, BEA, CARL = 11, 22, 33
NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def start(left: tuple[int, int] = (9, 9), pace: int | Pace | None = 5, turn: int = 0) -> Match:
    return Match(
        position=Piles(left, turn),
        seats=(ANN, BEA),
        names=("Ann", "Bea"),
        clock=Clock(Pace.a_move(pace) if isinstance(pace, int) else pace, NOW),
        rated=True,
    )


def timed(match: Match, **clock: object) -> Match:
    """Return a match with a different clock."""
    return replace(match, clock=replace(match.clock, **clock))  # type: ignore[arg-type]  # the fields of a clock


def played(match: Match, *texts: str, at: datetime = NOW) -> Match:
    for text in texts:
        match, _ = follow(match, verbs.play(match, match.seats[match.turn], at, text))
    return match


def done(match: Match, verb: Decide, person: int, now: datetime = NOW) -> Match:
    return fold_event(match, verb(match, person, now))


def refusal(verb: Decide, match: Match, person: int) -> str:
    with pytest.raises(Refusal) as refused:
        verb(match, person, NOW)
    return str(refused.value)


# Moves.


def test_a_move_is_an_event_and_the_other_side_is_to_move() -> None:
    match = start()
    event = verbs.play(match, ANN, NOW, " 2 ")
    assert (event.number, event.kind, event.side, event.text) == (1, Kind.MOVE, 0, "2")
    after = fold_event(match, event)
    assert after.to_move == BEA
    assert (after.count, after.moves, after.last) == (1, (1, 0), ("2",))
    assert after.previous == match.position
    assert (match.count, match.last_move) == (0, None), "a match is a value"


def test_whose_turn_it_is_not_waits_for_the_other_by_name() -> None:
    with pytest.raises(Refusal, match=r"^It isn't your turn; you're waiting for Ann\.$"):
        verbs.play(start(), BEA, NOW, "1")


def test_a_stranger_plays_in_nobodys_match() -> None:
    with pytest.raises(Refusal, match="This is Ann and Bea's match"):
        verbs.play(start(), CARL, NOW, "1")


def test_an_illegal_move_is_refused_by_the_game() -> None:
    with pytest.raises(IllegalMove):
        verbs.play(start(), ANN, NOW, "3")


def test_a_request_from_an_older_or_newer_state_is_stale() -> None:
    match = played(start(), "1", "1")
    for seen in (0, 1, 3):
        with pytest.raises(Stale):
            match.refuse_stale(seen)
    match.refuse_stale(2)


def test_without_having_seen_anything_nothing_is_stale() -> None:
    played(start(), "1", "1").refuse_stale(None)


def test_the_position_says_who_moves_also_twice_in_a_row() -> None:
    match = played(start(), "again")
    assert match.to_move == ANN
    assert match.draw_offer is None
    assert played(match, "1").to_move == BEA


def test_a_forced_pass_is_played_by_itself_and_is_no_move() -> None:
    match = start((5, 1))
    match = played(match, "1", "1")
    match, events = follow(match, verbs.play(match, ANN, NOW, "1"))
    assert [(event.kind, event.side, event.number) for event in events] == [
        (Kind.MOVE, 0, 3),
        (Kind.PASS, 1, 4),
    ]
    assert match.to_move == ANN
    assert match.moves == (2, 1)
    assert match.last == ("1", "pass")
    assert match.last_move == Move("1", ())


def test_a_match_may_begin_with_a_forced_pass() -> None:
    match = start((0, 3))
    forced = verbs.forced(match, NOW)
    assert forced is not None
    assert forced.kind is Kind.PASS
    after, _ = follow(match, forced)
    assert (after.to_move, after.last, after.moves) == (BEA, (), (0, 0))


def test_the_game_ends_the_match() -> None:
    match = played(start((2, 2)), "1", "2", "1")
    assert match.result is not None
    assert (match.result.winner, match.result.how) == (0, Ending.RULES)
    assert str(match.result.reason) == "Nothing is left."
    assert (match.ended, match.to_move, match.alarm) == (NOW, None, None)
    assert verbs.forced(match, NOW) is None


VERBS = [verbs.resign, verbs.abort, verbs.offer_draw, verbs.accept_draw, verbs.decline_draw,
         verbs.ask_take_back, verbs.grant_take_back, verbs.refuse_take_back]  # fmt: skip


@pytest.mark.parametrize("verb", VERBS)
def test_nothing_happens_to_a_match_that_is_over(verb: Decide) -> None:
    match = start()
    match = done(match, verbs.resign, ANN)
    assert refusal(verb, match, BEA).startswith("The match is over. Ann resigned.")


@pytest.mark.parametrize("verb", VERBS)
def test_strangers_are_refused_every_verb(verb: Decide) -> None:
    assert "This is Ann and Bea's match" in refusal(verb, start(), CARL)


# The threshold: two moves of both sides.


def test_resigning_loses() -> None:
    match = start()
    match = done(match, verbs.resign, BEA)
    assert match.result is not None
    assert (match.result.winner, match.result.how) == (0, Ending.RESIGNATION)


@pytest.mark.parametrize("moves", [0, 1, 2, 3])
def test_until_both_sides_have_made_two_moves_abort_is_free(moves: int) -> None:
    match = played(start(), *["1"] * moves)
    for person in (ANN, BEA):
        over = done(match, verbs.abort, person)
        assert over.result is not None
        assert (over.result.winner, over.result.how) == (None, Ending.ABORT)
        assert not over.counts


def test_after_two_moves_of_both_sides_nobody_aborts() -> None:
    match = played(start(), *["1"] * 4)
    assert "resign or offer a draw" in refusal(verbs.abort, match, ANN)


def test_what_ends_no_match_has_no_result() -> None:
    with pytest.raises(ValueError, match="move ends no match"):
        result_of(Kind.MOVE, 0, Piles((9, 9)))
    with pytest.raises(ValueError, match="the game goes on"):
        result_by(Ending.RULES, 0, Piles((9, 9)))


@pytest.mark.parametrize("kind", [Kind.RESIGN, Kind.RUN_OUT])
def test_what_is_given_up_in_fewer_than_six_moves_is_not_rated(kind: Kind) -> None:
    early, late = played(start(), *["1"] * 5), played(start(), *["1"] * 6)
    for match, is_rated in ((early, False), (late, True)):
        over = fold_event(match, match.event(kind, match.turn, NOW))
        assert (over.counts, over.is_too_short) == (is_rated, not is_rated)


def test_nothing_is_rated_before_two_moves_of_both_sides() -> None:
    assert not played(start((2, 2)), "1", "2", "1").counts
    agreed = done(played(start(), *["1"] * 4), verbs.offer_draw, ANN)
    assert done(agreed, verbs.accept_draw, BEA).counts


def test_forced_passes_are_no_moves_on_the_way_to_two() -> None:
    match = played(start((9, 1)), "1", "1", "1", "1")
    assert match.moves == (3, 1)
    assert verbs.abort(match, ANN, NOW).kind is Kind.ABORT


def test_a_casual_match_never_counts() -> None:
    match = Match(position=Piles((9, 9)), seats=(ANN, BEA), names=("Ann", "Bea"),
                  clock=Clock(None, NOW), rated=False)  # fmt: skip
    match = played(match, *["1"] * 4)
    assert not done(match, verbs.resign, ANN).counts


# Draws.


def test_a_draw_is_offered_and_accepted() -> None:
    match = start()
    match = done(match, verbs.offer_draw, ANN)
    assert match.draw_offer == 0
    match = done(match, verbs.accept_draw, BEA)
    assert match.result is not None
    assert (match.result.winner, match.result.how) == (None, Ending.AGREEMENT)
    assert match.draw_offer is None


def test_a_draw_is_declined() -> None:
    match = start()
    match = done(match, verbs.offer_draw, ANN)
    match = done(match, verbs.decline_draw, BEA)
    assert match.draw_offer is None
    assert "isn't offering a draw" in refusal(verbs.accept_draw, match, BEA)


def test_nobody_answers_an_own_offer_or_none() -> None:
    match = start()
    assert "Ann isn't offering a draw" in refusal(verbs.accept_draw, match, BEA)
    match = done(match, verbs.offer_draw, ANN)
    for verb in (verbs.accept_draw, verbs.decline_draw):
        assert "your own draw offer; wait for Bea" in refusal(verb, match, ANN)


def test_an_offer_is_made_once_and_not_against_another() -> None:
    match = start()
    match = done(match, verbs.offer_draw, ANN)
    assert "already offered a draw" in refusal(verbs.offer_draw, match, ANN)
    assert "accept that instead" in refusal(verbs.offer_draw, match, BEA)


def test_a_draw_is_offered_again_once_both_sides_have_moved() -> None:
    match = played(start(), "1")
    match = done(done(match, verbs.offer_draw, ANN), verbs.decline_draw, BEA)
    said = refusal(verbs.offer_draw, match, ANN)
    assert said.startswith("You already offered a draw; you can offer again after you")
    assert done(match, verbs.offer_draw, BEA).draw_offer == 1, "that is the other's offer"
    match = played(match, "1")
    assert "already offered a draw" in refusal(verbs.offer_draw, match, ANN)
    match = played(match, "1")
    assert done(match, verbs.offer_draw, ANN).draw_offer == 0


def test_who_moves_several_times_in_a_row_offers_no_second_draw_meanwhile() -> None:
    match = done(done(start(), verbs.offer_draw, ANN), verbs.decline_draw, BEA)
    match = played(match, "again", "again", "1")
    assert "already offered a draw" in refusal(verbs.offer_draw, match, ANN)
    assert done(played(match, "1"), verbs.offer_draw, ANN).draw_offer == 0


def test_a_forced_pass_counts_as_having_moved() -> None:
    match = done(done(start((5, 0)), verbs.offer_draw, ANN), verbs.decline_draw, BEA)
    assert done(played(match, "1"), verbs.offer_draw, ANN).draw_offer == 0


def test_an_offer_lapses_with_the_opponents_move_not_with_ones_own() -> None:
    match = start()
    match = done(match, verbs.offer_draw, ANN)
    match = played(match, "1")
    assert match.draw_offer == 0
    assert played(match, "1").draw_offer is None


def test_an_offer_outlasts_a_forced_pass_which_is_no_answer() -> None:
    match = start((5, 0))
    match = done(match, verbs.offer_draw, ANN)
    assert played(match, "1").draw_offer == 0


# Takebacks.


def test_a_take_back_is_asked_and_granted() -> None:
    match = played(start(), "1", "2")
    asked = done(match, verbs.ask_take_back, BEA)
    assert asked.take_back == 1
    after = done(asked, verbs.grant_take_back, ANN, NOW + DAY)
    assert after.position == played(start(), "1").position
    assert (after.count, after.moves, after.last, after.take_back) == (4, (1, 0), ("1",), None)
    assert (after.to_move, after.since) == (BEA, NOW + DAY)
    assert after.previous == start().position


def test_take_backs_go_on_move_by_move() -> None:
    match = played(start(), "1", "2", "1")
    for person, other in ((ANN, BEA), (BEA, ANN), (ANN, BEA)):
        match = done(match, verbs.ask_take_back, person)
        match = done(match, verbs.grant_take_back, other)
    assert match.position == start().position
    assert (match.moves, match.count, match.previous) == ((0, 0), 9, None)


def test_forced_passes_in_between_are_taken_back_too() -> None:
    match = played(start((5, 1)), "1", "1", "1")
    assert match.last == ("1", "pass")
    match = done(match, verbs.ask_take_back, ANN)
    match = done(match, verbs.grant_take_back, BEA)
    assert match.position == played(start((5, 1)), "1", "1").position
    assert match.moves == (1, 1)


def test_any_move_by_the_opponent_refuses_a_take_back() -> None:
    match = played(start(), "1")
    match = done(match, verbs.ask_take_back, ANN)
    match = played(match, "1")
    assert match.take_back is None
    assert "isn't asking" in refusal(verbs.grant_take_back, match, BEA)
    assert "Bea already answered your last move" in refusal(verbs.ask_take_back, match, ANN)


def test_a_take_back_is_refused() -> None:
    match = played(start(), "1")
    match = done(match, verbs.ask_take_back, ANN)
    assert "You already asked" in refusal(verbs.ask_take_back, match, ANN)
    for verb in (verbs.grant_take_back, verbs.refuse_take_back):
        assert "This is your own takeback request" in refusal(verb, match, ANN)
    match = done(match, verbs.refuse_take_back, BEA)
    assert (match.take_back, match.position) == (None, played(start(), "1").position)


def test_who_has_not_moved_has_nothing_to_take_back() -> None:
    assert "no move to take back" in refusal(verbs.ask_take_back, start(), ANN)
    assert "no move to take back" in refusal(verbs.ask_take_back, played(start(), "1"), BEA)


def test_a_take_back_may_go_back_below_the_threshold() -> None:
    match = played(start(), *["1"] * 4)
    match = done(match, verbs.ask_take_back, BEA)
    match = done(match, verbs.grant_take_back, ANN)
    assert verbs.abort(match, ANN, NOW).kind is Kind.ABORT


def test_a_take_back_of_a_match_loaded_without_history_is_a_mistake() -> None:
    match = played(start(), "1")
    loaded = Match(**{**vars(match), "earlier": None, "take_back": 0})
    with pytest.raises(ValueError, match="replayed"):
        done(loaded, verbs.grant_take_back, BEA)


# The clock.


def test_the_clock_reminds_at_80_and_95_percent_and_ends_at_the_deadline() -> None:
    match = start(pace=5)
    assert (match.alarm, match.deadline) == (NOW + 4 * DAY, NOW + 5 * DAY)
    with pytest.raises(Refusal):
        verbs.remind(match, NOW + 4 * DAY - timedelta(microseconds=1))
    reminded = verbs.remind(match, NOW + 4 * DAY)
    assert reminded.alarm == NOW + 4.75 * DAY
    with pytest.raises(Refusal):
        verbs.remind(reminded, NOW + 4.75 * DAY - timedelta(microseconds=1))
    reminded = verbs.remind(reminded, NOW + 4.75 * DAY)
    assert reminded.alarm == NOW + 5 * DAY - LAST_CALL
    with pytest.raises(Refusal):
        verbs.remind(reminded, NOW + 5 * DAY)
    with pytest.raises(Refusal):
        verbs.run_out(reminded, NOW + 5 * DAY - timedelta(microseconds=1))


def test_whoever_is_reminded_late_is_reminded_once() -> None:
    reminded = verbs.remind(start(pace=5), NOW + 4.75 * DAY)
    assert reminded.alarm == NOW + 5 * DAY - LAST_CALL


def test_running_out_of_time_loses_once_it_counts_and_aborts_before() -> None:
    early, late = played(start(), *["1"] * 3), played(start(), *["1"] * 4)
    aborted = fold_event(early, verbs.run_out(early, NOW + 5 * DAY)).result
    lost = fold_event(late, verbs.run_out(late, NOW + 5 * DAY)).result
    assert aborted is not None
    assert (aborted.winner, aborted.how) == (None, Ending.ABORT)
    assert lost is not None
    assert (lost.winner, lost.how, str(lost.reason)) == (1, Ending.TIME, "Left ran out of time.")


def test_a_move_gives_the_other_side_all_its_time() -> None:
    match = verbs.remind(start(pace=5), NOW + 4 * DAY)
    match = played(match, "1", at=NOW + 4.5 * DAY)
    assert (match.deadline, match.clock.reminded) == (NOW + 9.5 * DAY, 0)


def test_without_a_pace_there_is_no_clock_but_a_warning_of_a_claim() -> None:
    match = start(pace=None)
    assert (match.alarm, match.deadline) == (NOW + 48 * DAY, None)
    assert match.claimable == NOW + 60 * DAY
    warned = verbs.remind(match, NOW + 48 * DAY)
    assert warned.alarm is None
    with pytest.raises(Refusal):
        verbs.run_out(match, NOW + 1000 * DAY)


def test_time_given_back_moves_reminder_and_deadline() -> None:
    match = timed(start(pace=5), given=DAY)
    assert (match.alarm, match.deadline) == (NOW + 5 * DAY, NOW + 6 * DAY)


# Rematches.


def test_both_must_agree_to_a_rematch_once() -> None:
    match = start()
    assert "still in progress" in refusal(verbs.ask_rematch, match, ANN)
    match = done(match, verbs.resign, ANN)
    match = done(match, verbs.ask_rematch, BEA)
    assert match.rematch == (1,)
    assert "already asked" in refusal(verbs.ask_rematch, match, BEA)
    match = done(match, verbs.ask_rematch, ANN)
    assert match.rematch == (1, 0)
    for person in (ANN, BEA):
        assert "already had its rematch" in refusal(verbs.ask_rematch, match, person)
    assert "This is Ann and Bea's match" in refusal(verbs.ask_rematch, match, CARL)
