"""A language read from its catalogue: GNU gettext, with what Babel knows of its locale."""

from collections.abc import Iterator, Sequence
from datetime import date
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.dates import format_skeleton
from babel.lists import format_list
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from rules.sentence import PLACEHOLDER, SEPARATORS, Language, ListStyle


class _FormFallback(NullTranslations):
    """What is said of a noun that has not the form that is asked for: what is said without one."""

    def __init__(self, messages: GNUTranslations) -> None:
        super().__init__()
        self._messages = messages

    def pgettext(self, _form: str, one: str) -> str:
        """Say it without the form."""
        return self._messages.gettext(one)

    def npgettext(self, _form: str, one: str, plural: str, number: int) -> str:
        """Say so many without the form."""
        return self._messages.ngettext(one, plural, number)


class Catalogue(Language):
    """A language other than English; what its catalogue has not is said in English."""

    def __init__(self, locale: Locale, messages: GNUTranslations, faults: Sequence[str]) -> None:
        """`faults` says which messages are left out, and why."""
        self.tag = str(locale).replace("_", "-")
        name = locale.get_display_name() or self.tag
        self.name = name[:1].upper() + name[1:]
        self.faults = faults
        self._locale = locale
        self._messages = messages
        messages.add_fallback(_FormFallback(messages))

    def template(self, one: str, plural: str | None = None, number: int = 1, form: str = "") -> str:
        """Give a template; a noun without the form that is asked for is said as it mostly is."""
        said = self._messages
        if plural is None:
            return said.pgettext(form, one) if form else said.gettext(one)
        if form:
            return said.npgettext(form, one, plural, number)
        return said.ngettext(one, plural, number)

    def join(self, words: list[str], style: ListStyle) -> str:
        """Join as the Unicode CLDR says."""
        if style in SEPARATORS:
            return super().join(words, style)
        if style is ListStyle.OR:
            return format_list(words, style="or", locale=self._locale)
        return format_list(words, locale=self._locale)

    def day(self, day: date) -> str:
        """Write a day as the Unicode CLDR says."""
        return format_skeleton("yMMMd", day, locale=self._locale)


def read(path: Path) -> Catalogue:
    """Read a catalogue, without its messages that are broken.

    Raises `OSError`, and `ValueError` where it is none, or of no language that there is.
    """
    catalog = read_messages(path)
    faults = []
    for message in [*catalog]:
        if message.id and (fault := "; ".join(errors_in(message))):
            faults.append(f"line {message.lineno}: {fault}")
            catalog.delete(message.id, message.context)
    assert catalog.locale is not None, "it was read as that of a language"
    return Catalogue(catalog.locale, _compiled(catalog), faults)


def read_messages(path: Path) -> Catalog:
    """Read what is written in a catalogue. Raises `OSError` and `ValueError` as `read` does."""
    with path.open("rb") as file:
        try:
            return read_po(file, locale=locale_of(path), abort_invalid=True)
        except PoFileError as error:
            raise ValueError(str(error)) from error


def locale_of(path: Path) -> Locale:
    """Give the locale of a catalogue by its name. Raises `ValueError` where there is none."""
    try:
        return Locale.parse(path.stem, sep="-")
    except UnknownLocaleError as error:
        raise ValueError(str(error)) from error


def errors_in(message: Message) -> Iterator[str]:
    """Say what is wrong with a translation: it must name what its original names."""
    originals, translations = templates_of(message.id), templates_of(message.string)
    allowed = [_names(original) for original in originals]
    for translation in filter(None, translations):
        try:
            names = _names(translation)
        except ValueError as error:
            yield str(error)
            continue
        if message.context is None and names not in allowed:
            wanted = " or ".join(_listed(each) for each in allowed)
            yield f"{translation!r} names {_listed(names)}, its original {wanted}"
    if any(translations) and not all(translations):
        yield f"{originals[0]!r} lacks a plural"


def forms(message: Message) -> set[str]:
    """Give the forms in which a translation wants its nouns."""
    found = (PLACEHOLDER.finditer(translation) for translation in templates_of(message.string))
    return {each[2] for one in found for each in one if each[2]}


def templates_of(texts: object) -> list[str]:
    """Give the templates of a message as Babel has them: one alone, or several in a row."""
    if isinstance(texts, tuple | list):
        return [*map(str, texts)]
    return [str(texts or "")]


def _names(template: str) -> frozenset[str]:
    """Give the names of the values in a template; `ValueError` for a brace that names none."""
    if set("{}") & set(PLACEHOLDER.sub("", template)):
        raise ValueError(f"{template!r} has a brace that names no value")
    return frozenset(found[1].lower() for found in PLACEHOLDER.finditer(template))


def _listed(names: frozenset[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names)) or "nothing"


def _compiled(catalog: Catalog) -> GNUTranslations:
    file = BytesIO()
    write_mo(file, catalog)
    file.seek(0)
    return GNUTranslations(file)
