"""Extraction of messages: the templates in the sources, wherever a sentence is made."""

import ast
from collections.abc import Iterator
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from rules.sentence import TYPED

PROJECT = Path(__file__).parent.parent
ROOMS = (
    *("rules", "match", "contests", "data", "rendering", "lessons", "computer"),
    *("boards", "play", "interactions", "views", "delivery", "cogs", "web"),
    "tools/website",
)
SENTENCE_CALLS = {
    "IllegalMove": "refusal",
    "Refusal": "refusal",
    "Sentence": "",
    "UnclearMove": "refusal",
    "label": "button or list",
    "message": "",
    "option": "option of a game",
    "refused": "refusal",
    "say": "",
    "translated": "shown with a command",
}
"""Calls whose first arguments are a template and, for some, its plural; where translators are told
that it is shown.

If an argument is a dictionary, its values are templates; if it is conditional, both branches are.
"""
LABEL_CALLS = {
    "Choice": "choice of a command's option",
    "context_menu": "entry of the menu on a member",
    "Group": "description of a command",
    "Modal": "form",
    "Press": "button",
    "RateLimit": "refusal",
    "SelectOption": "entry of a list",
    "TextModal": "form",
    "button": "button",
    "choice_rows": "list",
    "command": "description of a command",
    "describe": "description of a command's option",
    "select": "list",
}
"""Calls whose arguments are displayed as they are, whatever their keywords; and where."""
KEY_KEYWORDS = {"value", "name"}
"""Keywords of these calls whose values are identifiers."""
TEXT_KEYWORDS = {("describe", "name"), ("Choice", "name"), ("context_menu", "name")}
"""Calls in which `name` is displayed after all."""
TYPED_CALL = "words_typed_for"
"""The call that asks for what people type for a word that commands know."""
TYPED_PLACE = "what people type for this word, with commas between"


class ExtractedMessage(NamedTuple):
    """A message, its plural if it has one, and the file that contains it.

    With a `form` it is wanted in just this grammatical form. `place` tells translators where it is
    shown, and what the code around it does.
    """

    one: str
    plural: str | None
    file: str
    form: str | None = None
    place: str = ""


@cache
def messages(project: Path = PROJECT) -> tuple[ExtractedMessage, ...]:
    """Return every message of the project, in the order of its files."""
    return tuple(
        message
        for room in ROOMS
        for path in sorted((project / room).rglob("*.py"))
        for message in extract(
            path.read_text(encoding="utf-8"), path.relative_to(project).as_posix()
        )
    )


def extract(source: str, file: str = "") -> Iterator[ExtractedMessage]:
    """Yield the messages in a source text."""
    for node, around in _with_surroundings(ast.parse(source), ""):
        if isinstance(node, ast.Call):
            called = _name(node.func)
            shown = SENTENCE_CALLS.get(called, LABEL_CALLS.get(called))
            place = ": ".join(filter(None, (shown, around)))
            for one, plural in _from_sentence_call(node, called):
                yield ExtractedMessage(one, plural, file, place=place)
            for one in _from_label_call(node, called):
                yield ExtractedMessage(one, None, file, place=place)
            for one in _from_typed_call(node, called):
                yield ExtractedMessage(one, None, file, TYPED, TYPED_PLACE)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for one in _from_docstring(node):
                yield ExtractedMessage(one, None, file, place=LABEL_CALLS["command"])


def _with_surroundings(node: ast.AST, around: str) -> Iterator[tuple[ast.AST, str]]:
    """Yield a node and all below it, each with what describes the code around it most closely.

    That is the docstring of the function or class, or the one below a constant; without any, its
    name and what describes the code around that.
    """
    yield node, around
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        name = "" if isinstance(node, ast.Module) else _in_words(node.name)
        around = _first_line(ast.get_docstring(node)) or f"{name}, in: {around}"
    children = [*ast.iter_child_nodes(node)]
    for child, following in zip_longest(children, children[1:]):
        yield from _with_surroundings(child, _around_value(child, following, around))


def _around_value(child: ast.AST, following: ast.AST | None, around: str) -> str:
    """Return what describes a statement: of a constant, the text below it or its name."""
    match child:
        case ast.Assign(targets=[target, *_]) | ast.AnnAssign(target=target):
            names = (each.id for each in ast.walk(target) if isinstance(each, ast.Name))
            named = " and ".join(map(_in_words, names))
            return _first_line(_text_of(following)) or f"{named}, in: {around}"
    return around


def _in_words(name: str) -> str:
    return name.strip("_").replace("_", " ").lower()


def _first_line(text: str | None) -> str:
    return (text or "").strip().partition("\n\n")[0].replace("\n", " ")


def _text_of(statement: ast.AST | None) -> str:
    """Return the text of a statement that is nothing but one, as a docstring is."""
    match statement:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return text
    return ""


def _from_sentence_call(call: ast.Call, called: str) -> Iterator[tuple[str, str | None]]:
    """Yield the messages in a call that makes a sentence; a second plain string is the plural."""
    if called not in SENTENCE_CALLS:
        return
    arguments = [[*_texts(argument)] for argument in call.args[:2]]
    if called != "option" and [len(texts) for texts in arguments] == [1, 1]:
        yield arguments[0][0], arguments[1][0]
        return
    for texts in arguments:
        for text in texts:
            yield text, None


def _from_label_call(call: ast.Call, called: str) -> Iterator[str]:
    if called not in LABEL_CALLS:
        return
    shown = (
        keyword.value
        for keyword in call.keywords
        if keyword.arg not in KEY_KEYWORDS or (called, keyword.arg) in TEXT_KEYWORDS
    )
    for argument in (*call.args, *shown):
        for text in _texts(argument):
            if " " in text or text[:1].isupper():  # otherwise it is an identifier
                yield text


def _from_typed_call(call: ast.Call, called: str) -> Iterator[str]:
    """Yield the words for which people type words of their own language."""
    if called == TYPED_CALL:
        for argument in call.args:
            yield from _texts(argument)


def _from_docstring(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """Yield the first line of a command's docstring if the command has no other description."""
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and _name(decorator.func) == "command":
            described = any(keyword.arg == "description" for keyword in decorator.keywords)
            documented = ast.get_docstring(function)
            if documented and not described:
                yield documented.partition("\n")[0]


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
