"""Keep the catalogues: `python -m languages update`, `check`, or `new pt-BR`.

`update` adds the messages that are new in the sources and removes unused ones, `check` lists
untranslated, unused and broken ones, and `new` begins a catalogue for a language.
"""

import argparse
import sys
from pathlib import Path

from languages import FOLDER
from languages.catalogue_maintenance import create, findings, update
from rules import __version__


def main() -> None:
    """Run the command line; a check with any findings exits with status 1."""
    parser = argparse.ArgumentParser(prog="python -m languages", description=__doc__)
    parser.add_argument("--version", action="version", version=f"Parlour {__version__}")
    verbs = parser.add_subparsers(dest="verb", required=True)
    verbs.add_parser("update", help="add new messages, and remove unused ones")
    verbs.add_parser("check", help="list untranslated, unused and broken messages")
    verbs.add_parser("new", help="begin a catalogue").add_argument(
        "tag", help="as BCP 47 writes it"
    )
    given = parser.parse_args()
    if given.verb == "new":
        sys.exit(_create(FOLDER / f"{given.tag}.po"))
    found = 0
    for path in sorted(FOLDER.glob("*.po")):
        try:
            if given.verb == "update":
                update(path)
            for finding in findings(path):
                found += 1
                print(f"{path.name}: {finding}")
        except ValueError as error:
            sys.exit(f"{path.name} is no catalogue: {error}.")
    sys.exit(found > 0 and given.verb == "check")


def _create(path: Path) -> str | None:
    if path.exists():
        return f"{path.name} is there already; `python -m languages update` brings it up to date."
    try:
        create(path)
    except ValueError as error:
        return f"There is no catalogue for {path.stem!r}: {error}."
    print(f"Begun: {path.name}. Translate it, then run `python -m languages check`.")
    return None


if __name__ == "__main__":
    main()
