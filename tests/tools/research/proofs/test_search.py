"""The search for proofs finds what the certificates say, in Python and in C."""

import shutil
from pathlib import Path

import pytest

from computer import proofs
from computer.proofs.certificate import Certificate
from tests.thorough import THOROUGH
from tools.research.__main__ import main
from tools.research.proofs import c_prover
from tools.research.proofs.checker import check

CLASSIC = proofs.FOLDER / "6-counterclockwise-north-28.xz"
SMALL = proofs.FOLDER / "5-counterclockwise-south-16.xz"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


CLAIM = ["prove", "hoyito", "holes=5", "--side", "south", "--goal", "16"]
BOARDS = (
    "0.1.0.1.2/0.0.1.1.2",
    "2.1.1.0.0/1.2.0.1.0",
    "1.2.0.1.2/1.0.1.0.0",
)
WATCHED = [
    word for board in BOARDS for word in ("--watch", f"{board} 12/20 south holes=5 >> 1/south")
]
NEEDS_COMPILER = pytest.mark.skipif(c_prover.compiler() is None, reason="there is no C compiler")


@pytest.mark.parametrize(
    "how", [pytest.param([], marks=NEEDS_COMPILER, id="C"), pytest.param(["--python"], id="Python")]
)
def test_a_proof_is_found_written_and_checked(
    how: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*CLAIM, *how, "--memory", "16"]) == 0
    name = "5-counterclockwise-south-16.xz"
    assert f"{name}: hoyito holes=5 south 16 holds" in capsys.readouterr().out
    check(Certificate.read(folder / name))
    assert main(["prove", "--check", name]) == 0
    assert "16 holds" in capsys.readouterr().out


@NEEDS_COMPILER
@THOROUGH
@pytest.mark.parametrize(
    ("options", "side", "goal"),
    [
        (["holes=5", "direction=first_move"], "north", 20),
        (["direction=each_move"], "south", 16),
        (["holes=7", "--table", "8"], "south", 28),
        (["holes=5", "direction=each_move", "--table", "8"], "south", 20),
        (["holes=5", "--repetition", "7", *WATCHED], "north", 23),
    ],
)
def test_the_compiled_search_finds_what_the_rules_confirm(
    options: list[str], side: str, goal: int, folder: Path
) -> None:
    wanted = ["--side", side, "--goal", str(goal), "--memory", "16", "--output", "proof"]
    assert main(["prove", "hoyito", *options, *wanted]) == 0
    assert Certificate.read(folder / "proof").goal == goal


def test_whoever_moves_second_chooses_the_direction_of_the_first_and_gets_as_much(
    folder: Path,
) -> None:
    assert main(["prove", "--check", str(CLASSIC), "--mirror"]) == 0
    before, found = Certificate.read(CLASSIC), Certificate.read(folder / "6-first_move-north-28.xz")
    check(found)
    boards = {text.partition(" ")[0] for text in before.answers}
    assert boards < {text.partition(" ")[0] for text in found.answers}


@THOROUGH
def test_what_is_watched_is_watched_in_the_mirror_too(folder: Path) -> None:
    path = proofs.FOLDER / "5-counterclockwise-north-24.xz"
    assert main(["prove", "--check", str(path), "--mirror"]) == 0
    name = "5-first_move-north-24.xz"
    assert (folder / name).read_bytes() == (proofs.FOLDER / name).read_bytes()


@NEEDS_COMPILER
@THOROUGH
def test_the_compiled_search_needs_as_many_plies_as_the_one_in_python(folder: Path) -> None:
    ranks = []
    for how in ([], ["--python"]):
        assert main([*CLAIM, "--memory", "64", "--output", "proof", *how]) == 0
        answers = Certificate.read(folder / "proof").answers.values()
        ranks.append(max(answer.rank for answer in answers))
    assert ranks[0] == ranks[1] > 1


@pytest.mark.parametrize("how", [pytest.param([], marks=NEEDS_COMPILER), ["--python"]])
def test_what_is_not_proved_is_said_in_a_sentence(
    how: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prove", "hoyito", "--goal", "32", "--plies", "6", "--memory", "16", *how]) == 2
    assert "There is no proof within 6 plies." in capsys.readouterr().err
    assert not [*folder.iterdir()]


def test_a_damaged_file_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(SMALL, folder / "proof")
    (folder / "proof").write_bytes((folder / "proof").read_bytes()[:-1])
    assert main(["prove", "--check", "proof", "missing"]) == 2
    assert "proof: " in capsys.readouterr().err
    assert main(["prove", "--check", "missing"]) == 2
    assert "missing: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ringo", "--goal", "3"], "single games of Hoyito"),
        (["hoyito", "play=match", "--goal", "3"], "single games of Hoyito"),
        (["hoyito", "first=north", "--goal", "3"], "that South begins"),
        (["hoyito", "--goal", "28", "--side", "west"], "Hoyito has no side `west`"),
    ],
)
def test_only_single_games_that_south_begins_are_proved(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prove", *arguments]) == 2
    assert said in capsys.readouterr().err


@NEEDS_COMPILER
def test_a_search_that_breaks_off_says_why(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    claim = ["prove", "hoyito", "holes=6", "--goal", "28"]
    assert main([*claim, "--repetition", "1"]) == 2
    said = capfd.readouterr().err
    assert "so many holes cannot be listed" in said
    assert "The search broke off; why stands above." in said
    assert not [*folder.iterdir()]


@NEEDS_COMPILER
def test_a_table_of_one_direction_is_not_used_where_each_side_chooses_its_own(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    claim = ["prove", "hoyito", "holes=5", "direction=first_move", "--side", "south"]
    assert main([*claim, "--goal", "16", "--memory", "16", "--table", "8"]) == 2
    assert "direction chosen with the first move" in capsys.readouterr().err
    assert not [*folder.iterdir()]


@pytest.mark.parametrize(
    ("arguments", "said"), [([], "Name the game"), (["hoyito"], "say with --goal")]
)
def test_a_claim_has_a_game_and_a_goal(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prove", *arguments]) == 2
    assert said in capsys.readouterr().err
