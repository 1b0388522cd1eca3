"""The choice of a move at a level: a search as deep, as wide and as exact as the level's."""

import random
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass, replace

from computer import proofs
from computer.generic_game import GenericGame
from computer.overlooked_captures import with_oversights
from computer.search import MAX_DEPTH, WIN, Limit, Search, node_limit
from computer.search_game import DECIDED, SearchMove, search_game_of
from computer.skill_levels import BEST, MOST_NOISE, VARIETY, SkillLevel, levels, skill_level
from rules import Move, Position

NOT_BEHIND = 250
"""From this evaluation on noise is reduced, in games where an unconverted lead is soon a draw.

In Bizingo, whose evaluation for a side counts that side's hunt alone, about 300 is even.
"""
NEARLY_WON = 1_500
"""From this evaluation on, in Bizingo five pieces ahead, every level plays its best to win."""
IMMEDIATE = node_limit(200)
"""The limit of a search that takes a few milliseconds."""


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
    skill_level(position.key, level)
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
    """Choose a move at a level, reproducible for the same seed and number of nodes.

    The highest level looks up what is proved, unless it is to play without. With `takes_back` it
    takes a move back like any other.

    Raises `Refusal` as `check` does.
    """
    check(position, level)
    won = _win_at_once(position)
    if won is not None:
        return ChosenMove(won, WIN - 1, (won.text,))
    looks_up = knows_proofs and level == levels(position.key)[-1]
    if looks_up and (proved := _proved_win(position)) is not None:
        return proved
    played = replace(_ahead(skill_level(position.key, level), position), takes_back=takes_back)
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


def _ahead(level: SkillLevel, position: Position) -> SkillLevel:
    """Give how a level plays where it is ahead: its best, if a lead it can't use is only a draw."""
    search_game = search_game_of(position).for_side(position.turn)
    if search_game.quiet_limit is None:
        return level
    value = search_game.evaluate(search_game.state(position))
    if value >= NEARLY_WON:
        return BEST
    if value >= NOT_BEHIND and level.considers == 1:
        return replace(level, noise=min(level.noise, VARIETY))
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


def _at_most(nodes: int, limit: Limit) -> Limit:
    """Give a limit that also stops after some nodes."""
    return lambda searched: searched >= nodes or limit(searched)


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
    if level.nodes is not None:
        limit = _at_most(level.nodes, limit)
    rng = random.Random(seed)
    most = level.noise
    max_depth = level.max_depth + (search_game.extra_depth if level.max_depth > 1 else 0)
    if search_game.is_opening(position):
        most = max(most, min(MOST_NOISE, max(2 * most, search_game.opening_variety)))
        max_depth = min(max_depth, search_game.opening_depth)
    moves = search_game.moves(state)
    bonuses = {move: rng.randint(0, most) + level.eager * max(move[0], 0) for move in moves}
    undone = frozenset[str]() if level.takes_back else undoing(position)
    back = [move for move in moves if undone and search_game.text(state, move) in undone]
    bonuses |= {move: bonuses.get(move, 0) - most - search_game.undoing for move in back}
    unseen = _unseen(moves, back, level.considers, rng)
    if level.overlooks:
        search_game = with_oversights(search_game, 1 - position.turn, level.overlooks, seed)
    repetitions, quiet_plies = search_game.repetitions(position), search_game.quiet_plies(position)
    search = Search(
        search_game, limit, repetitions, quiet_plies, knows_endgames=level.max_depth == MAX_DEPTH
    )
    found = search.best(state, max_depth, bonuses, unseen)
    move = position.moves()[found.line[0]]
    complete = found.complete and not unseen
    value = min(found.value, DECIDED) if search_game.guesses_answers else found.value
    return ChosenMove(move, value, found.line, found.depth, found.nodes, complete)
