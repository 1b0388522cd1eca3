"""Settings as values whose fields are stored one by one, each with how it is read and written."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Self

from data.set_aside import set_aside

YES, NO = "yes", "no"
"""How true and false are stored."""


def stored(
    read: Callable[[str], object], write: Callable[[Any], str] = str, name: str = ""
) -> Mapping[str, Any]:
    """Return the metadata of a field: how its value is parsed and written, and under what name."""
    return {"read": read, "write": write, "name": name}  # of the type that the caller knows


YES_OR_NO = stored(YES.__eq__, lambda on: YES if on else NO)
"""The metadata of a true-or-false setting."""


@dataclass(frozen=True)
class StoredSettings:
    """A set of settings; each field is one, with its default.

    It is stored under its own name, or the one in its metadata.
    """

    def write(self) -> dict[str, str]:
        """Write every setting as it is stored."""
        return {
            one.metadata["name"] or one.name: one.metadata["write"](getattr(self, one.name))
            for one in fields(self)
        }

    def changes_from(self, before: Self) -> Iterator[tuple[str, str]]:
        """Yield each setting that differs from those before, as it is stored."""
        written = before.write()
        return (each for each in self.write().items() if each not in written.items())

    @classmethod
    def read(cls, stored: Mapping[str, str], whose: str) -> Self:
        """Read what is stored; for a value that means nothing the default holds."""
        settings = cls()
        for setting, value in stored.items():
            try:
                settings = settings.changed({setting: value})
            except ValueError as error:
                set_aside(f"the setting {setting} of {whose}", error)
        return settings

    def changed(self, stored: Mapping[str, str]) -> Self:
        """Return a copy with stored values; settings that are not known any more are ignored.

        Raises `ValueError` for an invalid value.
        """
        read: dict[str, Any] = {
            one.name: one.metadata["read"](stored[name])
            for one in fields(self)
            if (name := one.metadata["name"] or one.name) in stored
        }
        return replace(self, **read)  # each is read as its field's type
