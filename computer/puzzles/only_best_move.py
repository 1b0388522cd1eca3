"""Search whether just one move is best, and what it achieves, deeper than any level searches."""

from collections.abc import Iterator
from dataclasses import dataclass

from computer.puzzles import DIFFICULTIES, PuzzleRecord
from computer.puzzles.aims import Aim
from computer.puzzles.certain_wins import also_right
from computer.puzzles.checker import bare, is_true, moves_of, worth
from computer.puzzles.worth_solving import is_dull, is_given_away
from computer.search import MAX_DEPTH, PROVEN, WIN, SearchResult, node_limit, search_position
from computer.search_game import DECIDED, search_game_of
from rules import Position

GAP = 100
"""The best move must be better than the second best by a piece."""
FEWEST_MOVES = 3
"""With fewer moves there is nothing to find."""
LONGEST_WIN = 9
"""People do not find a win of more plies than this."""
LONGEST_GAIN, HORIZON = 7, 11
"""A gain must exist after this many plies, and still exist after that many."""
SHOWN = 3
"""The number of moves shown of a defence."""
HELD = -150
"""A side that stands worse than this has not held the position."""
MATCH_CHECK = 100_000
"""The positions that a check may take in a match that people have played."""
GLANCE, NODES, MATCH_NODES = 600, 20_000, 5_000
"""The node limits of a first look, of a search, and of one in a match that people have played."""
DEEPER = 3
"""With this many times the nodes of a search the result must be the same."""
AS_JUDGED = 75
"""The search may value a gain at this much less than its line takes."""
ENDLESS = 10**9
"""Nodes for a search that is limited by depth alone."""
SEEN_BY = (2, 4, 6)
"""Difficulty 1, 2 or 3 up to each of these points of what makes it hard to find, else 4."""
MANY_TO_SEARCH = 30


@dataclass(frozen=True)
class OnlyBestMove:
    """A puzzle's solution, what it achieves and the number in its aim, and its difficulty."""

    solution: tuple[str, ...]
    aim: Aim
    count: int
    difficulty: int


def puzzle_in(position: Position) -> PuzzleRecord | None:
    """Return the puzzle that a position of a match is, if it is worth solving, as it is shown."""
    shown = bare(position)
    if shown.outcome() or not promises(shown):
        return None
    if (best := find_only_best(shown, MATCH_NODES)) is None:
        return None
    also = also_right(shown, best.solution[0])
    record = PuzzleRecord(0, shown.encode(), **vars(best), seed=0, also=also)
    dull = is_dull(shown, best.solution[0], best.aim, moves_of(record), best.difficulty)
    if dull or is_given_away(shown, also):
        return None
    return record if is_true(shown.key, record, MATCH_CHECK) else None


def promises(position: Position) -> bool:
    """Tell by a quick search whether a position may be a puzzle."""
    return len(position.moves()) >= FEWEST_MOVES and only_best(position, GLANCE) is not None


def find_only_best(position: Position, most: int = NODES) -> OnlyBestMove | None:
    """Find the move that alone is best, and what it achieves; `most` limits each search.

    Returns `None` where two moves are as good, or where the gain cannot be put into words.
    """
    found = only_best(position, most)
    if found is None:
        return None
    deeper = only_best(position, DEEPER * most)
    if deeper is None or deeper[0].line[0] != found[0].line[0]:
        return None
    said, said_deeper = (_achieved(position, each, most) for each in (found, deeper))
    if said is None or said_deeper is None or said[:2] != said_deeper[:2]:
        return None
    aim, count, line = said_deeper
    return OnlyBestMove(line, aim, count, _difficulty(position, found[0], most))


def only_best(position: Position, most: int) -> tuple[SearchResult, SearchResult] | None:
    """Search a position with and without the best move; return both results where it stands out.

    Returns `None` also where the winner is certain, whatever is played.
    """
    search_game = search_game_of(position)
    if search_game.is_decided(search_game.state(position)):
        return None
    best = _best(position, most)
    second = _best(position, most, excluded=best.line[0])
    return (best, second) if _stands_out(best, second) else None


