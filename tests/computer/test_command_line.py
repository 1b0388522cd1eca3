"""`python -m computer`: playing against the computer in the terminal."""

import pytest

from computer.__main__ import main


def test_it_answers_in_the_terminal(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["a1-a2", "undo", "b1-b2"]
    assert main(["play", "ringo", "--level", "2", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert "a1-a2: attacker moves" in out
    assert "b1-b2: attacker moves" in out
    assert out.count(": defender ") == 2


@pytest.mark.usefixtures("typed")
def test_it_begins_where_you_take_the_other_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "hoyito", "--level", "1", "--side", "north", "first=south"]) == 0
    assert ": south sows" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "chess"], "There is no game `chess`"),
        (["play", "ringo", "--level", "11"], "There is no level 11; choose one from 1 to 10."),
        (["play", "ringo", "--side", "white"], "Ringo has no side `white`"),
    ],
)
def test_wrong_arguments_are_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert main(arguments) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"), [(["play", "ringo", "--colour"], "there is no flag --colour")]
)
def test_what_makes_no_sense_is_refused_before_anything_is_played(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
    assert said in capsys.readouterr().err
