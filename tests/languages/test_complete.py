"""Every language has its words, and names the same cells and moves as English."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from cogs.move_and_board import pass_words, typed_move
from languages import FOLDER, languages
from languages.catalogue_maintenance import faults
from rules import GAMES, Position, Speech
from rules.move import PASS
from rules.sentence import Language
from tests.thorough import THOROUGH, mostly_thorough

CATALOGUES = sorted(FOLDER.glob("*.po"))
OTHERS = [one for tag, one in languages().items() if tag != "en"]
GERMAN = languages()["de"]
EVERY_LANGUAGE = pytest.mark.parametrize(
    "language", mostly_thorough(OTHERS, GERMAN, ids={one: one.tag for one in OTHERS})
)
EVERY_GAME = pytest.mark.parametrize("key", GAMES)
CODE = re.compile("`([^`]+)`")
PLIES = 60


def test_languages_are_spoken() -> None:
    assert set(languages()) >= {"en", "de", "es", "fr", "it", "pt-BR"}


@pytest.mark.parametrize(
    "path",
    mostly_thorough(CATALOGUES, FOLDER / "de.po", ids={path: path.stem for path in CATALOGUES}),
)
def test_nothing_is_unused_or_broken(path: Path) -> None:
    """A message without a translation is said in English; only a release needs all of them."""
    found = [*faults(path)]
    assert not found, f"{len(found)} faults; `make check-messages` lists them: {found[:5]}"


def positions(key: str) -> list[Position]:
    """Play random games from each preset."""
    rng, found = random.Random(7), []
    for chosen in GAMES[key].presets.values():
        position = GAMES[key].start(chosen)
        for _ in range(PLIES):
            found.append(position)
            if position.outcome():
                break
            position = position.after(rng.choice([*position.moves().values()]))
    return found


def codes(told: str) -> Counter[str]:
    return Counter(CODE.findall(told))


@THOROUGH
@pytest.mark.parametrize(
    ("language", "key"),
    [
        pytest.param(language, key, id=f"{language.tag}-{key}")
        for first, language in enumerate(OTHERS)
        for second, key in enumerate(GAMES)
        if (first + second) % 3 == 0
    ],
)
def test_moves_and_endings_name_the_same_cells_as_in_english(language: Language, key: str) -> None:
    """Each language with some games: that templates name the same values is checked for all."""
    speech, english = Speech(language), Speech()
    for position in positions(key):
        for move in position.moves().values():
            told = position.tell(move)
            assert codes(speech.say(told)) == codes(english.say(told))
        if ending := position.outcome():
            assert speech.say(ending.reason)


@EVERY_LANGUAGE
@EVERY_GAME
def test_words_for_who_cannot_see_hold_all_that_is_on_a_board(language: Language, key: str) -> None:
    speech = Speech(language)
    told: dict[str, object] = {}
    for position in positions(key):
        words = speech.say(position.describe())
        for cell in position.board():
            assert key == "hoyito" or re.search(rf"(?<!\w){cell}(?!\w)", words), (cell, words)
        # Positions that differ have different descriptions.
        stands = (position.turn, *sorted(position.board().items()))
        assert told.setdefault(words, stands) == stands


PASSES = {
    "en": ("pass",),
    "de": ("passe", "passen", "ich passe"),
    "fr": ("passe", "passer", "je passe"),
    "es": ("paso", "pasar"),
    "pl": ("pas", "pasuję", "spasuj", "pasuj"),
    "it": ("passo", "passa", "passare"),
    "pt-BR": ("passo", "passar"),
}


@pytest.mark.parametrize("tag", PASSES)
def test_words_for_a_pass_stand_in_the_catalogue_and_are_read_by_everybody(tag: str) -> None:
    position = GAMES["ringo"].start({"defender_pass": "yes"}).play("a1-a2")[1]
    assert languages()[tag].words_typed_for("pass") == PASSES[tag]
    for word in PASSES[tag]:
        for typed in (word, word.upper(), f" {word} "):
            assert position.read(typed_move(typed)).text == PASS
    assert typed_move("a1-a2") == "a1-a2"


def test_no_cell_of_any_game_is_called_like_a_pass() -> None:
    for rules in GAMES.values():
        assert not pass_words() & {cell.lower() for cell in rules.start().board()}
