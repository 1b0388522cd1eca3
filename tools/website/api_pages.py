"""The library's pages: what the docstrings of `parlour-rules` say, under the names it has there."""

import pkgutil
from pathlib import Path

import library
import rules
from rules import GAMES
from tools.release.package import NAME, stage

FOLDER = "api"
STAGED = "package"
"""The library's own sources, whose docstrings Sphinx reads."""
IN_GAMES = ("position", "choices", "notation")
"""The modules of a game that others may want to read; the others are its inside."""
PROGRAMS = ("terminal", "conformance")


def write_api(folder: Path) -> list[str]:
    """Write the library and a page for each module that is described; return the pages' names."""
    stage(folder / STAGED)
    (folder / FOLDER).mkdir()
    names = [*_modules()]
    for name in names:
        members = "" if name == NAME else "   :members:\n   :show-inheritance:\n"
        text = f"{name}\n{'=' * len(name)}\n\n.. automodule:: {name}\n{members}"
        if not members:
            text += f"   :no-members:\n\n.. autodata:: {NAME}.GAMES\n   :no-value:\n"
        (folder / FOLDER / f"{name}.rst").write_text(text, encoding="utf-8")
    return [f"{FOLDER}/{name}" for name in names]


def _modules() -> list[str]:
    inside = [
        each.name
        for each in pkgutil.iter_modules([*library.__path__, *rules.__path__])
        if not (each.ispkg or each.name.startswith("_") or each.name in PROGRAMS)
    ]
    games = [f"{key}.{name}" for key in GAMES for name in IN_GAMES]
    return [NAME, *(f"{NAME}.{name}" for name in (*inside, *games))]
