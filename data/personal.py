"""What people choose for themselves: it takes effect at once and outlasts every restart."""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import get_type_hints

from data import tables
from data.database import Database


class Confirm(StrEnum):
    """When somebody is asked before a move is played; the values are stored and never renamed."""

    ALWAYS = "always"
    WHERE_IT_COSTS = "costs"
    NEVER = "never"


@dataclass(frozen=True)
class Personal:
    """What somebody has chosen; each field is a setting, by its name, with its default."""

    confirm: Confirm = Confirm.ALWAYS


class Settings:
    """What there is to choose: a value of `Personal` for each person, a row for each choice."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: int) -> Personal:
        """Give what somebody has chosen."""
        async with self._database.reading() as connection:
            rows = await tables.settings.of(connection, person)
        chosen = {row["setting"]: row["value"] for row in rows}
        kinds = get_type_hints(Personal)
        known = [field.name for field in fields(Personal) if field.name in chosen]
        return Personal(**{name: kinds[name](chosen[name]) for name in known})

    async def choose(self, person: int, personal: Personal) -> None:
        """Keep what somebody has chosen."""
        async with self._database.transaction() as connection:
            for field in fields(personal):
                value = str(getattr(personal, field.name))
                await tables.settings.choose(connection, person, field.name, value)
