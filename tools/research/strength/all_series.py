"""The series of games that measure the computer's strength.

Each level plays the one below, and level 5 plays other opponents. Sides change from game to game,
and the number of a game is its seed.
"""

import random
from collections.abc import Mapping
from functools import partial

from computer.bizingo import CAPTAIN, BizingoGame, State
from computer.levels import LEVELS, VARIETY, SkillLevel, think
from computer.search import Search, node_limit
from computer.search_game import DECIDED, PIECE, search_game_of
from rules import GAMES, Move, Position
from rules.bizingo import Bizingo
from tools.research.self_play import LONGEST, Chooser, at_level, play, play_swapping_sides
from tools.research.strength import montecarlo, simple_players
from tools.research.strength.bizingo_conversion import BIZINGO_ENDS
from tools.research.strength.equal_time import EQUAL_TIME, OPPONENTS, TIMES
from tools.research.strength.repeated_games import LOST, WON, Budget, Series, letter

ENDLESS = node_limit(10**9)
TIE_BREAK = 19
"""Less than any difference in material, so that only equal moves are chosen at random."""
DEPTH = 4
TAKING = "bivouac", "bizingo", "hoyito", "ringo"
"""The games in which something is taken: in others the simple players see nothing."""
MEASURED = ("agon", *TAKING)
"""The games in which each level plays the one below."""
SIX = 6
TWELVE = 12
OPEN = -1
"""The winner is not known."""
ATTACKERS, DEFENDERS = range(2)


def fair(key: str) -> Position:
    """Return a start from which either side may win; others do not show who is stronger."""
    return GAMES[key].start(GAMES[key].presets.get("fair", {}))


def _against_the_level_below(key: str, level: int, budget: Budget, number: int) -> str:
    pair = at_level(level, budget), at_level(level - 1, budget)
    return letter(*play_swapping_sides(fair(key), pair, number))


class Material(BizingoGame):
    """Bizingo by nothing but the number of pieces."""

    def evaluate(self, state: State) -> int:
        pieces, captains, turn = state
        value = PIECE * (pieces[turn].bit_count() - pieces[1 - turn].bit_count())
        return value + CAPTAIN * (captains[turn].bit_count() - captains[1 - turn].bit_count())


def _bizingo_against_material(_budget: Budget, number: int) -> str:
    """Play a game to equal depth; the letter is a capital if the lead reached six pieces."""
    leads = [0]
    first, second = (
        _recording_leads(partial(_by_search, search_game, DEPTH), number % 2, leads)
        for search_game in _BOTH
    )
    result, side = play_swapping_sides(GAMES["bizingo"].start(), (first, second), number)
    led = max(*leads, _lead(result.last, side)) >= SIX
    return letter(result, side).upper() if led else letter(result, side)


_BOTH = BizingoGame(), Material()


def _recording_leads(chooser: Chooser, side: int, leads: list[int]) -> Chooser:
    """Wrap a chooser to record a side's lead in pieces before each of its choices."""

    def choose(position: Position, seed: int) -> Move:
        leads.append(_lead(position, side))
        return chooser(position, seed)

    return choose


def _by_search(search_game: BizingoGame, depth: int, position: Position, seed: int) -> Move:
    """Choose by a search with an evaluation of Bizingo, at random among equal moves."""
    most = TIE_BREAK if isinstance(search_game, Material) else VARIETY
    search_game, state = search_game.for_side(position.turn), search_game.state(position)
    rng = random.Random(f"{seed} {position.encode()}")
    bonuses = {move: rng.randint(0, most) for move in search_game.moves(state)}
    search = Search(
        search_game, ENDLESS, search_game.repetitions(position), search_game.quiet_plies(position)
    )
    return position.moves()[search.best(state, depth, bonuses).line[0]]


def _lead(position: Position, side: int) -> int:
    assert isinstance(position, Bizingo)
    return position.pieces[side].bit_count() - position.pieces[1 - side].bit_count()


def _bivouac_against_a_tree(budget: Budget, number: int) -> str:
    pair = at_level(5, budget), partial(_tree, budget)
    return letter(*play_swapping_sides(GAMES["bivouac"].start(), pair, number))


def _tree(budget: Budget, position: Position, seed: int) -> Move:
    return montecarlo.choose(position, seed, budget())


def _to_depth(depth: int, position: Position, seed: int) -> Move:
    return think(position, SkillLevel(depth, VARIETY), f"{seed}", ENDLESS).move


