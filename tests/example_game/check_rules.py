"""A test for each sentence of Dash's rules."""

from rules.dash import Dash
from tests.rules.sample_positions import refusal


def test_runner_goes_one_cell_ahead_or_two() -> None:
    assert list(Dash.start({}).moves()) == ["a1-a2", "a1-a3"]
    assert list(Dash.decode("1 15 dark -").moves()) == ["a15-a14", "a15-a13"]


def test_runner_passes_the_other_but_does_not_stop_on_its_cell() -> None:
    assert list(Dash.decode("7 8 light -").moves()) == ["a7-a9"]
    assert list(Dash.decode("7 8 dark -").moves()) == ["a8-a6"]
    assert "not onto the other's cell" in refusal(Dash.decode("7 8 light -"), "a7-a8")


def test_whoever_is_at_the_other_end_first_wins() -> None:
    for line, text, winner in (
        ("13 2 light -", "a13-a15", 0),
        ("14 3 dark -", "a3-a1", 1),
        ("20 2 light length=21", "a20-a21", 0),
    ):
        position = Dash.decode(line)
        assert position.outcome() is None
        outcome = position.play(text)[1].outcome()
        assert outcome is not None
        assert outcome.winner == winner
