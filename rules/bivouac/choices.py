"""The options of Bivouac."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.options import Options, option
from rules.sentence import message


@dataclass(frozen=True)
class Choices(Options):
    """The values chosen; the first of each option is the default."""

    name = "Bivouac"
    variant: str = option(
        "Capturing",
        {
            "standard": "Free (taking is optional)",
            "hostile": "Hostile (you must take as much as you can)",
        },
    )


PRESETS: Mapping[str, Mapping[str, str]] = {"classic": {}, "hostile": {"variant": "hostile"}}
PRESET_NAMES = {"classic": message("Classic"), "hostile": message("Hostile")}
PRESET_WORDS = {
    "classic": message("taking is optional"),
    "hostile": message("you must take as much as you can"),
}
