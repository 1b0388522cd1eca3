"""The fonts of the pictures have all letters of every language."""

from pathlib import Path

import pytest

from languages import FOLDER
from languages.catalogue import read_messages, templates_of
from rendering.fit_text import drawable_text
from tests.thorough import THOROUGH

CATALOGUES = sorted(FOLDER.glob("*.po"))


@THOROUGH
@pytest.mark.parametrize("path", CATALOGUES, ids=[path.stem for path in CATALOGUES])
def test_the_fonts_have_every_letter_of_a_language(path: Path) -> None:
    letters = {
        letter
        for message in read_messages(path)
        if message.id
        for words in templates_of(message.string)
        for letter in words
        if letter.isalpha() or letter in "¿¡«»„“”’ß"
    }
    assert len(letters) > 50
    assert {letter for letter in letters if drawable_text(f"a{letter}a") != f"a{letter}a"} == set()
