"""Plans of Bizingo that catch a piece by force: what they promise holds by the rules."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from computer.bizingo import BizingoGame
from computer.bizingo_catch import MOST_NODES, CatchPlan, plan
from computer.levels import PLANNED_FROM, choose
from computer.search import node_limit
from rules import Move
from rules.bizingo import Bizingo
from rules.bizingo.board import BOARD, NAMES, STEP
from rules.move import bits
from tests.thorough import THOROUGH

ENOUGH = PLANNED_FROM + 200


def positions(number: int) -> Iterator[Bizingo]:
    """Yield random positions in which each side has two captains and light is far ahead."""
    rng = random.Random(3)
    start = Bizingo.start()
    for _ in range(number):
        light, dark = (rng.sample([*bits(BOARD[side])], men) for side, men in ((0, 18), (1, 9)))
        yield replace(
            start,
            pieces=(_set_of(light), _set_of(dark)),
            captains=(_set_of(light[:2]), _set_of(dark[:2])),
            turn=0,
        )


def _set_of(places: list[int]) -> int:
    return sum(1 << place for place in places)


def is_caught(position: Bizingo, cell: str, moves: int) -> bool:
    """Tell, by the rules alone, whether light takes the piece on a cell in so many moves.

    The piece moves or stays, and nothing else of dark does.
    """
    if any(cell in move.taken for move in position.moves().values()):
        return True
    return moves > 1 and any(
        holds(position.after(move), cell, moves - 1) for move in position.moves().values()
    )


def holds(after: Bizingo, cell: str, moves: int) -> bool:
    """Tell whether light still takes the piece, wherever it goes without taking anything."""
    if not is_caught(replace(after, turn=0), cell, moves):
        return False
    flights: list[Move] = [move for move in after.moves().values() if move.path[0] == cell]
    return all(
        move.taken  # its own or another: the search of the whole board sees to that
        or is_caught(after.after(move), move.path[-1], moves)
        for move in flights
    )


@THOROUGH
def test_what_a_plan_promises_holds_by_the_rules() -> None:
    promised: list[CatchPlan] = []
    for position in positions(250):
        found = plan(0, position.pieces, position.captains)
        if found.step and found.moves <= 2:
            step = position.moves()[STEP[0][found.step].text]
            if found.moves == 2 and step.taken:
                continue
            after = position.after(STEP[0][found.step])
            cells = [NAMES[1][place] for place in bits(position.pieces[1])]
            if found.moves == 1:
                assert step.taken
            else:
                assert any(holds(after, cell, 1) for cell in cells if cell in after.board())
            promised.append(found)
    assert {found.moves for found in promised} == {1, 2}


@THOROUGH
def test_a_plan_is_the_quickest_there_is() -> None:
    for position in positions(60):
        found = plan(0, position.pieces, position.captains)
        takes = any(move.taken for move in position.moves().values())
        if found.step:
            assert (found.moves == 1) == takes


def test_only_so_much_is_searched_for_a_plan() -> None:
    searched = [plan(lead.turn, lead.pieces, lead.captains).nodes for lead in leads()]
    assert max(searched) == MOST_NODES


def leads() -> list[Bizingo]:
    """Return positions of which each came up when the best level had just come six ahead."""
    lines = Path(__file__).with_name("bizingo_leads.txt").read_text(encoding="utf-8").splitlines()
    return [Bizingo.decode(line) for line in lines]


def test_only_a_side_clearly_ahead_plans() -> None:
    start = Bizingo.start()
    search_game = BizingoGame()
    assert search_game.plan(search_game.state(start)) == (None, 0)
    behind = replace(leads()[0], turn=1 - leads()[0].turn)
    assert search_game.plan(search_game.state(behind)) == (None, 0)


@pytest.mark.parametrize("number", [3, 5, 6])
def test_highest_level_follows_its_plan_within_its_limit(number: int) -> None:
    lead = leads()[number]
    found = plan(lead.turn, lead.pieces, lead.captains)
    assert found.step
    chosen = choose(lead, 10, 1, node_limit(ENOUGH))
    assert chosen.nodes + found.nodes <= ENOUGH + 64
    assert chosen.move.path == STEP[lead.turn][found.step].path


def test_with_few_nodes_nothing_is_planned() -> None:
    lead = leads()[5]
    found = plan(lead.turn, lead.pieces, lead.captains)
    assert found.step
    few = choose(lead, 10, 1, node_limit(PLANNED_FROM))
    assert few.nodes >= PLANNED_FROM
