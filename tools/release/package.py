"""Build the games as a distribution of their own, `parlour-rules`: a wheel and a source archive.

In the project the games are `rules`, a name that may be anybody's elsewhere; there their package is
`parlour_rules`, with what of `match/` and `library/` records and the conformance check need. The
sources are copied with their imports renamed, to an ordinary project that any tool can build:
relative imports would do for `rules/` alone, and the rooms of this project import by full names.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from rules import GAMES

PROJECT = Path(__file__).parents[2]
NAME = "parlour_rules"
PACKAGES = {"rules": NAME, "match": f"{NAME}.match", "library": NAME}
"""The place of each package in the distribution."""
OF_MATCH = ("__init__", "clock", "event", "record", "read_record")
"""The modules of `match/` that records need."""
PAPERS = {
    "library/README.md": "README.md",
    "library/pyproject.toml": "pyproject.toml",
    "LICENSE": "LICENSE",
    "CHANGELOG.md": "CHANGELOG.md",
    "docs/grammar.md": "docs/grammar.md",
    **{f"rulebook/en/{key}.md": f"docs/rules/{key}.md" for key in GAMES},
}
"""The files beside the package in the source archive."""
LINKS = {
    "../docs/grammar.md": "docs/grammar.md",
    "../library/README.md": "../README.md",
    "../library/vectors": f"../src/{NAME}/vectors",
    "../rulebook/en": "rules",
}
"""The targets of these papers' links there."""
REEXPORTS = "\n".join(
    (
        "",
        "from library import records",
        *(f"from rules.{key} import {game.__name__}" for key, game in GAMES.items()),
        f"__all__ += {['records', *(game.__name__ for game in GAMES.values())]}",
        "",
    )
)
"""What `import parlour_rules` gives besides `rules`: the records, and each game by its name."""
_ROOMS = "|".join(PACKAGES)
_IMPORT = re.compile(rf"^( *(?:>>> )?from )({_ROOMS})\b", re.MULTILINE)
_NAMED = re.compile(rf"(`|python -m )({_ROOMS})(?=[. `])")


def main(arguments: Sequence[str] | None = None) -> int:
    """Build both, from the source archive, so that it is known to be whole."""
    parser = argparse.ArgumentParser(prog="python -m tools.release.package", description=__doc__)
    parser.add_argument("-o", "--output", type=Path, default=PROJECT / "dist")
    output: Path = parser.parse_args(arguments).output
    staged = PROJECT / "build" / "parlour-rules"
    shutil.rmtree(staged, ignore_errors=True)
    stage(staged)
    build(staged, output)
    for path in sorted(output.glob(f"{NAME}-*")):
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")
    return 0


def stage(folder: Path) -> None:
    """Write the project of the distribution into a folder."""
    package = folder / "src" / NAME
    for source, place in sources():
        target = package / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".py":
            code = source.read_text(encoding="utf-8")
            more = REEXPORTS if place == Path("__init__.py") else ""
            target.write_text(renamed(code + more), encoding="utf-8")
        else:
            shutil.copyfile(source, target)
    (package / "py.typed").touch()
    for paper, name in PAPERS.items():
        text = (PROJECT / paper).read_text(encoding="utf-8")
        for link, there in LINKS.items():
            text = text.replace(f"({link})", f"({there})")
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def sources() -> Iterator[tuple[Path, Path]]:
    """Yield each file of the package and its place there."""
    rules, library = PROJECT / "rules", PROJECT / "library"
    for path in sorted({*rules.rglob("*.py")} - {rules / "__main__.py"}):
        yield path, path.relative_to(rules)
    for name in OF_MATCH:
        yield PROJECT / "match" / f"{name}.py", Path("match", f"{name}.py")
    modules = {*library.glob("*.py")} - {library / "__init__.py"}
    for path in sorted([*modules, *library.glob("vectors/*.*")]):
        yield path, path.relative_to(library)


def renamed(code: str) -> str:
    """Rename the rooms where code imports them and where a docstring names one."""

    def name(found: re.Match[str]) -> str:
        return f"{found[1]}{PACKAGES[found[2]]}"

    return _NAMED.sub(name, _IMPORT.sub(name, code))


def build(staged: Path, output: Path) -> None:
    """Build a staged project with the tools of this environment, which are pinned."""
    subprocess.run(  # noqa: S603 (our own words)
        (sys.executable, "-m", "build", "--no-isolation", "--outdir", str(output), str(staged)),
        env={**os.environ, "SOURCE_DATE_EPOCH": str(committed())},
        stdout=subprocess.DEVNULL,
        check=True,
    )


def committed() -> int:
    """Return the time of the last commit, in seconds since 1970.

    What is built takes its dates from it, so that the same sources make the same files.
    """
    told = subprocess.run(
        ("git", "log", "-1", "--format=%ct"),  # noqa: S607 (the git that made this folder)
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    return int(told.stdout.strip() or 0)


if __name__ == "__main__":
    sys.exit(main())
