"""Records of matches: written, read back, and refused with the line that is wrong."""

import itertools
import random
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from match.clock import Pace
from match.event import Ending
from match.read_record import LONGEST_NAME, read
from match.record import Record, write
from rules import GAMES, Position, Refusal
from rules.typed_text import is_visible
from tests.thorough import THOROUGH


def game(
    rules: type[Position], seed: int, most: int, options: Mapping[str, str] | None = None
) -> tuple[tuple[str, ...], Position]:
    rng = random.Random(seed)
    position: Position = rules.start(options or {})
    moves: list[str] = []
    while len(moves) < most and (legal := list(position.moves())):
        move, position = position.play(rng.choice(legal))
        moves.append(move.text)
    return tuple(moves), position


def finished(key: str = "ringo", seed: int = 1) -> Record:
    moves, last = game(GAMES[key], seed, 10_000)
    outcome = last.outcome()
    assert outcome is not None
    return Record(GAMES[key], ("Ann", "Bea"), moves, how=Ending.RULES, winner=outcome.winner)


def full(record: Record) -> Record:
    """Return the record with every option named, as it is read."""
    return Record(**{**vars(record), "options": record.rules.choices.choose(record.options).values})


@THOROUGH
@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_whole_game_is_written_and_read_back(key: str) -> None:
    record = finished(key)
    assert read(write(record), GAMES) == full(record)


def seen(name: str) -> str:
    """Return a name as it is read: in one line, and of one that shows nothing a question mark."""
    return " ".join(name.split()) if is_visible(name) else "?"


@THOROUGH
@given(
    key=st.sampled_from(sorted(GAMES)),
    most=st.integers(0, 6),
    names=st.tuples(
        *[st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=LONGEST_NAME)]
        * 2
    ),
    how=st.sampled_from([None, Ending.RESIGNATION, Ending.TIME, Ending.ABORT, Ending.AGREEMENT]),
    winner=st.sampled_from([0, 1]),
    pace=st.sampled_from([None, Pace.a_move(1), Pace.a_move(14), Pace.bank(3, 12, 5)]),
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
    pace: Pace | None,
    rated: bool,
    number: int | None,
) -> None:
    moves, last = game(GAMES[key], most, most)
    assert last.outcome() is None
    record = Record(
        rules=GAMES[key],
        names=(seen(names[0]), seen(names[1])),
        moves=moves,
        number=number,
        started=datetime(2026, 1, 1, 12, tzinfo=UTC),
        pace=pace,
        rated=rated,
        how=how,
        winner=winner if how in (Ending.RESIGNATION, Ending.TIME) else None,
    )
    assert read(write(record), GAMES) == full(record)


