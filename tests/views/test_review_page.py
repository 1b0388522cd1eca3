"""What a review says of a turning point in a match between people."""

import re
from dataclasses import replace
from functools import partial
from itertools import pairwise

import pytest

from boards import review_words
from computer.review import Review, TurningPoint, judge, summarise
from computer.search import node_limit
from rules import GAMES
from tests.computer.test_hint import PINNED
from tests.computer.test_search_game import walk
from tests.simulated_discord.limits import matches
from tests.thorough import THOROUGH
from views import review_page

INTO_A_TRAP = (
    "...../......./..d.d.d../..d.d.d.d../..d.d.d.d.d../..d.D.d.d.D..../..............d../"
    "...l.L.l.l.l.L.l.../.......l.l.l.l.l...../....l.l...l.l.l....../........l.......... "
    "dark - j9-k9 f13-g15 i6-j5"
)
"""Bizingo: of dark's pieces one can step between light ones, `g15-h15`."""
TAKES_OTHERWISE = (
    "......../......../..a...../.d....../......../......../......../......../1 attacker -"
)
"""Ringo: placeholder."""
APART = "......../......../......../......../a......./....d.../1 attacker -"
"""Ringo: an attacker on a5 and a defender on e6."""
TWO_TO_TAKE = "......../.......a/.da...../......../......../d......./0 attacker -"
"""Ringo: the attacker on c3 may take one of two defenders."""


GUARD_TO_TRAP = (
    "....../......./......../...b...../...w.w.w../..b.wW...../....Bb...b/...b.bw../..w...../"
    "......./...... - white 0 -"
)
"""Agon: white's guard on g4 is trapped from f4, but not once it has left."""
QUEEN_TO_TRAP = (
    "....../......./b......./........W/...w.w.w../b...bBw..../....bw..b./........./.......b/"
    "......./...w.. - black 0 -"
)
"""Agon: black's queen on f6 is trapped from g5, whatever black plays."""


def words(line: str, turn: TurningPoint, game: str = "ringo") -> str:
    """Return what the review of a match between Ann and Bea says of a turning point."""
    position = GAMES[game].decode(line)
    match = replace(next(iter(matches(type(position), seed=1))), names=("Ann", "Bea"))
    return review_page.turning_point_words(match, position, turn)


def point(played: str, *line: str, danger: str = "", reply: str = "") -> TurningPoint:
    return TurningPoint(0, played, line[0], line, 0.0, 0.0, danger=danger, reply=reply)


@pytest.mark.parametrize(
    ("turn", "told"),
    [
        (
            point("a5-a6", "a5-b5", danger="e6-d6", reply="e6-f6"),
            "It defends: without it, defender moves `e6` → `d6`.",
        ),
        (
            point("a5-a6", "a5-b5", danger="e6-d6"),
            "It defends: without it, defender moves `e6` → `d6`.",
        ),
    ],
)
def test_better_move_has_the_reason_that_a_hint_would_give(turn: TurningPoint, told: str) -> None:
    assert words(APART, turn) == ("Move 1: Ann played `a5-a6`.\nBetter: `a5-b5`. " + told)


def test_what_the_move_played_lost_is_said_first_and_each_reason_once() -> None:
    position = GAMES["bizingo"].decode(INTO_A_TRAP)
    match = replace(next(iter(matches(type(position), seed=1))), names=("Ann", "Bea"))
    turn = TurningPoint(0, "g15-h15", "c3-b1", ("c3-b1",), 0.5, -0.5)
    first, *rest = review_page.turning_point_words(match, position, turn).splitlines()
    assert first == "Move 1: Bea `g15` → `h15`, where it is surrounded and lost."
    assert rest[-1].startswith("Better: `c3-b1`.")
    loses = point("h2-g2", "c3-d3", danger="b3:d3", reply="b3:d3")
    first, better = words(TWO_TO_TAKE, loses).splitlines()
    assert first == (
        "Move 1: Ann played `h2-g2`. The best answer: Bea jumps `b3` → `d3` and takes the attacker "
        "on `c3`."
    )
    assert "It defends" not in better


