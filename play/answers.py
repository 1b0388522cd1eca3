"""What each question of the page is answered: in JSON, refusals with the sentence that says why."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from boards.drawn import State, page_words
from computer.worker import run_job
from languages.translation import Catalogue
from play import home, lessons, matches, puzzles, replays, rule_boards
from play.visitor import WRONG, Visitor
from rules import PlainSpeech, Refusal, Sentence, message
from rules.sentence import ENGLISH, Language

BOARDS: Mapping[str, Callable[[Visitor, list[str]], State]] = {
    "": home.on_games,
    "game": home.on_game,
    "match": matches.on_match,
    "replay": replays.on_replay,
    "review": replays.on_review,
    "record": replays.on_record,
    "open": replays.on_open,
    "lesson": lessons.on_lesson,
    "tasks": lessons.on_tasks,
    "puzzle": puzzles.on_puzzle,
    "day": puzzles.on_day,
    "rules": rule_boards.on_rules,
    "try": rule_boards.on_try,
}
"""What shows each board, by the first word of its address."""
OWN_WORDS = {
    "loading": message("Loading {what}: {done} of {all} MB"),
    "failed": message(
        "This browser can't run the board; a newer one can. Any browser shows the rules."
    ),
    "note": message("Record or link"),
    "private": message("Stays in this browser"),
    "save": message("Open"),
}
"""What this page says besides what any page does, or instead; braces are filled in there."""


def on_board(visitor: Visitor) -> State:
    """Show any board, or do there what a button or a move says."""
    kind, *words = visitor.at
    if kind not in BOARDS:
        raise Refusal(WRONG)
    return BOARDS[kind](visitor, words)


def on_enter(visitor: Visitor) -> State:
    """Open the page."""
    kept = {name: f"{{{name}}}" for name in ("what", "done", "all")}
    speech = PlainSpeech(visitor.language)
    own = {key: speech.say(Sentence(words, **kept)) for key, words in OWN_WORDS.items()}
    words = page_words(visitor.language) | own
    return {"key": "here", "whose": "", "language": visitor.language.tag, "words": words}


ASKED: Mapping[str, Callable[[Visitor], State]] = {
    "enter": on_enter,
    "board": on_board,
    "look": matches.on_look,
    "hint": matches.on_hint,
}
"""What answers each question, by its name."""


def answer(question: str, fields: str, language: Language = ENGLISH) -> str:
    """Answer a question of the page; whatever is wrong with it is told in a sentence."""
    try:
        state = ASKED[question](Visitor(json.loads(fields), language))
    except Refusal as refusal:
        state = {"refused": Visitor({}, language).say(refusal.sentence)}
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        state = {"refused": Visitor({}, language).say(Refusal(WRONG).sentence)}
    return json.dumps(state, ensure_ascii=False, separators=(",", ":"))


def run(job: str) -> str:
    """Run a job of the computer's; return its answer."""
    return run_job(job)


def language_of(written: str) -> Language:
    """Return the language that was written for a browser; English has nothing written."""
    if not written:
        return ENGLISH
    kept: dict[str, Any] = json.loads(written)
    translations = {
        (form, one): tuple(to) if isinstance(to, list) else to for form, one, to in kept["messages"]
    }
    return Catalogue(kept["tag"], kept["name"], translations, kept["plural"], kept["joints"])
