"""Bringing catalogues up to date with the sources, and saying what is wrong with them."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from languages.catalogue import broken, each, forms, locale_of, read_messages
from languages.extracting import messages

BEGUN = datetime(2026, 11, 21, tzinfo=UTC)
HEADER = """\
# What Parlour says, in {language}. docs/languages.md tells how to translate it.
# This file is distributed under the licence of the project.
#"""


def template() -> Catalog:
    """Give every message of the project, not translated, with the files in which it stands."""
    catalog = Catalog()
    found: dict[tuple[str, str | None], tuple[str | None, list[str]]] = {}
    for one, plural, file, form in messages():
        known, files = found.setdefault((one, form), (plural, []))
        if file not in files:
            files.append(file)
        found[one, form] = known or plural, files
    for (one, form), (plural, files) in found.items():
        catalog.add(
            one if plural is None else (one, plural),
            locations=[(file, 0) for file in files],
            context=form,
        )
    return catalog


def begin(path: Path) -> None:
    """Write a catalogue in which nothing is translated yet; `ValueError` for no known language."""
    _write(path, Catalog(locale=locale_of(path)))
    update(path)


def update(path: Path) -> None:
    """Write into a catalogue what the sources say now; what nobody says any more is left out.

    Nouns in forms of their own (messages with a context) are the translator's, and stay.
    """
    catalog = read_messages(path)
    wanted = template()
    own = [one for one in catalog if one.id and one.context and not _wants(wanted, one)]
    catalog.update(wanted, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    for message in own:
        catalog[message.id] = message
    _write(path, catalog)


def faults(path: Path) -> Iterator[str]:
    """Say what is missing in a catalogue, unused in it, or broken."""
    catalog, wanted = read_messages(path), template()
    asked = {form for message in catalog for form in forms(message)}
    for message in wanted:
        known = catalog.get(message.id, message.context)
        if message.id and not (known and all(each(known.string))):
            yield f"not translated: {message.id!r}"
    for message in catalog:
        if not message.id:
            continue
        yield from broken(message)
        if _wants(wanted, message):
            continue
        if wanted.get(message.id) is None:
            yield f"said nowhere: {message.id!r}"
        if message.context and message.context not in asked:
            yield f"no template asks for the form {message.context!r} of {message.id!r}"


def _wants(wanted: Catalog, message: Message) -> bool:
    """Tell whether the sources say a message in just this form."""
    return wanted.get(message.id, message.context) is not None


def _write(path: Path, catalog: Catalog) -> None:
    assert catalog.locale is not None, "a catalogue is of a language"
    catalog.header_comment = HEADER.format(language=catalog.locale.english_name)
    catalog.project, catalog.version = "Parlour", ""
    catalog.fuzzy = False
    # A date would be another one in every change, and clash with that of others.
    catalog.creation_date = catalog.revision_date = BEGUN
    with path.open("wb") as file:
        write_po(file, catalog, width=100, sort_by_file=True, include_lineno=False)
