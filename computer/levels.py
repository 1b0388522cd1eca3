"""The levels of the computer: how deep each searches, with how much noise and which oversights."""

import random
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

from computer import proofs
from computer.generic_game import GenericGame
from computer.overlooked_captures import WithOversights
from computer.search import MAX_DEPTH, WIN, Limit, Search, node_limit
from computer.search_game import DECIDED, AnySearchGame, SearchMove, search_game_of
from rules import Move, Position, Refusal

VARIETY = 4
"""The loss against the best move with which a move is still played, so that games differ."""
NOT_BEHIND = 250
"""From this evaluation on noise is reduced, in games where an unconverted lead is soon a draw.

In Bizingo, whose evaluation for a side counts that side's hunt alone, about 300 is even.
"""
NEARLY_WON = 1_500
"""From this evaluation on, in Bizingo five pieces ahead, a level searches deeper to convert it."""
MOST_NOISE = 90
"""Less than a piece, so that noise alone never loses one; but in Bizingo a beginner may."""
PLANNED = 100
"""The value of a move of a plan above what a search of the whole board finds."""
PLANNED_FROM = 2_500
"""With fewer nodes than this nothing is planned: they are needed to look at the whole board."""
IMMEDIATE = node_limit(200)
"""The limit of a search that takes a few milliseconds."""


@dataclass(frozen=True)
class SkillLevel:
    """A level: the depth of its search, how much it thinks of, and how accurately.

    `max_depth` is in plies; a depth of more than one ply shows more in games with few moves, and
    less in games with many. `considers` is the share of its moves that a level thinks of, by lot:
    a beginner chooses among a few, though never past one that wins at once. `noise`, in hundredths
    of a piece, is how much worse than the best a move may be and still seem as good; twice that in
    the opening. `overlooks` is the share of the other side's captures that are not seen. Where too
    many quiet moves are a draw, a side that has nearly won searches at least `conversion_depth`
    plies, thinking of everything, so as to win. Unless it `takes_back`, a move that undoes the last
    one must have a reason.
    """

    max_depth: int
    noise: int
    overlooks: float = 0.0
    conversion_depth: int = 0
    considers: float = 1.0
    takes_back: bool = False


LEVELS: Mapping[int, SkillLevel] = {
    1: SkillLevel(max_depth=1, considers=0.2, noise=MOST_NOISE, overlooks=1.0),
    2: SkillLevel(max_depth=2, considers=0.4, noise=80),
    3: SkillLevel(max_depth=3, noise=40),
    4: SkillLevel(max_depth=4, noise=12),
    5: SkillLevel(max_depth=MAX_DEPTH, noise=VARIETY),
}
BY_GAME: Mapping[str, Mapping[int, SkillLevel]] = {
    "agon": {
        **LEVELS,
        1: replace(LEVELS[1], noise=20),
        2: replace(LEVELS[2], noise=15),
    },
    "bizingo": {
        **LEVELS,
        1: SkillLevel(1, noise=300, overlooks=1.0, conversion_depth=4, considers=0.03),
        2: SkillLevel(1, MOST_NOISE, overlooks=0.5, conversion_depth=4, considers=0.2),
        3: SkillLevel(max_depth=2, noise=42, conversion_depth=4),
        4: SkillLevel(max_depth=3, noise=50, conversion_depth=4),
    },
    "hoyito": {
        **LEVELS,
        1: replace(LEVELS[1], considers=0.05),
        2: replace(LEVELS[2], considers=0.35),
        4: SkillLevel(max_depth=4, noise=20),
        5: SkillLevel(max_depth=MAX_DEPTH, noise=12),
    },
    "bivouac": {
        **LEVELS,
        1: replace(LEVELS[1], considers=0.08),
        2: replace(LEVELS[2], considers=0.12),
        4: SkillLevel(max_depth=4, noise=30),
    },
}
"""Levels for games in which the general ones would be too close to each other in strength."""


@dataclass(frozen=True)
class ChosenMove:
    """A move, its value to the mover, and the principal variation that it begins.

    `complete` means that every other move was searched too.
    """

    move: Move
    value: int
    line: tuple[str, ...]
    depth: int = 1
    nodes: int = 0
    complete: bool = True


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


def choose(
    position: Position,
    level: int,
    seed: int,
    limit: Limit,
    *,
    knows_proofs: bool = True,
    takes_back: bool = False,
) -> ChosenMove:
    """Choose a move at a level of 1 to 5, reproducible for the same seed and number of nodes.

    The highest level looks up what is proved, unless it is to play without. With `takes_back` it
    takes a move back like any other.

    Raises `Refusal` as `check` does.
    """
    check(position, level)
    won = _win_at_once(position)
    if won is not None:
        return ChosenMove(won, WIN - 1, (won.text,))
    looks_up = knows_proofs and level == max(LEVELS)
    if looks_up and (proved := _proved_win(position)) is not None:
        return proved
    levels = BY_GAME.get(position.key, LEVELS)
    played = replace(levels[level], takes_back=takes_back)
    return think(position, played, f"{seed} {position.encode()}", limit)


