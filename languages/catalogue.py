"""Languages read from GNU gettext catalogues, with Babel's data for their locales."""

from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.dates import format_skeleton
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po

from languages.translation import Catalogue, Translations
from rules.sentence import PLACEHOLDER, TYPED


class _WithDates(Catalogue):
    """A language that also knows how it writes dates, which takes all of Babel."""

    def day(self, day: date) -> str:
        """Format a date with the pattern of Unicode CLDR."""
        return format_skeleton("yMMMd", day, locale=Locale.parse(self.tag, sep="-"))


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
    locale = catalog.locale
    name = locale.get_display_name() or path.stem
    joints = {joint: {**locale.list_patterns[joint]} for joint in ("standard", "or")}
    translations = _translations(catalog)
    return _WithDates(path.stem, name, translations, catalog.plural_expr, joints, faults)


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
