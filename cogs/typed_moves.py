"""What people type for a move, in whichever language."""

from functools import cache

from languages import languages
from rules.move import PASS


@cache
def pass_words() -> frozenset[str]:
    """List what people type for a pass, in lower case, in all languages together."""
    named = (each.words_typed_for("pass") for each in languages().values())
    return frozenset({PASS, *(word.lower() for words in named for word in words)})


def typed_move(text: str) -> str:
    """Give a typed move as the rules read it: a pass has other words in other languages."""
    return PASS if text.strip().lower() in pass_words() else text
