"""A whole match of each game as a page in every language, which readers of the rules step through.

The records are games of the computer against itself, of which it has played a few with few nodes.
"""

from pathlib import Path

from match.read_record import read
from rendering import PageContents, page
from rules import GAMES, Name, PlainSpeech, Sentence
from rules.sentence import Language

RECORDS = Path(__file__).parent / "examples"
MATCH = "{key}-match.html"
"""The page with an example of a match, beside that of its game."""


def example(key: str) -> PageContents:
    """Read the example of a game. Raises `Refusal` if it is no record."""
    record = read((RECORDS / f"{key}.txt").read_text(encoding="utf-8"), GAMES)
    first, second = map(_computer, record.names)
    return PageContents(record.line(), (first, second), record.rules.name)


def _computer(named: str) -> Sentence:
    """Return the computer's name as a sentence, which every language says in its own way."""
    name, level = named.split(", level ")
    return Sentence("{name}, level {level}", name=Name(name), level=int(level))


def examples() -> list[str]:
    """List the games that have an example."""
    return [key for key in GAMES if (RECORDS / f"{key}.txt").exists()]


def example_page(key: str, language: Language) -> str:
    """Return the page of a game's example in a language. Raises `Refusal` if it is no record."""
    return page(example(key), speech=PlainSpeech(language))
