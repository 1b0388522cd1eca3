"""The search: iterative deepening with alpha-beta (principal variation search), for any game.

https://www.chessprogramming.org names and explains each of its parts. A value is what a state is
worth to the side to move, in hundredths of a piece.
"""

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Generic, TypeAlias

from computer.move_order import MoveOrder
from computer.search_game import (
    DRAWN,
    PIECE,
    MoveKey,
    SearchGame,
    SearchMove,
    State,
    search_game_of,
)
from computer.transposition_table import COMPLETE, Bound, Entry, TranspositionTable
from rules import Position

MAX_DEPTH = 64
"""No search goes deeper than this many plies."""
WIN = 1_000_000
"""The value of a won game, less one for each ply until then."""
PROVEN = WIN - 10_000
"""A value beyond this (or below its negative) is a win (or loss) found to the end of the game."""
REPETITIONS = 3
"""A state that occurs this often ends the game, in games where repetition does."""
NODES_BETWEEN_CHECKS = 64
"""The limit is checked once every this many nodes."""
DEEP = 4
"""From more plies than this on a game may leave out more of what is hardly ever good."""
REFUTED = PIECE // 2
"""A best move whose value drops by this much in a deeper iteration has been refuted."""
EXTENSION = 4
"""After a refutation the search is extended by one part in this many of the nodes so far."""

Limit: TypeAlias = Callable[[int], bool]
"""Tells, given the number of nodes searched, whether the search should stop."""


def node_limit(most: int) -> Limit:
    """Stop after this many nodes, whatever the time: reproducible on any machine."""
    return lambda searched: searched >= most


def time_limit(most: float, clock: Callable[[], float] = time.monotonic) -> Limit:
    """Stop this many seconds from now."""
    end = clock() + most
    return lambda _: clock() >= end


class Stopped(Exception):  # noqa: N818 (nothing went wrong)
    """The limit of the search is reached."""


@dataclass(frozen=True)
class SearchResult:
    """The principal variation (`line`), its first move the best one, and its value.

    It is empty where the state has no move. `complete` means that no root move was left
    out: a win is proven in any case, but a loss, or that no other move is as good, only then.
    """

    line: tuple[str, ...]
    value: int
    depth: int
    nodes: int
    complete: bool = True


