"""Decisions: a win only where it is certain, or nearly always was in tests; else a draw."""

from functools import partial

import pytest

from computer import decide_unfinished
from computer.decide_unfinished import WON_FROM, decide, decided
from computer.search import Limit, node_limit
from rules import GAMES, Position
from tests.computer.test_search_game import walk
from tests.thorough import THOROUGH, mostly_thorough

LIMIT = partial(node_limit, 500)


@pytest.mark.parametrize("key", mostly_thorough(GAMES, "ringo"))
def test_a_start_is_a_draw_and_an_ending_is_what_it_is(key: str) -> None:
    start = GAMES[key].start(GAMES[key].presets[GAMES[key].usual_preset])
    assert decided(start, LIMIT) is None
    ended = next(each for seed in range(50) for each in walk(start, seed, 400) if each.outcome())
    outcome = ended.outcome()
    assert outcome is not None
    assert decided(ended, LIMIT) == outcome.winner


def test_whoever_wins_with_the_next_move_has_won() -> None:
    start = GAMES["hoyito"].start(GAMES["hoyito"].presets["fair"])
    assert decided(_before_a_win(start), LIMIT) is not None


def test_whoever_has_a_proved_win_has_won_without_a_search() -> None:
    start = GAMES["hoyito"].start()
    after = start.after(start.moves()["a"])

    def no_search() -> Limit:
        raise AssertionError("it is searched")

    assert decided(after, no_search) == after.turn == 1


def _before_a_win(start: Position) -> Position:
    """Return the last position of a random game in which somebody wins at once."""
    for seed in range(50):
        *_, before, last = walk(start, seed, 600)
        outcome = last.outcome()
        if outcome is not None and outcome.winner is not None:
            return before
    raise AssertionError("somebody wins a random game")


def test_only_games_that_were_measured_have_a_value() -> None:
    assert {*WON_FROM} <= {*GAMES}


@THOROUGH
async def test_a_process_of_its_own_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide_unfinished, "SECONDS", 0.2)
    assert await decide(GAMES["ringo"].start(GAMES["ringo"].presets["classic"])) is None
