"""Settings as they are stored: a value with a field for each, and how that is read and written."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Self

YES, NO = "yes", "no"
"""How what is so and what is not so are stored."""


def stored(
    read: Callable[[str], object], write: Callable[[Any], str] = str
) -> Mapping[str, Callable[..., object]]:
    """Say of a field how its setting is read from a row, and how it is written into one."""
    return {"read": read, "write": write}  # of the field's own type, which the caller knows


YES_OR_NO = stored(YES.__eq__, lambda on: YES if on else NO)
"""How a setting is stored that is so or not."""


@dataclass(frozen=True)
class StoredSettings:
    """What was chosen; each field is a setting, by its name, with its default."""

    def write(self) -> dict[str, str]:
        """Write every setting as it is stored."""
        return {one.name: one.metadata["write"](getattr(self, one.name)) for one in fields(self)}

    def changed(self, stored: Mapping[str, str]) -> Self:
        """Give this with what is stored; a setting that is not known any more is left out.

        Raises `ValueError` for what means nothing.
        """
        known = [one for one in fields(self) if one.name in stored]
        read: dict[str, Any] = {one.name: one.metadata["read"](stored[one.name]) for one in known}
        return replace(self, **read)  # each is read as its field's type
