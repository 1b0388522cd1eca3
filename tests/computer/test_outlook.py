"""How a game looks to the computer: by that it resigns and offers draws."""

from dataclasses import replace

import pytest

from computer.outlook import LOST, WON, outlook
from computer.search import node_limit
from match.computer_manners import EVEN
from match.fold import HOPELESS
from rules import GAMES
from rules.bizingo import Bizingo
from rules.hoyito import Hoyito
from rules.move import bits
from tests.rules.test_bizingo import bizingo
from tests.thorough import THOROUGH


@THOROUGH
@pytest.mark.parametrize("key", GAMES)
def test_start_is_about_even(key: str) -> None:
    start = GAMES[key].start(GAMES[key].presets.get("fair", {}))
    assert abs(outlook(start, node_limit(600))) <= EVEN


def test_who_wins_at_once_has_won_and_who_cannot_help_it_has_lost() -> None:
    position = bizingo("f6 f8 h8 j9 f7 c3 c7")
    assert outlook(position, node_limit(600)) == WON


def test_who_can_have_less_than_half_of_the_stones_has_lost_hoyito() -> None:
    start = GAMES["hoyito"].start()
    assert isinstance(start, Hoyito)
    for stores, expected in (((8, 25), LOST), ((25, 8), WON)):
        position = replace(start, holes=(2, 2, 2, 1, 1, 0, 1, 1, 1, 1, 1, 2), stores=stores)
        assert outlook(position, node_limit(600)) == expected


def test_lead_of_pieces_looks_better_the_greater_it_is_and_as_bad_to_the_other_side() -> None:
    start = GAMES["bizingo"].start()
    assert isinstance(start, Bizingo)
    men = [*bits(start.pieces[1] & ~start.captains[1])]
    looks = []
    for lead in (2, 4, 8):
        fewer = start.pieces[0], start.pieces[1] & ~sum(1 << place for place in men[:lead])
        ahead, behind = (replace(start, pieces=fewer, turn=turn) for turn in (0, 1))
        looks.append(outlook(ahead, node_limit(600)))
        assert abs(looks[-1] + outlook(behind, node_limit(600))) <= EVEN
    assert looks == sorted(looks)
    assert looks[0] < HOPELESS <= looks[-1]


def test_few_against_twice_as_many_have_lost_bizingo() -> None:
    """The positions are of games that had lasted 400 plies."""
    thirteen_to_seven = (
        "...../......./dl......./...l......./Dl.l........./d.dl.........../.l.........L..d../"
        ".......l.....L.l.../.l.....l.l.........../.d.......d.........../..................."
    )
    eight_to_three = (
        "...../......./........./.........../............./.............../.......l........./"
        ".....l............./.l.L................./.dl.l....D.........../.Dl.....l.........."
    )
    for rows in (thirteen_to_seven, eight_to_three):
        assert outlook(Bizingo.decode(f"{rows} dark -"), node_limit(600)) <= -HOPELESS
