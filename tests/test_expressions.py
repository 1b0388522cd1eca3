"""Every regular expression of the project, tried with long texts: none takes more than a moment."""

import ast
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.test_architecture import MAY_IMPORT, PROJECT
from tests.thorough import mostly_thorough

LONG = 64 * 1024
"""More than anybody can send, but in a file."""
SECONDS = 3.0
"""Of processor: what is linear takes thousandths of one, what is not takes ten times as many."""
FARTHEST = 6
"""In how many places of a text that fits something is repeated."""
LOCAL = {
    "row": r"(?:[0-9]{1,3}|x)(?:\.(?:[0-9]{1,3}|x)){6}",
    "size": 7,
    "number": 37,
}
"""What expressions are made of inside functions."""


def expressions() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield every expression, with its place."""
    for room in sorted(MAY_IMPORT):
        for path in sorted([*(PROJECT / room).rglob("*.py"), *PROJECT.glob(f"{room}.py")]):
            yield from expressions_of(path)


def expressions_of(path: Path) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Find the calls of `re` in a file, and evaluate what they are given."""
    text = path.read_text()
    if "import re\n" not in text:
        assert "from re import" not in text
        return
    name = path.relative_to(PROJECT).with_suffix("")
    names: dict[str, object] = {"re": re, **LOCAL}
    with suppress(ModuleNotFoundError):  # of a tool's own library
        names |= vars(import_module(".".join(name.parts)))
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(ast.Attribute(ast.Name("re"), function), [first, *rest], keywords):
                compiles = function == "compile"
                call = ast.Call(
                    ast.Attribute(ast.Name("re", ast.Load()), "compile", ast.Load()),
                    [first, *(rest if compiles else [])],
                    keywords if compiles else [],
                )
                tree = ast.fix_missing_locations(ast.Expression(call))
                found = eval(compile(tree, path.name, "eval"), names)  # noqa: S307 (our own code)
                yield f"{path.name}:{node.lineno}", found


class TooSlow(Exception):  # noqa: N818 (it is no error of the test)
    """An expression that takes a text long."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise `TooSlow` in what takes more than some seconds of processor, while it runs."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def slow_text(pattern: re.Pattern[str], examples: int) -> str | None:
    """Return the beginning of a text that takes an expression long, if one is found.

    It begins as some text that fits, and something in it is repeated.
    """
    tried, slow = set[tuple[str, str]](), list[str]()

    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[*HealthCheck],
    )
    @given(st.from_regex(pattern, fullmatch=True) | st.from_regex(pattern))
    def repeat(fits: str) -> None:
        for at in range(min(len(fits), FARTHEST) + 1):
            for unit in {fits[at : at + 1], fits[at : at + 2], fits[:at], " "} - {""}:
                if slow or (fits[:at], unit) in tried:
                    continue
                tried.add((fits[:at], unit))
                text = f"{fits[:at]}{unit * (LONG // len(unit))}\0"
                try:
                    with at_most(SECONDS):
                        pattern.fullmatch(text)
                        pattern.sub("", text)
                except TooSlow:
                    slow.append(text[:50])

    repeat()
    return slow[0] if slow else None


@pytest.mark.parametrize("examples", mostly_thorough([2, 12]))
def test_no_long_text_takes_any_expression_long(examples: int) -> None:
    found = dict(expressions())
    assert len(found) > 40
    assert {
        place: text for place, each in found.items() if (text := slow_text(each, examples))
    } == {}
