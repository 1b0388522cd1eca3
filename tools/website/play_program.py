"""The program of the page that plays without a server: what of the project runs in a browser."""

import ast
import io
import json
import struct
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from languages import Catalogue, languages
from languages.extraction import extract
from rendering.typeface import TABLES, tables_of

PROJECT = Path(__file__).parents[2]
PACKAGES = (
    *("rules", "match", "computer", "lessons", "rulebook", "rendering", "languages"),
    *("boards", "play"),
)
MISSING = {"PIL", "isal", "babel"}
"""Libraries that a browser does not have: what imports one of them is left out."""
DATA = {".md", ".jsonl", ".xz", ".endings"}
"""The files, besides modules and fonts, that modules read."""
UNUSED = {
    *("_pyrepl", "cProfile", "doctest", "ftplib", "imaplib"),
    *(
        "mailbox",
        "multiprocessing",
        "optparse",
        "pdb",
        "pickletools",
        "poplib",
        "profile",
        "pstats",
    ),
    *("pydoc", "smtplib", "sqlite3", "tomllib", "trace", "unittest", "wsgiref", "xml", "xmlrpc"),
}
"""What is left out of Python's own library: programs, mail, other processes, tests, markup."""
_WHEN = (2026, 1, 1, 0, 0, 0)
"""The date of every file in the archive: the same files make the same bytes."""


@cache
def modules() -> dict[str, Path]:
    """Return the modules that run in a browser, and where they are.

    A package whose `__init__` does not run there is without one.
    """
    found = {}
    for path in (path for package in PACKAGES for path in (PROJECT / package).rglob("*.py")):
        parts = path.relative_to(PROJECT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    missing, left_out = set(MISSING), {name for name in found if name.endswith("__main__")}
    while missing:
        missing = {
            name
            for name, path in found.items()
            if name not in left_out and any(each in MISSING | left_out for each in _imported(path))
        }
        left_out |= missing
    return {name: path for name, path in found.items() if name not in left_out}


@cache
def _imported(path: Path) -> frozenset[str]:
    """Return what a file imports, from modules each name as a module, too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            inner = {f"{module}.{alias.name}" for alias in node.names}
            # `from rendering import paint` names a module, `from rendering import picture` needs
            # the package itself.
            are_modules = all((PROJECT / f"{each.replace('.', '/')}.py").exists() for each in inner)
            names.update(inner if are_modules else {module})
            names.update(inner)
    return frozenset(names | {name.partition(".")[0] for name in names if name in MISSING})


def archive() -> bytes:
    """Return the program as an archive."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as into:
        for path, content in sorted(_contents()):
            name = path.relative_to(PROJECT).as_posix()
            info = zipfile.ZipInfo(name, _WHEN)
            info.compress_type = zipfile.ZIP_DEFLATED
            into.writestr(info, content)
    return written.getvalue()


def _contents() -> Iterator[tuple[Path, bytes]]:
    for path in modules().values():
        yield path, path.read_bytes()
    for package in PACKAGES:
        for path in (PROJECT / package).rglob("*"):
            if path.suffix in DATA:
                yield path, path.read_bytes()
            elif path.suffix == ".ttf":
                yield path, _without_outlines(path.read_bytes())


def _without_outlines(font: bytes) -> bytes:
    """Return a font's file with the tables from which the width of text is read."""
    kept = [(name, part) for name, part in tables_of(font) if name in TABLES]
    start = 12 + 16 * len(kept)
    head = font[:4] + struct.pack(">4H", len(kept), 0, 0, 0)
    body = b""
    for name, part in kept:
        head += struct.pack(">4s3I", name.encode(), 0, start + len(body), len(part))
        body += part
    return head + body


@cache
def _templates() -> frozenset[str]:
    """Return the templates of all that the program says."""
    sources = (path.read_text(encoding="utf-8") for path in modules().values())
    return frozenset(message.one for source in sources for message in extract(source))


def words_of(language: Catalogue) -> str:
    """Write what the program says in a language."""
    said = _templates()
    messages = [(form, one, to) for (form, one), to in language.translations.items() if one in said]
    kept = {
        "tag": language.tag,
        "name": language.name,
        "plural": language.plural,
        "joints": language.joints,
        "messages": messages,
    }
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def spoken() -> Iterator[Catalogue]:
    """Give the languages that have words besides English."""
    yield from (each for each in languages().values() if isinstance(each, Catalogue))


def without_unused(library: bytes) -> bytes:
    """Return Python's own library, as an archive, without what no page plays with."""
    written = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(library)) as of,
        zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as into,
    ):
        for info in of.infolist():
            if info.filename.partition("/")[0].removesuffix(".py") not in UNUSED:
                kept = zipfile.ZipInfo(info.filename, _WHEN)
                kept.compress_type = zipfile.ZIP_DEFLATED
                into.writestr(kept, of.read(info))
    return written.getvalue()
