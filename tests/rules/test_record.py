import random
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES, Position, Refusal
from rules.event import Ending
from rules.record import Record, read, write


def game(rules: type[Position], seed: int, most: int) -> tuple[tuple[str, ...], Position]:
    lots = random.Random(seed)
    position: Position = rules.start({})
    moves: list[str] = []
    while len(moves) < most and (legal := list(position.moves())):
        move, position = position.play(lots.choice(legal))
        moves.append(move.text)
    return tuple(moves), position


def finished(key: str = "ringo", seed: int = 1) -> Record:
    moves, last = game(GAMES[key], seed, 10_000)
    outcome = last.outcome()
    assert outcome is not None
    return Record(GAMES[key], ("Ann", "Bea"), moves, how=Ending.RULES, winner=outcome.winner)


def full(record: Record) -> Record:
    """Give the record with every option named, as it is read."""
    return Record(
        **{
            **vars(record),
            "options": record.rules.choices.choose(record.options).values,
        }
    )


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_whole_game_is_written_and_read_back(key: str) -> None:
    record = finished(key)
    assert read(write(record), GAMES) == full(record)


@given(
    key=st.sampled_from(sorted(GAMES)),
    most=st.integers(0, 6),
    names=st.tuples(*[st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]))] * 2),
    how=st.sampled_from([None, Ending.RESIGNATION, Ending.TIME, Ending.ABORT, Ending.AGREEMENT]),
    winner=st.sampled_from([0, 1]),
    pace=st.none() | st.integers(1, 14),
    rated=st.booleans(),
    number=st.none() | st.integers(1, 10**12),
)
@settings(max_examples=50, deadline=None)
def test_any_record_survives_writing_and_reading(
    key: str,
    most: int,
    names: tuple[str, str],
    how: Ending | None,
    winner: int,
    pace: int | None,
    rated: bool,
    number: int | None,
) -> None:
    moves, last = game(GAMES[key], most, most)
    assert last.outcome() is None
    record = Record(
        rules=GAMES[key],
        names=(" ".join(names[0].split()), " ".join(names[1].split())),
        moves=moves,
        number=number,
        started=datetime(2026, 1, 1, 12, tzinfo=UTC),
        pace=pace,
        rated=rated,
        how=how,
        winner=winner if how in (Ending.RESIGNATION, Ending.TIME) else None,
    )
    assert read(write(record), GAMES) == full(record)


def test_options_are_part_of_a_record() -> None:
    record = Record(GAMES["hoyito"], ("a", "b"), ("f",), options={"holes": "8"})
    text = write(record)
    assert '[Options "holes=8"]' in text
    assert read(text, GAMES).options["holes"] == "8"


def test_a_record_typed_by_hand_needs_little() -> None:
    record = read('[Game "Bizingo"]\n1. H6-G6 2. f5-g5', {"bizingo": GAMES["bizingo"]})
    assert (record.result, record.names) == ("*", ("?", "?"))


REFUSED = [
    ('[Game "ringo"]', '[Game "chess"]', "names no game"),
    ("[Game", "[Was", "names no game"),
    ("1. ", "1. a1-f6 ", "Move 1 of the record, `a1-f6`, cannot be played"),
    ('[Result "1-0"]', '[Result "0-1"]', "is not what its moves lead to"),
    ('[Ending "rules"]', '[Ending "resignation"]', "is not what its moves lead to"),
    ('[Ending "rules"]', "", "is not what its moves lead to"),
    ('[Ending "rules"]', '[Ending "magic"]', "it must be `rules`"),
    ('[Options "-"]', '[Options "attackers=9"]', "are none of Ringo's"),
    ('[Options "-"]', '[Options "-"][Pace "soon"]', "must be a whole number"),
    ('[Options "-"]', '[Options "-"][Started "today"]', "must look like"),
    ('[Options "-"]', '[Options "-"][Started "2026-01-01"]', "must look like"),
]


@pytest.mark.parametrize(("old", "new", "reason"), REFUSED)
def test_a_record_that_does_not_fit_is_refused_with_its_reason(
    old: str, new: str, reason: str
) -> None:
    text = write(finished())
    assert '[Result "1-0"]' in text
    assert old in text
    with pytest.raises(Refusal, match=reason):
        read(text.replace(old, new), GAMES)


def test_a_draw_by_agreement_has_no_winner() -> None:
    record = Record(GAMES["ringo"], ("a", "b"), (), how=Ending.AGREEMENT)
    text = write(record)
    assert read(text, GAMES).how is Ending.AGREEMENT
    with pytest.raises(Refusal):
        read(text.replace("1/2-1/2", "1-0"), GAMES)
    with pytest.raises(Refusal):
        read(text.replace("agreement", "time"), GAMES)


def test_an_unfinished_game_is_not_over_by_the_rules() -> None:
    record = finished()
    cut = Record(**{**vars(record), "moves": record.moves[:-1]})
    with pytest.raises(Refusal, match="the game goes on"):
        read(write(cut), GAMES)


def test_moves_after_the_end_are_refused() -> None:
    record = finished()
    longer = Record(**{**vars(record), "moves": (*record.moves, "a1-a2")})
    with pytest.raises(Refusal, match="cannot be played"):
        read(write(longer), GAMES)
