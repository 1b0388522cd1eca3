"""How strong the computer plays: against other ways to play, in games with sides changed.

`make bench` plays a few quick games. The whole tables take hours:
`python -m bench.strength --games 40 --seconds 1`.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeAlias

from bench import montecarlo
from opponent.bizingo import CAPTAIN, Armies, State
from opponent.enough import Enough, nodes, seconds
from opponent.form import DECIDED, PIECE
from opponent.forms import form_of
from opponent.levels import VARIETY, Level, think
from opponent.search import Search
from opponent.selfplay import LONGEST, Chooser, Score, at_level, play, score
from rules import GAMES, Move, Position
from rules.bizingo import Bizingo

Budget: TypeAlias = Callable[[], Enough]
"""What a move may cost, asked anew for each."""
ENDLESS = nodes(10**9)
LOTS = 19
"""Less than any difference in material: what looks equal by it is chosen by lot, not by place."""
DEPTH = 4
SIX = 6
LEADS = Path(__file__).with_name("led_by_six.txt")
"""The leader's side and the position where it came to lead by six, in twenty games."""
TWELVE = 12
OPEN = -1
"""Nobody knows who wins."""


def run() -> None:
    """Print the table from few games and little thinking."""
    table(games=2, budget=partial(nodes, 1_000))


def table(games: int, budget: Budget) -> None:
    """Print what level 5 scores, and what is wanted."""
    best = at_level(5, budget)
    start = {key: game.start() for key, game in GAMES.items()}
    fair = GAMES["ringo"].start(GAMES["ringo"].presets["fair"])
    against_material = _against_material(games)
    print(f"{games} games each, sides changed, a draw is half: share (won-drawn-lost)\n")
    for what, wanted, measure in (
        (f"Bizingo against material alone, depth {DEPTH}", "90 %", partial(next, against_material)),
        ("... won of those led by six pieces", "60 %", partial(next, against_material)),
        ("Bizingo, twenty such leads, against the same", "60 %", partial(_driven_home, best)),
        ("Bizingo, six ahead of an equal: won", "-", partial(_hunted_down, best, games)),
        (
            "Bivouac against Monte-Carlo tree search",
            "90 %",
            lambda: score(start["bivouac"], (best, partial(_tree, budget)), games),
        ),
        (
            "Hoyito against depth 1",
            "70 %",
            lambda: score(start["hoyito"], (best, partial(_to_depth, 1)), games),
        ),
        ("Hoyito, what twelve stones force is kept", "all", partial(_kept, best, games)),
        (
            "Ringo, attackers against depth 3",
            "all",
            lambda: _won_by(0, start["ringo"], (best, partial(_to_depth, 3)), games),
        ),
        (
            "Ringo fair, defenders against an equal",
            "25 %",
            lambda: _won_by(1, fair, (best, best), games),
        ),
    ):
        print(f"{what:<42}{measure()!s:>18}   wanted: {wanted}", flush=True)


class Material(Armies):
    """Bizingo by nothing but the number of pieces."""

    def value(self, state: State) -> int:
        pieces, captains, turn = state
        value = PIECE * (pieces[turn].bit_count() - pieces[1 - turn].bit_count())
        return value + CAPTAIN * (captains[turn].bit_count() - captains[1 - turn].bit_count())


