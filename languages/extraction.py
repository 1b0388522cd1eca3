"""Extraction of messages: the templates in the sources, wherever a sentence is made."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rules.sentence import TYPED

PROJECT = Path(__file__).parent.parent
ROOMS = (
    *("rules", "match", "data", "rendering", "opponent"),
    *("interactions", "views", "delivery", "cogs"),
)
SENTENCE_CALLS = {
    *("Sentence", "Refusal", "IllegalMove", "UnclearMove", "say", "label", "message", "translated"),
    *("option", "refused"),
}
"""Calls that make a sentence from their first arguments: a template and, for some, its plural.

If an argument is a dictionary, its values are templates; if it is conditional, both branches are.
"""
LABEL_CALLS = {
    *(
        "button",
        "select",
        "TextModal",
        "Modal",
        "RateLimit",
        "describe",
        "command",
        "Group",
        "Choice",
    ),
    *("SelectOption", "ContextMenu"),
}
"""Calls whose arguments are displayed as they are, whatever their keywords."""
KEY_KEYWORDS = {"value", "name"}
"""Keywords of these calls whose values are identifiers."""
TEXT_KEYWORDS = {("Choice", "name"), ("ContextMenu", "name")}
"""Calls in which `name` is displayed after all."""
TYPED_FOR = "words_typed_for"
"""The call that asks for what people type for a word that commands know."""


class ExtractedMessage(NamedTuple):
    """A message, its plural if it has one, and the file that contains it.

    With a `form` it is wanted in just this grammatical form.
    """

    one: str
    plural: str | None
    file: str
    form: str | None = None


def messages(project: Path = PROJECT) -> Iterator[ExtractedMessage]:
    """Yield every message of the project, in the order of its files."""
    for room in ROOMS:
        for path in sorted((project / room).rglob("*.py")):
            file = path.relative_to(project).as_posix()
            source = path.read_text(encoding="utf-8")
            for one, plural in extract(source):
                yield ExtractedMessage(one, plural, file)
            for one in extract_typed(source):
                yield ExtractedMessage(one, None, file, TYPED)


def extract(source: str) -> Iterator[tuple[str, str | None]]:
    """Yield the messages in a source text, each with its plural or `None`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = _name(node.func)
            if name in SENTENCE_CALLS:
                yield from _from_sentence_call(node, pairs=name != "option")
            elif name in LABEL_CALLS:
                yield from _from_label_call(node, name)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _from_docstring(node)


def extract_typed(source: str) -> Iterator[str]:
    """Yield the words in a source text for which people type words of their own language."""
    for node in ast.walk(ast.parse(source)) if TYPED_FOR in source else ():
        if isinstance(node, ast.Call) and _name(node.func) == TYPED_FOR:
            for argument in node.args:
                yield from _texts(argument)


def _from_sentence_call(call: ast.Call, *, pairs: bool) -> Iterator[tuple[str, str | None]]:
    """Yield the messages in a call that makes a sentence; a second plain string is the plural."""
    arguments = [[*_texts(argument)] for argument in call.args[:2]]
    if pairs and [len(texts) for texts in arguments] == [1, 1]:
        yield arguments[0][0], arguments[1][0]
        return
    for texts in arguments:
        for text in texts:
            yield text, None


def _from_label_call(call: ast.Call, called: str) -> Iterator[tuple[str, None]]:
    words = [*call.args]
    words += (
        keyword.value
        for keyword in call.keywords
        if keyword.arg not in KEY_KEYWORDS or (called, keyword.arg) in TEXT_KEYWORDS
    )
    for text in (text for node in words for text in _texts(node)):
        if " " in text or text[:1].isupper():  # otherwise it is an identifier
            yield text, None


def _from_docstring(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[str, None]]:
    """Yield the first line of a command's docstring if the command has no other description."""
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
        case ast.Constant(str(text)) if not text.isdigit():  # numbers are not translated
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from _texts(one)
            yield from _texts(other)
        case ast.Dict(values=values):
            for value in values:
                yield from _texts(value)
