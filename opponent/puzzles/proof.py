"""That a position has just one best move: proved by a search that sees further than a player."""

from collections.abc import Container, Iterator
from dataclasses import dataclass

from opponent.enough import nodes
from opponent.forms import form_of
from opponent.puzzles import DIFFICULTIES
from opponent.puzzles.aims import Aim, gain
from opponent.search import DEEPEST, SURE, WIN, Found, Search
from rules import Position

GAP = 100
"""The best move must be better than the next by a piece."""
FEWEST_MOVES = 3
"""With fewer there is nothing to find."""
LONGEST_WIN = 9
"""A win of more plies than these is not seen by people."""
LONGEST_GAIN, HORIZON = 7, 11
"""A gain is there after so many plies, and still there after some more."""
SHOWN = 3
"""So many moves are shown of how a side holds on."""
HELD = -150
"""Who is worse off than this has not held the position."""
GLANCE, PROOF = 600, 20_000
"""So many nodes to see that there may be a puzzle, and to prove it."""
SEEN_BY = (2, 4, 6, 9)
"""How hard a puzzle is, in the points of `_difficulty`: up to each of these, 1, 2, 3, 4, else 5."""
MANY_MOVES = 30


@dataclass(frozen=True)
class Proof:
    """The solution of a puzzle, what it achieves and how many, and how hard it is to find."""

    solution: tuple[str, ...]
    aim: Aim
    count: int
    difficulty: int


def promises(position: Position, wanted: Container[int] = DIFFICULTIES) -> bool:
    """Tell at a glance whether a position may be a puzzle of a difficulty that is wanted."""
    if len(position.moves()) < FEWEST_MOVES:
        return False
    found = only_best(position, GLANCE)
    return found is not None and _difficulty(position, found[0], GLANCE) in wanted


def prove(
    position: Position, most: int = PROOF, wanted: Container[int] = DIFFICULTIES
) -> Proof | None:
    """Prove that just one move is best, and say what it achieves; so many nodes for each search.

    Gives nothing where there are two such moves, where the gain cannot be said, or where the
    difficulty is not wanted.
    """
    found = only_best(position, most)
    if found is None:
        return None
    best, second = found
    difficulty = _difficulty(position, best, most)
    if difficulty not in wanted:
        return None
    line = tuple(_line(position, best, most))
    if best.value > SURE:
        achieved = Aim.WINS, _moves_to_win(position, line), len(line)
    elif second.value < -SURE:
        achieved = Aim.HOLDS, 1, SHOWN
    else:
        achieved = Aim.GAINS, *_gain(position, line, tuple(_line(position, second, most)))
    aim, count, shown = achieved
    return Proof(line[:shown], aim, count, difficulty) if count else None


def only_best(position: Position, most: int) -> tuple[Found, Found] | None:
    """Search a position, and again without the best move: give both where it stands out."""
    best = _search(position, most)
    second = _search(position, most, without=best.line[0])
    return (best, second) if _stands_out(best, second) else None


def _search(position: Position, most: int, deepest: int = DEEPEST, without: str = "") -> Found:
    form = form_of(position)
    state = form.state(position)
    # Nobody makes a move that costs more than the game.
    gifts = {step: -3 * WIN for step in form.steps(state) if form.text(state, step) == without}
    search = Search(form, nodes(most), form.stood(position), form.quiet(position))
    return search.best(state, deepest, gifts)


def _stands_out(best: Found, second: Found) -> bool:
    if best.value > SURE:
        return WIN - best.value <= LONGEST_WIN and second.value <= SURE
    if second.value < -SURE:
        return best.value >= HELD
    return best.value - second.value >= GAP


def _line(position: Position, best: Found, most: int) -> Iterator[str]:
    """Play on from a position, both sides as well as they can, as far as was seen from there."""
    plies = WIN - best.value if best.value > SURE else min(best.depth, HORIZON)
    text = best.line[0]
    while True:
        yield text
        position = position.after(position.moves()[text])
        plies -= 1
        if plies <= 0 or position.outcome():
            return
        text = _search(position, most, plies).line[0]


def _moves_to_win(position: Position, line: tuple[str, ...]) -> int:
    """Count one's own moves in a line that wins; none where it does not."""
    solver, moves = position.turn, 0
    for text in line:
        moves += position.turn == solver
        position = position.after(position.moves()[text])
    outcome = position.outcome()
    return moves if outcome and outcome.winner == solver else 0


def _gain(position: Position, line: tuple[str, ...], other: tuple[str, ...]) -> tuple[int, int]:
    """Give what a line gains for good, more than another one does, and after how many plies."""
    gained = _gained(position, line)
    least = max(0, _gained(position, other)[-1])
    for ply in range(1, min(LONGEST_GAIN, len(gained)) + 1):
        lasting = min(gained[ply - 1 :])
        if lasting > least:
            return lasting, ply
    return 0, 0


def _gained(position: Position, line: tuple[str, ...]) -> list[int]:
    """Count what has been gained after each ply of a line."""
    solver, gained = position.turn, [0]
    for text in line:
        move = position.moves()[text]
        gains = gain(position, move)
        gained.append(gained[-1] + (gains if position.turn == solver else -gains))
        position = position.after(move)
    return gained[1:]


def _difficulty(position: Position, best: Found, most: int) -> int:
    """Grade a puzzle by how far one must look ahead, and by how little its move stands out."""
    move = position.moves()[best.line[0]]
    depths = range(1, max(1, best.depth))
    missed = [d for d in depths if _search(position, most, d).line[0] != move.text]
    points = 1 + max(missed, default=0)
    points += 2 * (not move.taken) + (len(position.moves()) > MANY_MOVES)
    return DIFFICULTIES[sum(points > limit for limit in SEEN_BY)]
