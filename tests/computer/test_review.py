"""Reviews: a value for every position, and the moves that lost the most."""

import asyncio
import json
import math
import sys
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import pytest

from computer import ComputerPlayer, Departure, Review, TurningPoint, Unanswered
from computer import review as reviewing
from computer.review import Judgement, judge, summarise
from computer.search import PROVEN, node_limit, search_position
from computer.threats import turned
from computer.worker import run_job
from rules import GAMES, Position
from tests.computer.test_player import DIES, computer
from tests.computer.test_search_game import walk
from tests.thorough import THOROUGH

FEW = partial(node_limit, 500)
WON_AT_ONCE = "......../.......a/.da...../......../......../......../0 attacker -"
"""Ringo: the attacker on c3 takes the last defender, who otherwise gets between the two."""


def played(start: Position, seed: int, longest: int) -> list[str]:
    """Return the moves of a random game."""
    positions = list(walk(start, seed, longest))
    texts = []
    for before, after in pairwise(positions):
        found = [move.text for move, child in before.children() if child == after]
        texts.append(found[0])
    return texts


def ignore(_done: int, _all: int) -> None:
    pass


@THOROUGH
@pytest.mark.parametrize("key", GAMES)
async def test_every_position_has_a_value_and_progress_is_told(key: str) -> None:
    start = GAMES[key].start()
    moves = played(start, 2, 6)
    told: list[tuple[int, int]] = []
    async with computer() as asked:
        review = await asked.review(start, moves, lambda *done: told.append(done))
    assert told == [(number, len(moves) + 1) for number in range(1, len(moves) + 2)]
    assert len(review.values) == len(moves) + 1
    assert all(-1 <= value <= 1 for value in review.values)
    assert len(review.turns) <= 3
    assert Review.decode(review.encode()) == review
    position = start
    for ply, text in enumerate(moves):
        for turn in review.turns:
            if turn.ply == ply:
                assert turn.played == text != turn.better == turn.line[0]
                line = position
                for better in turn.line:
                    _, line = line.play(better)
        _, position = position.play(text)


@THOROUGH
@pytest.mark.parametrize("key", GAMES)
def test_position_is_searched_for_5000_nodes_however_little_time_there_is(
    monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """Fewer are enough where the game is won or lost for certain."""
    monkeypatch.setattr(reviewing, "LATEST", math.inf)  # however busy the machine is
    found = search_position(GAMES[key].start(), reviewing.review_limit(0.0))
    assert found.nodes >= 5_000 or abs(found.value) > PROVEN


def test_search_that_takes_far_too_long_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "LATEST", 0.0)
    assert reviewing.review_limit(0.0)(1)
    assert not reviewing.review_limit(60.0)(10_000)


@THOROUGH
def test_worker_judges_by_as_many_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "LATEST", math.inf)
    position = GAMES["agon"].start()
    given = {"played": "", "longest": 0.0}
    job = {"do": "judge", "game": "agon", "position": position.encode(), "given": given}
    judged = Judgement.decode(run_job(json.dumps(job)))
    assert judged == judge(position, "", partial(node_limit, reviewing.LEAST_NODES))


def test_win_that_was_missed_is_the_turning_point() -> None:
    start = GAMES["ringo"].decode(WON_AT_ONCE)
    judgements = [judge(start, "h2-a2", FEW), judge(start.play("h2-a2")[1], "", FEW)]
    review = summarise([0, 1], ["h2-a2"], judgements)
    [turn] = review.turns
    assert (turn.ply, turn.played, turn.better) == (0, "h2-a2", "c3:a3")
    assert (turn.before, turn.after) == review.values == (1.0, -1.0)


def test_best_move_gives_nothing_away() -> None:
    judged = judge(GAMES["ringo"].decode(WON_AT_ONCE), "c3:a3", FEW)
    assert judged.value == judged.played


def test_ended_game_is_worth_its_end() -> None:
    _, over = GAMES["ringo"].decode(WON_AT_ONCE).play("c3:a3")
    judged = judge(over, "", FEW)
    assert summarise([over.turn], [], [judged]) == Review((1.0,), ())


def test_drawn_game_is_worth_nothing_to_either_side() -> None:
    start: Position = GAMES["agon"].start()
    over = start
    for text in ["a1-a2", "k6-k5", "a2-a1", "k5-k6"] * 2:
        over = over.after(over.moves()[text])
    assert over.outcome() is not None
    assert judge(over, "", FEW) == Judgement(0, (), 0)


@pytest.mark.parametrize("played", ["b2:b4", "c3:a3"])
def test_either_of_two_moves_that_win_at_once_is_as_good(played: str) -> None:
    position = GAMES["ringo"].decode(WON_AT_ONCE.replace("/.......a/", "/.a.....a/", 1))
    judged = judge(position, played, FEW)
    assert judged.value > PROVEN
    assert summarise([0, 1], [played], [judged, Judgement(-judged.value, (), 0)]).turns == ()


def judgements(*pairs: tuple[int, int]) -> list[Judgement]:
    return [Judgement(value, ("better",), played) for value, played in pairs]


