"""Time zones and quiet hours as people type them, parsed leniently."""

import re
import zoneinfo
from collections.abc import Mapping
from datetime import time
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType

from data.columns import NO_PLACES
from data.settings import QuietHours
from rules import ListStyle, Refusal, codes, message, typed
from rules.typed_text import plain_word

MOST_SUGGESTED = 3
"""The number of time zones that are suggested for an unknown one."""
_TIME = r"(\d{1,2})(?:[:.h]?([0-5]\d)|h)?(am|pm)?"
_TO = r"(?:-|to|until|till|bis|a|as|ate|hasta|jusqu'a)"
"""What separates two times in the languages that the bot speaks, without accents."""
_HOURS = re.compile(rf"{_TIME}{_TO}{_TIME}")


class UnknownTimeZone(Refusal):
    """Typed text that is not a time zone; `near` are those that may be meant."""

    def __init__(self, text: str, near: tuple[str, ...]) -> None:
        self.near = near
        if near:
            super().__init__(
                message("There is no time zone {text}. Did you mean {near}?"),
                text=typed(text),
                near=codes(near, ListStyle.OR),
            )
        else:
            super().__init__(
                message(
                    "There is no time zone {text}; write one like `Europe/Berlin` or "
                    "`America/New_York`, or the largest city in yours."
                ),
                text=typed(text),
            )


def read_quiet_hours(text: str) -> QuietHours:
    """Parse quiet hours such as `22:00-08:00` or `10 pm to 8`. Raises `Refusal`."""
    found = _HOURS.fullmatch("".join(plain_word(text).split()))
    begins, ends = (_time(*found.groups()[at : at + 3]) if found else None for at in (0, 3))
    if begins is None or ends is None:
        raise Refusal(
            "I can't read {text} as quiet hours; write them like `22:00-08:00`.", text=typed(text)
        )
    if begins == ends:
        raise Refusal("Quiet hours need two different times; write them like `22:00-08:00`.")
    return QuietHours(begins, ends)


def read_time_zone(text: str) -> str:
    """Parse a time zone by its IANA name, or by its city if that is unambiguous.

    The first call reads files. Raises `UnknownTimeZone`.
    """
    wanted = "_".join(plain_word(text).replace(" / ", "/").split())
    if name := _zones().get(wanted):
        return name
    cities = _cities()
    if len(found := cities.get(wanted, ())) == 1:
        return found[0]
    near = [*found] or [
        name
        for close in get_close_matches(wanted, [*_zones(), *cities], MOST_SUGGESTED)
        for name in ((_zones()[close],) if close in _zones() else cities[close])
    ]
    raise UnknownTimeZone(text, tuple(dict.fromkeys(near))[:MOST_SUGGESTED])


@cache
def _zones() -> Mapping[str, str]:
    """Return all time zones by their names in lower case."""
    names = zoneinfo.available_timezones() - NO_PLACES
    return MappingProxyType({name.lower(): name for name in names})


@cache
def _cities() -> Mapping[str, tuple[str, ...]]:
    """Return the time zones by the last part of their names, usually a city."""
    found: dict[str, tuple[str, ...]] = {}
    for name in sorted(_zones().values()):
        if "/" in name:
            city = name.rpartition("/")[2].lower()
            found[city] = (*found.get(city, ()), name)
    return MappingProxyType(found)


def _time(hour: str, minute: str | None, half: str | None) -> time | None:
    """Parse a time of day in a 24-hour or 12-hour clock; `None` if there is no such time."""
    number = int(hour)
    if half and not 1 <= number <= 12:
        return None
    if half:
        number = number % 12 + (12 if half == "pm" else 0)
    if number > 23:
        return None
    return time(number, int(minute or 0))
