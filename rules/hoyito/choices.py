"""The options of Hoyito."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.options import Options, option
from rules.sentence import message


@dataclass(frozen=True)
class Choices(Options):
    """The values chosen; the first of each option is the default."""

    name = "Hoyito"
    holes: str = option(
        "Holes per side", {number: number for number in ("6", "5", "7", "8", "9", "10", "11", "12")}
    )
    first: str = option("Who begins", {"south": "South", "north": "North"})
    direction: str = option(
        "Direction of sowing",
        {
            "counterclockwise": "Counter-clockwise",
            "first_move": "Chosen with the first move",
            "each_move": "Chosen with each move",
        },
    )
    play: str = option("Length", {"game": "A single game", "match": "Several games"})
    games: str = option(
        "Games in a match",
        {
            "unlimited": "Until one side can't fill a hole",
            "3": "3 at most",
            "5": "5 at most",
            "7": "7 at most",
        },
    )


PRESETS: Mapping[str, Mapping[str, str]] = {"classic": {}, "fair": {"holes": "8"}}
PRESET_NAMES = {"classic": message("Classic"), "fair": message("Fair")}
PRESET_WORDS = {
    "classic": message("six holes a side, as in the sources"),
    "fair": message("eight holes a side, about even"),
}
