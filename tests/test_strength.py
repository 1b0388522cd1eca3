"""How strong the computer plays: the tables that are kept of it, and how they are measured."""

from pathlib import Path

import pytest

from bench import opponent, series
from bench.series import Kept, again, budget, keep, read
from bench.strength import SERIES

EACH = pytest.mark.parametrize("name", read())
QUICK = "hoyito 2:1"


@EACH
def test_what_is_kept_is_whole_and_scores_what_is_wanted(name: str) -> None:
    kept, wanted = read()[name], SERIES[name]
    assert len(kept.results) == wanted.games
    assert set(kept.results.lower()) <= {series.WON, series.DRAWN, series.LOST}
    assert kept.score.share >= wanted.wanted
    assert wanted.led is None or kept.of_those_led.share >= wanted.led


def test_a_kept_game_comes_again() -> None:
    kept = read()[QUICK]
    assert kept.is_repeatable
    assert all(again(SERIES[QUICK], kept, number) for number in range(4))
    other = Kept(kept.budget, "l" * len(kept.results))
    assert not all(again(SERIES[QUICK], other, number) for number in range(4))


def test_capitals_are_games_that_were_led() -> None:
    kept = Kept("0.2 seconds", "wWDldW")
    assert not kept.is_repeatable
    assert str(kept.score) == "67% (3-2-1)"
    assert str(kept.of_those_led) == "83% (2-1-0)"


def test_whole_series_is_measured_and_kept_and_part_of_one_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(series, "KEPT", tmp_path / "strength.json")
    opponent.main([])
    assert "not measured" in capsys.readouterr().out
    opponent.main(["--measure", "--games", "2", "--budget", "300 nodes", QUICK])
    assert f"{QUICK}, 300 nodes: " in capsys.readouterr().out
    assert read() == {}
    keep({QUICK: Kept("300 nodes", "wwdl")})
    assert read() == {QUICK: Kept("300 nodes", "wwdl")}
    opponent.main([])
    assert "62% (2-1-1)" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["3 apples", "nodes", "many nodes", ""])
def test_budget_is_nodes_or_seconds(text: str) -> None:
    with pytest.raises(ValueError, match="A move costs so many nodes or seconds"):
        budget(text)


def test_series_that_is_not_there_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        opponent.main(["--measure", "chess"])
    assert "No series begins so; there are: bivouac 2:1" in capsys.readouterr().err
