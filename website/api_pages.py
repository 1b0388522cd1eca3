"""The library's pages: what the docstrings of `rules/` say."""

import pkgutil
from pathlib import Path

import rules
from rules import GAMES

FOLDER = "api"
IN_GAMES = ("position", "choices", "notation")
"""The modules of a game that others may want to read; the others are its inside."""


def write_api(folder: Path) -> list[str]:
    """Write a page for each module that is described; return the pages' names."""
    (folder / FOLDER).mkdir()
    names = [*_modules()]
    for name in names:
        members = "" if name == rules.__name__ else "   :members:\n   :show-inheritance:\n"
        text = f"{name}\n{'=' * len(name)}\n\n.. automodule:: {name}\n{members}"
        if not members:
            text += "   :no-members:\n\n.. autodata:: rules.GAMES\n   :no-value:\n"
        (folder / FOLDER / f"{name}.rst").write_text(text, encoding="utf-8")
    return [f"{FOLDER}/{name}" for name in names]


def _modules() -> list[str]:
    inside = [
        f"{rules.__name__}.{each.name}"
        for each in pkgutil.iter_modules(rules.__path__)
        if not each.ispkg and not each.name.startswith("_")
    ]
    games = [f"{rules.__name__}.{key}.{name}" for key in GAMES for name in IN_GAMES]
    return [rules.__name__, *inside, *games]