def every_choice() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield every game with every value of its options, and with all non-default values at once."""
    for key, rules in GAMES.items():
        yield from (
            (key, {option.key: value}) for option in rules.options for value in option.values
        )
        for values in itertools.zip_longest(*(option.values[1:] for option in rules.options)):
            named = zip(rules.options, values, strict=True)
            yield key, {option.key: value for option, value in named if value}


CHOICES = [*every_choice()]


@THOROUGH
@pytest.mark.parametrize(("key", "options"), CHOICES)
def test_a_game_of_any_options_is_written_and_read_back(key: str, options: dict[str, str]) -> None:
    moves, last = game(GAMES[key], 4, 300, options)
    outcome = last.outcome()
    how, winner = (Ending.RULES, outcome.winner) if outcome else (None, None)
    names = ("Ann", "Bea")
    record = full(Record(GAMES[key], names, moves, options, how=how, winner=winner))
    assert read(write(record), GAMES) == record
    assert record.line().at(len(moves)).position == last


def test_a_record_typed_by_hand_needs_little() -> None:
    record = read('[Game "Bizingo"]\n1. H6-G6 2. f5-g5', {"bizingo": GAMES["bizingo"]})
    assert (record.result, record.names) == ("*", ("?", "?"))
    assert record.moves == ("h6-g6", "f5-g5"), "as they are stored"


@pytest.mark.parametrize("headers", [("Ending",), ("Ending", "Result")])
def test_where_the_board_shows_how_it_ended_no_ending_has_to_be_written(
    headers: tuple[str, ...],
) -> None:
    record = finished()
    text = write(record)
    for header in headers:
        text = re.sub(rf'\[{header} "[^"]*"\]\n', "", text)
    assert read(text, GAMES) == full(record)
    assert read(text.removesuffix("1-0\n"), GAMES) == full(record)
    with pytest.raises(Refusal, match="doesn't fit the rest of the record"):
        read(re.sub("1-0", "0-1", text), GAMES)


@pytest.mark.parametrize(
    ("result", "ending"), [("1-0", "resignation"), ("0-1", "resignation"), ("1/2-1/2", "agreement")]
)
def test_a_result_without_an_ending_is_refused_with_what_to_write(result: str, ending: str) -> None:
    text = f'[Game "bizingo"]\n[Result "{result}"]\n1. h6-g6 2. f5-g5'
    line = f'[Ending "{ending}"]'
    said = (
        f"Line 2: the board doesn't show why this game ended `{result}`; add a line that says it, "
        f"for example `{line}`."
    )
    with pytest.raises(Refusal, match=re.escape(said)):
        read(text, GAMES)
    assert read(f"{text}\n{line}", GAMES).result == result


REFUSED = [
    ('[Game "ringo"]', '[Game "chess"]', "Line 1: there is no game `chess` here; choose `bizingo`"),
    ("[Game", "[Was", "doesn't name its game; start it with a line"),
    ("1. ", "1. a1-f6 ", "Line 9: move 1, `a1-f6`, can't be played. "),
    ("\n1. ", "\n[Seats 4]\n1. ", "Line 9: `\\[Seats 4]` isn't a header"),
    (
        '[Result "1-0"]',
        '[Result "0-1"]',
        r"Line [0-9]+: the result \(`1-0`, ending: `rules`\) doesn't fit",
    ),
    ('[Ending "rules"]', '[Ending "resignation"]', "doesn't fit the rest of the record"),
    (
        '[Ending "rules"]',
        '[Ending "magic"]',
        "Line 6: a match can't end by `magic`; choose `rules`",
    ),
    ('[Options "-"]', '[Options "attackers=9"]', "Line 2: the options .* don't fit Ringo"),
    ('[Options "-"]', '[Options "-"][Pace "soon"]', "Line 2: the pace `soon` must be days"),
    ('[Options "-"]', '[Options "-"][Started "today"]', "Line 2: .* must look like"),
    ('[Options "-"]', '[Options "-"][Started "2026-01-01"]', "Line 2: .* must look like"),
]


@THOROUGH
@pytest.mark.parametrize(("old", "new", "reason"), REFUSED)
def test_a_record_that_does_not_fit_is_refused_with_its_line_and_reason(
    old: str, new: str, reason: str
) -> None:
    text = write(finished())
    assert '[Result "1-0"]' in text
    assert old in text
    with pytest.raises(Refusal, match=reason):
        read(text.replace(old, new, 1), GAMES)


def test_the_line_is_that_of_the_move() -> None:
    moves = finished().moves
    text = '[Game "ringo"]\n\n' + "\n".join(moves[:40])
    assert read(text, GAMES).moves == moves[:40]
    lines = text.splitlines()
    lines[31] = "a1-h8"
    with pytest.raises(Refusal, match="Line 32: move 30, `a1-h8`, can't be played"):
        read("\n".join(lines), GAMES)


FRAGMENTS = [
    '[Game "ringo"]',
    '[Options "-"]',
    "[",
    '"',
    "\\",
    "1.",
    "a1-a2",
    "1-0",
    "\n",
    "pass",
    "*",
]


@THOROUGH
@given(
    text=st.text()
    | st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=4)).map(" ".join)
    | st.text().map('[Game "hoyito"]\n'.__add__)
)
@settings(max_examples=100, deadline=None)
def test_whatever_is_no_record_is_refused(text: str) -> None:
    with suppress(Refusal):  # any other exception is a bug
        record = read(text, GAMES)
        assert read(write(record), GAMES) == record


@THOROUGH
@pytest.mark.parametrize(
    "unit",
    [
        "[",
        '[a "',
        '[a "\\',
        "\\",
        '"',
        "1.",
        "a",
        "[a",
        "\n[",
        " \u2028",
        "{",
        "{a ",
        "{\\",
        "{}",
        "\\{ ",
    ],
)
def test_long_nonsense_is_refused_at_once(unit: str) -> None:
    began = time.process_time()
    with pytest.raises(Refusal):
        read('[Game "bizingo"]' + unit * 60_000 + " ?", GAMES)
    assert time.process_time() - began < 60, "where each character looks at all others it is hours"


def test_a_brace_that_is_not_closed_is_refused_in_its_line() -> None:
    with pytest.raises(Refusal, match=r"Line 2: move 2, `\{a`, can't be played"):
        read('[Game "ringo"]\n1. a1-a2 {a {\\{ \\}\n2. a6-a5 {said} 1-0', GAMES)


@pytest.mark.parametrize("length", [99, 100, 101, 60_000])
def test_names_are_cut_at_a_hundred_letters(length: int) -> None:
    name = ("w" * 60_000)[:length]
    record = read(f'[Game "ringo"]\n[Attacker "{name}"]\n[Defender "  B \t C "]', GAMES)
    assert record.names == (name if length <= 100 else "w" * 99 + "…", "B C")
    assert read(write(record), GAMES) == record


@pytest.mark.parametrize("said", ["two\nlines", "\u2028a\x1c b", " wide   spaces "])
def test_what_is_said_is_written_in_one_line(said: str) -> None:
    record = Record(GAMES["ringo"], ("a\nb", "c"), ("a1-a2",), remarks={1: said})
    back = read(write(record), GAMES)
    assert back.remarks == {1: " ".join(said.split())}
    assert back.names == ("a b", "c")
    assert "{" not in write(Record(GAMES["ringo"], ("a", "b"), ("a1-a2",), remarks={1: " \n"}))


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
    with pytest.raises(Refusal, match="the game isn't over"):
        read(write(cut), GAMES)


def test_moves_after_the_end_are_refused() -> None:
    record = finished()
    longer = Record(**{**vars(record), "moves": (*record.moves, "a1-a2")})
    with pytest.raises(Refusal, match="can't be played"):
        read(write(longer), GAMES)
