"""The rules of the games by sentences, as tests quote them: `python -m tests.rules.sentences`."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rules import GAMES

HERE = Path(__file__).parent
RULES_END = "# Of the program, not of the sources"
"""What stands in a game's tests below the last one of a sentence of the rules."""


class Held(NamedTuple):
    """A sentence of the rules, in its part of them, and the test that holds it."""

    part: str
    sentence: str
    test: str


def sentences(game: str) -> Iterator[Held]:
    """Yield the sentences of a game's rules in the order of the sources.

    A sentence is the beginning of a test's docstring, or else the test's name.
    """
    rules, *_ = (HERE / f"test_{game}.py").read_text(encoding="utf-8").partition(RULES_END)
    lines = rules.splitlines()
    for node in ast.parse(rules).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            parts = [line for line in lines[: node.lineno] if line.startswith("# ")]
            sentence, *_ = (ast.get_docstring(node) or node.name.replace("_", " ")).splitlines()
            yield Held(parts[-1].strip("# .") if parts else "", sentence, node.name)


if __name__ == "__main__":
    for game in sys.argv[1:] or GAMES:
        for held in sentences(game):
            print(f"{game}, {held.part}: {held.sentence}\n    {held.test}")
