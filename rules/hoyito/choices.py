"""What is chosen before a game of Hoyito, and how even that is known to be."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules.hoyito import words
from rules.hoyito.board import NORTH, SOUTH
from rules.options import Options, option
from rules.position import Balance


@dataclass(frozen=True)
class Choices(Options):
    """The values chosen, the default first."""

    name = "Hoyito"
    holes: str = option(
        "Holes a side", {number: number for number in ("6", "5", "7", "8", "9", "10", "11", "12")}
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
    play: str = option("Length", {"game": "A single game", "match": "A match of games"})
    games: str = option(
        "Games in a match",
        {
            "unlimited": "Until one side has no stones",
            "3": "3 at most",
            "5": "5 at most",
            "7": "7 at most",
        },
    )


PRESETS: Mapping[str, Mapping[str, str]] = {"classic": {}, "fair": {"holes": "8"}}


class Trial(NamedTuple):
    """How many of some games the first and the second player won, and whether that is uneven."""

    first: int
    second: int
    games: int
    favours_second: bool


TRIALS: Mapping[tuple[str, str], Trial] = {
    ("6", "counterclockwise"): Trial(first=0, second=53, games=60, favours_second=True),
    ("6", "each_move"): Trial(first=4, second=28, games=40, favours_second=True),
    ("8", "counterclockwise"): Trial(first=16, second=10, games=40, favours_second=False),
}
"""What is known, by holes and direction: the computer against itself, equally strong."""


def known_balance(choices: Choices) -> Balance | None:
    """Say which side these values favour, where that is known."""
    trial = TRIALS.get((choices.holes, choices.direction))
    if trial is None:
        return None
    first, second = (SOUTH, NORTH) if choices.first == "south" else (NORTH, SOUTH)
    return Balance(
        favours=second if trial.favours_second else None,
        wins=(trial.first, trial.second) if first == SOUTH else (trial.second, trial.first),
        games=trial.games,
        words=words.balance(trial),
    )
