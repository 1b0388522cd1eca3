"""What a player is told instead of what they asked for."""

from rules.sentence import Sentence, Value


class Refusal(Exception):  # noqa: N818 (it is no error: the players' word is refusal)
    """Something a player may not do, as a whole sentence that says what to do instead.

    It is made from a sentence, or from what makes one.
    """

    def __init__(
        self, words: str | Sentence, plural: str | None = None, /, **values: Value
    ) -> None:
        self.sentence = Sentence(words, plural, **values) if isinstance(words, str) else words
        super().__init__(self.sentence)

    def __str__(self) -> str:
        return str(self.sentence)


class IllegalMove(Refusal):
    """A text that names no legal move here; the sentence says which rule is in the way."""


class UnclearMove(Refusal):
    """A text that fits several legal moves; the sentence lists them."""
