"""`python -m tools.research`: counting games of self-play, and finding and checking puzzles."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from computer import puzzles
from rules.balance import SelfPlay, SelfPlayTable
from rules.ringo import Ringo
from tests.thorough import THOROUGH
from tools.research.__main__ import main
from tools.research.self_play import TABLE_FILE


@THOROUGH
def test_balance_is_the_same_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for _ in range(2):
        wanted = ["--games", "4", "--seed", "3", "--nodes", "200"]
        assert main(["balance", "ringo", "attackers=5", *wanted]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    how, head, *rows, plies = told[0].splitlines()
    assert how == "level 10 against itself, 200 nodes, seed 3"
    assert head == "Ringo, attackers=5: 4 games"
    assert [row.split()[0] for row in rows] == ["attacker", "defender", "nobody"]
    assert sum(int(row.split()[1]) for row in rows) == 4
    assert plies.startswith("plies: ")


@THOROUGH
def test_all_tables_of_a_game_are_counted_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "position.py"
    monkeypatch.setattr("tools.research.self_play.inspect.getfile", lambda _: str(there))
    monkeypatch.setattr(Ringo, "self_play", {"attackers=6": SelfPlay(5, 400, 1, "01")})
    wanted = ["--games", "2", "--seed", "3", "--nodes", "100", "--write"]
    assert main(["balance", "ringo", "--all", *wanted]) == 0
    told: dict[str, SelfPlayTable] = {}
    exec((tmp_path / TABLE_FILE).read_text(encoding="utf-8"), told)  # noqa: S102 (we have just written it)
    presets = [Ringo.choices.choose(chosen).write() for chosen in Ringo.presets.values()]
    assert [*told["SELF_PLAY"]] == ["attackers=6", *presets]
    for counted in told["SELF_PLAY"].values():
        assert (counted.level, counted.nodes, counted.seed) == (10, 100, 3)
        assert len(counted.results) == 2


@THOROUGH
def test_puzzles_are_found_and_only_kept_where_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("read", "write"):
        there = partial(getattr(puzzles, name), folder=tmp_path)
        monkeypatch.setattr(f"computer.puzzles.{name}", there)
    wanted = ["puzzles", "ringo", "--number", "1", "--nodes", "2000", "--seed", "12"]
    assert main(wanted) == 0
    assert capsys.readouterr().out.startswith("1: ")
    assert not puzzles.read("ringo")
    assert main([*wanted, "--write"]) == 0
    assert len(puzzles.read("ringo")) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["balance", "ringo", "--level", "11"], "There is no level 11; choose one from 1 to 10."),
        (["puzzles", "chess"], "There is no game `chess`"),
        (["balance", "ringo", "attackers=9"], "`9` isn't a choice for Ringo's option `attackers`"),
        (["balance", "ringo", "attackers=5", "--all"], "No options with --all"),
        (["balance"], "Name a game, or say --all."),
        (["prove", "hoyito"], "Name the game, and say with --goal how many stones"),
        (["prove", "hoyito", "--goal", "99", "--plies", "255", "--python"], "No search looks 255"),
    ],
)
def test_wrong_arguments_are_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert main(arguments) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["balance", "ringo", "--games", "0"], "'0' isn't a number above 0"),
        (["balance", "ringo", "--games=-3"], "'-3' isn't a number above 0"),
        (["puzzles", "ringo", "--nodes", "few"], "'few' isn't a number above 0"),
        (["puzzles", "ringo", "attackers=5"], "no options here: attackers=5"),
        (["meetings", "ringo", "2", "casual", "attackers=5"], "no options here: attackers=5"),
        (["meetings", "ringo", "2", "casual", "--games", "0"], "'0' isn't a number above 0"),
        (["meetings", "ringo", "2", "casual", "--keep", "/nowhere/x"], "there is no folder"),
        (["strength", "--measure", "--processes", "0"], "'0' isn't a number above 0"),
        (["prove", "hoyito", "--goal", "0"], "'0' isn't a number above 0"),
        (["prove", "hoyito", "--goal", "9", "--output", "/nowhere/x"], "there is no folder"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_is_played(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
    assert said in capsys.readouterr().err


@THOROUGH
def test_kept_puzzles_are_proved_anew_and_others_withdrawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = [line for line in puzzles.read("ringo") if line.solution][:2]
    false = replace(second, solution=("another",))
    puzzles.write("ringo", (first, false), tmp_path)
    for name in ("read", "write"):
        there = partial(getattr(puzzles, name), folder=tmp_path)
        monkeypatch.setattr(f"computer.puzzles.{name}", there)
    assert main(["puzzles", "ringo", "--check", "--write"]) == 0
    assert capsys.readouterr().out == f"{second.number}: not true\n1 are true and worth solving\n"
    proved, withdrawn = puzzles.read("ringo")
    assert (proved.number, proved.solution[0]) == (first.number, first.solution[0])
    assert withdrawn == replace(second, solution=())
    assert main(["puzzles", "ringo", "--check"]) == 0
    assert "not true" not in capsys.readouterr().out, "it is withdrawn already"
