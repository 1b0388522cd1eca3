"""What the page without a server is answered: every board and button, and whatever is wrong."""

import json
import random
from datetime import UTC, datetime
from typing import Any
from unittest.mock import Mock

import pytest

from computer import levels
from computer.puzzles import has_puzzles, puzzles, puzzles_by_number
from lessons import lesson, taught_games
from play.answers import answer, language_of, run
from rules import GAMES
from tests.thorough import THOROUGH
from tools.website.examples import RECORDS
from tools.website.play_program import spoken, words_of

MOST = 24
"""How many boards of each kind and game are looked at."""


def asked(question: str = "board", /, **fields: object) -> dict[str, Any]:
    """Ask as the page does."""
    found: dict[str, Any] = json.loads(answer(question, json.dumps(fields)))
    return found


def told(question: str = "board", /, **fields: object) -> dict[str, Any]:
    """Ask what is no nonsense."""
    found = asked(question, **fields)
    assert "refused" not in found, (fields, found)
    return found


@pytest.mark.parametrize("key", GAMES)
def test_every_button_leads_to_a_board_with_words(key: str) -> None:
    rng, seen, queue = random.Random(key), set[str](), [("game|" + key, list[str]())]
    kinds: dict[str, int] = {}
    while queue:
        at, tried = queue.pop(0)
        kind, name = at.partition("|")[0], f"{at} {tried}"
        if name in seen or kinds.get(kind, 0) >= MOST:
            continue
        seen.add(name)
        kinds[kind] = kinds.get(kind, 0) + 1
        state = told(at=at, tried=tried)
        assert state["title"]
        assert state["lines"]
        queue += [(each["key"], each["tried"]) for each in state["verbs"]]
        queue += [(state["next"]["at"], [])] if state["next"] and not state["steps"] else []
        if state["may_move"]:
            move = rng.choice(state["moves"])["text"]
            after = told(at=state["at"], tried=state["tried"], move=move)
            queue.append((after["at"], after["tried"]))
    assert {"game", "match", "replay", "record", "lesson", "tasks", "rules", "try", "puzzle"} <= (
        set(kinds)
    )


@pytest.mark.parametrize("level", levels("agon"))
def test_computer_moves_at_every_level_and_the_person_may_take_back(level: int) -> None:
    state = told(at=f"match|agon|-|0|{level}|0|7")
    assert (state["own"], state["hints"], state["job"]) == (0, True, None)
    move = state["moves"][0]["text"]
    looked = told("look", at=state["at"], tried=[], move=move)
    assert looked["words"].endswith(".")
    state = told(at=state["at"], tried=[], move=move)
    assert state["job"]["given"]["level"] == level
    assert not state["may_move"]
    state["job"]["given"]["longest"] = 0.01
    state = told(at=state["at"], tried=state["tried"], answers=[run(json.dumps(state["job"]))])
    assert state["may_move"]
    assert state["count"] == 2
    [back] = [each for each in state["verbs"] if each["label"] == "Take back"]
    assert back["tried"] == []


def test_two_at_one_screen_and_a_hint_in_three_stages() -> None:
    state = told(at="match|bizingo|-|0|0|0|7", move="h4-g2")
    assert state["lines"][0] == "Dark is to move."
    fields = {"at": state["at"], "tried": state["tried"]}
    job = told("hint", **fields, stage="piece")["job"]
    job["given"]["longest"] = 0.01
    answers = [run(json.dumps(job))]
    piece = told("hint", **fields, stage="piece", answers=answers)
    move = told("hint", **fields, stage=piece["next"]["stage"], answers=answers)
    why = told("hint", **fields, stage=move["next"]["stage"], move=move["move"], answers=answers)
    assert piece["words"] == f"Look at {piece['piece']}."
    assert why["next"] is None


@pytest.mark.parametrize("key", taught_games())
def test_every_task_of_a_lesson_can_be_done(key: str) -> None:
    done: list[int] = []
    for number in range(1, len(lesson(key).tasks) + 1):
        state = told(at=f"lesson|{key}|{number}", kept={"done": {key: done}})
        while "keep" not in state:
            where = {"at": state["at"], "tried": state["tried"], "kept": {"done": {key: done}}}
            answers = (told(**where, move=each["text"]) for each in state["moves"])
            state = next(each for each in answers if each["count"] > state["count"])
        done = state["keep"]["done"][key]
    assert done == [*range(1, len(lesson(key).tasks) + 1)]
    tasks = told(at=f"tasks|{key}", kept={"done": {key: done}})["verbs"]
    assert all("✓" in each["label"] for each in tasks[:-1])


def test_puzzle_is_solved_and_the_next_one_is_another() -> None:
    state = told(at="puzzle|ringo")
    assert told(at=f"{state['at']}|hint")["lines"][0].startswith("Look at")
    answers = [
        told(at=state["at"], move=each["text"], tried=state["tried"]) for each in state["moves"]
    ]
    solved = [each for each in answers if "keep" in each]
    assert 0 < len(solved) < len(answers)
    assert [each for each in answers if each["won"]] == solved
    for each in answers:
        assert ("Solved!" if each["won"] else "isn't the best move") in each["lines"][0]
        assert each["wrong"] is not each["won"]
    [number] = solved[0]["keep"]["solved"]["ringo"]
    assert told(at="puzzle|ringo", kept={"solved": {"ringo": [number]}})["at"] != state["at"]
    days = [told(at="day") for _ in range(3)]
    assert days[1] in (days[0], days[2]), "midnight comes once at most"


