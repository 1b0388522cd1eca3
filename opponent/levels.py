"""How well the computer plays: five levels, each with what people of that strength overlook."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from opponent.enough import Enough, nodes
from opponent.forms import form_of
from opponent.general import General
from opponent.overlooking import Overlooking
from opponent.search import DEEPEST, Search
from opponent.tree import WIN
from rules import Move, Position, Refusal

VARIETY = 4
"""So much a move may be worse than the best and still be played, that no two games are alike."""
NOT_BEHIND = 250
"""Who stands so well takes care where a lead that is not driven home is soon a draw.

As one who plays Bizingo judges it, who counts its own hunt alone, even is about 300.
"""
NEARLY_WON = 1_500
"""Who stands so well, in Bizingo five pieces ahead, looks farther than else and drives it home."""
MOST_NOISE = 90
"""Less than a piece, so that none is given away by it."""
AT_ONCE = nodes(200)
"""What can be searched while nobody notices: a few milliseconds."""


@dataclass(frozen=True)
class Level:
    """How far somebody looks ahead, and how well.

    `deepest` is in plies; who looks further than the own move sees more where moves are few, and
    less where they are many.
    `noise` is how much worse than the best a move may seem to be as good, in hundredths of a
    piece; twice that in the opening. `overlooks` is the share of the other side's captures that
    are not seen. Where too many quiet moves are a draw, who has nearly won looks `drives_home`
    plies deep at the least, and overlooks nothing then, so as to win.
    """

    deepest: int
    noise: int
    overlooks: float = 0.0
    drives_home: int = 0


LEVELS: Mapping[int, Level] = {
    1: Level(deepest=1, noise=MOST_NOISE, overlooks=0.5),
    2: Level(deepest=2, noise=80),
    3: Level(deepest=3, noise=40),
    4: Level(deepest=4, noise=12),
    5: Level(deepest=DEEPEST, noise=VARIETY),
}
BY_GAME: Mapping[str, Mapping[int, Level]] = {
    "bizingo": {
        **LEVELS,
        1: replace(LEVELS[1], drives_home=4),
        2: Level(deepest=1, noise=MOST_NOISE, drives_home=4),
        3: Level(deepest=2, noise=42, drives_home=4),
        4: Level(deepest=3, noise=50, drives_home=4),
    },
    "hoyito": {
        **LEVELS,
        4: Level(deepest=4, noise=20),
        5: Level(deepest=DEEPEST, noise=12),
    },
    "bivouac": {**LEVELS, 4: Level(deepest=4, noise=30)},
}
"""The levels of games that have their own: where others are too near each other to tell apart."""


@dataclass(frozen=True)
class Thought:
    """A move, and what was thought: its value to the mover and the moves expected from here on.

    It is `whole` where every other move was looked at too.
    """

    move: Move
    value: int
    line: tuple[str, ...]
    depth: int = 1
    nodes: int = 0
    whole: bool = True


def check(position: Position, level: int) -> None:
    """Raise `Refusal` where there is no such level, or the game is over and there is no move."""
    if level not in LEVELS:
        raise Refusal(
            "There is no level {level}; choose one from {first} to {last}.",
            level=level,
            first=min(LEVELS),
            last=max(LEVELS),
        )
    position.refuse_if_over()


def choose(position: Position, level: int, seed: int, enough: Enough) -> Thought:
    """Choose a move at a level of 1 to 5, the same again for the same seed and number of nodes.

    Raises `Refusal` as `check` does.
    """
    check(position, level)
    won = _win_at_once(position)
    if won is not None:
        return Thought(won, WIN - 1, (won.text,))
    levels = BY_GAME.get(position.key, LEVELS)
    return think(position, levels[level], f"{seed} {position.encode()}", enough)


def at_once(position: Position) -> Move:
    """Choose a move within milliseconds, one ply ahead, by the rules alone: nothing else can fail.

    Raises `Refusal` where the game is over.
    """
    position.refuse_if_over()
    won = _win_at_once(position)
    if won is not None:
        return won
    form = General()
    found = Search(form, AT_ONCE, {}).best(form.state(position), deepest=1)
    return position.moves()[found.line[0]]


def _win_at_once(position: Position) -> Move | None:
    for move, after in position.children():
        outcome = after.outcome()
        if outcome and outcome.winner == position.turn:
            return move
    return None


def think(position: Position, level: Level, seed: str, enough: Enough) -> Thought:
    """Look for the best move as somebody of a level would, in a position that goes on."""
    form = form_of(position).played_by(position.turn)
    state = form.state(position)
    lots = random.Random(seed)
    most = level.noise
    deepest = level.deepest + (form.farther if level.deepest > 1 else 0)
    overlooks = level.overlooks
    if form.quiet_limit is not None:
        stands = form.value(state)
        if stands >= NOT_BEHIND:
            most = min(most, VARIETY)
        if stands >= NEARLY_WON and level.drives_home > deepest:
            deepest, overlooks = level.drives_home, 0
    if form.is_opening(position):
        most = min(MOST_NOISE, max(2 * most, form.opening_variety))
        deepest = min(deepest, form.opening_depth)
    gifts = {step: lots.randint(0, most) for step in form.steps(state)} if most else {}
    if overlooks:
        form = Overlooking(form, 1 - position.turn, overlooks, seed)
    stood, quiet = form.stood(position), form.quiet(position)
    search = Search(form, enough, stood, quiet, knows_endings=level.deepest == DEEPEST)
    found = search.best(state, deepest, gifts)
    move = position.moves()[found.line[0]]
    return Thought(move, found.value, found.line, found.depth, found.nodes, found.whole)