class Search(Generic[State, MoveKey]):
    """One search for the best move of a state, with everything it learns on the way."""

    def __init__(
        self,
        game: SearchGame[State, MoveKey],
        limit: Limit,
        repetitions: Mapping[State, int],
        quiet_plies: int = 0,
        *,
        knows_endgames: bool = True,
    ) -> None:
        """`repetitions` and `quiet_plies` are the history, as the search game gives them."""
        self._game = game
        self._endgame_value = game.endgame_value if knows_endgames else _unknown
        self._limit = limit
        self._repetitions = repetitions
        self._path: set[State] = set()
        """The states on the way from the root to the current one."""
        self._quiet_plies = quiet_plies
        self._side: object = None
        """The side to move at the root."""
        self._contempt = game.contempt
        self._nodes = 0
        self._table: TranspositionTable[State, MoveKey] = TranspositionTable()
        self._order = MoveOrder(game)
        self._is_exhaustive = True
        """Whether every line was followed to the end of the game since this was last set."""
        self._is_deep = False
        """Whether a game may leave out more of what is hardly ever good."""
        self._was_decided = False
        """Whether the winner was certain at the root: then play goes on for a larger gain."""
        self._searched: Collection[SearchMove[MoveKey]] = ()
        """The root moves that were searched to the present depth."""

    def best(
        self,
        state: State,
        max_depth: int = MAX_DEPTH,
        bonuses: Mapping[SearchMove[MoveKey], int] | None = None,
        excluded: Collection[SearchMove[MoveKey]] = (),
    ) -> SearchResult:
        """Find the best move by iterative deepening, until the limit or the end of all lines.

        `bonuses` are added to the values of root moves, so that another may look best; `excluded`
        root moves are not searched. An interrupted iteration counts as far as it got, since it
        begins with the best move so far. Where every move that it searched turns out much worse
        than before, the search is extended a little to find another move.
        """
        bonuses = bonuses or {}
        moves = [move for move in self._root_moves(state) if move not in excluded]
        self._side = state[-1]
        self._was_decided = self._game.is_decided(state)
        value = depth = previous = 0
        complete = True
        try:
            while moves and depth < max_depth:
                self._is_exhaustive, self._is_deep = True, depth >= DEEP
                for value in self._improvements(state, moves, depth + 1, bonuses):  # noqa: B007
                    pass
                depth, previous = depth + 1, value
                if self._is_exhaustive or abs(value) > PROVEN:
                    break
        except Stopped:
            complete = value > PROVEN
            if depth and value < previous - REFUTED:
                self._limit = node_limit(self._nodes + self._nodes // EXTENSION)
                other = self.best(state, depth, bonuses, {*excluded, *self._searched})
                if other.line and other.value > value:
                    return replace(other, complete=False)
        line = tuple(self._line(state, moves, depth))
        return SearchResult(line, value, depth, self._nodes, complete)

    def _root_moves(self, state: State) -> list[SearchMove[MoveKey]]:
        """Give the moves to choose from: in a known endgame, those that stay in known ones."""
        moves = list(self._game.moves(state))
        if self._endgame_value(state) is None:
            return moves
        children = [self._game.after(state, move) for move in moves]
        known = [
            self._game.ending(child) is not None or self._endgame_value(child) is not None
            for child in children
        ]
        return [move for move, is_known in zip(moves, known, strict=True) if is_known]

    def _improvements(
        self,
        state: State,
        moves: list[SearchMove[MoveKey]],
        depth: int,
        bonuses: Mapping[SearchMove[MoveKey], int],
    ) -> Iterator[int]:
        """Search every root move; bring each that is better than all before to the front.

        Give its value, without its bonus. Proven wins and losses get no bonus: the quickest win is
        best, and the slowest loss.
        """
        self._path = {state}
        self._searched = searched = []
        best, grain = -WIN, self._game.deep_grain if self._is_deep else 0
        for move in [*moves]:
            child = self._game.after(state, move)
            quiet_plies = self._quiet_plies + 1 if self._game.is_quiet(move) else 0
            bonus = bonuses.get(move, 0)
            alpha = best if abs(best) > PROVEN else best - bonus + grain
            value = alpha + 1
            if best > -WIN:
                value = self._child_value(state, child, depth - 1, alpha, alpha + 1, 1, quiet_plies)
            if value > alpha:
                value = self._child_value(state, child, depth - 1, alpha, WIN, 1, quiet_plies)
            if value > alpha:
                best = value if abs(value) > PROVEN else value + bonus
                moves.remove(move)
                moves.insert(0, move)
                yield value
            searched.append(move)

    def _line(self, state: State, moves: list[SearchMove[MoveKey]], depth: int) -> Iterator[str]:
        """Give the principal variation, as far as the transposition table remembers it."""
        move = moves[0] if moves else None
        for _ in range(max(1, depth)):
            if move is None:
                return
            yield self._game.text(state, move)
            state = self._game.after(state, move)
            if self._game.ending(state) is not None or self._is_repeated(state):
                return  # the table knows it without the history by which the game is over
            entry = self._table.get(state)
            move = entry.move if entry else None

    def _child_value(
        self,
        state: State,
        child: State,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        quiet_plies: int,
    ) -> int:
        """Give a child's value to the mover (negamax), who in rare cases moves again."""
        if child[-1] == state[-1]:
            return self._value(child, depth, alpha, beta, ply, quiet_plies)
        return -self._value(child, depth, -beta, -alpha, ply, quiet_plies)

    def _value(
        self, state: State, depth: int, alpha: int, beta: int, ply: int, quiet_plies: int
    ) -> int:
        """Give a state's value: exact between alpha and beta, else a bound (fail-soft)."""
        self._nodes += 1
        if self._nodes % NODES_BETWEEN_CHECKS == 0 and self._limit(self._nodes):
            raise Stopped
        ending = self._ending(state, quiet_plies)
        if ending == DRAWN:
            return self._contempt if state[-1] != self._side else -self._contempt
        if isinstance(ending, int):
            return ending * (WIN - ply)
        if ending is not None:
            return self._child_value(state, ending, depth, alpha, beta, ply, quiet_plies=0)
        if (known := self._endgame_value(state)) is not None:
            return known
        if not self._was_decided and self._game.is_decided(state):
            return self._game.evaluate(state)
        if depth <= 0:
            return self._quiescence(state, alpha, beta, ply)
        entry = self._table.get(state)
        if entry and entry.depth >= depth:
            value = later(entry.value, ply)
            if entry.cuts_off(value, alpha, beta):
                self._is_exhaustive &= entry.depth == COMPLETE
                return value
        if beta - alpha == 1 and -PROVEN < beta < PROVEN:
            pruned = self._prune(state, depth, alpha, beta, ply, quiet_plies)
            if pruned is not None:
                return pruned
        return self._best_child_value(state, depth, alpha, beta, ply, quiet_plies, entry)

    def _ending(self, state: State, quiet_plies: int) -> int | State | None:
        """Say how the game has ended for the side to move, or from which state it continues.

        Within the search the first repetition counts as the last one, as it could be repeated.
        """
        game = self._game
        ending: int | State | None = game.ending(state)
        if ending is None and (state in self._path or self._is_repeated(state)):
            ending = game.repeated(state)
        if ending is None and game.quiet_limit is not None and quiet_plies >= game.quiet_limit:
            ending = DRAWN
        return ending

    def _is_repeated(self, state: State) -> bool:
        """Tell whether a state occurred so often before the search that once more is too often."""
        return self._repetitions.get(state, 0) >= REPETITIONS - 1

    def _prune(
        self, state: State, depth: int, alpha: int, beta: int, ply: int, quiet_plies: int
    ) -> int | None:
        """Give a value without searching the moves: reverse futility, razoring, null move."""
        game = self._game
        if game.futility_margin is None:
            return None
        value = game.evaluate(state)
        margins: Sequence[int] = (game.futility_margin, 2 * game.futility_margin)
        if self._is_deep and game.deep_futility_margins:
            margins = game.deep_futility_margins
        if depth <= len(margins) and value - margins[depth - 1] >= beta:
            self._is_exhaustive = False
            return value
        if depth == 1 and value + game.futility_margin <= alpha:
            return self._quiescence(state, alpha, beta, ply)
        if depth >= 3 and value >= beta and (null := game.null_move(state)) is not None:
            # If even two moves in a row do not help the other side, one will not.
            value = -self._value(null, depth - 3, -beta, -alpha, ply + 1, quiet_plies)
            if beta <= value < PROVEN:
                return value
        return None

    def _best_child_value(
        self,
        state: State,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        quiet_plies: int,
        entry: Entry[MoveKey] | None,
    ) -> int:
        """Search a state's moves until one causes a beta cutoff; keep what was found."""
        elsewhere = self._is_exhaustive
        self._path.add(state)
        self._is_exhaustive = True
        best, best_move, bound = -WIN, None, Bound.UPPER
        is_last = self._is_deep and depth == 1 == beta - alpha
        most = self._game.deep_move_count if is_last else None
        for number, move in enumerate(self._order.of(state, ply, entry.move if entry else None)):
            if most and number >= most and move[0] <= 0 and best > -PROVEN:
                self._is_exhaustive = False
                break
            child = self._game.after(state, move)
            quiet = quiet_plies + 1 if self._game.is_quiet(move) else 0
            here = depth - 1, alpha, beta, ply + 1, quiet
            value = self._reduced_value(state, child, move, number, *here)
            if value > best:
                best, best_move = value, move
                if value > alpha:
                    alpha, bound = value, Bound.EXACT
                    if value >= beta:
                        bound = Bound.LOWER
                        self._order.learn(move, depth, ply)
                        break
        self._path.discard(state)
        is_complete, self._is_exhaustive = self._is_exhaustive, self._is_exhaustive and elsewhere
        if best_move is None:
            return self._game.no_moves * (WIN - ply)
        self._table.keep(
            state, Entry(COMPLETE if is_complete else depth, later(best, -ply), bound, best_move)
        )
        return best

    def _reduced_value(
        self,
        state: State,
        child: State,
        move: SearchMove[MoveKey],
        number: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        quiet_plies: int,
    ) -> int:
        """Search a move: all but the first with a null window, late quiet ones less deep too.

        One that turns out better than expected is searched again in full.
        """
        if number:
            if number > 3 and depth > 1 and not move[0]:
                less = depth - 1 - (number > 12)
                value = self._child_value(state, child, less, alpha, alpha + 1, ply, quiet_plies)
                if value <= alpha:
                    return alpha
            value = self._child_value(state, child, depth, alpha, alpha + 1, ply, quiet_plies)
            if not alpha < value < beta:
                return value
        return self._child_value(state, child, depth, alpha, beta, ply, quiet_plies)

    def _quiescence(self, state: State, alpha: int, beta: int, ply: int) -> int:
        """Search captures only, until none gains; the side to move may also stand pat."""
        self._is_exhaustive = False
        best = self._game.evaluate(state)
        for move in sorted(self._game.captures(state), key=itemgetter(0), reverse=True):
            if best >= beta:
                break
            child = self._game.after(state, move)
            best = max(best, self._child_value(state, child, 0, max(alpha, best), beta, ply + 1, 0))
        return best


def search_position(
    position: Position, limit: Limit, max_depth: int = MAX_DEPTH, excluded: str = ""
) -> SearchResult:
    """Find the best move of a position, for both sides alike; the `excluded` one is left out."""
    game = search_game_of(position)
    state = game.state(position)
    search = Search(game, limit, game.repetitions(position), game.quiet_plies(position))
    if not excluded:
        return search.best(state, max_depth)
    left_out = [move for move in game.moves(state) if game.text(state, move) == excluded]
    return search.best(state, max_depth, excluded=left_out)


def _unknown(state: tuple[object, ...]) -> int | None:  # noqa: ARG001 (in place of a game's)
    """Know no endgame."""
    return None


def later(value: int, plies: int) -> int:
    """Move a proven win or loss away by some plies: the table counts them from the state itself."""
    return value - plies if value > PROVEN else value + plies if value < -PROVEN else value
