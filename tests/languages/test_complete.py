"""Every language says all that English says, with the cells and moves that it names."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from languages import FOLDER, languages
from languages.keeping import faults
from rules import GAMES, Position
from rules.language import Language
from rules.move import PASS, PASSES
from rules.sentence import Speech
from tests.thorough import mostly_thorough

CATALOGUES = sorted(FOLDER.glob("*.po"))
OTHERS = [one for tag, one in languages().items() if tag != "en"]
GERMAN = languages()["de"]
EVERY_LANGUAGE = pytest.mark.parametrize(
    "language", mostly_thorough(OTHERS, GERMAN, ids={one: one.tag for one in OTHERS})
)
EVERY_GAME = pytest.mark.parametrize("key", GAMES)
CODE = re.compile("`([^`]+)`")
PLIES = 60


def test_five_languages_are_spoken() -> None:
    assert set(languages()) >= {"en", "de", "es", "fr", "pt-BR"}


@pytest.mark.parametrize(
    "path",
    mostly_thorough(CATALOGUES, FOLDER / "de.po", ids={path: path.stem for path in CATALOGUES}),
)
def test_nothing_is_missing_unused_or_broken(path: Path) -> None:
    found = [*faults(path)]
    assert not found, f"{len(found)} faults; `make check-messages` lists them: {found[:5]}"


def positions(key: str) -> list[Position]:
    """Play a game at random, from each of its named choices."""
    lots, found = random.Random(7), []
    for chosen in GAMES[key].presets.values():
        position = GAMES[key].start(chosen)
        for _ in range(PLIES):
            found.append(position)
            if position.outcome():
                break
            position = position.after(lots.choice([*position.moves().values()]))
    return found


def codes(told: str) -> Counter[str]:
    return Counter(CODE.findall(told))


@EVERY_LANGUAGE
@EVERY_GAME
def test_moves_and_endings_name_the_same_cells_as_in_english(language: Language, key: str) -> None:
    speech, english = Speech(language), Speech()
    for position in positions(key):
        for move in position.moves().values():
            told = position.tell(move)
            assert codes(speech.say(told)) == codes(english.say(told))
        if ending := position.outcome():
            assert speech.say(ending.reason)


@EVERY_LANGUAGE
@EVERY_GAME
def test_words_for_who_cannot_see_a_board_hold_all_that_is_on_it(
    language: Language, key: str
) -> None:
    speech = Speech(language)
    told: dict[str, object] = {}
    for position in positions(key):
        words = speech.say(position.describe())
        for cell in position.board():
            assert key == "hoyito" or re.search(rf"(?<!\w){cell}(?!\w)", words), (cell, words)
        # What looks otherwise is told otherwise.
        stands = (position.turn, *sorted(position.board().items()))
        assert told.setdefault(words, stands) == stands


@pytest.mark.parametrize("word", sorted(PASSES))
def test_pass_is_understood_in_each_language(word: str) -> None:
    position = GAMES["ringo"].start({"defender_pass": "yes"}).play("a1-a2")[1]
    assert position.read(word).text == PASS
    assert position.read(word.upper()).text == PASS