def choose_at_once(position: Position) -> Move:
    """Choose a move within milliseconds, one ply ahead, by the rules alone: nothing else can fail.

    Raises `Refusal` where the game is over.
    """
    position.refuse_if_over()
    won = _win_at_once(position)
    if won is not None:
        return won
    search_game = GenericGame()
    found = Search(search_game, IMMEDIATE, {}).best(search_game.state(position), max_depth=1)
    return position.moves()[found.line[0]]


def _proved_win(position: Position) -> ChosenMove | None:
    """Return the answer of a certificate that proves a win, if there is one."""
    guaranteed = proofs.guarantee(position)
    if guaranteed is None or not guaranteed.wins:
        return None
    value = DECIDED + 2 * guaranteed.goal - guaranteed.stones
    return ChosenMove(position.moves()[guaranteed.move], value, (guaranteed.move,))


def _win_at_once(position: Position) -> Move | None:
    for move, after in position.children():
        outcome = after.outcome()
        if outcome and outcome.winner == position.turn:
            return move
    return None


def _ahead(level: SkillLevel, search_game: AnySearchGame, state: tuple[object, ...]) -> SkillLevel:
    """Give how a level plays where it is ahead: with more care, if a lead is soon only a draw."""
    value = 0 if search_game.quiet_limit is None else search_game.evaluate(state)
    depth, noise = level.conversion_depth, min(level.noise, VARIETY)
    if value >= NEARLY_WON and depth > level.max_depth:
        return replace(level, max_depth=depth, noise=noise, overlooks=0.0, considers=1.0)
    if value >= NOT_BEHIND and level.considers == 1:
        return replace(level, noise=noise)
    return level


def undoing(position: Position) -> frozenset[str]:
    """Return the moves by which a side takes its last move back, if nothing was taken since."""
    plies = position.history.plies
    if position.single_choice or not plies or not plies[1]:
        return frozenset()
    # Bizingo writes the steps of captains in capitals; what a ply of Agon traps stands behind it.
    back = tuple(position.cell_pattern.findall(plies[1][0].lower())[1::-1])
    moves = position.moves().values()
    return frozenset(move.text for move in moves if move.path == back and not move.taken)


def _less(limit: Limit, used: int) -> Limit:
    """Give what is left of a limit after some nodes."""
    return (lambda searched: limit(searched + used)) if used else limit


def _unseen(
    moves: Sequence[SearchMove[Hashable]],
    back: Collection[SearchMove[Hashable]],
    considers: float,
    rng: random.Random,
) -> list[SearchMove[Hashable]]:
    """Give the moves that a level does not think of: by lot, but never all; not of those back."""
    if considers == 1:
        return []
    _, *others = sorted(rng.sample(moves, len(moves)), key=back.__contains__)
    return [move for move in others if move in back or rng.random() >= considers]


def think(position: Position, level: SkillLevel, seed: str, limit: Limit) -> ChosenMove:
    """Search for the best move as a level does, in a position that has not ended."""
    search_game = search_game_of(position).for_side(position.turn)
    state = search_game.state(position)
    level = _ahead(level, search_game, state)
    rng = random.Random(seed)
    most = level.noise
    max_depth = level.max_depth + (search_game.extra_depth if level.max_depth > 1 else 0)
    if search_game.is_opening(position):
        most = max(most, min(MOST_NOISE, max(2 * most, search_game.opening_variety)))
        max_depth = min(max_depth, search_game.opening_depth)
    moves = search_game.moves(state)
    bonuses = {move: rng.randint(0, most) for move in moves} if most else {}
    if level.max_depth == MAX_DEPTH and not limit(PLANNED_FROM):
        planned, used = search_game.plan(state)
        limit = _less(limit, used)
        if planned is not None:
            bonuses[planned] = bonuses.get(planned, 0) + PLANNED
    undone = frozenset[str]() if level.takes_back else undoing(position)
    back = [move for move in moves if undone and search_game.text(state, move) in undone]
    bonuses |= {move: bonuses.get(move, 0) - most - search_game.undoing for move in back}
    unseen = _unseen(moves, back, level.considers, rng)
    if level.overlooks:
        search_game = WithOversights(search_game, 1 - position.turn, level.overlooks, seed)
    repetitions, quiet_plies = search_game.repetitions(position), search_game.quiet_plies(position)
    search = Search(
        search_game, limit, repetitions, quiet_plies, knows_endgames=level.max_depth == MAX_DEPTH
    )
    found = search.best(state, max_depth, bonuses, unseen)
    move = position.moves()[found.line[0]]
    complete = found.complete and not unseen
    return ChosenMove(move, found.value, found.line, found.depth, found.nodes, complete)
