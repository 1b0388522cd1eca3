"""Mark tests that `make test` leaves to `make test-all`: they try more of what others try too."""

from collections.abc import Iterable, Mapping

import pytest
from _pytest.mark import ParameterSet

THOROUGH = pytest.mark.thorough


def mostly_thorough(
    values: Iterable[object], *short: object, ids: Mapping[object, str] | None = None
) -> list[ParameterSet]:
    """Return the values of a parameter, all but a few representative ones marked thorough.

    Values of several parameters are tuples. If none is named, the first represents all.
    """
    every = list(values)
    kept = short or tuple(every[:1])
    assert all(value in every for value in kept), "what stands for all is one of them"
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=() if value in kept else THOROUGH,
            id=ids[value] if ids else None,
        )
        for value in every
    ]
