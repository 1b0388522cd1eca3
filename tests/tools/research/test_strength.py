"""The tables of the computer's strength, and how they are measured."""

from pathlib import Path

import pytest

from tests.thorough import THOROUGH, mostly_thorough
from tools.research.__main__ import main
from tools.research.strength import repeated_games
from tools.research.strength.all_series import SERIES
from tools.research.strength.repeated_games import StoredSeries, ends_the_same, read, write

EACH = pytest.mark.parametrize("name", SERIES)
QUICK, BEGINNER = "hoyito 2:1", "ringo beginner:1"


@THOROUGH
@EACH
def test_every_series_is_whole_and_scores_what_is_wanted(name: str) -> None:
    kept, wanted = read()[name], SERIES[name]
    assert len(kept.results) == wanted.games
    assert set(kept.results) <= set("wdl")
    assert kept.score.share >= (0.5 if ":" in name else wanted.wanted)


@pytest.mark.parametrize("name", mostly_thorough([BEGINNER, "ringo 5:4", QUICK]))
def test_a_kept_game_comes_again(name: str) -> None:
    kept = read()[name]
    assert all(ends_the_same(SERIES[name], kept, number) for number in range(4))


def test_game_that_ends_otherwise_is_noticed() -> None:
    kept = read()[BEGINNER]
    other = StoredSeries(kept.nodes, "l" * len(kept.results))
    assert not all(ends_the_same(SERIES[BEGINNER], other, number) for number in range(4))


def test_a_draw_is_half_a_point() -> None:
    assert str(StoredSeries(100, "wwdldw").score) == "67% (3-2-1)"


@THOROUGH
def test_series_that_is_broken_off_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(repeated_games, "STRENGTH_FILE", tmp_path / "strength.json")
    main(["strength"])
    assert "not measured" in capsys.readouterr().out
    measure = "strength", "--measure", "--nodes", "300", QUICK
    main([*measure, "--games", "2"])
    assert f"{QUICK}, 300 nodes: " in capsys.readouterr().out
    begun = read()[QUICK].results
    assert len(begun) == 2
    main([*measure, "--games", "1"])
    assert f"{QUICK}, 300 nodes: {begun}" in capsys.readouterr().out
    assert read()[QUICK].results[:2] == begun
    assert len(read()[QUICK].results) == 3
    main(["strength"])
    assert "…" in capsys.readouterr().out
    write(QUICK, StoredSeries(300, "wwdl" * 10))
    main(["strength", QUICK])
    told = capsys.readouterr().out
    assert "62% (20-10-10)" in told
    assert "not measured" not in told, "the others are not asked for"
    main([*measure, "--games", "1"])
    assert len(read()[QUICK].results) == 1, "what is whole is measured anew"


def test_series_that_is_not_there_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strength", "--measure", "chess"]) == 2
    assert "No series begins so; there are: bizingo 2:1" in capsys.readouterr().err
