"""How a page speaks: letter by letter what it is sent, no markdown, no name that turns words."""

import re

from rules import ProseSpeech
from rules.typed_text import single_line

_MARKDOWN = re.compile(r"\*\*|^(-#|#+) ", re.MULTILINE)
"""The marks in templates that Discord turns into bold, small and large text."""


class PageSpeech(ProseSpeech):
    """Formats values for a page in a browser, which shows them letter by letter."""

    def name(self, text: str) -> str:
        return f"\u2068{single_line(text)}\u2069"  # no name turns the words around it

    def marked(self, template: str) -> str:
        return super().marked(_MARKDOWN.sub("", template))
