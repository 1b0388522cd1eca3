"""The languages that Parlour speaks besides English: a catalogue each, `<tag>.po`.

A catalogue is what translators' tools know as GNU gettext; its messages are the templates of
sentences. All are read at the start, and whatever is wrong with one of them is said in the log and
in English instead.
"""

import logging
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from languages.catalogue import Catalogue, read
from rules.sentence import ENGLISH, Language

__all__ = ["ENGLISH", "Catalogue", "Language", "language", "languages"]

FOLDER = Path(__file__).parent
log = logging.getLogger(__name__)


@cache
def languages(folder: Path = FOLDER) -> Mapping[str, Language]:
    """Read every language that there is, by tag, English first; log what is wrong with one."""
    found: dict[str, Language] = {ENGLISH.tag: ENGLISH}
    for path in sorted(folder.glob("*.po")):
        try:
            catalogue = read(path)
        except (OSError, ValueError) as error:
            log.warning("the language %s is not spoken: %s: %s", path.stem, path.name, error)
            continue
        for fault in catalogue.faults:
            log.warning("said in English instead: %s: %s", path.name, fault)
        found[catalogue.tag] = catalogue
    return MappingProxyType(found)


def language(tag: str | None) -> Language:
    """Give the language of a tag, or one like it: `es` for `es-419`; English for any other."""
    known = languages()
    near = (tag or "").partition("-")[0]
    alike = (each for each in known if each.partition("-")[0] == near)
    return known.get(tag or "") or known[next(alike, ENGLISH.tag)]
