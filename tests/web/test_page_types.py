"""The types that the comments of the page's script name hold."""

import shutil
import subprocess

import pytest

from tests.programs import PROJECT

TSC = PROJECT / ".venv" / "tools" / "typescript" / "bin" / "tsc"
"""Where `make .venv/tools/typescript/bin/tsc` puts TypeScript, whose hash it compares."""
NODE = shutil.which("node")
LIMITS = ("--target", "es2022", "--lib", "es2022,dom,dom.iterable", "--module", "es2022")


@pytest.mark.skipif(
    NODE is None or not TSC.exists(),
    reason="TypeScript is missing: make .venv/tools/typescript/bin/tsc has npm bring it",
)
def test_types_of_the_page_hold() -> None:
    assert NODE is not None, "else it is skipped"
    files = sorted(map(str, (PROJECT / "web/page").glob("*.js")))
    assert len(files) == 5
    command = [NODE, str(TSC), "--noEmit", "--checkJs", "--strict", *LIMITS, *files]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 (ours)
    assert checked.returncode == 0, checked.stdout
