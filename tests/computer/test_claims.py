"""Every claim of every reason holds by the rules."""

import random
from collections.abc import Iterator
from functools import cache, partial

import pytest

from computer import threats
from computer.hint import analyse, hint, reasons
from computer.search import node_limit
from computer.search_game import DECIDED
from rules import GAMES, Position
from tests.computer.claims import false_claims
from tests.computer.claims_of_games import Told
from tests.computer.test_search_game import walk
from tests.thorough import THOROUGH
from tools.research.strength.simple_players import one_ply

FEW_SHARED = 1
"""In Bizingo so few of 500 may be: what one move hems in is not looked for after another."""
FEW = partial(node_limit, 150)


def played(start: Position, seed: int, longest: int) -> Iterator[Position]:
    """Yield the positions of a game between two who take what there is."""
    position = start
    for _ in range(longest):
        if position.outcome():
            return
        yield position
        position = position.after(one_ply(position, seed))


def positions(key: str, seed: int) -> list[Position]:
    """Return ten positions of a game, with the presets in turn: at random, or of quick players."""
    presets = [*GAMES[key].presets.values()]
    start = GAMES[key].start(presets[seed // 2 % len(presets)])
    game = (walk if seed % 2 else played)(start, seed, 80)
    going_on = [position for position in game if not position.outcome()]
    return random.Random(seed).sample(going_on, min(10, len(going_on)))


def wrong_claims(key: str, seeds: range) -> list[str]:
    """Return what is claimed in some games, in one of three of a move named, and isn't true."""
    return [claim for claims, _ in judged(key, seeds) for claim in claims]


def shared_claims(key: str, seeds: range) -> list[str]:
    """Return what a review says for a move, and might as well say of another, played at random."""
    return [claim for _, claims in judged(key, seeds) for claim in claims]


@cache
def judged(key: str, seeds: range) -> list[tuple[list[str], list[str]]]:
    """Return for each of some positions the claims that are wrong, and those that are shared."""
    found = []
    for seed, position in ((game, each) for game in seeds for each in positions(key, game)):
        rng = random.Random(seed)
        named = rng.choice([*position.moves()]) if seed % 3 == 0 else ""
        analysis = analyse(position, seed, FEW, named)
        told = hint(position, analysis)
        wrong, shared = [*false_claims(Told(position, told.move), str(told.why))], list[str]()
        played = rng.choice([*position.moves().values()])
        is_step = played.path and played.path[-1] != "F"
        is_quiet = not told.move.taken and abs(analysis.value) <= DECIDED
        if is_step and is_quiet and played != told.move:
            for claim in map(str, reasons(position, analysis, played)):
                wrong += false_claims(Told(position, told.move), claim)
                shared += [] if false_claims(Told(position, played), claim) else [claim]
        where = f"{position.encode()} {told.move.text} or {played.text}: "
        found.append(([where + claim for claim in wrong], [where + claim for claim in shared]))
    return found


@pytest.fixture(autouse=True)
def _quick_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have less searched: what is claimed must be true all the same."""
    monkeypatch.setattr(threats, "THREAT_LIMIT", FEW())


@pytest.mark.parametrize("key", GAMES)
def test_every_claim_of_every_reason_is_true(key: str) -> None:
    assert wrong_claims(key, range(2)) == []
    assert shared_claims(key, range(2)) == []


@THOROUGH
@pytest.mark.parametrize("first", range(2, 202, 50))
@pytest.mark.parametrize("key", GAMES)
def test_every_claim_of_every_reason_is_true_in_2000_positions(key: str, first: int) -> None:
    seeds = range(first, first + 50)
    assert wrong_claims(key, seeds) == []
    assert len(shared_claims(key, seeds)) <= (FEW_SHARED if key == "bizingo" else 0)
