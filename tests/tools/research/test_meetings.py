"""Games of a level against other players, and what is counted of them."""

import json
from pathlib import Path

import pytest

from rules.bizingo import Bizingo
from tools import research
from tools.research.__main__ import main
from tools.research.meetings import Meeting, summary
from tools.research.strength.simple_players import evading

LEADS = Path(research.__file__).with_name("bizingo_leads.txt")
"""Positions in which the side to move has just come to be six pieces ahead."""


def leads() -> list[Bizingo]:
    return [Bizingo.decode(line) for line in LEADS.read_text().splitlines()]


def test_games_that_are_kept_are_not_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    asked = ["meetings", "hoyito", "1", "beginner", "--nodes", "100", "--keep", str(file)]
    main([*asked, "--games", "1"])
    first = file.read_text()
    assert len(first.splitlines()) == 1
    main([*asked, "--games", "2"])
    assert file.read_text().startswith(first)
    assert len(file.read_text().splitlines()) == 2
    capsys.readouterr()
    main([*asked, "--games", "2"])
    assert len(file.read_text().splitlines()) == 2
    assert capsys.readouterr().out.startswith("hoyito 1 beginner 100: ")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("ringo", "2", "evading"), "Only in Bizingo somebody runs away"),
        (("bizingo", "2", "beginner", "--starts", "nowhere.txt"), "The starts can't be read"),
        (("agon", "2", "beginner", "--starts", str(LEADS)), "The starts can't be read"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(
    asked: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["meetings", *asked]) == 2
    assert capsys.readouterr().err.startswith(said)


def test_what_was_noticed_is_added_up() -> None:
    games = [
        Meeting("w", "few", 200, 0, 1, 0, 100, 90),
        Meeting("w", "few", 300, 1, 2, 1, 150, 90),
        Meeting("d", "quiet", 400, 0, 0, 0, 200, None),
    ]
    assert summary(games) == (
        "2-1-0, 300 plies, undone 3 of 450 (0.7%), without reason 1, "
        "six ahead 2, won 2, in 120 plies 1"
    )
    assert summary(games[2:]) == "0-1-0, 400 plies, undone 0 of 200 (0.0%), without reason 0"


def test_from_a_file_of_positions_the_level_moves_first(tmp_path: Path) -> None:
    file, (first, second) = tmp_path / "games.jsonl", leads()[:2]
    asked = ["meetings", "bizingo", "10", "beginner", "--nodes", "100", "--games", "2"]
    main([*asked, "--starts", str(LEADS), "--keep", str(file)])
    games = [json.loads(line) for line in file.read_text().splitlines()]
    assert [game["side"] for game in games] == [first.turn, second.turn]
    assert [game["led_from"] for game in games] == [1, 1]


def test_who_runs_away_loses_no_more_than_it_must() -> None:
    for start in leads():
        position = start.after(next(iter(start.moves().values())))
        side = position.turn
        left = {
            move.text: min(after.pieces[side].bit_count() for _, after in fled.children())
            for move, fled in position.children()
        }
        assert left[evading(position, 7).text] == max(left.values())
