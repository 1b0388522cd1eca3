"""The conformance check: this program passes it, and a program with a fault does not."""

import io
import json
import sys
from collections import Counter

import pytest

from library.__main__ import main as command
from library.conformance import Case, NoAnswer, Program, cases, check, main
from library.protocol import Fields, answer, serve
from library.records import split
from rules import GAMES
from tests.thorough import mostly_thorough

FEW_NODES = 5_000
KINDS = ("perft", "games", "endings", "positions", "records")
FAULTY = """
import json, os, sys, time
from library.protocol import answer
for number, line in enumerate(sys.stdin):
    if number == {at}:
        {fault}
    print(json.dumps(answer(json.loads(line))), flush=True)
"""


def ringo() -> list[Case]:
    return [case for case in cases(100) if case.request.get("game") == "ringo"]


def test_every_game_has_cases_of_every_kind_that_this_program_makes() -> None:
    told = Counter((case.kind, case.request.get("game")) for case in cases(FEW_NODES))
    for key in GAMES:
        for kind in ("endings", "positions", "records"):
            assert told[kind, key], (kind, key)


def test_this_program_meets_every_case_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["conformance", "--game", "ringo", "--most-nodes", str(FEW_NODES)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [kind for kind, *_ in map(str.split, told)] == [*KINDS]
    assert all(met == every for _, met, _, every in map(str.split, told))


@pytest.mark.thorough
def test_this_program_meets_every_case_as_another_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--", sys.executable, "-m", "library", "answer"]) == 0
    assert "wrong" not in capsys.readouterr().out


def test_the_kinds_of_ending_that_no_recording_reaches_are_among_the_vectors() -> None:
    reached = set()
    for case in cases(0):
        if case.kind == "endings":
            outcome = GAMES[case.request["game"]].decode(case.expected["position"]).outcome()
            assert outcome is not None
            reached.add((case.request["game"], outcome.code))
    assert {(key, "repetition") for key in GAMES} | {("bizingo", "quiet")} <= reached


def test_missing_and_illegal_moves_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    def without_sideways(request: Fields) -> Fields:
        told = dict(answer(request))
        if request["do"] == "look":
            told["legal"] = [*(text for text in told["legal"] if text != "a1-h1"), "a1-b3"]
        if request["do"] == "play":
            told["legal"] = ["0" * 12, *told["legal"][1:]]
        return told

    assert check(without_sideways, [case for case in ringo() if case.kind == "games"][:1]) == 1
    told = capsys.readouterr().out
    assert told.startswith('wrong: play {"game": "ringo"')
    assert "before move 1: missing: a1-h1; not legal: a1-b3\n" in told
    assert "games         0 of 1" in told


def test_what_a_program_cannot_do_is_counted_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    def only_perft(request: Fields) -> Fields:
        return answer(request) if request["do"] == "perft" else {"unsupported": True}

    assert check(only_perft, ringo()) == 0
    assert " not supported)" in capsys.readouterr().out


def test_a_program_that_answers_nothing_does_not_pass(capsys: pytest.CaptureFixture[str]) -> None:
    assert check(lambda _: {"unsupported": True}, ringo()) == 1
    told = capsys.readouterr().out
    assert told.endswith(f"The program answered none of {len(ringo())} requests.\n")


def test_a_program_that_is_not_there_is_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--game", "ringo", "--", "./not-there"]) == 1
    told = capsys.readouterr().err
    assert told == "./not-there can't be started: No such file or directory\n"


def test_a_position_wrongly_accepted_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    broken = [case for case in ringo() if "refused" in case.expected]
    assert broken
    assert check(lambda _: {"legal": []}, broken) == 1
    assert capsys.readouterr().out.count("wrong: look") == len(broken)


@pytest.mark.parametrize(
    ("fault", "seconds", "told"),
    mostly_thorough(
        [
            (
                "sys.exit(3)",
                "60",
                "the program answered nothing: it stopped with status 3\n  at perft",
            ),
            ("print(flush=True); continue", "60", "the answer is not an object of JSON: '\\n'"),
            ("print('hi', flush=True); continue", "60", "the answer is not an object of JSON: 'hi"),
            (
                "time.sleep(600)",
                "0.1",
                "the program answered nothing within 0.1 seconds\n  at perft",
            ),
        ],
        (
            "time.sleep(600)",
            "0.1",
            "the program answered nothing within 0.1 seconds\n  at perft",
        ),
    ),
)
def test_a_program_that_stops_hangs_or_chatters_ends_the_check_in_a_sentence(
    capsys: pytest.CaptureFixture[str], fault: str, seconds: str, told: str
) -> None:
    program = FAULTY.format(at=0, fault=fault)
    assert main(["--game", "ringo", "--seconds", seconds, "--", sys.executable, "-c", program]) == 1
    assert told in capsys.readouterr().err


def test_what_is_no_request_is_answered_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    serve(["zz", "[]", '{"do": "dance"}', '{"do": "look"}', '{"do": "look", "game": "chess"}'])
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 5
    assert told[2] == '{"unsupported": true}'
    assert all('"refused"' in line for line in (told[0], told[1], *told[3:]))


def test_a_move_that_is_only_typed_like_one_is_refused() -> None:
    asked = {"do": "play", "game": "ringo", "moves": ["A1 a2"]}
    assert "refused" in answer(asked)


def test_a_program_that_has_ended_is_not_asked_in_vain() -> None:
    with Program([sys.executable, "-c", "pass"], 60) as program:
        program._process.wait()
        with pytest.raises(NoAnswer, match="answered nothing: it stopped with status 0"):
            program.ask({"do": "dance"})


def test_the_command_answers_a_check_and_does_what_the_rules_do_beside_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = '{"do": "perft", "game": "ringo", "depth": 1}'
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{asked}\nnonsense\n"))
    assert command(["answer"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["nodes"] > 1
    assert second == {"refused": "not an object of JSON"}
    monkeypatch.setattr("sys.argv", ["library", "perft", "ringo", "1"])
    assert command() == 0
    assert capsys.readouterr().out.startswith(f"{first['nodes']} nodes")


def test_a_record_keeps_its_date_and_a_file_of_many_is_cut_into_each() -> None:
    fields = {"game": "ringo", "names": ["Ann", "Bea"], "moves": ["a1-a2"], "result": "*"}
    dated = {**fields, "started": "2026-01-01T12:00:00+00:00"}
    texts = [answer({"do": "write", **each})["text"] for each in (dated, fields)]
    for text, wanted in zip(split("\n".join(texts)), (dated["started"], None), strict=True):
        told = answer({"do": "read", "text": text})
        assert told["moves"] == fields["moves"]
        assert told.get("started") == wanted
