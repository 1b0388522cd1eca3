"""The levels of the computer: how deep each searches, with how much noise and which oversights."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from computer.search import MAX_DEPTH
from rules import Refusal

EASIEST = 1
"""The lowest level of every game."""
VARIETY = 4
"""The loss against the best move with which a move is still played, so that games differ."""
MOST_NOISE = 90
"""Less than a piece, so that noise alone never loses one; but in Bizingo a beginner may."""
DEEP = 20
"""Deeper than a few thousand nodes reach: the depth of levels that are limited by nodes."""
EAGER = 80
"""Less than a piece, so that none is given away for it, but enough to take what can't get away."""


@dataclass(frozen=True)
class SkillLevel:
    """A level: the depth of its search, how much it thinks of, and how accurately.

    `max_depth` is in plies; a depth of more than one ply shows more in games with few moves, and
    less in games with many. `considers` is the share of its moves that a level thinks of, by lot:
    a beginner chooses among a few, though never past one that wins at once. `noise`, in hundredths
    of a piece, is how much worse than the best a move may be and still seem as good; twice that in
    the opening. `overlooks` is the share of the other side's captures that are not seen. No more
    than `nodes` are searched for a move, however long it may take. Unless it `takes_back`, a move
    that undoes the last one must have a reason. `eager`, in hundredths, is what each piece that a
    move takes counts for more than the search finds: prey left in a trap may seem worth as much.
    """

    max_depth: int
    noise: int
    overlooks: float = 0.0
    considers: float = 1.0
    nodes: int | None = None
    takes_back: bool = False
    eager: int = 0


BEST = SkillLevel(MAX_DEPTH, VARIETY)
"""As strong as it can play."""


def levels(key: str) -> range:
    """Return the levels of a game, the easiest first: the deeper a game, the more it has."""
    return range(EASIEST, EASIEST + len(BY_GAME[_own(key)]))


def skill_level(key: str, level: int) -> SkillLevel:
    """Return how a level plays a game. Raises `Refusal` where there is no such level."""
    if level not in (there_are := levels(key)):
        raise Refusal(
            "There is no level {level}; choose one from {first} to {last}.",
            level=level,
            first=EASIEST,
            last=there_are[-1],
        )
    return BY_GAME[_own(key)][level - EASIEST]


def level_step(key: str) -> int:
    """Return the points between a level of a game and the next."""
    return STEP[_own(key)]


def _own(key: str) -> str:
    """Return the game whose levels a game has: its own, or where there are none those of Ringo."""
    return key if key in BY_GAME else "ringo"


BY_GAME: Mapping[str, Sequence[SkillLevel]] = {
    "agon": (
        SkillLevel(1, noise=19, overlooks=0.97, considers=0.585),
        SkillLevel(1, noise=14, overlooks=0.51, considers=0.765),
        SkillLevel(2, noise=15, considers=0.5),
        SkillLevel(2, noise=13, considers=0.82),
        SkillLevel(DEEP, noise=9, nodes=336),
        SkillLevel(DEEP, noise=7, nodes=1200),
        SkillLevel(DEEP, noise=5, nodes=3600),
        SkillLevel(DEEP, noise=4, nodes=10800),
        SkillLevel(DEEP, noise=4, nodes=32400),
        BEST,
    ),
    "bivouac": (
        SkillLevel(2, noise=62, overlooks=0.58, considers=0.43),
        SkillLevel(2, noise=57, overlooks=0.42, considers=0.56),
        SkillLevel(2, noise=52, overlooks=0.28, considers=0.7),
        SkillLevel(2, noise=48, overlooks=0.15, considers=0.84),
        SkillLevel(2, noise=41, overlooks=0.02, considers=0.97),
        SkillLevel(DEEP, noise=22, nodes=250),
        SkillLevel(DEEP, noise=15, nodes=510),
        SkillLevel(DEEP, noise=11, nodes=960),
        SkillLevel(DEEP, noise=8, nodes=1720),
        BEST,
    ),
    "bizingo": (
        SkillLevel(1, noise=34, overlooks=1.0, considers=0.08, eager=EAGER),
        SkillLevel(1, noise=32, overlooks=1.0, considers=0.112, eager=EAGER),
        SkillLevel(1, noise=30, overlooks=1.0, considers=0.164, eager=EAGER),
        SkillLevel(1, noise=29, overlooks=0.953, considers=0.237, eager=EAGER),
        SkillLevel(1, noise=27, overlooks=0.89, considers=0.347, eager=EAGER),
        SkillLevel(2, noise=21, overlooks=0.592, considers=0.283, eager=EAGER),
        SkillLevel(2, noise=20, overlooks=0.463, considers=0.389, eager=EAGER),
        SkillLevel(2, noise=19, overlooks=0.378, considers=0.481, eager=EAGER),
        SkillLevel(2, noise=18, overlooks=0.274, considers=0.58, eager=EAGER),
        SkillLevel(2, noise=17, overlooks=0.175, considers=0.634, eager=EAGER),
        SkillLevel(2, noise=16, overlooks=0.066, considers=0.672, eager=EAGER),
        SkillLevel(2, noise=15, overlooks=0.017, considers=0.716, eager=EAGER),
        SkillLevel(2, noise=13, considers=0.8, eager=EAGER),
        BEST,
    ),
    "hoyito": (
        SkillLevel(1, noise=88, overlooks=1.0, considers=0.18),
        SkillLevel(1, noise=80, overlooks=1.0, considers=0.4),
        SkillLevel(1, noise=60, overlooks=1.0, considers=0.8),
        SkillLevel(2, noise=55, overlooks=0.35, considers=0.63),
        SkillLevel(2, noise=51, overlooks=0.22, considers=0.78),
        SkillLevel(2, noise=46, overlooks=0.11, considers=0.88),
        SkillLevel(DEEP, noise=27, nodes=230),
        SkillLevel(DEEP, noise=22, nodes=530),
        SkillLevel(DEEP, noise=18, nodes=1190),
        SkillLevel(MAX_DEPTH, noise=12),
    ),
    "ringo": (
        SkillLevel(1, noise=61, overlooks=1.0, considers=0.57),
        SkillLevel(2, noise=59, overlooks=0.48, considers=0.51),
        SkillLevel(2, noise=53, overlooks=0.29, considers=0.69),
        SkillLevel(2, noise=48, overlooks=0.15, considers=0.85),
        SkillLevel(2, noise=43, overlooks=0.06, considers=0.93),
        SkillLevel(2, noise=41, overlooks=0.01, considers=0.99),
        SkillLevel(DEEP, noise=30, nodes=120),
        SkillLevel(DEEP, noise=24, nodes=200),
        SkillLevel(DEEP, noise=16, nodes=470),
        BEST,
    ),
}
"""How each level plays each game, the easiest first; games differ in how much a ply tells."""
STEP: Mapping[str, int] = {"agon": 145, "bivouac": 176, "bizingo": 179, "hoyito": 141, "ringo": 160}
"""The points between a level and the next: the mean of those that were measured in a game."""