def _against_material(games: int) -> Iterator[object]:
    """Play to the same depth; give the score, then how many games led by six were won by rule."""
    start, results, led = GAMES["bizingo"].start(), [], []
    both = Armies(), Material()
    for game in range(games):
        side, leads = game % 2, [0]
        pair = [_keeping(partial(_by_form, form, DEPTH), side, leads) for form in both]
        result = play(start, pair if side == 0 else pair[::-1], game // 2, LONGEST)
        results.append(None if result.winner is None else result.winner == side)
        if max(*leads, _lead(result.last, side)) >= SIX:
            led.append(result.winner == side)
    yield Score(results.count(True), results.count(None), results.count(False))
    yield f"{sum(led)} of {len(led)}"


def _keeping(chooser: Chooser, side: int, leads: list[int]) -> Chooser:
    """Choose as somebody does; write down by how many pieces a side leads each time."""

    def choose(position: Position, seed: int) -> Move:
        leads.append(_lead(position, side))
        return chooser(position, seed)

    return choose


def _by_form(form: Armies, depth: int, position: Position, seed: int) -> Move:
    """Choose by a search in a form of Bizingo, by lot among what looks equal."""
    most = LOTS if isinstance(form, Material) else VARIETY
    form, state = form.played_by(position.turn), form.state(position)
    lots = random.Random(f"{seed} {position.encode()}")
    gifts = {step: lots.randint(0, most) for step in form.steps(state)}
    search = Search(form, ENDLESS, form.stood(position), form.quiet(position))
    return position.moves()[search.best(state, depth, gifts).line[0]]


def _to_depth(depth: int, position: Position, seed: int) -> Move:
    return think(position, Level(depth, VARIETY), f"{seed}", ENDLESS).move


def _tree(budget: Budget, position: Position, seed: int) -> Move:
    return montecarlo.choose(position, seed, budget())


def _lead(position: Position, side: int) -> int:
    assert isinstance(position, Bizingo)
    return position.pieces[side].bit_count() - position.pieces[1 - side].bit_count()


def _driven_home(best: Chooser) -> str:
    """Play on where somebody came to lead by six against material alone; count what is won."""
    leads, won = LEADS.read_text(encoding="utf-8").splitlines(), 0
    for number, lead in enumerate(leads):
        side, _, code = lead.partition(" ")
        pair = best, partial(_by_form, Material(), DEPTH)
        choosers = pair if side == "0" else pair[::-1]
        result = play(Bizingo.decode(code), choosers, number, LONGEST)
        won += result.winner == int(side)
    return f"{won} of {len(leads)}"


def _hunted_down(best: Chooser, games: int) -> str:
    """Play on from where one side has come to lead by six pieces, strong on both sides."""
    won = 0
    for seed in range(games):
        leader, lots = seed % 2, random.Random(seed)
        position: Position = GAMES["bizingo"].start()
        while _lead(position, leader) < SIX:
            moves = [*position.moves().values()]
            leads = position.turn == leader
            move = _to_depth(3, position, seed) if leads else lots.choice(moves)
            position = position.after(move)
        won += play(position, (best, best), seed, LONGEST).winner == leader
    return f"{won} of {games}"


def _kept(best: Chooser, games: int) -> str:
    """Choose with twelve stones or fewer on the board; count how often who wins stays so."""
    lots, kept, found = random.Random(3), 0, 0
    while found < games:
        position: Position = GAMES["hoyito"].start()
        while sum(map(int, position.board().values())) > TWELVE:
            position = position.after(lots.choice([*position.moves().values()]))
        before = _known_winner(position)
        if position.outcome() is None and before != OPEN:
            kept += _known_winner(position.after(best(position, found))) == before
            found += 1
    return f"{kept} of {found}"


def _known_winner(position: Position) -> int | None:
    """Give who wins when both play best (`None`: nobody), or `OPEN`."""
    if outcome := position.outcome():
        return outcome.winner
    form = form_of(position)
    value = form.solved(form.state(position))
    if value is None:
        return OPEN
    if abs(value) < DECIDED:
        return None
    return position.turn if value > 0 else 1 - position.turn


def _won_by(side: int, start: Position, choosers: tuple[Chooser, Chooser], games: int) -> str:
    won = sum(play(start, choosers, seed, LONGEST).winner == side for seed in range(games))
    return f"{won} of {games}"


def main() -> None:
    """Print the table that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="how many of each kind")
    parser.add_argument("--seconds", type=float, default=1.0, help="what a move may take")
    given = parser.parse_args()
    table(given.games, partial(seconds, given.seconds, time.process_time))


if __name__ == "__main__":
    main()
