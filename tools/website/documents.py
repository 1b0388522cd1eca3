"""The project's own papers as pages, with links that lead somewhere on the site."""

import re
from collections.abc import Mapping
from pathlib import Path

PROJECT = Path(__file__).parents[2]
FRONT, HOME = "README.md", "readme.md"
PLAYERS, HOSTS, DEVELOPERS = "For players", "For hosts", "For developers"
READERS = {
    PLAYERS: ("playing", "seasons", "time", "solved", "PRIVACY", "TERMS"),
    HOSTS: ("hosting", "directory", "SECURITY", "CHANGELOG"),
    DEVELOPERS: ("developing", "CONTRIBUTING"),
}
"""The papers that each reads, in order; developers also read all that are not here."""
PLACES = dict.fromkeys(("rulebook", "rulebook/en"), "index.html")
"""Folders for which the site has a page that is none of these."""
_LINK = re.compile(
    r"^(?: {4}|```).*$"  # code, in which nothing is a link
    r"|(?P<mark>!?)\[(?P<words>(?:`[^`\n]*`|[^\]`]){0,300})\]\((?P<link>[^)\s]+)\)"
    r"|`[^`\n]*`",
    re.MULTILINE,
)


def documents(project: Path = PROJECT) -> list[Path]:
    """List the papers that become pages, the front page first."""
    return [
        project / FRONT,
        *(path for path in sorted(project.glob("*.md")) if path.name != FRONT),
        *sorted(project.glob("docs/*.md")),
        *sorted(project.glob("library/*.md")),
    ]


def write_documents(folder: Path, project: Path = PROJECT) -> dict[str, list[str]]:
    """Write the papers into a folder, with the files that they show.

    Returns the pages' names by who reads them.
    """
    pages = {path.relative_to(project): path for path in documents(project)}
    for name, path in pages.items():
        text = path.read_text(encoding="utf-8")
        target = folder / (HOME if name == Path(FRONT) else name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(linked(text, name, folder, pages, project), encoding="utf-8")
    names = {name.stem: name.with_suffix("").as_posix() for name in pages if name != Path(FRONT)}
    read = {
        who: [names.pop(stem) for stem in stems if stem in names] for who, stems in READERS.items()
    }
    read[DEVELOPERS] += names.values()
    return read


def linked(
    text: str, name: Path, folder: Path, pages: Mapping[Path, Path], project: Path = PROJECT
) -> str:
    """Rewrite the links of a page: to pages as they are, to other files as copies of them.

    A file is copied as text, which browsers show; a folder that is no page loses its link.
    """

    def rewritten(found: re.Match[str]) -> str:
        mark, words, link = found.group("mark", "words", "link")
        path, _, anchor = (link or "").partition("#")
        if not path or "://" in link:
            return found[0]
        source = (project / name.parent / path).resolve()
        target = source.relative_to(project.resolve())
        up = "../" * len(name.parent.parts)
        if target.as_posix() in PLACES:
            return f'<a href="{up}{PLACES[target.as_posix()]}">{words}</a>'
        if target == Path(FRONT):
            return f"[{words}]({up}{HOME}{'#' * bool(anchor)}{anchor})"
        if target in pages:
            return found[0]
        if source.is_dir():
            return words
        shown = target if mark or target.suffix == ".png" else Path("source") / f"{target}.txt"
        copy = folder / shown
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(source.read_bytes())
        return f"{mark}[{words}]({up}{shown.as_posix()})"

    return _LINK.sub(rewritten, text)


def contents(names: list[str], caption: str) -> str:
    """Return a table of contents, which Sphinx shows beside every page."""
    options = ":maxdepth: 1", f":caption: {caption}", ":hidden:"
    return "\n".join(("```{toctree}", *options, "", *names, "```", ""))
