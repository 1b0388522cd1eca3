"""The notation of positions of Ringo: the counters, the turn, options and reversible moves."""

import re
from collections.abc import Hashable
from dataclasses import replace
from typing import TypeVar

from rules.history import History
from rules.ringo.board import (
    ATTACKER,
    CELLS,
    DEFENDER,
    IN_ORDER,
    REVERSIBLE,
    SECTORS,
    START_DEFENDERS,
)
from rules.ringo.position import RingoPosition

Game = TypeVar("Game", bound=RingoPosition)
MOST_DEFENDERS = START_DEFENDERS.bit_count()


def encode(position: RingoPosition) -> str:
    """Return a position as one line."""
    board = position.board()
    letters = "".join(board.get(name, ".") for name in IN_ORDER)
    rings = [letters[at : at + SECTORS] for at in range(0, len(letters), SECTORS)]
    placing = "/".join((*rings, str(position.fortress)))
    turn, options = position.sides[position.turn], position.chosen.write()
    return " ".join((placing, turn, options, *position.history.texts()))


def decode(game: type[Game], line: str) -> Game:
    """Parse a line written by `encode`. Raises `ValueError` for any other text."""
    match line.split(" "):
        case [placing, turn, options, *moves] if turn in game.sides:
            chosen = game.choices.read(options)
            attackers, defenders, fortress = _read_placing(placing)
            if attackers.bit_count() + fortress > int(chosen.attackers):
                raise ValueError(f"more than {chosen.attackers} attackers")
            position = game(attackers, defenders, fortress, game.sides.index(turn), chosen)
            return _with_history(position, moves)
    raise ValueError(f"not a position of Ringo: {line!r}")


def _read_placing(placing: str) -> tuple[int, int, int]:
    """Parse the rings and the fortress: the attackers' set, the defenders' set, and a number.

    Raises `ValueError` for an impossible placing.
    """
    if not re.fullmatch(r"(?:[ad.]{8}/){6}[012]", placing):
        raise ValueError(f"not the rings of Ringo: {placing!r}")
    *rings, fortress = placing.split("/")
    sets = {"a": 0, "d": 0, ".": 0}
    for name, letter in zip(IN_ORDER, "".join(rings), strict=True):
        sets[letter] |= CELLS[name]
    if sets["d"].bit_count() > MOST_DEFENDERS:
        raise ValueError(f"more than {MOST_DEFENDERS} defenders")
    return sets["a"], sets["d"], int(fortress)


def _with_history(position: Game, moves: list[str]) -> Game:
    """Add the reversible moves. Raises `ValueError` unless they can be taken back one by one."""
    sets, mover = [position.attackers, position.defenders], position.turn
    identities: list[Hashable] = []
    for text in reversed(moves):
        mover = 1 - mover
        move = REVERSIBLE[mover].get(text)
        if not move:
            raise ValueError(f"no reversible move of the {position.sides[mover]}: {text!r}")
        if move.path:
            start, end = (CELLS[cell] for cell in move.path)
            if not sets[mover] & end or (sets[ATTACKER] | sets[DEFENDER]) & start:
                raise ValueError(f"{text!r} does not lead to this position")
            sets[mover] ^= start | end
        identities.append((sets[0], sets[1], position.fortress, mover, position.chosen))
    return replace(position, history=History.of(moves, identities))
