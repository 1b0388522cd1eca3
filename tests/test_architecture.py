"""Who may import whom: imports point down, never in a circle, and one room knows each library."""

import ast
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
GAMES = {"rules"}
MATCHES = GAMES | {"match"}
PURE = MATCHES | {"contests"}
MIDDLE = {"data", "rendering", "rulebook", "lessons", "computer", "languages", "boards"}
DISCORD = ("interactions", "views", "delivery", "cogs")
"""The rooms of Discord code, from the ground up: each may import itself and those before it."""
MAY_IMPORT = {
    "rules": GAMES,
    "match": MATCHES,
    "contests": PURE,
    "data": {"data", *PURE},
    "rendering": {"rendering", "rules"},
    "rulebook": {"rulebook", "rules"},
    "lessons": {"lessons", "rules"},
    "computer": {"computer", "rules"},
    "languages": {"languages", "rules"},
    "library": {"library", "match", *GAMES},
    "boards": {"boards", "rendering", "rulebook", "lessons", "computer", "rules"},
    "play": {"play", *MIDDLE - {"data"}, *MATCHES},
    **{room: {*DISCORD[: floor + 1], *MIDDLE, *PURE} for floor, room in enumerate(DISCORD)},
    "web": {"web", "hosting", *DISCORD[:3], *MIDDLE, *MATCHES},
    # bot.py and practice/ are programs; hosting/ holds what both need to start.
    "hosting": {"hosting", "data", "rendering", "computer", "rules"},
    "bot": {"bot", "web", "hosting", *DISCORD, *MIDDLE, "rules"},
    "practice": {
        *("practice", "bot", "web", "hosting"),
        *("interactions", "delivery", "views", "cogs", "data", "rules"),
    },
    "tools": {
        *("tools", "library", "hosting", "bot", "play"),
        *(*DISCORD, *MIDDLE, *MATCHES),
    },
}
ONLY_IN = {
    "discord": {*DISCORD, "web", "bot", "hosting", "practice", "tools"},
    "PIL": {"rendering"},
    "babel": {"languages", "tools"},
    "sqlite3": {"data"},
    "psycopg": {"data"},
    "simcord": {"practice"},
    "dotenv": {"hosting"},
    "pydantic": {"hosting"},
    "pydantic_settings": {"hosting"},
}
MEASURES_EVERYTHING = PROJECT / "tools" / "bench"
PROGRAMS = {
    "data/__main__.py": {"hosting"},
    "rendering/__main__.py": {"match", "languages", "rulebook"},
}
"""Programs within a room, and what they may import besides: settings, and what a page shows."""
OURS = set(MAY_IMPORT)
STANDARD = sys.stdlib_module_names
IN_EVERY_GAME = {"Choices"}
"""Class names that each game defines once, by the protocol of the games."""


def sources() -> Iterator[tuple[str, Path]]:
    """Yield every source file with its room."""
    for room in sorted(MAY_IMPORT):
        for path in [PROJECT / f"{room}.py", *sorted((PROJECT / room).rglob("*.py"))]:
            if path.exists() and path.parent != MEASURES_EVERYTHING:
                yield room, path


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path, *, when_typing: bool = False) -> list[ast.Import | ast.ImportFrom]:
    """Return the imports of a file, those under TYPE_CHECKING only on request."""
    skipped: set[ast.AST] = set()
    found = []
    for node in ast.walk(tree_of(path)):  # from the outside in: an `if` comes before what is in it
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            skipped.update(child for part in node.body for child in ast.walk(part))
        elif isinstance(node, ast.Import | ast.ImportFrom) and (when_typing or node not in skipped):
            found.append(node)
    return found


def imported(path: Path, *, when_typing: bool = False) -> set[str]:
    """Return the top-level names that a file imports, those under TYPE_CHECKING only on request."""
    names: set[str] = set()
    for node in imports(path, when_typing=when_typing):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        else:
            assert node.level == 0, f"{path} imports relatively"
            names.add((node.module or "").partition(".")[0])
    return names


def modules() -> Mapping[str, Path]:
    """Return every source file by its module name."""
    named = {}
    for _, path in sources():
        parts = path.relative_to(PROJECT).with_suffix("").parts
        named[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return named


def imported_modules(
    path: Path, known: Mapping[str, Path], *, when_typing: bool = False
) -> set[str]:
    """Return the project's modules that a file imports, those under TYPE_CHECKING on request."""
    found: set[str] = set()
    for node in imports(path, when_typing=when_typing):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        else:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in known else node.module or "")
    return found & set(known)


def test_imports_only_point_down() -> None:
    upwards = {}
    for room, path in sources():
        name = path.relative_to(PROJECT).as_posix()
        if more := imported(path) & OURS - MAY_IMPORT[room] - PROGRAMS.get(name, set()):
            upwards[name] = more
    assert not upwards


def test_no_modules_import_each_other_in_a_circle() -> None:
    known = modules()
    graph = {
        name: imported_modules(path, known, when_typing=True) - {name}
        for name, path in known.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        pytest.fail(f"a circle of imports: {' → '.join(reversed(circle.args[1]))}")


def test_no_folders_import_each_other() -> None:
    known = modules()
    between: dict[str, set[str]] = {}
    for name, path in known.items():
        here = path.parent.relative_to(PROJECT).as_posix()
        for other in imported_modules(path, known) - {name}:
            there = known[other].parent.relative_to(PROJECT).as_posix()
            if path.relative_to(PROJECT).as_posix() not in PROGRAMS:
                between.setdefault(here, set()).add(there)
    mutual = {
        (here, there)
        for here, others in between.items()
        for there in others - {here}
        if here in between.get(there, ())
        and not here.startswith(f"{there}/")
        and not there.startswith(f"{here}/")
    }
    assert not mutual


def test_each_class_name_stands_once() -> None:
    places = Counter(
        node.name
        for _, path in sources()
        for node in tree_of(path).body
        if isinstance(node, ast.ClassDef)
    )
    assert {name for name, times in places.items() if times > 1} <= IN_EVERY_GAME


def test_only_one_room_knows_a_library() -> None:
    for room, path in sources():
        for library in imported(path, when_typing=True) & set(ONLY_IN):
            assert room in ONLY_IN[library], f"{path} imports {library}"


def test_pure_rooms_need_the_standard_library_only() -> None:
    for room, path in sources():
        if room in PURE:
            more = PROGRAMS.get(path.relative_to(PROJECT).as_posix(), set())
            assert imported(path, when_typing=True) <= MAY_IMPORT[room] | STANDARD | more, path


def test_pure_rooms_read_no_clock_draw_no_lots_and_touch_no_files() -> None:
    impure = {"time", "random", "secrets", "os", "pathlib", "io", "logging", "asyncio", "sqlite3"}
    calls = {"open", "print", "input", "datetime.now", "datetime.utcnow", "date.today"}
    for room, path in sources():
        # `python -m rules` is the one place in the room that reads a clock and draws lots.
        if room in PURE and (room, path.name) != ("rules", "command_line.py"):
            assert not imported(path) & impure, path
            called = (node for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call))
            assert not {ast.unparse(node.func) for node in called} & calls, path
