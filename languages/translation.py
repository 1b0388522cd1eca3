"""A language as its messages and the ways in which it joins words, however these were read."""

import re
from collections.abc import Callable, Mapping, Sequence
from gettext import c2py

from rules import ListStyle
from rules.sentence import JOINTS, Language

_DOTTED = {"i": "İ", "\u0131": "I"}
_CAPITALS = {"tr": _DOTTED, "az": _DOTTED, "nl": {"ij": "IJ"}}
"""Capitals that differ from those of other languages (Unicode, SpecialCasing; CLDR for Dutch)."""
_MARKS = r"\A[^\w]*"
"""Quotation marks, backticks or asterisks that begin a word and are not heard."""
_BEFORE_SOUND = {
    "es": (
        (re.compile(rf"{_MARKS}(i|hi(?![ae]))", re.IGNORECASE), " y ", " e "),
        (re.compile(rf"{_MARKS}(h?o|8|11\b)", re.IGNORECASE), " o ", " u "),
    )
}
"""Joints that change before a sound: `b e i`, `7 u 8`. CLDR has only the patterns, ICU changes them
(`ListFormatter`)."""


Translations = Mapping[tuple[str, str], str | tuple[str, ...]]
"""By form and English template: a template, or one for each kind of number of a language."""
Joints = Mapping[str, Mapping[str, str]]
"""The patterns of Unicode CLDR that join two words, the first two, each further one, the last."""


class Catalogue(Language):
    """A language other than English; messages missing from its catalogue appear in English."""

    def __init__(
        self,
        tag: str,
        name: str,
        translations: Translations,
        plural: str,
        joints: Joints,
        faults: Sequence[str] = (),
    ) -> None:
        """`plural` is gettext's expression for an index, `faults` the messages left out."""
        self.tag = tag
        self.faults = faults
        self.name = self.capitalized(name)
        self.translations, self.plural, self.joints = translations, plural, joints
        self._plural_of: Callable[[int], int] = c2py(plural)

    @property
    def _language(self) -> str:
        return self.tag.partition("-")[0]

    def template(self, one: str, plural: str | None = None, number: int = 1, form: str = "") -> str:
        """Return a template; a noun without the requested form is returned without one."""
        for key in ((form, one), ("", one)):
            found = self.translations.get(key)
            if isinstance(found, tuple):
                return found[self._plural_of(1 if plural is None else number)]
            if found and plural is None:
                return found
        return one if plural is None or number == 1 else plural

    def join(self, words: list[str], style: ListStyle) -> str:
        """Join a list with the pattern of Unicode CLDR."""
        if style in JOINTS:
            return super().join(words, style)
        joint = self.joints["or" if style is ListStyle.OR else "standard"]
        *first, last = words
        if not first:
            return last
        before = _joined(joint, [*first, ""])
        for sound, plain, changed in _BEFORE_SOUND.get(self._language, ()):
            if before.endswith(plain) and sound.match(last):
                return f"{before.removesuffix(plain)}{changed}{last}"
        return _joined(joint, words)

    def capitalized(self, words: str) -> str:
        """Begin words with a capital, which in some languages is not the one of English."""
        capitals = _CAPITALS.get(self._language, {})
        small = next((each for each in capitals if words.startswith(each)), "")
        if small:
            return f"{capitals[small]}{words[len(small) :]}"
        return super().capitalized(words)


def _joined(joint: Mapping[str, str], words: Sequence[str]) -> str:
    """Join two words or more by the patterns of a list (Unicode TR 35, List Patterns)."""
    if len(words) == 2:
        return joint["2"].format(*words)
    joined = joint["start"].format(*words[:2])
    for word in words[2:-1]:
        joined = joint["middle"].format(joined, word)
    return joint["end"].format(joined, words[-1])
