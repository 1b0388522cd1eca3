"""The computer's knowledge of Bizingo's armies, and that it wins with a lead."""

import random

import pytest

from computer.bizingo import BizingoGame
from computer.bizingo_army import A_PLACE, FARTHEST, army, ranks
from computer.bizingo_hunt import CLEAR, TARGETS, doomed, hunt, likely_answer, targets
from computer.levels import choose
from computer.search import Search, node_limit
from computer.search_game import DECIDED
from rules import Position
from rules.bizingo import Bizingo
from rules.bizingo.board import AROUND, BOARD, CELLS, EDGE, NEAR, SIDES
from rules.move import bits
from tests.rules.test_bizingo import bizingo
from tests.thorough import THOROUGH

LED_BY_SIX = (
    "dl.../....d../d..l...../.l.l..d.d.d/d....l.l.L.l./.l...l...L.l..d/d..l.....lD....l./"
    "....D....l.....l.../...................../...................../................... dark -"
)
NEARLY_OVER = (
    ".l.../......./........./....d....../...l........./.............../................./"
    ".........l...l...l./.l.L...........l...../.d..l.l.............L/.D..l.............. light -"
)
LONGEST = 400


def armies(number: int) -> list[tuple[int, int]]:
    """Yield this many random sides with a set of their pieces."""
    rng = random.Random(5)
    drawn = []
    for each in range(number):
        places = rng.sample(list(bits(BOARD[each % 2])), rng.randint(1, 18))
        drawn.append((each % 2, sum(1 << place for place in places)))
    return drawn


def test_an_army_closes_what_one_of_its_steps_closes() -> None:
    for side, own in armies(60):
        after_a_step = [
            (own ^ (1 << origin | 1 << target), target)
            for origin in bits(own)
            for target in bits(NEAR[side][origin] & ~own)
        ]
        closing = {
            place
            for place, around in AROUND[1 - side].items()
            for moved, target in after_a_step
            if around >> target & 1 and around & moved == around
        }
        assert set(bits(army(side, own).closing)) == closing
        assert set(bits(army(side, own).reach)) == {target for _, target in after_a_step}


def test_an_inner_cell_is_closed_where_all_its_sides_are_held() -> None:
    for side, own in armies(200):
        closed = {
            place
            for place, around in AROUND[1 - side].items()
            if around & own == around and not EDGE[1 - side] >> place & 1
        }
        assert set(bits(army(side, own).closed)) == closed


def test_a_piece_beside_an_enemy_is_as_near_as_can_be_and_each_step_away_one_less() -> None:
    _, target = CELLS["f6"]
    for offset in SIDES[0]:
        assert ranks(1, [target + offset])[target] >> A_PLACE == FARTHEST
    row = [CELLS[cell][1] for cell in ("f7", "f9", "f11", "f13")]
    near = [ranks(1, [place])[target] >> A_PLACE for place in row]
    assert near == sorted(near, reverse=True)
    assert near[0] - near[-1] == len(row) - 1


def test_the_nearest_pieces_are_hunted_and_captains_count_twice_where_one_is_needed() -> None:
    rng = random.Random(3)
    for number in range(60):
        drawn = [rng.sample(list(bits(BOARD[side])), rng.randint(3, 18)) for side in (0, 1)]
        light, dark = (sum(1 << place for place in places) for places in drawn)
        of_light, of_dark = (sum(1 << place for place in places[:2]) for places in drawn)
        side, captains = number % 2, (of_light, of_dark)
        near = {}
        for place in drawn[1 - side]:
            needs_one = (captains[1 - side] | EDGE[1 - side]) >> place & 1
            hunters = drawn[side] + (drawn[side][:2] if needs_one else [])
            near[place] = sum(ranks(side, [own])[place] >> A_PLACE for own in hunters)
        found = targets(side, (light, dark), captains)
        nearest = sorted(near, key=lambda place: (-near[place], place))[:TARGETS]
        assert [*found] == nearest
        assert all(target.near == near[place] for place, target in found.items())


@THOROUGH
def test_a_side_is_doomed_where_every_quiet_move_lets_the_enemy_take() -> None:
    search_game, rng, right, wrong = BizingoGame(), random.Random(1), 0, 0
    for number in range(3000):
        each = rng.choice([4, 6, 10, 14])
        places = [rng.sample(list(bits(BOARD[side])), each) for side in (0, 1)]
        light, dark = (sum(1 << place for place in drawn) for drawn in places)
        of_light, of_dark = (sum(1 << place for place in drawn[:2]) for drawn in places)
        state = (light, dark), (of_light, of_dark), number % 2
        if search_game.captures(state):
            continue
        steps = search_game.moves(state)
        loses = all(
            step[0] < 0 or search_game.captures(search_game.after(state, step)) for step in steps
        )
        if doomed(state[2], state[0], state[1]):
            right, wrong = right + loses, wrong + (not loses)
        else:
            assert not loses
    # Which captain closes a cell is a guess, so it is sometimes wrong about an escape.
    assert right > 20
    assert wrong < right / 4


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        ("h4 h6 H8 d6 c3", "g4 g6 H8 d6 c3"),  # nearer
        ("i6 i8 I10 i12 i14 i16 d5", "h6 i8 I10 i12 i14 i16 d5"),  # the same, clearly ahead
        ("i6 i8 i10 i12 i14 I16 D5", "I6 i8 i10 i12 i14 i16 D5"),  # as a captain is needed
        ("g4 g6 H8 d6 c3 c5 c7", "g4 g6 H8 d6 c3 c5"),  # one less is left
    ],
)
def test_a_hunt_goes_well_for_who_is_near_and_has_taken(worse: str, better: str) -> None:
    less, more = (bizingo(pieces) for pieces in (worse, better))
    assert hunt(0, less.pieces, less.captains) < hunt(0, more.pieces, more.captains)


