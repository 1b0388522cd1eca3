"""What speaks for watching a match, and which matches are shown."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from match.clock import Clock
from match.liveliness import CLOSE, OPENING, Attraction, attractions, liveliest
from match.match import Match
from rules import GAMES, Position
from rules.hoyito.position import HoyitoPosition
from rules.lazy_position import LazyPosition

NOW = datetime(2026, 11, 1, tzinfo=UTC)


def match_of(position: Position, **fields: object) -> Match:
    clock = Clock(None, NOW - timedelta(hours=1))
    match = Match(position=position, clock=clock, seats=(1, 2), names=("A", "B"), rated=True)
    return replace(match, **fields)  # type: ignore[arg-type]


def after(position: Position, *, takes: bool) -> tuple[Position, str]:
    """Play on until a move takes something, or not; return the position before it, and the move."""
    for ply in range(400):
        for move in position.moves().values():
            if (position.gain(move) > 0) is takes:
                return position, move.text
        position = position.after([*position.moves().values()][ply % position.count()])
    raise AssertionError("no such move")


@pytest.mark.parametrize("key", [key for key in GAMES if key != "agon"])
@pytest.mark.parametrize("takes", [True, False])
def test_a_capture_is_worth_watching_for_a_day(key: str, *, takes: bool) -> None:
    before, move = after(GAMES[key].start(), takes=takes)
    match = match_of(before.play(move)[1], before=LazyPosition(lambda: before), last=(move,))
    assert (Attraction.CAPTURE in attractions(match, NOW, for_title=False)) is takes
    later = NOW + timedelta(days=1)
    assert Attraction.CAPTURE not in attractions(match, later, for_title=False)


def test_a_match_is_close_after_its_opening_while_nobody_leads_by_much() -> None:
    start = GAMES["hoyito"].start()
    assert isinstance(start, HoyitoPosition)
    for lead, moves, close in (
        (CLOSE, OPENING + 1, True),
        (-CLOSE, OPENING + 1, True),
        (CLOSE + 1, OPENING + 1, False),
        (0, OPENING, False),
    ):
        position = replace(start, stores=(10 + lead, 10))
        found = attractions(match_of(position, moves=(moves, 0)), NOW, for_title=False)
        assert (Attraction.CLOSE in found) is close


def test_a_match_that_the_next_move_can_end_and_one_for_a_title_are_named_so() -> None:
    start: Position = GAMES["ringo"].start()
    assert attractions(match_of(start), NOW, for_title=False) == []
    assert attractions(match_of(start), NOW, for_title=True) == [Attraction.TITLE]
    last = _before_the_end(start)
    assert Attraction.NEAR_END in attractions(match_of(last), NOW, for_title=False)


def _before_the_end(position: Position) -> Position:
    ply = 0
    while not any(child.outcome() for _, child in position.children()):
        moves = [*position.moves().values()]
        position, ply = position.after(moves[ply * 7 % len(moves)]), ply + 1
    return position


def test_most_reasons_come_first_then_the_latest_move() -> None:
    start = GAMES["ringo"].start()
    early, late = (
        match_of(start, clock=Clock(None, NOW - timedelta(hours=hours))) for hours in (9, 1)
    )
    both = [Attraction.CAPTURE, Attraction.TITLE]
    found = liveliest([(early, []), (late, []), (early, both)], 2)
    assert found == [(early, both), (late, [])]
