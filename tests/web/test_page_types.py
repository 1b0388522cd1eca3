"""The script of the page: its types, as its comments name them, and what it leaves undone."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.programs import PROJECT

TSC = PROJECT / ".venv" / "tools" / "typescript" / "bin" / "tsc"
"""Where `make .venv/tools/typescript/bin/tsc` puts TypeScript, whose hash it compares."""
NODE = shutil.which("node")
SCRIPTS = sorted([*PROJECT.glob("web/page/*.js"), *PROJECT.glob("play/page/*.js")])
LINT = (
    *("--noUnusedLocals", "--noUnusedParameters", "--noImplicitReturns", "--noImplicitOverride"),
    *("--noFallthroughCasesInSwitch", "--exactOptionalPropertyTypes"),
    *("--allowUnreachableCode", "false"),
)
"""What TypeScript finds besides types."""
NEVER = re.compile(
    r"(inner|outer|Adjacent)HTML|document\.write|\bvar |console\.log|[^=!]==[^=]|!=[^=]"
)
"""What turns text into markup, or means something else than it seems to: TypeScript takes both.

The page's policy runs no script from text, and modules are strict.
"""
LIMITS = ("--target", "es2022", "--lib", "es2022,dom,dom.iterable", "--module", "es2022")


@pytest.mark.skipif(
    NODE is None or not TSC.exists(),
    reason="TypeScript is missing: make .venv/tools/typescript/bin/tsc has npm bring it",
)
def test_types_of_the_page_hold() -> None:
    assert NODE is not None, "else it is skipped"
    assert len(SCRIPTS) == 10
    command = [
        NODE,
        str(TSC),
        "--noEmit",
        "--checkJs",
        "--strict",
        *LINT,
        *LIMITS,
        *map(str, SCRIPTS),
    ]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 (ours)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_script_makes_no_markup_of_text_and_compares_strictly(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if NEVER.search(line)] == []
    assert lines[0] == "// @ts-check"
    assert max(map(len, lines)) <= 160
