"""`python -m rules`: perft, and playing in the terminal."""

import pytest

from rules.command_line import main


def test_perft_prints_nodes_seconds_and_rate(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "ringo", "3", "attackers=6"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("1,392 nodes, ")
    assert " s, " in out
    assert out.endswith(" nodes/s\n")


def test_divide_counts_below_each_first_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "hoyito", "2", "--divide", "holes=5"]) == 0
    *rows, total = capsys.readouterr().out.splitlines()
    assert [row.split(": ")[0] for row in rows] == list("abcde")
    assert total.startswith("24 nodes")
    assert sum(int(row.split(": ")[1]) for row in rows) == 24


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["perft", "chess", "2"], "There is no game `chess`; choose "),
        (
            ["perft", "ringo", "2", "attackers=9"],
            "`9` isn't a choice for Ringo's option `attackers`",
        ),
        (["perft", "ringo", "2", "attackers"], "Write options as `option=value`"),
        (["perft", "ringo", "-1"], "The depth is a number of moves, 0 or more."),
        (["play", "ringo", "--random", "white"], "Ringo has no side `white`"),
    ],
)
def test_wrong_arguments_are_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert main(arguments) == 2
    assert said in capsys.readouterr().err


def test_a_flag_that_there_is_not_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["play", "ringo", "attackers=6", "--colour"])
    assert ended.value.code == 2
    assert "there is no flag --colour" in capsys.readouterr().err


def test_the_end_of_input_ends_the_game_on_a_line_of_its_own(
    typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    typed += ["h6 g6"]
    assert main(["play", "bizingo"]) == 0
    assert capsys.readouterr().out.endswith("dark> \n")


def test_a_draw_is_told(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["a1-a2", "k6-k5", "a2-a1", "k5-k6"] * 2
    assert main(["play", "agon"]) == 0
    *_, reason, result = capsys.readouterr().out.splitlines()
    assert "third time" in reason or "three times" in reason
    assert result == "The game is drawn."


def test_two_sides_are_played_by_hand(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["moves", "h6 g6", "h8-g8", "undo", "", "undo", "undo", "help", "quit"]
    assert main(["play", "bizingo"]) == 0
    out = capsys.readouterr().out
    assert "h6-g6: light `h6` → `g6`." in out
    assert "`h8` isn't yours." in out
    assert "There is nothing to take back." in out
    assert "light> " in out
    assert "dark> " in out


def test_a_game_is_played_to_its_end_against_random_moves(
    typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    typed += list("abcdef") * 60
    assert main(["play", "hoyito", "--random", "north", "--seed", "5"]) == 0
    out = capsys.readouterr().out
    assert " wins." in out or "The game is drawn." in out
