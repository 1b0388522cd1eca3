"""Records in the library: what is written can be read, also of a game that has just been played."""

import random

import pytest

from library import records
from library.records import Ending, Record
from rules import GAMES, Position, Refusal

RINGO = GAMES["ringo"]
NAMES = ("Ann", "Bea")


def played(key: str) -> tuple[tuple[str, ...], Position]:
    rng, position, moves = random.Random(1), GAMES[key].start(), list[str]()
    while not position.outcome():
        move, position = position.play(rng.choice([*position.moves()]))
        moves.append(move.text)
    return tuple(moves), position


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("how", [None, Ending.RULES])
def test_a_finished_game_is_written_with_the_ending_that_the_board_shows(
    key: str, how: Ending | None
) -> None:
    moves, last = played(key)
    outcome = last.outcome()
    assert outcome is not None
    text = records.write(Record(GAMES[key], NAMES, moves, how=how))
    assert f'[Ending "rules"]\n[Result "{outcome.result}"]' in text
    record = records.read(text)
    assert (record.moves, record.how, record.winner) == (moves, Ending.RULES, outcome.winner)
    assert records.write(record) == text


def test_moves_are_written_as_the_rules_write_them() -> None:
    text = records.write(Record(RINGO, NAMES, ("B1 b2", "1. a6–a5!")))
    assert records.read(text).moves == ("b1-b2", "a6-a5")


@pytest.mark.parametrize(
    ("record", "told"),
    [
        (Record(RINGO, NAMES, ("a1-a2", "a1-f6")), "Move 2, `a1-f6`, can't be played. "),
        (Record(RINGO, NAMES, ("a1-a2 a6-a5",)), "Move 1, `a1-a2 a6-a5`, can't be played. "),
        (Record(RINGO, NAMES, ("",)), "Move 1, "),
        (Record(RINGO, NAMES, ("1-0",)), "Move 1, `1-0`, can't be played. "),
        (Record(RINGO, NAMES, (), winner=0), "The board doesn't show why this game ended `1-0`"),
        (Record(RINGO, NAMES, (), how=Ending.RULES), "the game isn't over."),
        (Record(RINGO, NAMES, (), how=Ending.RESIGNATION), "The result "),
        (Record(RINGO, NAMES, (), {"attackers": "9"}), "`9` isn't a choice"),
    ],
)
def test_what_could_not_be_read_is_not_written(record: Record, told: str) -> None:
    with pytest.raises(Refusal) as refused:
        records.write(record)
    assert told in str(refused.value)


def test_another_winner_than_the_board_shows_is_refused() -> None:
    moves, last = played("ringo")
    outcome = last.outcome()
    assert outcome is not None
    assert outcome.winner is not None
    with pytest.raises(Refusal, match="doesn't fit the rest of the record"):
        records.write(Record(RINGO, NAMES, moves, winner=1 - outcome.winner))


def test_a_file_of_records_is_cut_however_they_begin() -> None:
    texts = ['[Game "ringo"]\n1. a1-a2\n', "\ufeff[Game “ringo”]\n", "  [game 'ringo']\n*\n"]
    assert records.split("".join(texts)) == texts
