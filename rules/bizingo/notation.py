"""How positions of Bizingo are stored: rows of letters, the turn, options and quiet steps."""

from collections.abc import Hashable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from rules.bizingo.board import CELLS, LETTERS, MOST_CAPTAINS, MOST_PIECES, NAMES, QUIET_PLIES, STEP
from rules.history import History

if TYPE_CHECKING:
    from rules.bizingo.position import Bizingo

    Game = TypeVar("Game", bound=Bizingo)

TEXTS = tuple({move.text for move in steps.values()} for steps in STEP)
"""The texts of each side's steps; in a history those of captains are in capitals."""


def encode(position: "Bizingo") -> str:
    """Return a position as one line."""
    board = position.board()
    rows: dict[str, str] = {}
    for name in CELLS:
        rows[name[0]] = rows.get(name[0], "") + board.get(name, ".")
    placing = "/".join(rows.values())
    turn, options = position.sides[position.turn], position.chosen.write()
    return " ".join((placing, turn, options, *position.history.texts()))


def decode(game: "type[Game]", line: str) -> "Game":
    """Parse a line written by `encode`. Raises `ValueError` for any other text."""
    match line.split(" "):
        case [placing, turn, options, *quiet] if turn in game.sides:
            pieces, captains = _read_placing(placing)
            chosen = game.choices.read(options)
            position = game(pieces, captains, game.sides.index(turn), chosen)
            return _with_history(position, quiet)
    raise ValueError(f"not a position of Bizingo: {line!r}")


def _read_placing(placing: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Parse the rows into sets of pieces and captains per side.

    Raises `ValueError` for an impossible placing.
    """
    pieces, captains = [0, 0], [0, 0]
    rows: dict[str, str] = {}
    for name in CELLS:
        rows[name[0]] = rows.get(name[0], "") + "."
    if [len(row) for row in placing.split("/")] != [len(row) for row in rows.values()]:
        raise ValueError(f"not the rows of Bizingo: {placing!r}")
    for (side, place), letter in zip(CELLS.values(), placing.replace("/", ""), strict=True):
        if letter == ".":
            continue
        if letter not in LETTERS[side]:
            raise ValueError(f"{letter!r} cannot stand on {NAMES[side][place]}")
        pieces[side] |= 1 << place
        captains[side] |= letter.isupper() << place
    if max(map(int.bit_count, pieces)) > MOST_PIECES:
        raise ValueError(f"more than {MOST_PIECES} pieces of a side")
    if max(map(int.bit_count, captains)) > MOST_CAPTAINS:
        raise ValueError(f"more than {MOST_CAPTAINS} captains of a side")
    return (pieces[0], pieces[1]), (captains[0], captains[1])


def _with_history(position: "Game", quiet: list[str]) -> "Game":
    """Add the quiet steps. Raises `ValueError` unless they can be taken back one by one."""
    if len(quiet) > QUIET_PLIES:
        raise ValueError(f"more than {QUIET_PLIES} quiet plies")
    pieces, captains, mover = list(position.pieces), list(position.captains), position.turn
    identities: list[Hashable] = []
    for text in reversed(quiet):
        mover = 1 - mover
        if text.lower() not in TEXTS[mover] or text not in (text.lower(), text.upper()):
            raise ValueError(f"no step of {position.sides[mover]}: {text!r}")
        origin, target = (1 << CELLS[cell][1] for cell in text.lower().split("-"))
        if pieces[mover] & (origin | target) != target:
            raise ValueError(f"{text!r} does not lead to this position")
        if text.isupper() != bool(captains[mover] & target):
            raise ValueError(f"{text!r} is not written as that piece's step")
        pieces[mover] ^= origin | target
        if text.isupper():
            captains[mover] ^= origin | target
        identities.append(((pieces[0], pieces[1]), (captains[0], captains[1]), mover))
    return replace(position, history=History.of(quiet, identities))
