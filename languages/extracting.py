"""Which messages there are: the templates in the sources, wherever a sentence is made."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).parent.parent
ROOMS = ("rules", "match", "data", "rendering", "opponent", "cogs")
MAKERS = {
    *("Sentence", "Refusal", "IllegalMove", "UnclearMove", "say", "label", "message", "shown"),
    *("option", "refused"),
}
"""What makes a sentence from its first arguments: a template and perhaps its plural.

Where an argument is a dictionary, each of its values is a template; where it is a choice, both are.
"""
LABELLED = {
    *("button", "select", "Form", "Limit", "describe", "command", "Group", "Choice"),
    *("SelectOption", "ContextMenu"),
}
"""What shows words as they are given, without anything to fill in, by whatever name."""
NOT_WORDS = {"value", "name"}
"""What is given by name there and is none."""
NAMED = {("Choice", "name"), ("ContextMenu", "name")}
"""Where a `name` is words after all."""


class Found(NamedTuple):
    """A message, with its plural where it has one, and the file in which it stands."""

    one: str
    plural: str | None
    file: str


def messages(project: Path = PROJECT) -> Iterator[Found]:
    """Find every message of the project, in the order of its files."""
    for room in ROOMS:
        for path in sorted((project / room).rglob("*.py")):
            file = path.relative_to(project).as_posix()
            for one, plural in in_source(path.read_text(encoding="utf-8")):
                yield Found(one, plural, file)


def in_source(source: str) -> Iterator[tuple[str, str | None]]:
    """Find the messages of one file's text, each with its plural."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = _name(node.func)
            if name in MAKERS:
                yield from _made(node, pairs=name != "option")
            elif name in LABELLED:
                yield from _given(node, name)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _documented(node)


def _made(call: ast.Call, *, pairs: bool) -> Iterator[tuple[str, str | None]]:
    """Give what a maker is given; of two words that stand for themselves, one is the plural."""
    arguments = [[*_texts(argument)] for argument in call.args[:2]]
    if pairs and [len(texts) for texts in arguments] == [1, 1]:
        yield arguments[0][0], arguments[1][0]
        return
    for texts in arguments:
        for text in texts:
            yield text, None


def _given(call: ast.Call, called: str) -> Iterator[tuple[str, None]]:
    words = [*call.args]
    words += (
        keyword.value
        for keyword in call.keywords
        if keyword.arg not in NOT_WORDS or (called, keyword.arg) in NAMED
    )
    for text in (text for node in words for text in _texts(node)):
        if " " in text or text[:1].isupper():  # else it is a key
            yield text, None


def _documented(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[str, None]]:
    """Give the first line of a command's docstring, where nothing else describes it."""
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and _name(decorator.func) == "command":
            described = any(keyword.arg == "description" for keyword in decorator.keywords)
            documented = ast.get_docstring(function)
            if documented and not described:
                yield documented.partition("\n")[0], None


def _name(called: ast.expr) -> str:
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def _texts(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(str(text)) if not text.isdigit():  # a number is the same everywhere
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from _texts(one)
            yield from _texts(other)
        case ast.Dict(values=values):
            for value in values:
                yield from _texts(value)
