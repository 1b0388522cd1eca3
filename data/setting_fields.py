"""Settings as values whose fields are stored one by one, each with how it is read and written."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Self

YES, NO = "yes", "no"
"""How true and false are stored."""


def stored(
    read: Callable[[str], object], write: Callable[[Any], str] = str
) -> Mapping[str, Callable[..., object]]:
    """Return the metadata of a field: how its value is parsed and written."""
    return {"read": read, "write": write}  # of the field's own type, which the caller knows


YES_OR_NO = stored(YES.__eq__, lambda on: YES if on else NO)
"""The metadata of a true-or-false setting."""


@dataclass(frozen=True)
class StoredSettings:
    """A set of settings; each field is one, stored under its name, with its default."""

    def write(self) -> dict[str, str]:
        """Write every setting as it is stored."""
        return {one.name: one.metadata["write"](getattr(self, one.name)) for one in fields(self)}

    def changed(self, stored: Mapping[str, str]) -> Self:
        """Return a copy with stored values; settings that are not known any more are ignored.

        Raises `ValueError` for an invalid value.
        """
        known = [one for one in fields(self) if one.name in stored]
        read: dict[str, Any] = {one.name: one.metadata["read"](stored[one.name]) for one in known}
        return replace(self, **read)  # each is read as its field's type