def _best(position: Position, most: int, excluded: str = "") -> SearchResult:
    """Search within a node limit, and no root move less deep than the others."""
    found = _search(position, most, excluded=excluded)
    if found.complete:
        return found
    return _search(position, ENDLESS, max(1, found.depth), excluded)


def _search(
    position: Position, most: int, max_depth: int = MAX_DEPTH, excluded: str = ""
) -> SearchResult:
    return search_position(position, node_limit(most), max_depth, excluded)


def _stands_out(best: SearchResult, second: SearchResult) -> bool:
    if best.value > PROVEN:
        plies = WIN - best.value
        # Others may win too, but not in as few moves.
        is_quickest = second.depth >= plies and second.value < best.value - 1
        return plies <= LONGEST_WIN and is_quickest
    if abs(best.value) > DECIDED:
        return False  # the winner is certain, if not the winning moves
    if second.value < -PROVEN:
        # The best move must be seen not to lose for as long as the others hold out.
        return best.value >= HELD and best.depth >= WIN + second.value
    return best.value - second.value >= GAP


def _achieved(
    position: Position, found: tuple[SearchResult, SearchResult], most: int
) -> tuple[Aim, int, tuple[str, ...]] | None:
    """Return what the best of two results achieves, the number and the line, if it has a name."""
    best, second = found
    line = tuple(_line(position, best, most))
    if best.value > PROVEN:
        moves = _moves_to_win(position, line)
        return (Aim.WINS, moves, line) if moves else None
    if second.value < -PROVEN:
        return Aim.HOLDS, (WIN + second.value + 1) // 2, line[:SHOWN]
    gains, ply = _gain(position, line, tuple(_line(position, second, most)))
    search_game = search_game_of(position)
    judged = best.value - search_game.evaluate(search_game.state(position))
    # Where the search itself values it less, the line is just one of many.
    is_judged_so = judged >= gains * search_game.unit - AS_JUDGED
    return (Aim.GAINS, gains, line[:ply]) if gains and is_judged_so else None


def _line(position: Position, best: SearchResult, most: int) -> Iterator[str]:
    """Play on from a position, both sides as well as they can, as far as the search saw."""
    plies = WIN - best.value if best.value > PROVEN else min(best.depth, HORIZON)
    text = best.line[0]
    while True:
        yield text
        position = position.after(position.moves()[text])
        plies -= 1
        if plies <= 0 or position.outcome():
            return
        text = _search(position, most, plies).line[0]


def _moves_to_win(position: Position, line: tuple[str, ...]) -> int:
    """Count one's own moves in a winning line; 0 where it does not win."""
    solver, moves = position.turn, 0
    for text in line:
        moves += position.turn == solver
        position = position.after(position.moves()[text])
    outcome = position.outcome()
    return moves if outcome and outcome.winner == solver else 0


def _gain(position: Position, line: tuple[str, ...], other: tuple[str, ...]) -> tuple[int, int]:
    """Return what a line gains for good, more than another one, and after how many plies."""
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
        gains = worth(position, move)
        gained.append(gained[-1] + (gains if position.turn == solver else -gains))
        position = position.after(move)
    return gained[1:]


def _difficulty(position: Position, best: SearchResult, most: int) -> int:
    """Grade a puzzle by the depth needed to find it, and by how little its move stands out."""
    move = position.moves()[best.line[0]]
    missed = [
        depth
        for depth in range(1, max(1, best.depth))
        if _search(position, most, depth).line[0] != move.text
    ]
    reached = 1 + max(missed, default=0)
    reached += 2 * (not move.taken) + (len(position.moves()) > MANY_TO_SEARCH)
    return DIFFICULTIES[sum(reached > limit for limit in SEEN_BY)]
