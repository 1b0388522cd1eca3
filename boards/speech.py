"""How a page speaks: letter by letter what it is sent, no markdown, no name that turns words."""

import re

from rules import PlainSpeech, Position, ProseSpeech, Sentence
from rules.sentence import Language

_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Marks that reverse the direction of the text after them."""
_MARKDOWN = re.compile(r"\*\*|^(-#|#+) ", re.MULTILINE)
"""The marks in templates that Discord turns into bold, small and large text."""


def single_line(name: str) -> str:
    """Return a name in one line, without marks that would reverse the text after it."""
    return " ".join(_TURNING.sub("", name).split())


class PageSpeech(ProseSpeech):
    """Formats values for a page in a browser, which shows them letter by letter."""

    def name(self, text: str) -> str:
        return f"\u2068{single_line(text)}\u2069"  # no name turns the words around it

    def marked(self, template: str) -> str:
        return super().marked(_MARKDOWN.sub("", template))


def labelled(words: str | Sentence, language: Language) -> str:
    """Return what a button is called: a sentence, or a template without placeholders."""
    speech = PlainSpeech(language)
    return speech.marked(language.template(words)) if isinstance(words, str) else speech.say(words)


def preset_words(rules: type[Position], key: str) -> Sentence:
    """Name a ready-made set of options, and say what it means."""
    name, what = Sentence(rules.preset_names[key]), Sentence(rules.preset_words[key])
    return Sentence("{preset}: {what}", preset=name, what=what)
