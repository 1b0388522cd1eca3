"""Languages read from GNU gettext catalogues, with Babel's data for their locales."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import Literal

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.dates import format_skeleton
from babel.lists import format_list
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po

from rules import ListStyle
from rules.sentence import JOINTS, PLACEHOLDER, TYPED, Language

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


class Catalogue(Language):
    """A language other than English; messages missing from its catalogue appear in English."""

    def __init__(
        self,
        tag: str,
        locale: Locale,
        translations: Translations,
        plural_of: Callable[[int], int],
        faults: Sequence[str],
    ) -> None:
        """`plural_of` gives a template's index for a number, `faults` the messages left out."""
        self.tag = tag
        self.faults = faults
        self._locale = locale
        self.name = self.capitalized(locale.get_display_name() or self.tag)
        self._translations = translations
        self._plural_of = plural_of

    def template(self, one: str, plural: str | None = None, number: int = 1, form: str = "") -> str:
        """Return a template; a noun without the requested form is returned without one."""
        for key in ((form, one), ("", one)):
            found = self._translations.get(key)
            if isinstance(found, tuple):
                return found[self._plural_of(1 if plural is None else number)]
            if found and plural is None:
                return found
        return one if plural is None or number == 1 else plural

    def join(self, words: list[str], style: ListStyle) -> str:
        """Join a list with the pattern of Unicode CLDR."""
        if style in JOINTS:
            return super().join(words, style)
        joint: Literal["or", "standard"] = "or" if style is ListStyle.OR else "standard"
        if len(words) == 1 or self._locale.language not in _BEFORE_SOUND:
            return format_list(words, style=joint, locale=self._locale)
        before = format_list([*words[:-1], ""], style=joint, locale=self._locale)
        for sound, plain, changed in _BEFORE_SOUND[self._locale.language]:
            if before.endswith(plain) and sound.match(words[-1]):
                before = f"{before.removesuffix(plain)}{changed}"
        return f"{before}{words[-1]}"

    def capitalized(self, words: str) -> str:
        """Begin words with a capital, which in some languages is not the one of English."""
        capitals = _CAPITALS.get(self._locale.language, {})
        small = next((each for each in capitals if words.startswith(each)), "")
        if small:
            return f"{capitals[small]}{words[len(small) :]}"
        return super().capitalized(words)

    def day(self, day: date) -> str:
        """Format a date with the pattern of Unicode CLDR."""
        return format_skeleton("yMMMd", day, locale=self._locale)


def read(path: Path) -> Catalogue:
    """Read a catalogue, leaving out messages with errors.

    Raises `OSError` if it cannot be read, and `ValueError` if it is not a catalogue or its name is
    not a known language.
    """
    catalog = read_messages(path)
    faults = []
    for message in [*catalog]:
        if message.id and (fault := "; ".join(errors_in(message))):
            faults.append(f"line {message.lineno}: {fault}")
            catalog.delete(message.id, message.context)
    assert catalog.locale is not None, "it was read as that of a language"
    plural_of = c2py(catalog.plural_expr)
    return Catalogue(path.stem, catalog.locale, _translations(catalog), plural_of, faults)


def read_messages(path: Path) -> Catalog:
    """Parse the file of a catalogue. Raises `OSError` and `ValueError` as `read` does."""
    with path.open("rb") as file:
        try:
            return read_po(file, locale=locale_of(path), abort_invalid=True)
        except PoFileError as error:
            raise ValueError(str(error)) from error


def locale_of(path: Path) -> Locale:
    """Return the locale named by a catalogue's file name. Raises `ValueError` if it is unknown."""
    try:
        return Locale.parse(path.stem, sep="-")
    except UnknownLocaleError as error:
        raise ValueError(str(error)) from error


@cache
def language_and_script(tag: str) -> tuple[str, str]:
    """Return the language of a tag and the letters it is written with (CLDR, Likely Subtags)."""
    name = tag.partition("-")[0]
    try:
        script = Locale.parse(tag, sep="-").script
    except (ValueError, UnknownLocaleError):
        return name, ""
    likely = get_global("likely_subtags").get(name, "")
    return name, script or next((part for part in likely.split("_") if len(part) == 4), "")


def errors_in(message: Message) -> Iterator[str]:
    """Yield the errors in a translation, which must name the same values as its original."""
    originals, translations = templates_of(message.id), templates_of(message.string)
    allowed = [_names(original) for original in originals]
    for translation in filter(None, translations):
        try:
            names = _names(translation)
        except ValueError as error:
            yield str(error)
            continue
        if message.context != TYPED and names not in allowed:
            wanted = " or ".join(_listed(each) for each in allowed)
            yield f"{translation!r} names {_listed(names)}, its original {wanted}"
    if any(translations) and not all(translations):
        yield f"{originals[0]!r} lacks a plural"
    if message.fuzzy:
        yield f"{originals[0]!r} is marked as fuzzy, so it is said in English"


def forms(message: Message) -> set[str]:
    """Return the grammatical forms that a translation requests for its nouns."""
    found = (PLACEHOLDER.finditer(translation) for translation in templates_of(message.string))
    return {each[2] for one in found for each in one if each[2]}


def templates_of(texts: object) -> list[str]:
    """Return the templates of a message, which Babel keeps as one string or as several."""
    if isinstance(texts, tuple | list):
        return [*map(str, texts)]
    return [str(texts or "")]


def _names(template: str) -> frozenset[str]:
    """Return the names of the values in a template. Raises `ValueError` for a stray brace."""
    if set("{}") & set(PLACEHOLDER.sub("", template)):
        raise ValueError(f"{template!r} has a brace that names no value")
    return frozenset(found[1].lower() for found in PLACEHOLDER.finditer(template))


def _listed(names: frozenset[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names)) or "nothing"


def _translations(catalog: Catalog) -> Translations:
    """Return the translations; reading a compiled file, which is sorted, would take longer."""
    found: dict[tuple[str, str], str | tuple[str, ...]] = {}
    for message in catalog:
        templates = templates_of(message.string)
        if message.id and all(templates) and not message.fuzzy:
            key = message.context or "", templates_of(message.id)[0]
            found[key] = tuple(templates) if message.pluralizable else templates[0]
    return found
