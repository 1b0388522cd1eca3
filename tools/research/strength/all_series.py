"""The series of games that measure the computer's strength.

Each level plays the one below, a beginner the lowest, and the highest what knows less.
Sides change from game to game, and the number of a game is its seed.
"""

import random
from collections.abc import Mapping
from functools import partial

from computer.levels import think
from computer.search import node_limit
from computer.search_game import DECIDED, search_game_of
from computer.skill_levels import VARIETY, SkillLevel, levels
from rules import GAMES, Move, Position
from tools.research.self_play import BrokenOff, Chooser, at_level, play, play_swapping_sides
from tools.research.strength import simple_players
from tools.research.strength.repeated_games import LOST, WON, Series, letter

ENDLESS = node_limit(10**9)
BROKEN_OFF = {"bizingo": BrokenOff(plies=200, lead=6, least=2)}
"""Games that would take too long: a lead of six is a win, and after 200 plies one of two."""
TWELVE = 12
STEP, GAMES_OF_A_SLOW_STEP = 0.67, 12
"""What a level should score against the one below, and in how many games if they are slow."""
QUICK = {"agon": 10, "bivouac": 8, "bizingo": 13, "hoyito": 9, "ringo": 9}
"""The highest level of a game that is quick: it plays forty games."""
OPEN = -1
"""The winner is not known."""
ATTACKERS, DEFENDERS = range(2)


def fair(key: str) -> Position:
    """Return a start from which either side may win; others do not show who is stronger."""
    return GAMES[key].start(GAMES[key].presets.get("fair", {}))


def _step(key: str, level: int) -> Series:
    games = Series.games if level <= QUICK.get(key, 0) else GAMES_OF_A_SLOW_STEP
    return Series(partial(_against_the_level_below, key, level), STEP, games)


def _against_the_level_below(key: str, level: int, nodes: int, number: int) -> str:
    return _letter(key, (at_level(level, nodes), at_level(level - 1, nodes)), number)


def _beginner_first(key: str, nodes: int, number: int) -> str:
    return _letter(key, (simple_players.one_ply, at_level(1, nodes)), number)


def _letter(key: str, pair: tuple[Chooser, Chooser], number: int) -> str:
    return letter(*play_swapping_sides(fair(key), pair, number, BROKEN_OFF.get(key)))


def _to_depth(depth: int, position: Position, seed: int) -> Move:
    return think(position, SkillLevel(depth, VARIETY), f"{seed}", ENDLESS).move


def _hoyito_against_one_ply(nodes: int, number: int) -> str:
    pair = at_level(10, nodes), partial(_to_depth, 1)
    return letter(*play_swapping_sides(GAMES["hoyito"].start(), pair, number))


def _hoyito_of_twelve_stones(nodes: int, number: int) -> str:
    """Choose a move with at most twelve stones on the board; it must keep the result."""
    rng = random.Random(number)
    while True:
        position: Position = GAMES["hoyito"].start()
        while sum(map(int, position.board().values())) > TWELVE:
            position = position.after(rng.choice([*position.moves().values()]))
        before = _known_winner(position)
        if position.outcome() is None and before != OPEN:
            after = position.after(at_level(10, nodes)(position, number))
            return WON if _known_winner(after) == before else LOST


def _known_winner(position: Position) -> int | None:
    """Return the winner with best play (`None` for a draw), or `OPEN` if it is not known."""
    if outcome := position.outcome():
        return outcome.winner
    search_game = search_game_of(position)
    value = search_game.endgame_value(search_game.state(position))
    if value is None:
        return OPEN
    if abs(value) < DECIDED:
        return None
    return position.turn if value > 0 else 1 - position.turn


def _ringo_attacks(nodes: int, number: int) -> str:
    choosers = at_level(10, nodes), partial(_to_depth, 3)
    return letter(play(GAMES["ringo"].start(), choosers, number), ATTACKERS)


def _ringo_defends(nodes: int, number: int) -> str:
    best = at_level(10, nodes)
    return letter(play(fair("ringo"), (best, best), number), DEFENDERS)


SERIES: Mapping[str, Series] = {
    **{
        f"{key} {level}:{level - 1}": _step(key, level)
        for key in GAMES
        for level in levels(key)[1:]
    },
    **{f"{key} beginner:1": Series(partial(_beginner_first, key), 0.7) for key in GAMES},
    "Hoyito, depth 1": Series(_hoyito_against_one_ply, 0.7),
    "Hoyito, what twelve stones force is kept": Series(_hoyito_of_twelve_stones, 1.0),
    "Ringo, attackers against depth 3": Series(_ringo_attacks, 1.0),
    "Ringo fair, defenders against an equal": Series(_ringo_defends, 0.25),
}
"""All series by the name under which they are stored."""
