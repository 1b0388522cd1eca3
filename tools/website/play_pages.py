"""The page that plays without a server, `play/`: its files, what it shows at first, their sizes."""

import gzip
import json
import re
import shutil
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from play.answers import answer, language_of
from rules import GAMES
from rules.sentence import ENGLISH, Language
from tools.website.play_program import PROJECT, archive, spoken, without_unused, words_of

FOLDER = "play"
PYTHON = PROJECT / ".venv" / "tools" / "pyodide"
"""Where `make .venv/tools/pyodide` puts Python for browsers, whose hash it compares."""
LIBRARY = "python_stdlib.zip"
PYTHON_FILES = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json"),
    LIBRARY,
)
SHARED = ("sound.js", "board.js", "steps.js", "page.js", "page.css")
"""The files of the page that the bot's server has, too."""
OWN = {
    "local.js": "server.js",
    **{name: name for name in ("language.js", "worker.js", "play.css")},
}
"""This page's own files; what it plays with stands in the place of the server."""
FIRST = (
    "",
    *(where.format(key) for where in ("game|{}", "lesson|{}", "rules|{}|0") for key in GAMES),
)
"""The boards that are shown before there is Python, and a match of each game (`BEGUN`)."""
BEGUN = "match|{}", "match|{}|{}|0|2|0|1"
"""What a page about a game names its board to try, and what that is: against level 2."""
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src data:; "
    "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)


@dataclass(frozen=True)
class Sizes:
    """How large the page is, in bytes, as compressed on its way: at first, and in all."""

    first: int
    whole: int

    def __str__(self) -> str:
        first, whole = f"{self.first / 1000:.0f} kB", f"{self.whole / 1e6:.1f} MB"
        return f"play/, compressed: {first} until a board is seen, {whole} in all"


def write_play(site: Path) -> Sizes:
    """Write the page into a site. Raises `FileNotFoundError` without Python for browsers."""
    folder = site / FOLDER
    (folder / "pyodide").mkdir(parents=True)
    for name in PYTHON_FILES:
        shutil.copy(PYTHON / name, folder / "pyodide")
    library = folder / "pyodide" / LIBRARY
    library.write_bytes(without_unused(library.read_bytes()))
    for name in SHARED:
        shutil.copy(PROJECT / "web" / "page" / name, folder)
    for name, target in OWN.items():
        shutil.copy(PROJECT / "play" / "page" / name, folder / target)
    (folder / "parlour.zip").write_bytes(archive())
    (folder / "words").mkdir()
    (folder / "first").mkdir()
    _write_first(folder / "first", "en", "")
    for language in spoken():
        words = words_of(language)
        (folder / "words" / f"{language.tag}.json").write_text(words, encoding="utf-8")
        _write_first(folder / "first", language.tag, words)
    (folder / "index.html").write_text(_page(), encoding="utf-8")
    python = sum((folder / "pyodide" / name).stat().st_size for name in PYTHON_FILES)
    whole = python + (folder / "parlour.zip").stat().st_size
    version = _version(folder)
    _write(folder / "files.json", {"python": whole, "version": version})
    (folder / "offline.js").write_text(_offline(folder, version), encoding="utf-8")
    return _sizes(folder)


def _write_first(folder: Path, tag: str, words: str) -> None:
    """Write what is shown in a language before there is Python: the words, and some boards."""
    language = language_of(words)
    shown: dict[str, Any] = {"entered": _asked("enter", language), "states": {}}
    (folder / tag).mkdir()
    tries = {BEGUN[0].format(key): BEGUN[1].format(key, _usual(key)) for key in GAMES}
    for name, where in (dict(zip(FIRST, FIRST, strict=True)) | tries).items():
        state = _asked("board", language, at=where)
        file = shown["states"][name] = name.replace("|", "-") or "games"
        state.pop("keep", None)  # nothing is played yet
        if board := state.pop("board"):
            state["ground"] = board["name"]
            _write(folder / f"{state['ground']}.json", board)
        _write(folder / tag / f"{file}.json", state)
    _write(folder / f"{tag}.json", shown)


def _usual(key: str) -> str:
    """Return the options of a game that are usual, as an address has them."""
    rules = GAMES[key]
    return rules.choices.choose(rules.presets[rules.usual_preset]).write()


def _asked(question: str, language: Language, **fields: object) -> dict[str, Any]:
    state: dict[str, Any] = json.loads(answer(question, json.dumps(fields), language))
    assert "refused" not in state, (fields, state)
    return state


def _write(path: Path, content: object) -> None:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    path.write_text(text, encoding="utf-8")


def _page() -> str:
    """Return the page as it is before its script runs."""
    names = {each.tag: each.name for each in (ENGLISH, *spoken())}
    others = " · ".join(
        f'<a href="?lang={tag}" lang="{tag}" hreflang="{tag}">{name}</a>'
        for tag, name in names.items()
    )
    page = (PROJECT / "web" / "page" / "index.html").read_text(encoding="utf-8")
    own = (PROJECT / "play" / "page" / "index.html").read_text(encoding="utf-8")
    games = "".join(
        f'<li id="{key}"><a href="../{key}.html">{rules.name}</a></li>'
        for key, rules in GAMES.items()
    )
    head, loading, ways, old = own.split("<!-- -->\n")
    for mark, put in (
        ('<html lang="en">', f'<html lang="en" data-languages="{" ".join(names)}">'),
        ('<meta name="robots" content="noindex">\n', ""),
        ("<title>Parlour</title>\n", head.replace("POLICY", POLICY)),
        ("</header>\n", f"{loading}</header>\n"),
        ("<strong>Setting up the board …</strong>", old.strip()),
        (
            re.findall("<noscript>.*</noscript>\n", page)[0],
            ways.replace("OTHERS", others).replace("GAMES", games),
        ),
    ):
        assert mark in page, mark
        page = page.replace(mark, put)
    return page


def _version(folder: Path) -> str:
    """Return under what name a browser keeps the files, with a mark of what is in them."""
    mark = sha256((PROJECT / "play" / "page" / "offline.js").read_bytes())
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        mark.update(path.read_bytes())
    return f"parlour {mark.hexdigest()[:16]}"


def _offline(folder: Path, version: str) -> str:
    """Return the script that keeps all files, with their names."""
    script = (PROJECT / "play" / "page" / "offline.js").read_text(encoding="utf-8")
    files = sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    names = ["./", *(path.as_posix() for path in files if not _is_of_language(path))]
    script = script.replace("const FILES = [];", f"const FILES = {json.dumps(names)};")
    return script.replace("parlour VERSION", version)


def _is_of_language(path: Path) -> bool:
    """Tell whether a file is read in one language only, and kept once it is."""
    return path.parts[0] == "words" or (path.parts[0] == "first" and len(path.parts) > 2)


def _sizes(folder: Path) -> Sizes:
    files = {
        path.relative_to(folder).as_posix(): _packed(path)
        for path in folder.rglob("*")
        if path.is_file()
    }
    shown = sum(files[name] for name in ("index.html", *SHARED, *OWN.values(), "first/en.json"))
    states = max(size for name, size in files.items() if name.startswith("first/en/"))
    boards = max(size for name, size in files.items() if name.startswith("first/"))
    shared = sum(size for name, size in files.items() if not _is_of_language(Path(name)))
    own = sum(size for name, size in files.items() if name.startswith(("first/de/", "words/de")))
    return Sizes(shown + states + boards, shared + own)


def _packed(path: Path) -> int:
    """Return how many bytes of a file go over the network."""
    content = path.read_bytes()
    return min(len(content), len(gzip.compress(content, 9)))
