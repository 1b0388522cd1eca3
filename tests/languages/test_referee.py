"""A referee for all languages: numbers with their plurals, values, and lengths that fit."""

import re

import pytest
from babel.messages.catalog import Message

from languages import FOLDER, languages
from languages.catalogue import errors_in, read_messages, templates_of
from rules import PlainSpeech
from tests.languages.labels import (
    BUTTON,
    ENTRY,
    button_labels,
    entry_labels,
    titles,
    too_long,
    unlisted,
)
from tests.languages.test_english import extracted
from tests.thorough import THOROUGH

OTHERS = [path.stem for path in sorted(FOLDER.glob("*.po"))]
COUNTED = re.compile(r"(?<![#\w])\{(\w+)\} (?:[a-z'-]+ ){0,2}([a-z]+s|people|more)\b")
"""A value with a noun in the plural."""
NO_PLURALS = {
    # A verb that agrees with a person, not a noun that is counted.
    *("wins", "plays", "passes", "was", "is", "has", "shows", "continues", "asks", "takes"),
    *("offers", "accepts", "declines", "resigns", "claims", "gives", "challenges", "moves", "sows"),
}


def test_a_number_has_its_noun_in_every_plural() -> None:
    """Polish has three plurals, and where a number never changes it is still one of them."""
    lacking = {
        found.one
        for found in extracted()
        if not found.plural and not found.file.endswith("__main__.py")
        for name, noun in COUNTED.findall(found.one)
        if noun not in NO_PLURALS and name.lower() not in WORDS
    }
    assert lacking == set()


WORDS = {
    *("before", "cell", "channel", "command", "game", "mark", "move"),
    *("name", "opponent", "score", "side", "target", "text", "word"),
}
"""How values that are no numbers, but stand before such a word, are called in templates."""
NUMBERS = {"number", "games", "won", "lost", "points", "plies", "going", "all", "most", "least"}
"""How numbers are called in templates; with a plural, only `number` may be one of them."""


def test_a_plural_is_chosen_by_its_only_number() -> None:
    for found in extracted():
        if found.plural:
            names = {*re.findall(r"\{(\w+)\}", found.one)}
            assert names & NUMBERS <= {"number"}, found.one


@pytest.mark.parametrize("tag", OTHERS)
def test_all_forms_of_a_translation_have_the_values_of_the_original(tag: str) -> None:
    for translated in read_messages(FOLDER / f"{tag}.po"):
        if translated.id:
            assert not [*errors_in(translated)]


@pytest.mark.parametrize(
    ("form", "said", "is_wrong"),
    [
        ("short", "{name} (Std. {level})", False),
        ("short", "{name}", True),
        ("short", "{name} {number}", True),
        ("typed", "eins, zwei", False),
    ],
)
def test_a_form_that_loses_a_value_is_an_error(form: str, said: str, *, is_wrong: bool) -> None:
    assert bool([*errors_in(Message("{name}, level {level}", said, context=form))]) == is_wrong


@THOROUGH
def test_no_label_of_a_button_or_of_an_entry_is_left_unmeasured() -> None:
    assert unlisted() == set()


@pytest.mark.parametrize("tag", languages())
def test_buttons_fit_on_a_phone_in_every_language(tag: str) -> None:
    assert too_long(button_labels(), BUTTON, PlainSpeech(languages()[tag])) == set()


@pytest.mark.parametrize("tag", languages())
def test_entries_fit_on_a_phone_in_every_language(tag: str) -> None:
    assert too_long(entry_labels(), ENTRY, PlainSpeech(languages()[tag])) == set()
    assert {title for title in titles(tag) if len(title) > ENTRY} == set()


@pytest.mark.parametrize("tag", OTHERS)
def test_translations_have_something_in_each_plural(tag: str) -> None:
    catalogue = read_messages(FOLDER / f"{tag}.po")
    for translated in catalogue:
        said = templates_of(translated.string)
        if translated.id and any(said):
            assert all(said), translated.id
            assert len(said) == (catalogue.num_plurals if translated.pluralizable else 1)


BOLD = re.compile(r"\*\*([^*{}]+)\*\*")


@pytest.mark.parametrize("tag", OTHERS)
def test_a_sentence_names_a_button_as_the_button_is_called(tag: str) -> None:
    messages = [
        (templates_of(one.id)[0], templates_of(one.string))
        for one in read_messages(FOLDER / f"{tag}.po")
        if one.id
    ]
    labels: dict[str, set[str]] = {}
    for english, translated in messages:
        labels.setdefault(english, set()).update(translated)
    wrong = {
        said
        for english, translated in messages
        for button in BOLD.findall(english)
        for said in translated
        if said and button in labels and not any(f"**{label}**" in said for label in labels[button])
    }
    assert wrong == set()