def test_a_trap_that_the_better_move_prevents_is_said_once() -> None:
    turn = point("e2-d2", "b3-c3", danger="b1-b2", reply="b1-b2")
    first, better = words(PINNED.encode(), turn, "agon").splitlines()
    assert first.endswith("The best answer: Bea `b1` → `b2`, and traps the queen on `b3`.")
    assert better == ("Better: `b3-c3`. It brings the queen closer to the throne: 3 steps to go.")


def test_capture_is_not_named_twice() -> None:
    said = words(TWO_TO_TAKE, point("h2-g2", "c3:a3"))
    assert said == (
        "Move 1: Ann played `h2-g2`.\nBetter: Jumps `c3` → `a3` and takes the "
        "defender on `b3`, and nothing can be taken in return."
    )


@pytest.mark.parametrize(
    ("turn", "told"),
    [
        (
            point("a5-a6", "a5-b5", reply="e6-d6"),
            "The best answer: Bea moves `e6` → `d6`.\nBetter: `a5-b5`.",
        ),
        (
            point("a5-a6", "a5-b5", "e6-d6", reply="e6-d6"),
            ("You see why a few moves later.\nBetter: `a5-b5`.\n-# Then perhaps `e6-d6`."),
        ),
        (
            point("a5-a6", "a5-b5"),
            "You see why a few moves later.\nBetter: `a5-b5`.",
        ),
    ],
)
def test_where_the_board_gives_no_reason_the_answer_to_the_move_played_does(
    monkeypatch: pytest.MonkeyPatch, turn: TurningPoint, told: str
) -> None:
    monkeypatch.setattr(review_words, "reasons", lambda *_: ())
    assert words(APART, turn) == f"Move 1: Ann played `a5-a6`. {told}"


def test_answer_that_traps_something_is_told_unless_the_better_move_is_answered_alike() -> None:
    guard = point("c3-c4", "g4-g5", reply="f3-f4")
    assert "The best answer: Bea `f3` → `f4`, and traps the guard on `g4`." in words(
        GUARD_TO_TRAP, guard, "agon"
    )
    queen = point("e9-f9", "e9-e8", "g4-g5", reply="g6-g5")
    assert "The best answer" not in words(QUEEN_TO_TRAP, queen, "agon")
    assert "traps the queen on `f6`" in words(
        QUEEN_TO_TRAP, replace(queen, line=("e9-e8", "a4-b4")), "agon"
    )


@THOROUGH
@pytest.mark.parametrize("key", GAMES)
def test_every_turning_point_of_a_careless_game_has_a_reason(key: str) -> None:
    positions = list(walk(GAMES[key].start(), seed=5, longest=32))
    moves = [
        next(move.text for move, child in before.children() if child == after)
        for before, after in pairwise(positions)
    ]
    judged = [
        judge(position, played, partial(node_limit, 200))
        for position, played in zip(positions, [*moves, ""], strict=True)
    ]
    match = next(iter(matches(GAMES[key], seed=1)))
    turns = summarise([position.turn for position in positions], moves, judged).turns
    assert turns
    for turn in turns:
        position = positions[turn.ply]
        said = review_page.turning_point_words(match, position, turn)
        assert any(reason in said for reason in ("The best answer", "You see why")) or re.search(
            r"Better: (?!`[^`]*`\.$)", said, re.MULTILINE
        )
        answers = position.after(position.moves()[turn.played]).moves()
        assert not turn.reply or turn.reply in answers


def test_reviews_that_were_stored_before_have_fewer_reasons() -> None:
    turn = '{"ply":0,"played":"a5-a6","better":"a5-b5","line":["a5-b5"],"before":0.0,"after":0.0}'
    [known] = Review.decode(f'{{"values":[0.0],"turns":[{turn}]}}').turns
    assert known == point("a5-a6", "a5-b5")
