"""The claims of hints, each checked by the rules alone, whatever the search thinks."""

import re
from collections.abc import Mapping

from computer.levels import choose
from computer.search import node_limit
from computer.skill_levels import levels
from rules import Move, Position, Sentence
from tests.computer.claims_of_games import CLAIMS_OF_GAMES, Check, Told, turned

PATIENCE = 5_000
"""So many positions are looked at for a forced win; what takes more is not checked."""


class _TooMany(Exception):  # noqa: N818 (nothing went wrong)
    """Enough was looked at."""


def is_won(position: Position, side: int) -> bool:
    """Tell whether a side has won."""
    ending = position.outcome()
    return ending is not None and ending.winner == side


def wins_next(position: Position) -> bool:
    """Tell whether the side to move can win at once."""
    return any(is_won(after, position.turn) for _, after in position.children())


def most(position: Position) -> int:
    """Count what the side to move can take at most."""
    return max(map(position.gain, position.moves().values()), default=0)


def _traps(position: Position, move: Move) -> bool:
    return position.key == "agon" and bool(position.victims(move))


def worth(position: Position, move: Move) -> int:
    """Count what a move takes; 1 if it traps something or enters the fortress."""
    return position.gain(move) or int(move.path[-1:] == ("F",) or _traps(position, move))


def is_forced(position: Position, side: int, plies: int) -> bool:
    """Tell whether a side wins within some plies by force; yes, where that is too much to look at.

    Every move and every answer is tried.
    """
    left = PATIENCE

    def wins(position: Position, plies: int) -> bool:
        nonlocal left
        left -= 1
        if not left:
            raise _TooMany
        if position.outcome() or not plies:
            return is_won(position, side)
        children = (wins(after, plies - 1) for _, after in position.children())
        return any(children) if position.turn == side else all(children)

    try:
        return wins(position, plies)
    except _TooMany:
        return True


def is_played_out(position: Position, side: int) -> bool:
    """Tell whether a side wins if its best moves are played, against two other players."""
    best = levels(position.key)[-1]
    for level in (4, best):
        now = position
        while not now.outcome():
            its = best if now.turn == side else level
            now = now.after(choose(now, its, 1, node_limit(2_000)).move)
        if not is_won(now, side):
            return False
    return True


def _done(position: Position, deed: str) -> Move | None:
    """Return the legal move that these words tell, with its side before them."""
    side = str(position.side(position.turn))
    moves = position.moves().values()
    return next((move for move in moves if f"{side} {position.tell(move)}" == deed), None)


def _caption(position: Position, move: Move) -> str:
    return str(Sentence("{move}", move=position.caption(move)))


def _is_met(told: Told, danger: Move) -> bool:
    """Tell whether after a move as much can't be taken as before, or is taken back."""
    before, after = told.position, told.after
    return all(
        most(later) >= worth(after, reply)
        for reply, later in after.children()
        if worth(after, reply) >= worth(turned(before), danger)
    )


def _lost(told: Told) -> bool:
    return is_played_out(told.after, 1 - told.position.turn)


def _longest(told: Told) -> bool:
    """Check that no other move holds out longer, as far as that can be looked at."""
    enemy = 1 - told.position.turn
    plies = next((plies for plies in (1, 3, 5) if is_forced(told.after, enemy, plies)), None)
    return plies is None or all(is_forced(after, enemy, plies) for after in told.others)


def _forced(told: Told, deed: str) -> bool:
    if not _defends_game(told, deed):
        return False
    return all(after.turn == told.after.turn and wins_next(after) for after in told.others)


def _defends_game(told: Told, deed: str) -> bool:
    other = turned(told.position)
    move = _done(other, deed)
    return move is not None and is_won(other.after(move), other.turn) and not wins_next(told.after)


def _defends(told: Told, deed: str) -> bool:
    other = turned(told.position)
    move = _done(other, deed)
    return move is not None and worth(other, move) > 0 and _is_met(told, move)


