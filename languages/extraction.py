"""Extraction of messages: the templates in the sources, wherever a sentence is made."""

import ast
from collections import deque
from collections.abc import Iterator
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from rules.sentence import TYPED

PROJECT = Path(__file__).parent.parent
ROOMS = (
    *("rules", "match", "contests", "data", "rendering", "computer"),
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
        "choice_rows",
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
PLACES = {
    "button": "button",
    "select": "list",
    "choice_rows": "list",
    "SelectOption": "entry of a list",
    "TextModal": "form",
    "Modal": "form",
    "RateLimit": "refusal",
    "Refusal": "refusal",
    "IllegalMove": "refusal",
    "UnclearMove": "refusal",
    "refused": "refusal",
    "describe": "description of a command's option",
    "Choice": "choice of a command's option",
    "command": "description of a command",
    "Group": "description of a command",
    "ContextMenu": "entry of the menu on a member",
    "option": "option of a game",
    "translated": "shown with a command",
    "label": "button or list",
}
"""Where what a call makes is shown, for translators."""
COMMAND = "description of a command"
TYPED_FOR = "words_typed_for"
"""The call that asks for what people type for a word that commands know."""
WHAT_IS_TYPED = "what people type for this word, with commas between"


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
    return tuple(_messages(project))


def _messages(project: Path) -> Iterator[ExtractedMessage]:
    for room in ROOMS:
        for path in sorted((project / room).rglob("*.py")):
            file = path.relative_to(project).as_posix()
            source = path.read_text(encoding="utf-8")
            for one, plural, shown in extract_with_places(source):
                yield ExtractedMessage(one, plural, file, place=shown)
            for one in extract_typed(source):
                yield ExtractedMessage(one, None, file, TYPED, WHAT_IS_TYPED)


def extract(source: str) -> Iterator[tuple[str, str | None]]:
    """Yield the messages in a source text, each with its plural or `None`."""
    for one, plural, _ in extract_with_places(source):
        yield one, plural


def extract_with_places(source: str) -> Iterator[tuple[str, str | None, str]]:
    """Yield the messages in a source text, each with its plural or `None`, and its place."""
    for node, around in _with_surroundings(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = _name(node.func)
            shown = ": ".join(filter(None, (PLACES.get(name, ""), around)))
            if name in SENTENCE_CALLS:
                found = _from_sentence_call(node, pairs=name != "option")
                yield from ((*each, shown) for each in found)
            elif name in LABEL_CALLS:
                yield from ((*each, shown) for each in _from_label_call(node, name))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from ((*each, COMMAND) for each in _from_docstring(node))


def _with_surroundings(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """Yield all nodes, each with what says most closely what the code around it does.

    That is the docstring of the function or class, or the one below a constant; where there is
    none, its name and what is said of what it stands in.
    """
    waiting: deque[tuple[ast.AST, str]] = deque([(tree, "")])
    while waiting:
        node, around = waiting.popleft()
        yield node, around
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            own = "" if isinstance(node, ast.Module) else _in_words(node.name)
            around = _first_line(ast.get_docstring(node)) or f"{own}, in: {around}"
        children = [*ast.iter_child_nodes(node)]
        for child, following in zip_longest(children, children[1:]):
            waiting.append((child, _told_below(child, following, around)))


def _told_below(child: ast.AST, following: ast.AST | None, around: str) -> str:
    """Return what is said of a statement: of a constant, the text that follows, or its name."""
    match child:
        case ast.Assign(targets=[target, *_]) | ast.AnnAssign(target=target):
            names = [each.id for each in ast.walk(target) if isinstance(each, ast.Name)]
            named = " and ".join(map(_in_words, names))
            return _first_line(_text_of(following)) or f"{named}, in: {around}"
    return around


def _in_words(name: str) -> str:
    return name.strip("_").replace("_", " ").lower()


def _first_line(text: str | None) -> str:
    return (text or "").strip().partition("\n\n")[0].replace("\n", " ")


def _text_of(statement: ast.AST | None) -> str:
    """Return the text of a statement that is nothing but one, as a docstring is."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return str(statement.value.value)
    return ""


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