def _hoyito_against_one_ply(budget: Budget, number: int) -> str:
    pair = at_level(5, budget), partial(_to_depth, 1)
    return letter(*play_swapping_sides(GAMES["hoyito"].start(), pair, number))


def _hoyito_of_twelve_stones(budget: Budget, number: int) -> str:
    """Choose a move with at most twelve stones on the board; it must keep the result."""
    rng = random.Random(number)
    while True:
        position: Position = GAMES["hoyito"].start()
        while sum(map(int, position.board().values())) > TWELVE:
            position = position.after(rng.choice([*position.moves().values()]))
        before = _known_winner(position)
        if position.outcome() is None and before != OPEN:
            after = position.after(at_level(5, budget)(position, number))
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


def _ringo_attacks(budget: Budget, number: int) -> str:
    choosers = at_level(5, budget), partial(_to_depth, 3)
    return letter(play(GAMES["ringo"].start(), choosers, number, LONGEST), ATTACKERS)


def _ringo_defends(budget: Budget, number: int) -> str:
    best = at_level(5, budget)
    return letter(play(fair("ringo"), (best, best), number, LONGEST), DEFENDERS)


OTHERS: Mapping[str, Series] = {
    f"Bizingo, material alone, both to depth {DEPTH}": Series(
        _bizingo_against_material, 0.9, led=0.6, games=20, has_budget=False
    ),
    "Bivouac, Monte-Carlo tree search": Series(_bivouac_against_a_tree, 0.9, games=20),
    "Hoyito, depth 1": Series(_hoyito_against_one_ply, 0.7),
    "Hoyito, what twelve stones force is kept": Series(_hoyito_of_twelve_stones, 1.0),
    "Ringo, attackers against depth 3": Series(_ringo_attacks, 1.0),
    "Ringo fair, defenders against an equal": Series(_ringo_defends, 0.25),
}
"""Level 5 against other opponents, by the name of each series."""
LADDER: Mapping[tuple[str, int], Series] = {
    (key, level): Series(
        partial(_against_the_level_below, key, level), 0.65 if key == "hoyito" else 0.7
    )
    for key in MEASURED
    for level in [*LEVELS][1:]
}
"""The series of each level against the one below, by game and stronger level."""


def _simple_player_first(key: str, player: Chooser, level: int, budget: Budget, number: int) -> str:
    pair = player, at_level(level, budget)
    return letter(*play_swapping_sides(fair(key), pair, number))


def _level_first(key: str, level: int, player: Chooser, budget: Budget, number: int) -> str:
    pair = at_level(level, budget), player
    return letter(*play_swapping_sides(fair(key), pair, number))


def _beginners(key: str) -> Mapping[str, Series]:
    """Give the series of a game in which the lower levels play against simple players."""
    games = 20 if key == "bizingo" else 40  # its games are long
    one_ply, two_plies = simple_players.one_ply, simple_players.two_plies
    return {
        "one ply : 1": Series(partial(_simple_player_first, key, one_ply, 1), 0.7, games=games),
        "1 : random": Series(
            partial(_level_first, key, 1, simple_players.at_random), 0.6, games=games
        ),
        "two plies : 2": Series(partial(_simple_player_first, key, two_plies, 2), 0.4, games=games),
    }


BEGINNERS: Mapping[tuple[str, str], Series] = {
    (key, name): series for key in TAKING for name, series in _beginners(key).items()
}
"""The series with simple players: the lower levels can be beaten, and are no random players."""
SERIES: Mapping[str, Series] = {
    **{f"{key} {level}:{level - 1}": series for (key, level), series in LADDER.items()},
    **{f"{key} {name}": series for (key, name), series in BEGINNERS.items()},
    **OTHERS,
    **BIZINGO_ENDS,
    **EQUAL_TIME,
}
"""All series by the name under which they are stored."""

FALLS_SHORT: frozenset[str] = frozenset(
    {
        "Bizingo, a lead of six against an evading player",
        "Bizingo, a lead of six against plain alpha-beta",
        "Bizingo, games against itself with a capture in 120 plies",
        "Bizingo, level 3 in 250 plies",
        "bivouac, Monte-Carlo, 0.05 seconds",
    }
)
"""The series that score less than what is wanted."""
UNMEASURED: frozenset[str] = frozenset(
    {
        "agon 4:3",
        "agon 5:4",
        *(f"agon, {name}, {time}" for name in OPPONENTS for time in TIMES),
    }
)
"""The series that were not played yet, or not to their end."""
OUTDATED: frozenset[str] = frozenset()
"""The series whose games end otherwise since the last change of how one is played: none."""
