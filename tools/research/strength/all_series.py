"""The series of games that measure the computer's strength.

Each level plays the one below, the lowest play simple players, and level 5 plays what knows less.
Sides change from game to game, and the number of a game is its seed.
"""

import random
from collections.abc import Mapping
from functools import partial

from computer.levels import LEVELS, VARIETY, SkillLevel, think
from computer.search import node_limit
from computer.search_game import DECIDED, search_game_of
from rules import GAMES, Move, Position
from tools.research.self_play import Chooser, at_level, play, play_swapping_sides
from tools.research.strength import simple_players
from tools.research.strength.repeated_games import LOST, WON, Series, letter

ENDLESS = node_limit(10**9)
TAKING = "bivouac", "bizingo", "hoyito", "ringo"
"""The games in which something is taken: in others the simple players see nothing."""
MEASURED = ("agon", *TAKING)
"""The games in which each level plays the one below."""
TWELVE = 12
OPEN = -1
"""The winner is not known."""
ATTACKERS, DEFENDERS = range(2)


def fair(key: str) -> Position:
    """Return a start from which either side may win; others do not show who is stronger."""
    return GAMES[key].start(GAMES[key].presets.get("fair", {}))


def _against_the_level_below(key: str, level: int, nodes: int, number: int) -> str:
    pair = at_level(level, nodes), at_level(level - 1, nodes)
    return letter(*play_swapping_sides(fair(key), pair, number))


def _simple_player_first(key: str, player: Chooser, level: int, nodes: int, number: int) -> str:
    pair = player, at_level(level, nodes)
    return letter(*play_swapping_sides(fair(key), pair, number))


def _level_first(key: str, level: int, player: Chooser, nodes: int, number: int) -> str:
    pair = at_level(level, nodes), player
    return letter(*play_swapping_sides(fair(key), pair, number))


def _to_depth(depth: int, position: Position, seed: int) -> Move:
    return think(position, SkillLevel(depth, VARIETY), f"{seed}", ENDLESS).move


def _hoyito_against_one_ply(nodes: int, number: int) -> str:
    pair = at_level(5, nodes), partial(_to_depth, 1)
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
            after = position.after(at_level(5, nodes)(position, number))
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
    choosers = at_level(5, nodes), partial(_to_depth, 3)
    return letter(play(GAMES["ringo"].start(), choosers, number), ATTACKERS)


def _ringo_defends(nodes: int, number: int) -> str:
    best = at_level(5, nodes)
    return letter(play(fair("ringo"), (best, best), number), DEFENDERS)


def _beginners(key: str) -> Mapping[str, Series]:
    """Give the series of a game in which the lower levels play against simple players."""
    games = 20 if key == "bizingo" else 40  # its games are long
    one_ply, two_plies = simple_players.one_ply, simple_players.two_plies
    return {
        "one ply : 1": Series(partial(_simple_player_first, key, one_ply, 1), 0.7, games),
        "1 : random": Series(partial(_level_first, key, 1, simple_players.at_random), 0.6, games),
        "two plies : 2": Series(partial(_simple_player_first, key, two_plies, 2), 0.4, games),
    }


SERIES: Mapping[str, Series] = {
    **{
        f"{key} {level}:{level - 1}": Series(
            partial(_against_the_level_below, key, level), 0.65 if key == "hoyito" else 0.7
        )
        for key in MEASURED
        for level in [*LEVELS][1:]
    },
    **{f"{key} {name}": each for key in TAKING for name, each in _beginners(key).items()},
    "Hoyito, depth 1": Series(_hoyito_against_one_ply, 0.7),
    "Hoyito, what twelve stones force is kept": Series(_hoyito_of_twelve_stones, 1.0),
    "Ringo, attackers against depth 3": Series(_ringo_attacks, 1.0),
    "Ringo fair, defenders against an equal": Series(_ringo_defends, 0.25),
}
"""All series by the name under which they are stored.

Simple players show that the lower levels can be beaten, and are no random players.
"""
UNMEASURED = frozenset({"agon 4:3", "agon 5:4"})
"""The series that were not played yet, or not to their end."""
