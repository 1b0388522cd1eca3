"""What a language decides about a sentence: its words, and how a list is joined.

English is the language of the templates themselves. Others are catalogues (the room `languages`).
"""

from datetime import date
from enum import StrEnum


class Joint(StrEnum):
    """How a list is joined; the first three have CLDR's names (Unicode TR 35, List Patterns)."""

    AND = "standard"
    OR = "or"
    COMMA = "unit"
    BLANK = "sentences"
    """Whole sentences, one after the other."""
    WAY = "way"
    """Cells from one to the next."""


PLAIN_JOINTS = {Joint.COMMA: ", ", Joint.BLANK: " ", Joint.WAY: " → "}
"""What stands between the items of a list whose last one is joined like the others."""


TYPED = "typed"
"""The form of a word that lists what people type for it."""


class Language:
    """A language; this one is English."""

    tag: str = "en"
    """As BCP 47 writes it: `de`, `pt-BR`."""
    name: str = "English"
    """What its speakers call it."""

    def template(self, one: str, plural: str | None = None, number: int = 1, form: str = "") -> str:
        """Give a template in this language, where it has a plural the one for a number.

        `form` is what the template around it asks for, such as a case; English has no forms.
        """
        del form
        return one if plural is None or number == 1 else plural

    def words_typed_for(self, one: str) -> tuple[str, ...]:
        """List what people type for a word that commands know: its form `typed`, with commas."""
        return tuple(word.strip() for word in self.template(one, form=TYPED).split(","))

    def join(self, words: list[str], joint: Joint) -> str:
        """Join the words of a list that is not empty."""
        if len(words) == 1 or joint in PLAIN_JOINTS:
            return PLAIN_JOINTS.get(joint, "").join(words)
        last = "and" if joint is Joint.AND else "or"
        return f"{', '.join(words[:-1])} {last} {words[-1]}"

    def day(self, day: date) -> str:
        """Write a day, short but with its year, for where Discord's own times cannot stand."""
        return f"{day.day} {day:%b %Y}"


ENGLISH = Language()
