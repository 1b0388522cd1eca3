"""The check of a release: version, changes, database, languages and locks."""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NamedTuple

from languages.catalogue_maintenance import findings
from rules import __version__
from tools.lock_requirements import KINDS, digest

PROJECT = Path(__file__).parents[2]
HEADING = re.compile(r"^## (\d+\.\d+\.\d+) – (.+)$", re.MULTILINE)
STEPS = re.compile(r"^- Database: steps? (\d{4})(?: to (\d{4}))?[ .:,;]", re.MULTILINE)
READERS = ("### For players", "### For hosts", "### For developers")
UNRELEASED = "unreleased"


class Release(NamedTuple):
    """The entry of one version in the list of changes."""

    version: str
    when: str
    text: str

    def steps(self) -> set[int]:
        """Return the numbers of the database's steps that came with it."""
        found: set[int] = set()
        for first, last in STEPS.findall(self.text):
            found |= set(range(int(first), int(last or first) + 1))
        return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what is not ready, or how to release; return the exit status."""
    argparse.ArgumentParser(prog="python -m tools.release.check", description=__doc__).parse_args(
        arguments
    )
    wrong = [*disagreements(PROJECT), *unreleased(PROJECT, datetime.now(UTC).date())]
    for problem in wrong:
        print(problem, file=sys.stderr)
    if not wrong:
        print(f"Ready. Release it: git tag -a v{__version__} -m 'Parlour {__version__}'")
    return int(bool(wrong))


def releases(text: str) -> list[Release]:
    """Parse the list of changes, the newest version first."""
    headings = [*HEADING.finditer(text)]
    ends = [*(heading.start() for heading in headings[1:]), len(text)]
    return [
        Release(heading[1], heading[2], text[heading.end() : end])
        for heading, end in zip(headings, ends, strict=True)
    ]


def disagreements(project: Path, version: str = __version__) -> Iterator[str]:
    """Yield what disagrees between the version, the changes and the locks."""
    told = releases((project / "CHANGELOG.md").read_text(encoding="utf-8"))
    if not told or told[0].version != version:
        newest = told[0].version if told else "nothing"
        yield f"CHANGELOG.md begins with {newest}, but rules/version.py says {version}."
    numbers = [tuple(map(int, each.version.split("."))) for each in told]
    if sorted(numbers, reverse=True) != numbers or len(set(numbers)) < len(numbers):
        yield "The versions in CHANGELOG.md do not fall from the top, each once."
    for each in told:
        for reader in READERS:
            if f"{reader}\n\n- " not in each.text:
                yield f"CHANGELOG.md says nothing under “{reader}” of {each.version}."
    for kind in KINDS:
        if digest(kind) not in (project / f"{kind}.lock").read_text(encoding="utf-8"):
            yield f"{kind}.lock is not of {kind}.txt; lock it with: make lock"


def unreleased(project: Path, today: date) -> Iterator[str]:
    """Yield what a version lacks that is to be released today."""
    told = releases((project / "CHANGELOG.md").read_text(encoding="utf-8"))
    newest = told[0]
    if newest.when != today.isoformat():
        yield f"CHANGELOG.md dates {newest.version} {newest.when}, and today is {today}."
    steps = sorted(step for each in told for step in each.steps())
    there = sorted(int(path.stem[:4]) for path in (project / "data/migrations").glob("*.sql"))
    if steps != there:
        other = sorted(set(steps) ^ set(there))
        yield f"CHANGELOG.md does not name each step of the database once: {other or steps}."
    for path in sorted((project / "languages").glob("*.po")):
        if found := len([*findings(path)]):
            yield f"languages/{path.name} has {found} findings; list them with: make check-messages"
    if _git(project, "status", "--porcelain"):
        yield "There are changes that are not committed."
    tag = f"v{newest.version}"
    if _git(project, "tag", "--list", tag):
        yield f"{tag} is released already; raise rules/version.py."
    for ending in ("-py3-none-any.whl", ".tar.gz"):
        name = f"parlour_rules-{newest.version}{ending}"
        if not (project / "dist" / name).exists():
            yield f"dist/{name} is not built; build it with: make package"
    if not (project / "dist" / f"parlour-{newest.version}.cdx.json").exists():
        yield "The list of parts is not written; write it with: make sbom"


def _git(project: Path, *words: str) -> str:
    return subprocess.run(  # noqa: S603 (our own words)
        ("git", *words),  # noqa: S607 (the git that made this folder)
        cwd=project,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
