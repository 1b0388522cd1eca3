"""`parlour-rules`: the games as a distribution of their own, in every way that it is used."""

import ast
import importlib.util
import json
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from rules import __version__
from tests.programs import PROJECT
from tools.release.package import NAME, main, stage

SCRIPT = """
import parlour_rules
from parlour_rules import GAMES, Move, Position, Ringo, records

position: Position = GAMES["ringo"].start()
move: Move = position.read("a1-a2")
record: records.Record = records.read('[Game "ringo"]')
text: str = parlour_rules.records.write(record)
winner: str = position.turn
"""


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("parlour-rules")
    stage(folder)
    return folder


def ran(*command: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 (our own words)
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )


def test_the_examples_of_its_readme_and_docstrings_hold(staged: Path) -> None:
    package = staged / "src" / NAME
    files = (staged / "README.md", package / "__init__.py", package / "records.py")
    code = (
        "import doctest, importlib, sys\n"
        f"failed = doctest.testfile({str(files[0])!r}, module_relative=False).failed\n"
        f"for name in ({NAME!r}, '{NAME}.records'):\n"
        "    failed += doctest.testmod(importlib.import_module(name)).failed\n"
        "sys.exit(failed)"
    )
    told = ran(sys.executable, "-S", "-c", code, cwd=staged, PYTHONPATH=str(staged / "src"))
    assert told.returncode == 0, told.stdout + told.stderr
    assert files[0].read_text(encoding="utf-8").count(">>> ") > 30


def test_whatever_its_readme_uses_comes_with_its_import(staged: Path) -> None:
    readme = (staged / "README.md").read_text(encoding="utf-8")
    named = {*re.findall(r"from parlour_rules import ([\w, ]+)", readme), "__version__", "Ringo"}
    code = (
        "import parlour_rules\n"
        f"for name in {sorted(', '.join(named).split(', '))!r}:\n"
        "    getattr(parlour_rules, name)\n"
        "from parlour_rules import *\n"
        "for game in GAMES.values():\n"
        "    assert eval(repr(game.start())) == game.start()\n"
        "assert parlour_rules.records.read is records.read\n"
    )
    told = ran(sys.executable, "-S", "-c", code, cwd=staged, PYTHONPATH=str(staged / "src"))
    assert told.returncode == 0, told.stderr


def test_it_imports_only_itself_and_the_standard_library(staged: Path) -> None:
    paths = sorted((staged / "src").rglob("*.py"))
    assert len(paths) > 40
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                first = name.partition(".")[0]
                assert first == NAME or first in sys.stdlib_module_names, f"{path.name}: {name}"


def test_it_says_its_own_name_where_the_project_says_its_rooms(staged: Path) -> None:
    told = "\n".join(path.read_text(encoding="utf-8") for path in (staged / "src").rglob("*.py"))
    for name in ("python -m rules", "`match.", "`library.", "from rules"):
        assert name not in told


def test_links_in_its_papers_lead_somewhere(staged: Path) -> None:
    for paper in (staged / "README.md", staged / "docs" / "grammar.md"):
        text = paper.read_text(encoding="utf-8")
        for part in text.split("](")[1:]:
            path = part.partition(")")[0].partition("#")[0]
            assert not path or "://" in path or (paper.parent / path).exists(), path


@pytest.mark.thorough
def test_the_conformance_check_runs_from_it(staged: Path) -> None:
    told = ran(
        *(sys.executable, "-S", "-m", NAME, "conformance", "--game", "ringo", "--most-nodes", "99"),
        cwd=staged,
        PYTHONPATH=str(staged / "src"),
    )
    assert told.returncode == 0, told.stdout + told.stderr
    assert "records" in told.stdout


@pytest.mark.thorough
@pytest.mark.skipif(
    not all(map(importlib.util.find_spec, ("build", "flit_core"))),
    reason="`build` and `flit_core` are not installed: make package does",
)
def test_installed_from_the_wheel_into_an_empty_environment_it_works(tmp_path: Path) -> None:
    assert main(["-o", str(tmp_path / "dist")]) == 0
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    assert wheel.name == f"{NAME}-{__version__}-py3-none-any.whl"
    assert (tmp_path / "dist" / f"{NAME}-{__version__}.tar.gz").exists()
    venv.create(tmp_path / "empty", with_pip=True)
    scripts = tmp_path / "empty" / ("Scripts" if sys.platform == "win32" else "bin")
    python = str(scripts / "python")
    installed = ran(python, "-m", "pip", "install", "--no-index", str(wheel), cwd=tmp_path)
    assert installed.returncode == 0, installed.stderr
    for command in (
        (python, "-m", "doctest", str(PROJECT / "library" / "README.md")),
        (python, "-m", NAME, "conformance", "--most-nodes", "5000"),
        (str(scripts / "parlour-rules"), "perft", "ringo", "3"),
    ):
        told = ran(*command, cwd=tmp_path)
        assert told.returncode == 0, told.stdout + told.stderr
    told = ran(python, "-m", "pip", "list", "--format", "json", cwd=tmp_path)
    listed = {row["name"]: row["version"] for row in json.loads(told.stdout)}
    assert listed.pop("parlour-rules", listed.pop("parlour_rules", "")) == __version__
    assert set(listed) <= {"pip", "setuptools"}


@pytest.mark.thorough
def test_its_types_are_known_to_who_uses_it(staged: Path) -> None:
    (staged / "script.py").write_text(SCRIPT, encoding="utf-8")
    told = ran(
        *(sys.executable, "-m", "mypy", "--strict", "--config-file=", "script.py"),
        cwd=staged,
        MYPYPATH="src",
        PATH="",
    )
    assert "script.py:9: error: Incompatible types" in told.stdout
    assert "Found 1 error in 1 file" in told.stdout