def test_puzzle_of_the_day_is_solved_after_midnight(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move was read as one in the puzzle of the next day, in America early in the evening."""

    def is_day(day: int) -> None:
        monkeypatch.setattr(
            "play.puzzles.datetime", Mock(now=lambda _: datetime(2026, 1, day, tzinfo=UTC))
        )

    is_day(1)
    state = told(at="day")
    is_day(2)
    assert told(at="day")["title"] != state["title"]
    assert "Today's" not in told(at=state["at"])["title"]
    answers = [told(at=state["at"], move=each["text"]) for each in state["moves"]]
    assert any(each["won"] for each in answers)


@pytest.mark.parametrize("key", [key for key in GAMES if has_puzzles(key)])
def test_retired_puzzle_opens_by_its_number_and_leads_to_one_that_is_asked(key: str) -> None:
    retired = [one for one in puzzles_by_number(key).values() if one.retired]
    for puzzle in (retired[0], retired[-1]):
        state = told(at=f"puzzle|{key}|{puzzle.number}")
        assert {each["text"] for each in state["moves"]} == {*puzzle.position.moves()}
        [following] = [each["key"] for each in state["verbs"] if each["label"] == "Next"]
        assert int(following.split("|")[2]) in {one.number for one in puzzles(key)}


def test_match_is_won_by_who_looks_or_by_either_of_two() -> None:
    tried = told(at="open", text=(RECORDS / "agon.txt").read_text(encoding="utf-8"))["tried"]
    for players, won, words in (
        ("0|0", True, "Black wins"),
        ("0|5", False, "Parlour, level 5 wins"),
        ("5|0", True, "You've won it!"),
    ):
        ended = told(at=f"match|agon|-|{players}|0|1", tried=tried)
        assert (ended["won"], ended["lines"][0]) == (won, words)
        assert told(at=f"match|agon|-|{players}|0|1", tried=tried[:-1])["won"] is False


@THOROUGH
def test_match_is_reviewed_and_goes_out_and_in_as_text() -> None:
    record = (RECORDS / "bizingo.txt").read_text(encoding="utf-8")
    state = told(at="open", text=record)
    at, tried, answers = state["at"].replace("match|", "review|"), state["tried"], list[str]()
    review = told(at=at, tried=tried)
    while review.get("job"):
        review["job"]["given"]["longest"] = 0.001
        answers.append(run(json.dumps(review["job"])))
        review = told(at=at, tried=tried, answers=answers)
    assert len(review["steps"]["curve"]) == len(tried) + 1
    words = "\n".join(review["lines"])
    assert ("Better: " in words, words.count("Move ")) == (True, 1)
    note = told(at=state["at"].replace("match|", "record|"), tried=tried)["note"]
    assert told(at="open", text=note)["tried"] == tried


@pytest.mark.parametrize(
    "fields",
    [
        {"at": 5},
        {"at": "x" * 5_000},
        {"at": "nothing"},
        {"at": "match|bizingo|-|0|15|0|"},
        {"at": "match|bizingo|-|2|2|0|"},
        {"at": "match|bizingo|zz=1|0|1|0|"},
        {"at": "match|bizingo|-|0|0|0|5|more"},
        {"at": "match|bizingo|-|0|0|0|5", "tried": ["h4-g2", "h4-g2"]},
        {"at": "match|bizingo|-|0|0|0|5", "tried": ["h4-g2"] * 3_000},
        {"at": "match|bizingo|-|0|0|0|5", "tried": [["h4-g2"]]},
        {"at": "review|bizingo|-|0|0|0|5"},
        {"at": "replay|bizingo|-|0|0|0|5|99"},
        {"at": "lesson|bizingo|1", "tried": ["a"]},
        {"at": "lesson|bizingo|99"},
        {"at": "puzzle|bizingo|99999"},
        {"at": "rules|bizingo|-1"},
        {"at": "try|bizingo|0|0", "tried": ["zz"]},
        {"at": "game|bizingo|nope|0"},
        {"at": "game|<b>"},
    ],
)
def test_whatever_is_wrong_is_told_in_a_sentence(fields: dict[str, Any]) -> None:
    assert asked(**fields)["refused"].startswith("This link leads nowhere")
    assert "refused" in asked("hint", **fields)
    assert "refused" in asked("nothing", **fields)


def test_what_a_browser_has_kept_may_be_anything() -> None:
    wrong: list[Any] = [None, [], {"matches": 3}, {"matches": {"agon": [1, 2]}}]
    for kept in (*wrong, {"done": {"agon": "x"}}):
        assert told(at="game|agon", kept=kept)["title"] == "Agon"
        assert told(at="lesson|agon", kept=kept)["count"] == 0
    match = ["match|agon|-|0|0|0|5", ["a1-a2"]]
    [again, *_] = told(at="game|agon", kept={"matches": {"agon": match}})["verbs"]
    assert told(at=again["key"], tried=again["tried"])["count"] == 1


@THOROUGH
@pytest.mark.parametrize("language", [*spoken()], ids=lambda language: language.tag)
def test_every_language_is_spoken_from_what_is_written_of_it(language: Any) -> None:
    read = language_of(words_of(language))
    for at in ("", "game|hoyito", "match|ringo|-|0|0|0|5", "lesson|agon|2", "rules|bivouac|3"):
        shown = json.loads(answer("board", json.dumps({"at": at}), read))
        assert shown == json.loads(answer("board", json.dumps({"at": at}), language))
        assert shown["lines"] != told(at=at)["lines"]
