"""The check of a puzzle by the rules alone: every move is tried, and every answer to it.

It shares nothing with what finds puzzles: no search game, no evaluation, no compiled program. With
`moves` own moves of the side to move, and nothing before the position on the board:

- *wins*: the first move wins by force within them, and no other does;
- *holds*: every other first move loses by force within so many moves of the other side, and this
  one not within one more;
- *gains*: the first move takes so much more than it costs, whatever the answers, the one to the
  last move included; that is still so a move later; and no other first move gets there, even with
  one more move that isn't answered;
- *keeps*: after every other first move the other side takes a piece more than it costs, in the same
  sense, and after this one it doesn't.
"""

from collections import Counter
from collections.abc import Hashable, Iterator
from copy import copy
from dataclasses import replace

from computer.puzzles import PuzzleRecord
from computer.puzzles.aims import Aim
from rules import GAMES, Move, Position
from rules.agon import Agon
from rules.bivouac import Bivouac
from rules.bivouac.board import GOALS
from rules.bizingo import Bizingo
from rules.history import History

ALL = 1_000
"""More than can be gained: only a win will do."""
MOST_CHECKED = 300_000
"""A check that takes more positions than this is broken off."""
CHECK_ALL = 10**9
"""Without a limit."""
REFUTERS = 3
SAFE = 8
"""So many pieces aren't taken by one move down to where the game ends."""
ROOM = 20
"""With so many moves a side isn't blocked by one more piece."""
FILLED = 4
"""The goals of Bivouac that a side has to fill."""
DEEP = 3
"""From this many plies on, answers are remembered."""


class TooLong(Exception):  # noqa: N818 (nothing went wrong)
    """The check took more positions than it was allowed."""


def bare(position: Position) -> Position:
    """Return a position as it is shown on the board, with nothing before it."""
    shown = copy(position)
    fields = vars(shown)
    for cached in [name for name in fields if not name.isidentifier()]:
        del fields[cached]
    if "history" in fields:
        fields["history"] = History()
    if "quiet" in fields:
        fields["quiet"] = 0
    return shown


def moves_of(record: PuzzleRecord) -> int:
    """Count the solver's moves in the solution."""
    return (len(record.solution) + 1) // 2


def worth(position: Position, move: Move) -> int:
    """Count what a move takes, in Agon what it traps; below 0 it loses its own piece."""
    if isinstance(position, Agon):
        return len(position.victims(move))
    return -1 if move.taken and position.loses(move) else position.gain(move)


def is_true(key: str, record: PuzzleRecord, most: int = MOST_CHECKED) -> bool:
    """Tell whether a puzzle is what it says; one that takes too long to check is none."""
    position = GAMES[key].decode(record.position)
    if vars(position).get("history", History()).length or vars(position).get("quiet"):
        return False
    asked = record.solution[0], record.aim, record.count, moves_of(record)
    try:
        return Check(most).holds(position, *asked)
    except TooLong:
        return False


