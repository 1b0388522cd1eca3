"""Lock the requirements: every package at one version, with the hashes of its files."""

import argparse
import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

PROJECT = Path(__file__).parents[1]
OLDEST_PYTHON = "3.11"
KINDS = (
    "requirements/release",
    "requirements/dev",
    "requirements/site",
    "requirements/practice",
    "requirements/postgres",
    "requirements",
)
"""The requirements files without their suffix, the one that the others agree with first."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the lock files; what is locked keeps its version if it can. It needs a network."""
    parser = argparse.ArgumentParser(prog="python -m tools.lock_requirements", description=__doc__)
    parser.add_argument("--upgrade", action="store_true", help="to the newest that isn't pinned")
    upgrade = parser.parse_args(arguments).upgrade
    for kind in KINDS:
        print(f"locking {kind}.txt …")
        command = compile_command(kind, upgrade=upgrade)
        subprocess.run(command, cwd=PROJECT, check=True)  # noqa: S603 (our own words)


def compile_command(kind: str, *, upgrade: bool) -> list[str]:
    """Return the command that locks one file for all supported systems and Python versions."""
    largest, *smaller = KINDS
    # All agree with the largest, so that one environment can hold any of them.
    agreeing = ["--constraint", f"{largest}.lock"] if kind in smaller else []
    return [
        *(sys.executable, "-m", "uv", "pip", "compile", f"{kind}.txt", *agreeing),
        *("--output-file", f"{kind}.lock", "--universal", "--python-version", OLDEST_PYTHON),
        *("--generate-hashes", "--no-emit-index-url", "--no-emit-find-links", "--no-annotate"),
        *(["--upgrade"] if upgrade else []),
        *("--quiet", "--custom-compile-command", f"make lock  # of {digest(kind)}"),
    ]


def digest(kind: str) -> str:
    """Return a digest of the requirements in a file, without its comments."""
    return hashlib.sha256("\n".join(sorted(requirements_of(kind))).encode()).hexdigest()


def requirements_of(kind: str) -> set[str]:
    """Read the requirements of a file, including those of files it refers to."""
    found: set[str] = set()
    for line in (PROJECT / f"{kind}.txt").read_text(encoding="utf-8").splitlines():
        words = line.partition("#")[0].split()
        if words[:1] == ["-r"]:
            other = os.path.normpath(Path(kind).parent / words[1])
            found |= requirements_of(other.removesuffix(".txt"))
        elif words:
            found.add(" ".join(words))
    return found


if __name__ == "__main__":
    main()