def test_to_a_hunter_clearly_ahead_only_captures_and_one_step_to_safety_are_answers() -> None:
    search_game, rng, fled = BizingoGame(), random.Random(2), 0
    for number in range(300):
        hunter, men = number % 2, rng.choice([4, 8, 13])
        numbers = (18, men) if hunter == 0 else (men, 18)
        drawn = [rng.sample(list(bits(BOARD[side])), numbers[side]) for side in (0, 1)]
        light, dark = (sum(1 << place for place in places) for places in drawn)
        of_light, of_dark = (sum(1 << place for place in places[:2]) for places in drawn)
        pieces, captains = (light, dark), (of_light, of_dark)
        state = pieces, captains, 1 - hunter
        every, answers = search_game.moves(state), BizingoGame(hunter).moves(state)
        assert BizingoGame(1 - hunter).moves(state) == every
        step = likely_answer(1 - hunter, pieces, captains)
        if step is None:
            assert answers == every
            continue
        assert {*answers} <= {*every}
        assert {move for move in every if move[0] > 0} <= {*answers}
        assert step in {name for _, name in answers}
        assert len(answers) <= len(search_game.captures(state)) + 1
        after = search_game.after(state, next(move for move in every if move[1] == step))
        taken = [search_game.after(after, move) for move in search_game.captures(after)]
        assert all(each[0][1 - hunter] >> step[1] & 1 for each in taken)
        fled += 1
    assert fled > 200


def test_while_the_lead_is_small_every_answer_is_looked_at() -> None:
    men = "h4 h6 H8 h10 h12 h14", "c3 c5 c7 d3 d5 D7 e3 e5"
    even = bizingo(f"{men[0]} {men[1]}")
    state = even.pieces, even.captains, 1
    assert abs(even.lead() or 0) < CLEAR
    assert BizingoGame(0).moves(state) == BizingoGame().moves(state)


def test_a_win_against_likely_answers_alone_is_not_said_to_be_certain() -> None:
    position = Bizingo.decode(NEARLY_OVER)
    search_game = BizingoGame(hunter=0)
    found = Search(search_game, node_limit(1_500), {}).best(search_game.state(position), 4)
    assert found.value > DECIDED
    assert choose(position, 14, 1, node_limit(1_500)).value == DECIDED


def test_the_value_grows_with_the_lead() -> None:
    search_game = BizingoGame()
    values = [
        search_game.evaluate(search_game.state(bizingo(pieces)))
        for pieces in (
            "h4 h6 H8 h10 h12 h14 h16 c3 c5 c7 d3 d5 d7",
            "h4 h6 H8 h10 h12 h14 h16 c3 c5 c7 d3 d5",
            "h4 h6 H8 h10 h12 h14 h16 c3 c5 c7 d3",
            "h4 h6 H8 h10 h12 h14 h16 c3 c5 c7",
        )
    ]
    assert values == sorted(set(values))


def test_who_plays_minds_what_it_hunts_and_not_that_it_is_hunted() -> None:
    around = "h4 h6 H8 d6 c3 c5 c7", "g4 g6 H8 d6 c3 c5 c7"  # light comes nearer
    for lead in ("", " h10 h12", " d3 d5 d7"):
        far, near = (bizingo(pieces + lead) for pieces in around)
        gain = [
            BizingoGame(side).evaluate((near.pieces, near.captains, 0))
            - BizingoGame(side).evaluate((far.pieces, far.captains, 0))
            for side in (0, 1)
        ]
        assert gain[0] > gain[1]
    for side in (0, 1):
        seen = BizingoGame().for_side(side)
        for turn in (0, 1):
            state = near.pieces, near.captains, turn
            other = near.pieces, near.captains, 1 - turn
            assert seen.evaluate(state) == -seen.evaluate(other)


@THOROUGH
def test_who_leads_by_six_hunts_the_others_down() -> None:
    position: Position = Bizingo.decode(LED_BY_SIX)
    for _ in range(LONGEST):
        if position.outcome():
            break
        level, most = (14, 1_000) if position.turn == 0 else (6, 200)
        position = position.after(choose(position, level, 1, node_limit(most)).move)
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.code) == (0, "few")


def test_whoever_plays_does_not_come_back_where_the_game_was_once() -> None:
    start = Bizingo.start()
    position = start
    for text in ("h6-g6", "f11-g11", "g6-h6"):
        _, position = position.play(text)
    again, ours = position.after(position.moves()["g11-f11"]), BizingoGame(hunter=1)
    assert again.identity() == start.identity()
    [drawn] = [
        move for move in ours.moves(ours.state(position)) if move[1] == _step(position, again)
    ]
    others = [move for move in ours.moves(ours.state(position)) if move != drawn]
    for search_game, is_drawn in ((ours, True), (BizingoGame(), False)):
        repetitions = search_game.repetitions(position)
        search = Search(search_game, node_limit(10_000), repetitions)
        found = search.best(search_game.state(position), 1, excluded=others)
        assert found.line == ("g11-f11",)
        assert (found.value == -search_game.contempt) == is_drawn


def _step(position: Bizingo, after: Bizingo) -> tuple[int, int]:
    turn = position.turn
    [origin] = bits(position.pieces[turn] & ~after.pieces[turn])
    [target] = bits(after.pieces[turn] & ~position.pieces[turn])
    return origin, target