class Check:
    """One check, and what it has found out on the way."""

    def __init__(self, most: int) -> None:
        self._left = most
        self._known: dict[tuple[Hashable, int, int, int], bool] = {}
        self._good: Counter[str] = Counter()
        """Moves that have decided a position before, which are tried first."""
        self._refuters: dict[int, list[str]] = {}
        """The moves that did so last, so many plies before the end."""

    def holds(self, position: Position, text: str, aim: Aim, count: int, moves: int) -> bool:
        """Tell whether one move is the only one with what is claimed for it."""
        if text not in position.moves():
            return False
        side, other = position.turn, 1 - position.turn
        own = position.moves()[text]
        each = [(position.after(move), worth(position, move)) for move in position.moves().values()]
        rest = [one for one, move in zip(each, position.moves(), strict=True) if move != text]
        after, gain = position.after(own), worth(position, own)
        match aim:
            case Aim.WINS:
                return (
                    moves == count
                    and self.reaches(after, side, ALL, 2 * moves - 2)
                    and not any(self.reaches(one, side, ALL, 2 * moves - 2) for one, _ in rest)
                )
            case Aim.HOLDS:
                return not self.reaches(after, other, ALL, 2 * count + 1) and all(
                    self.reaches(one, other, ALL, 2 * count - 1) for one, _ in rest
                )
            case Aim.KEEPS:
                return not self.reaches(after, other, count + gain, 2 * moves + 1) and all(
                    self.reaches(one, other, count + took, 2 * moves) for one, took in rest
                )
        return (
            self.reaches(after, side, count - gain, 2 * moves - 1)
            and self.reaches(after, side, count - gain, 2 * moves + 1)
            and not any(self.reaches(one, side, count - took, 2 * moves) for one, took in rest)
        )

    def reaches(self, position: Position, side: int, need: int, plies: int) -> bool:
        """Tell whether a side nets so much within some plies, or wins, whatever the other plays."""
        if ending := position.outcome():
            return ending.winner == side
        if not plies:
            return need <= 0
        key = position.identity(), side, need, plies
        if plies >= DEEP and key in self._known:
            return self._known[key]
        answer = self._tries(position, side, need, plies)
        if plies >= DEEP:
            self._known[key] = answer
        return answer

    def _tries(self, position: Position, side: int, need: int, plies: int) -> bool:
        """Try every move; one that decides is enough."""
        is_own = position.turn == side
        if plies == 1 and ends_by_taking_only(position):
            return self._ends(position, need, is_own=is_own)
        for move, after, gain in self._tempting(position, plies):
            self._count()
            rest = need - gain if is_own else need + gain
            if self.reaches(after, side, rest, plies - 1) == is_own:
                self._good[move.text] += plies * plies
                refuters = self._refuters.setdefault(plies, [])
                refuters[:] = [move.text, *(one for one in refuters if one != move.text)][:REFUTERS]
                return is_own
        return not is_own

    def _ends(self, position: Position, need: int, *, is_own: bool) -> bool:
        """Try every last move; what takes nothing changes nothing."""
        self._count()
        if isinstance(position, Bivouac | Bizingo) and _is_far_from_its_end(position):
            most = max((taken.bit_count() for taken in position.takings()), default=0)
            return most >= need if is_own else need + most <= 0
        for move in position.moves().values():
            gain = worth(position, move) if move.taken else 0
            if (gain >= need) if is_own else (need + gain > 0):
                return is_own
            if move.taken and (ending := position.after(move).outcome()):
                won = ending.winner == position.turn
                if won or not is_own:
                    return is_own if won else False
        return not is_own

    def _count(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise TooLong

    def _tempting(self, position: Position, plies: int) -> Iterator[tuple[Move, Position, int]]:
        """Give the moves that decided last, before all others are even made."""
        tried = set()
        for text in tuple(self._refuters.get(plies, ())):
            try:
                move = position.legal(text)
            except KeyError:
                continue
            tried.add(text)
            yield move, position.after(move), worth(position, move)
        yield from (each for each in self.ordered(position) if each[0].text not in tried)

    def ordered(self, position: Position) -> Iterator[tuple[Move, Position, int]]:
        """Give the moves with the positions that they lead to, the most promising first."""
        found = [(move, after, worth(position, move)) for move, after in position.children()]
        found.sort(key=lambda each: (each[2], self._good[each[0].text]), reverse=True)
        return iter(found)


def ends_by_taking_only(position: Position) -> bool:
    """Tell whether only a capture may end the game now, as long as nothing is repeated."""
    if isinstance(position, Bizingo):
        return True
    if not isinstance(position, Bivouac):
        return False
    filled = (position.stones[position.turn] & GOALS[position.turn]).bit_count()
    return filled < FILLED - 1 and replace(position, turn=1 - position.turn).count() >= ROOM


def _is_far_from_its_end(position: Bivouac | Bizingo) -> bool:
    """Tell whether no move can end the game by what it takes."""
    each = position.stones if isinstance(position, Bivouac) else position.pieces
    return each[1 - position.turn].bit_count() > SAFE
