"""The tables of all files in docs/developing.md: `python -m tests.file_tables` writes them anew."""

import ast
from pathlib import Path

PROJECT = Path(__file__).parent.parent
PAGE = PROJECT / "docs" / "developing.md"
BEGIN, END = "<!-- tables of files: begin -->\n", "<!-- tables of files: end -->\n"
GAMES = [f"rules/{path.parent.name}" for path in sorted(PROJECT.glob("rules/*/words.py"))]
FOLDERS = (
    *("cogs", "delivery", "delivery/display_modes", "views", "interactions"),
    *("data", "data/tables", "data/maintenance", "rendering", "rendering/charts", "rulebook"),
    *("computer", "computer/puzzles", "computer/proofs", "languages", "library"),
    *(
        "contests",
        "match",
        "rules",
        *GAMES,
        "hosting",
        "practice",
        "tools",
        "tools/website",
        "tools/release",
        "tools/bench",
    ),
    "tests/simulated_discord",
)
"""The folders in the order of the plan, from the top down."""


def subject(path: Path) -> str:
    """Return the first line of a file's docstring, which names its subject."""
    tree = ast.parse((PROJECT / path).read_text(encoding="utf-8"))
    said = (ast.get_docstring(tree) or "").partition("\n")[0]
    return said.replace("|", "\\|")


def tables() -> str:
    """Write a table for each folder: its files, each with its subject."""
    parts = [_table("Beside the rooms", "", PROJECT)]
    parts += [_table(f"{each}/", _room(each), PROJECT / each) for each in FOLDERS]
    return "\n".join(parts)


def _room(folder: str) -> str:
    """Return what a folder is, as its `__init__.py` says."""
    return subject(Path(folder) / "__init__.py")


def _table(heading: str, said: str, folder: Path) -> str:
    files = [path.relative_to(PROJECT) for path in sorted(folder.glob("*.py"))]
    rows = [
        f"| `{path.as_posix()}` | {subject(path)} |\n"
        for path in files
        if path.name != "__init__.py"
    ]
    told = f"{said}\n\n" if said else ""
    table = "| file | what is in it |\n| --- | --- |\n" + "".join(rows) if rows else ""
    return f"### {heading}\n\n{told}{table}"


def written(page: str) -> str:
    """Return the page with the present tables."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{tables()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
