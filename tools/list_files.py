"""List every file with its subject, by package: `python -m tools.list_files [FOLDER …]`."""

import argparse
import ast
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

PROJECT = Path(__file__).parents[1]
LEFT_OUT = {"tests", "build", "dist"}


def subject(path: Path) -> str:
    """Return the first line of a file's docstring, which names its subject."""
    said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return said.partition("\n")[0]


def sources(folder: Path = PROJECT) -> list[Path]:
    """List the source files in a folder, tests left out, package by package."""
    paths = (path for path in folder.rglob("*.py") if not _is_left_out(path))
    return sorted(paths, key=lambda path: (path.parent, path.name != "__init__.py", path.name))


def _folder(name: str) -> Path:
    path = (PROJECT / name).resolve()
    if not (path.is_dir() and path.is_relative_to(PROJECT)):
        raise argparse.ArgumentTypeError(f"the project has no folder {name!r}")
    return path


def _is_left_out(path: Path) -> bool:
    top = path.relative_to(PROJECT).parts[0]
    return top in LEFT_OUT or top.startswith(".")


def lines(paths: list[Path]) -> Iterator[str]:
    """Yield a heading for each package, and a line for each of its files."""
    for folder, files in groupby(paths, key=lambda path: path.parent):
        inside = folder.relative_to(PROJECT).as_posix()
        yield f"\n{inside}/" if inside != "." else ""
        for path in files:
            name = "" if path.name == "__init__.py" else path.name
            yield f"  {name:30} {subject(path)}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the files of some folders, or of all."""
    parser = argparse.ArgumentParser(prog="python -m tools.list_files", description=__doc__)
    parser.add_argument("folders", nargs="*", type=_folder, default=[PROJECT])
    for folder in parser.parse_args(arguments).folders:
        print("\n".join(lines(sources(folder))))


if __name__ == "__main__":
    main()
