"""Make the site: `python -m tools.website -o FOLDER`. Its pages need no server."""

import argparse
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.website.api_pages import write_api
from tools.website.commands_pages import commands_pages
from tools.website.documents import HOME, PROJECT, write_documents
from tools.website.examples import examples, write_examples
from tools.website.finish import finish_pages
from tools.website.links import faults
from tools.website.play_pages import PYTHON, write_play
from tools.website.rules_pages import contents, write_rules


def main(words: list[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.website", description=__doc__)
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER")
    output = parser.parse_args(words).output
    if find_spec("sphinx") is None:
        print("Sphinx is not installed; `make site` installs it.", file=sys.stderr)
        return 2
    with TemporaryDirectory() as temporary:
        source, built = Path(temporary, "source"), Path(temporary, "built")
        source.mkdir()
        write_sources(source)
        strictly = ["-W", "--keep-going", "-q", "-b", "html", "-j", "auto"]
        command = [sys.executable, "-m", "sphinx", *strictly, str(source), str(built)]
        if status := subprocess.run(command, cwd=PROJECT, check=False).returncode:  # noqa: S603 (our own words)
            return status
        finish_pages(built)
        if PYTHON.exists():
            print(write_play(built))
        else:
            print("SKIPPED, there is no play/: `make .venv/tools/pyodide` has npm bring Python.")
        found = [*faults(built)]
        print(*found, sep="\n", end="\n" * bool(found))
        if not found:
            shutil.rmtree(output, ignore_errors=True)
            shutil.copytree(
                built, output, ignore=shutil.ignore_patterns(".buildinfo*", ".doctrees")
            )
            print(f"The site is in {output}: open {output / 'index.html'}.")
    return 1 if found else 0


def write_sources(folder: Path) -> None:
    """Write what Sphinx makes the site of."""
    shutil.copy(PROJECT / "tools" / "website" / "conf.py", folder)
    write_examples(folder)
    papers, rules = write_documents(folder), write_rules(folder, commands_pages(), examples())
    tables = (
        contents(rules, "Rules and commands", hidden=True),
        *(contents(names, title, hidden=True) for title, names in papers.items()),
        contents(write_api(folder), "The rules as a library", hidden=True),
    )
    with (folder / HOME).open("a", encoding="utf-8") as home:
        home.write("\n" + "\n".join(tables))


if __name__ == "__main__":
    sys.exit(main())
