"""The languages of Parlour besides English, one GNU gettext catalogue `<tag>.po` for each.

The messages of a catalogue are the templates of sentences. All catalogues are read at startup. A
broken message is logged and appears in English.
"""

import logging
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType

from languages.catalogue import language_and_script, read
from languages.translation import Catalogue
from rules.sentence import ENGLISH, Language

__all__ = ["ENGLISH", "Catalogue", "Language", "closest", "language", "languages"]

FOLDER = Path(__file__).parent
log = logging.getLogger(__name__)


@cache
def languages(folder: Path = FOLDER) -> Mapping[str, Language]:
    """Read all languages by tag, English first, and log their faults."""
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


@lru_cache(maxsize=1_000)
def language(tag: str | None) -> Language:
    """Return the language of a tag or one close to it, as `es` for `es-419`, or else English."""
    return closest(tag, languages())


def closest(tag: str | None, known: Mapping[str, Language]) -> Language:
    """Return the language of a tag among some, one close to it, or else English.

    Only languages with the same letters are close: `zh-HK` to `zh-TW`, but not to `zh-CN`.
    """
    if not tag or tag in known:
        return known[tag or ENGLISH.tag]
    wanted = language_and_script(tag)
    alike = (each for each in known if language_and_script(each) == wanted)
    return known[next(alike, ENGLISH.tag)]