def test_three_moves_that_lost_most_are_told_in_their_order() -> None:
    movers, moves = [0, 1, 0, 1, 0], ["a", "b", "c", "d"]
    judged = judgements((0, -300), (300, 290), (0, -200), (200, -300), (300, 300))
    review = summarise(movers, moves, judged)
    assert [turn.ply for turn in review.turns] == [0, 2, 3]
    assert review.values == (0.0, -0.635, 0.0, -0.462, 0.635)
    assert review.turns[2] == TurningPoint(
        3, "d", "better", ("better",), -0.462, 0.635, value=200, reply="better"
    )


def test_loss_that_the_next_position_does_not_show_is_not_told() -> None:
    assert summarise([0, 1], ["a"], judgements((200, 0), (-190, -190))).turns == ()


@THOROUGH
@pytest.mark.parametrize("key", ["bivouac", "bizingo", "ringo"])
def test_it_knows_what_the_better_move_prevents_or_threatens(key: str) -> None:
    positions = list(walk(GAMES[key].start(), 5, 40))
    found = 0
    for position in positions[28:-1]:
        texts = [*position.moves()]
        judged = judge(position, texts[-1], partial(node_limit, 300))
        if judged.danger:
            assert judged.danger in turned(position).moves()
        if judged.threat:
            after = position.play(judged.line[0])[1]
            assert judged.threat in turned(after).moves()
        found += bool(judged.danger or judged.threat)
        if judged.line[0] == texts[-1]:
            assert judged.danger == judged.threat == "", "there was nothing better"
    assert found


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"values": [0], "turns": [{}]}', "no"])
def test_what_is_no_review_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Review.decode(text)


@THOROUGH
async def test_moves_do_not_wait_for_a_review() -> None:
    start = GAMES["ringo"].start()
    judged, begun = [0], asyncio.Event()

    def tell(_done: int, _all: int) -> None:
        judged[0] += 1
        begun.set()

    async with computer() as asked:
        reviews = [
            asyncio.create_task(asked.review(start, played(start, 1, 200), tell)) for _ in range(5)
        ]
        await begun.wait()
        before = judged[0]
        assert (await asked.choose(start, 1, 0)).move.text in start.moves()
        assert judged[0] <= before + 1, "one ply of one review may stand before a move"
        for review in reviews:
            assert not review.done()
            review.cancel()
        for ending in await asyncio.gather(*reviews, return_exceptions=True):
            assert isinstance(ending, asyncio.CancelledError)
        assert (await asked.choose(start, 1, 0)).move.text in start.moves()


@THOROUGH
async def test_reviews_take_turns() -> None:
    start = GAMES["ringo"].start()
    order: list[str] = []

    def tell(name: str, _done: int, _all: int) -> None:
        order.append(name)

    async with computer() as asked:
        await asyncio.gather(*(asked.review(start, ["a1-a2"], partial(tell, n)) for n in "ab"))
    assert order == ["a", "b", "a", "b"]


FORGETFUL = """
import pathlib, sys
for number, job in enumerate(sys.stdin):
    if number:
        break
    print('{"value": 5, "line": ["a1-a2"], "played": 5}', flush=True)
"""
"""A worker that dies at its second job."""


@pytest.mark.parametrize(
    ("program", "answers"), [((sys.executable, "-c", FORGETFUL), True), (DIES, False)]
)
async def test_review_goes_on_with_one_new_worker(program: Sequence[str], *, answers: bool) -> None:
    start = GAMES["ringo"].start()
    asked = ComputerPlayer(tuple(program))
    if answers:
        review = await asked.review(start, ["a1-a2", "a6-b6"], ignore)
        assert len(review.values) == 3
    else:
        with pytest.raises(Unanswered):
            await asked.review(start, ["a1-a2"], ignore)
    await asked.close()


def test_whoever_leaves_the_proved_path_is_told_once_what_kept_to_it() -> None:
    position: Position = GAMES["hoyito"].start()
    moves, judged, movers = [], [], []
    for kept in ("", "a", "", "", ""):
        moves.append(next(text for text in position.moves() if text != kept))
        judged.append(judge(position, moves[-1], lambda: node_limit(50)))
        movers.append(position.turn)
        position = position.after(position.moves()[moves[-1]])
    review = summarise(movers, moves, judged)
    assert review.departures == (Departure(ply=1, played=moves[1], kept="a", goal=28),)
    assert Review.decode(review.encode()) == review


def test_a_move_on_the_proved_path_is_no_departure() -> None:
    position = GAMES["hoyito"].start().play("a")[1]
    assert not judge(position, "a", lambda: node_limit(50)).kept


def test_reviews_that_were_stored_before_have_no_departures() -> None:
    assert Review.decode('{"values": [0.0], "turns": []}').departures == ()


def test_stored_review_is_read_and_written_as_it_was() -> None:
    """A review as one line, as databases have it."""
    stored = (
        '{"values":[0.0,0.25,-1.0],"turns":[{"ply":1,"played":"a","better":"b","line":["b","c"],'
        '"before":0.25,"after":-1.0,"value":300,"danger":"d","threat":"","reply":"e"}],'
        '"departures":[{"ply":1,"played":"a","kept":"b","goal":24}]}'
    )
    turn = TurningPoint(1, "a", "b", ("b", "c"), 0.25, -1.0, 300, "d", "", "e")
    review = Review((0.0, 0.25, -1.0), (turn,), (Departure(1, "a", "b", 24),))
    assert Review.decode(stored) == review
    assert review.encode() == stored
