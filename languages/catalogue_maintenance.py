"""Creating catalogues, updating them from the sources, and checking them."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from languages.catalogue import errors_in, forms, locale_of, read_messages, templates_of
from languages.extraction import ExtractedMessage, messages

FIXED_DATE = datetime(2026, 11, 21, tzinfo=UTC)
MOST_PLACES = 3
"""The most places of a message that translators are told."""
HEADER = """\
# What Parlour says, in {language}. docs/languages.md tells how to translate it.
# This file is distributed under the licence of the project.
#"""


def extracted_catalog() -> Catalog:
    """Return all messages of the project, untranslated, with the files that contain them."""
    catalog = Catalog()
    found: dict[tuple[str, str | None], list[ExtractedMessage]] = {}
    for each in messages():
        found.setdefault((each.one, each.form), []).append(each)
    for (one, form), alike in found.items():
        plural = next((each.plural for each in alike if each.plural), None)
        places = dict.fromkeys(each.place for each in alike if each.place)
        catalog.add(
            one if plural is None else (one, plural),
            locations=[(file, 0) for file in dict.fromkeys(each.file for each in alike)],
            auto_comments=[*places][:MOST_PLACES],
            context=form,
        )
    return catalog


def create(path: Path) -> None:
    """Create a catalogue without translations. Raises `ValueError` for an unknown language."""
    _write(path, Catalog(locale=locale_of(path)))
    update(path)


def update(path: Path) -> None:
    """Add the messages that are new in the sources to a catalogue, and remove unused ones.

    Messages with a context are nouns in a grammatical form, added by the translator. They stay.
    """
    catalog = read_messages(path)
    wanted = extracted_catalog()
    own = [one for one in catalog if one.id and one.context and not _is_wanted(one, wanted)]
    catalog.update(wanted, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    for message in own:
        catalog[message.id] = message
    for message in catalog:
        if is_translated(message):  # or every change of the code around it would be one here
            message.locations, message.auto_comments = [], []
    _write(path, catalog)


def findings(path: Path) -> Iterator[str]:
    """Yield every untranslated, unused or broken message of a catalogue; a release allows none."""
    catalog = read_messages(path)
    for message in extracted_catalog():
        known = catalog.get(message.id, message.context)
        if message.id and not (known and is_translated(known)):
            files = ", ".join(file for file, _line in message.locations)
            yield f"not translated: {templates_of(message.id)[0]!r} ({files})"
    yield from faults(path)


def faults(path: Path) -> Iterator[str]:
    """Yield the unused and the broken messages of a catalogue."""
    catalog, wanted = read_messages(path), extracted_catalog()
    requested = {form for message in catalog for form in forms(message)}
    for message in catalog:
        if not message.id:
            continue
        yield from errors_in(message)
        if _is_wanted(message, wanted):
            continue
        if wanted.get(message.id) is None:
            yield f"said nowhere: {message.id!r}; `make messages` removes it"
        if message.context and message.context not in requested:
            yield f"no template asks for the form {message.context!r} of {message.id!r}"


def is_translated(message: Message) -> bool:
    """Return whether a message has a translation, in each plural."""
    return all(templates_of(message.string))


def _is_wanted(message: Message, wanted: Catalog) -> bool:
    """Return whether the sources contain a message in just this form."""
    return wanted.get(message.id, message.context) is not None


def _write(path: Path, catalog: Catalog) -> None:
    catalog.header_comment = HEADER.format(language=catalog.locale.english_name)
    catalog.project, catalog.version = "Parlour", ""
    catalog.fuzzy = False
    # A date would differ in every change and cause conflicts; the order of files would, too.
    catalog.creation_date = catalog.revision_date = FIXED_DATE
    with path.open("wb") as file:
        write_po(file, catalog, width=100, sort_output=True, include_lineno=False)
