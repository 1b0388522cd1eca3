"""Who may import whom: imports only point down, and each room alone knows its library."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
MAY_IMPORT = {
    "rules": {"rules"},
    "match": {"match", "rules"},
    "data": {"data", "match", "rules"},
    "rendering": {"rendering", "rules"},
    "rulebook": {"rulebook", "rules"},
    "opponent": {"opponent", "rules"},
    "languages": {"languages", "rules"},
    "cogs": {"cogs", "data", "rendering", "rulebook", "opponent", "languages", "match", "rules"},
    # bot.py and practice.py are started; the others hold what both need to start.
    "settings": {"settings", "rendering"},
    "health": {"health", "settings"},
    "startup": {"startup", "settings", "health", "data"},
    "check": {"check", "settings", "startup", "data", "opponent", "rules"},
    "bot": {
        "bot",
        "check",
        "health",
        "settings",
        "startup",
        "cogs",
        "data",
        "languages",
        "opponent",
        "rendering",
        "rules",
    },
    "practice": {"practice", "bot", "cogs", "settings", "startup"},
}
PURE = ("rules", "match")
"""Rooms that need the standard library only, besides those below them."""
ONLY_IN = {
    "discord": {"cogs", "bot", "practice", "startup", "check"},
    "PIL": {"rendering"},
    "babel": {"languages"},
    "sqlite3": {"data"},
    "simcord": {"practice"},
    "pydantic": {"settings"},
    "pydantic_settings": {"settings"},
}
ONLY_IN_FILE = {"aiosqlite": "data/connection.py"}
PROGRAMS = {"data/__main__.py": {"settings"}}
"""Doors within a room, which are started: they read the settings as other doors do."""
OURS = set(MAY_IMPORT)
STANDARD = sys.stdlib_module_names


def sources() -> Iterator[tuple[str, Path]]:
    """Give every source file with its room."""
    for room in sorted(OURS):
        for path in [PROJECT / f"{room}.py", *sorted((PROJECT / room).rglob("*.py"))]:
            if path.exists():
                yield room, path


def imported(path: Path, *, when_typing: bool = False) -> set[str]:
    """Give the top-level names that a file imports, those under TYPE_CHECKING only on request."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            skipped.update(child for part in node.body for child in ast.walk(part))
    names: set[str] = set()
    for node in ast.walk(tree):
        if node in skipped and not when_typing:
            continue
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            names.add((node.module or "").partition(".")[0])
    return names


CASES = [pytest.param(room, path, id=str(path.relative_to(PROJECT))) for room, path in sources()]


@pytest.mark.parametrize(("room", "path"), CASES)
def test_imports_only_point_down(room: str, path: Path) -> None:
    more = PROGRAMS.get(path.relative_to(PROJECT).as_posix(), set())
    assert imported(path) & OURS <= MAY_IMPORT[room] | more


@pytest.mark.parametrize(("room", "path"), CASES)
def test_only_one_room_knows_a_library(room: str, path: Path) -> None:
    for library in imported(path, when_typing=True) & set(ONLY_IN):
        assert room in ONLY_IN[library], f"{path.name} imports {library}"


@pytest.mark.parametrize(("library", "file"), ONLY_IN_FILE.items())
def test_only_one_file_knows_a_library(library: str, file: str) -> None:
    knowing = [path for _, path in sources() if library in imported(path, when_typing=True)]
    assert knowing == [PROJECT / file]


@pytest.mark.parametrize(("room", "path"), [case for case in CASES if case.values[0] in PURE])
def test_pure_rooms_need_the_standard_library_only(room: str, path: Path) -> None:
    assert imported(path, when_typing=True) <= MAY_IMPORT[room] | STANDARD


@pytest.mark.parametrize(("room", "path"), [case for case in CASES if case.values[0] in PURE])
def test_pure_rooms_read_no_clock_draw_no_lots_and_touch_no_files(room: str, path: Path) -> None:
    if (room, path.name) == ("rules", "__main__.py"):
        pytest.skip("the one place in the room that reads a clock and draws lots")
    impure = {"time", "random", "secrets", "os", "pathlib", "io", "logging", "asyncio", "sqlite3"}
    assert not imported(path) & impure
    called = {
        ast.unparse(node.func)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    }
    assert not called & {"open", "print", "input", "datetime.now", "datetime.utcnow", "date.today"}
