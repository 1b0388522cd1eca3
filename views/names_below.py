"""Names that the pictures' font lacks: numbered in a picture, and named below it."""

from collections.abc import Iterable

from interactions import plain, say
from interactions.speech import spoken
from rendering import drawable_text
from rules import Name, PlainSpeech, Sentence, Value


class PictureSpeech(PlainSpeech):
    """What a message's pictures write: instead of a name that they cannot, a number.

    All pictures of a message share one, made of the people whom they show, in their order.
    """

    def __init__(self, people: Iterable[Value]) -> None:
        super().__init__(spoken())
        names = dict.fromkeys(map(plain, people))
        undrawable = (name for name in names if not drawable_text(name))
        self._numbers = {name: number for number, name in enumerate(undrawable, 1)}

    def name(self, text: str) -> str:
        if text not in self._numbers:
            return text
        return self.say(Sentence("(below: {number})", number=self._numbers[text]))

    def names_below(self) -> list[str]:
        """Give the names that the pictures lack, a line each."""
        return [
            say("-# {number} in the picture: **{name}**", number=number, name=Name(name))
            for name, number in self._numbers.items()
        ]
