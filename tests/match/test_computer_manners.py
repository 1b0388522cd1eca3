"""The computer's manners: when it resigns, offers a draw, or says that one may resign."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

import pytest

from match import computer_manners, verbs
from match.computer_manners import offers_draw, resigns, tells_lost
from match.event import Kind
from match.match import Match
from match.verbs import follow
from rules import GAMES
from tests.match.test_match import ANN, BEA, CARL, NOW, done, played, refusal, start
from tests.match.test_match_against_computer import against

LONG = replace(start(left=(90, 90)), computer=1, rated=False)
SETTLED = replace(against(), moves=(2, 2))


def answered(match: Match, outlook: int | None) -> Match:
    """Let Ann move, and the computer, to whom the game looks so."""
    match = played(match, "1")
    return follow(match, verbs.play(match, BEA, NOW, "1", outlook=outlook))[0]


def after(outlooks: Iterable[int | None], match: Match = LONG) -> Match:
    for outlook in outlooks:
        match = answered(match, outlook)
    return match


@pytest.mark.parametrize(
    ("lately", "now", "expected"),
    [
        ((), -100, False),
        ((-100,) * 8, -100, False),
        ((-95,) * 9, -95, True),
        ((-95,) * 10, -90, True),
        ((-95,) * 10, -89, False),
        ((*(-95,) * 4, -80, *(-95,) * 5), -95, False),
        ((-80, *(-95,) * 9), -95, True),
        ((-95,) * 10, None, False),
        ((100,) * 9, 100, False),
    ],
)
def test_it_resigns_what_it_thought_lost_for_ten_moves_and_not_before(
    lately: tuple[int, ...], now: int | None, expected: bool
) -> None:
    assert resigns(replace(SETTLED, outlook=lately), now) is expected


def test_it_resigns_nothing_before_the_match_counts() -> None:
    assert not resigns(replace(SETTLED, moves=(2, 1), outlook=(-100,) * 9), -100)


def test_match_remembers_how_its_last_ten_moves_looked_to_the_computer() -> None:
    match = after(range(12))
    assert match.outlook == tuple(range(2, 12))
    assert answered(match, None).outlook == match.outlook
    assert played(LONG, "1").outlook == ()


def test_what_is_taken_back_is_forgotten() -> None:
    match = after(range(3))
    back = done(match, verbs.ask_take_back, ANN)
    assert (back.moves, back.outlook) == ((2, 2), (0, 1))
    undone = done(played(match, "1"), verbs.take_back, ANN)
    assert (undone.moves, undone.outlook) == ((3, 3), (0, 1, 2))
    assert done(replace(match, outlook=()), verbs.ask_take_back, ANN).outlook == ()


def test_it_offers_a_draw_with_a_move_where_nothing_happens_and_not_twice_in_ten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(computer_manners, "QUIET_PLIES", 0)
    match, offered = LONG, []
    for move in range(1, 33):
        match = answered(match, 15 if move % 2 else -15)
        if match.draw_offer == 1:
            offered.append(move)
            assert match.to_move == ANN
        if move == 15:
            match = done(match, verbs.ask_take_back, ANN)
        if move == 20:
            match = done(match, verbs.decline_draw, ANN) if match.draw_offer else match
    assert offered[0] == 10
    assert len(offered) == 3
    assert all(later - one >= 10 for one, later in pairwise(offered))


def test_it_offers_none_in_action_or_with_somebody_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    assert after([0] * 20).draw_offer is None, "a pile that shrinks is not quiet"
    assert after([0] * 10, replace(LONG, moves=(140, 139))).draw_offer is None
    assert after([0] * 10, replace(LONG, moves=(140, 140))).draw_offer == 1, "a long game"
    monkeypatch.setattr(computer_manners, "QUIET_PLIES", 0)
    assert after([0] * 9).draw_offer is None
    assert after([*[0] * 9, 16]).draw_offer is None
    assert after([-16, *[0] * 9]).draw_offer is None
    assert after([-16, *[0] * 10]).draw_offer == 1
    assert after([0] * 10, replace(LONG, draw_waits=((), (0, 1)))).draw_offer == 1
    assert after([0] * 10, replace(LONG, computer=None)).draw_offer is None


@pytest.mark.parametrize(
    ("key", "enough"), [("agon", 50), ("bivouac", 100), ("bizingo", 100), ("ringo", 100)]
)
def test_it_is_quiet_for_long_enough_before_the_game_itself_is_drawn(key: str, enough: int) -> None:
    position = GAMES[key].start()
    limit = position.quiet_limit
    assert limit is None or enough <= limit // 2
    level = replace(SETTLED, outlook=(0,) * 10)
    for plies, expected in ((enough - 1, False), (enough, True)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(position), "quiet_plies", lambda _, plies=plies: plies)
            assert offers_draw(replace(level, position=position)) is expected


def test_who_may_not_or_comes_too_late_neither_accepts_nor_declines_its_offer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(computer_manners, "QUIET_PLIES", 0)
    offered = after([0] * 10)
    assert offered.draw_offer == 1
    declined, moved = done(offered, verbs.decline_draw, ANN), played(offered, "1")
    for answer in (verbs.accept_draw, verbs.decline_draw):
        assert "to play, challenge someone" in refusal(answer, offered, CARL)
        refusal(answer, offered, BEA)
        for late in (declined, moved, after([0] * 9), done(offered, verbs.accept_draw, ANN)):
            refusal(answer, late, ANN)


def test_offer_is_an_event_of_the_same_moment_as_the_move() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(computer_manners, "QUIET_PLIES", 0)
        match = played(after([0] * 9), "1")
        after_it, events = follow(match, verbs.play(match, BEA, NOW, "1", outlook=0))
    assert [event.kind for event in events] == [Kind.MOVE, Kind.OFFER_DRAW]
    assert [event.number for event in events] == [match.count + 1, match.count + 2]
    assert done(after_it, verbs.accept_draw, ANN).over


def test_who_stands_lost_for_ten_moves_is_told_once_that_they_may_resign() -> None:
    told, match = [], LONG
    for move, outlook in enumerate([90, 89, *[95] * 25, 0, *[99] * 12]):
        match = answered(match, outlook)
        if tells_lost(match):
            told.append(move)
            assert not tells_lost(played(match, "1")), "no more once it is answered"
            assert not tells_lost(done(match, verbs.resign, ANN))
            again = done(match, verbs.ask_take_back, ANN)
            assert not tells_lost(answered(again, 95))
    assert told == [11]
