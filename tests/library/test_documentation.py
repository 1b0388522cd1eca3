"""The library says of everything public what it is."""

import inspect
from types import FunctionType, ModuleType

import pytest

import rules
from library import conformance, protocol, records
from match import clock, event, read_record, record
from rules import balance, move, move_line, options, position, sentence, typed_text

MODULES = (
    *(rules, balance, move, move_line, options, position, sentence, typed_text),
    *(clock, event, read_record, record),
    *(protocol, conformance, records),
)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_public_class_function_and_method_is_described(module: ModuleType) -> None:
    assert module.__doc__
    for name, value in vars(module).items():
        if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:
            continue
        if inspect.isclass(value) or inspect.isfunction(value):
            assert inspect.getdoc(value), f"{module.__name__}.{name}"
        if inspect.isclass(value):
            for part, member in vars(value).items():
                if not part.startswith("_") and isinstance(member, FunctionType | property):
                    assert inspect.getdoc(getattr(value, part)), f"{name}.{part}"