def _most_worth(position: Position) -> int:
    return max((worth(position, move) for move in position.moves().values()), default=0)


def _threat(told: Told, deed: str) -> bool:
    own = turned(told.after)
    move = _done(own, deed)
    is_mine = own.turn == told.position.turn
    return is_mine and move is not None and worth(own, move) > _most_worth(told.position)


def _threatens_game(told: Told, deed: str) -> bool:
    own = turned(told.after)
    move = _done(own, deed)
    return (
        move is not None
        and is_won(own.after(move), told.position.turn)
        and not wins_next(told.position)
    )


def _prepares(told: Told, answer: str, deed: str) -> bool:
    after = told.after
    replies = [each for each in after.moves().values() if _caption(after, each) == answer]
    if not replies:
        return False
    later = after.after(replies[0])
    move = _done(later, deed)
    if move is None or not later.gain(move) or later.turn != told.position.turn:
        return False
    return not any(
        each.text == move.text and each.taken == move.taken
        for each in told.position.moves().values()
    )


def _best_answer(told: Told, deed: str) -> bool:
    return _done(told.after, deed) is not None


def _nothing_in_return(told: Told, deed: str) -> bool:
    return _same(told, deed) and not most(told.after)


def _same(told: Told, deed: str) -> bool:
    own = str(told.position.tell(told.move))
    return bool(told.move.taken) and f"{own[:1].upper()}{own[1:]}" == deed


def _best_of(told: Told, number: str) -> bool:
    """Check that no other move wins so soon that it was certainly seen."""
    del number
    return not wins_next(told.position)


CLAIMS: Mapping[str, Check] = {
    r"I like this one best": lambda _told: True,
    r"It wins at once|That wins at once": lambda told: is_won(told.after, told.position.turn),
    r"It ends the match": lambda told: told.after.outcome() is not None,
    r"It wins in (\d+) moves?, whatever the answer": lambda told, number: is_forced(
        # In Hoyito the answer to the last of these moves may be what ends the game.
        told.after,
        told.position.turn,
        2 * int(number) - 1,
    ),
    r"It wins, whatever the answer": lambda told: is_played_out(told.after, told.position.turn),
    r"This match can't be saved any more": _lost,
    r"This match can't be saved any more; this holds out longest": lambda told: (
        _lost(told) and _longest(told)
    ),
    r"It's forced: otherwise (.+) and wins": _forced,
    r"It defends: without it, (.+) and wins": _defends_game,
    r"It defends: without it, (.+)": _defends,
    r"It threatens to win: if nothing stops it, (.+)": _threatens_game,
    r"It makes a threat: if nothing stops it, (.+)": _threat,
    r"It prepares a capture: after (.+?), (.+)": _prepares,
    r"It's safe: nothing can be taken next": lambda told: (
        not most(told.after) and not told.position.loses(told.move)
    ),
    r"Then the other side can take only (\d+)": lambda told, number: (
        most(told.after) == int(number) and all(most(after) > int(number) for after in told.others)
    ),
    r"I looked (\d+) moves? ahead and found nothing better": _best_of,
    r"No forced win yet; looking (\d+) moves? ahead, I like this one best": _best_of,
    r"(.+), and nothing can be taken in return": _nothing_in_return,
    r"The best answer: (.+)": _best_answer,
    **CLAIMS_OF_GAMES,
}


def false_claims(told: Told, why: str) -> list[str]:
    """Return the claims of a hint about a move that are not true, or that nobody checks."""
    ending = told.after.outcome()
    reason = str(ending.reason) if ending else ""
    said = why.removeprefix(f"{_caption(told.position, told.move)}. ").removesuffix(reason).strip()
    return [
        claim
        for claim in re.split(r"(?<=\.) (?=[A-Z])", said)
        if not any(
            check(told, *found.groups())
            for pattern, check in CLAIMS.items()
            if (found := re.fullmatch(rf"(?:{pattern})\.", claim))
        )
        and not _same(told, claim.removesuffix("."))
    ]
