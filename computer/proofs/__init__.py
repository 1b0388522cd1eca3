"""Proofs: what a side of Hoyito can force from the start, and the moves that do it.

The certificates are stored here, a file for each claim; docs/solved.md lists them. `python -m
tools.research prove` finds and checks them.
"""

import lzma
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias, cast

from computer.proofs.certificate import WATCHED, Certificate, key
from rules import Position
from rules.history import LIMIT, History
from rules.hoyito import Hoyito
from rules.hoyito.board import own_holes_taken
from rules.hoyito.choices import Choices

Board: TypeAlias = tuple[tuple[int, ...], int]
"""The holes and the turn, all that changes while no stones are taken."""
FOLDER = Path(__file__).parent
MANY = 1_000
"""More stones than there are."""


@dataclass(frozen=True)
class Guarantee:
    """A move with which the side to move is sure to get `goal` stones of `stones`, by a proof."""

    goal: int
    stones: int
    move: str

    @property
    def wins(self) -> bool:
        """Whether that is more than half."""
        return 2 * self.goal > self.stones

    @property
    def draws(self) -> bool:
        """Whether that is half at least."""
        return 2 * self.goal >= self.stones


def guarantee(position: Position) -> Guarantee | None:
    """Return what the side to move is sure to get, if a shipped certificate has the position."""
    if not isinstance(position, Hoyito) or position.chosen.play != "game":
        return None
    counts, before = _counts(position), position
    position = _as_begun_by_south(position)
    text, present = position.encode(), (position.holes, position.turn)
    for path in _certificates(position):
        watched = [_board_at(each, position) for each in _watched(path)]
        times = "".join(str(counts.get(each, 0) + (each == present)) for each in watched)
        move = _answer(path, key(times, text))
        goal, stones = _goal(path), sum(position.holes) + sum(position.stores)
        # With watched positions, a proof counts on it that no other came up before.
        least = 1 if watched else LIMIT - 1
        often = {board for board, number in counts.items() if number >= least}
        if move is not None and (
            goal <= _if_repeated(position, often.difference(watched))
            or (watched and _is_followed(path, before))
        ):
            return Guarantee(goal, stones, move)
    return None


def keeps(position: Position, move: str, goal: int) -> bool:
    """Tell whether a move stays on a proved path to a goal, whatever is played next."""
    assert isinstance(position, Hoyito)
    after = position.after(position.moves()[move])
    if after.stores[position.turn] >= goal:
        return True
    replies = [reply for _, reply in after.children()]
    return bool(replies) and all(
        reply.stores[position.turn] >= goal
        or ((known := guarantee(reply)) is not None and known.goal >= goal)
        for reply in replies
    )


def file_name(certificate: Certificate) -> str:
    """Return the name of a certificate's file: the holes, the directions, the side, the goal."""
    start = certificate.start
    assert isinstance(start, Hoyito)
    side = start.sides[certificate.side]
    return f"{start.chosen.holes}-{start.chosen.direction}-{side}-{certificate.goal}.xz"


def _counts(position: Hoyito) -> dict[Board | None, int]:
    """Return how often each board came up since the last capture, as if South had begun."""
    counts = cast("Mapping[Board, int]", position.history.counts)
    first = len(position.holes) // 2 if position.starter else 0
    return {
        (holes[first:] + holes[:first], abs(turn - position.starter)): times
        for (holes, turn), times in counts.items()
    }


def _is_followed(path: Path, position: Hoyito) -> bool:
    """Tell whether all that the side to move played since the last capture is as a proof says."""
    first = len(position.holes) // 2 if position.starter else 0
    written = [bytes.fromhex(text) for text in position.history.texts()]
    boards = [(*board[first:], *board[:first]) for board in written]
    known = _as_begun_by_south(position)
    watched = [_board_at(each, known) for each in _watched(path)]
    times = [0] * len(watched)
    boards.append(known.holes)
    for at, (holes, after) in enumerate(pairwise(boards)):
        turn = (known.turn + len(boards) - 1 - at) % 2
        times = [
            number + (each == (holes, turn)) for number, each in zip(times, watched, strict=True)
        ]
        if turn == known.turn:
            text = replace(known, holes=holes).encode()
            if _after_answer(path, "".join(map(str, times)), text) != after:
                return False
    return True


@lru_cache(maxsize=1 << 12)
def _after_answer(path: Path, times: str, text: str) -> tuple[int, ...] | None:
    """Return the holes after the answer to a position, if a proof has it."""
    move = _answer(path, key(times, text))
    if move is None:
        return None
    position = Hoyito.decode(text)
    return position.after(position.moves()[move]).holes


def _board_at(watched: Hoyito, position: Hoyito) -> Board | None:
    """Return a watched position's board, if it may come up before the next capture."""
    is_near = (watched.stores, watched.directions) == (position.stores, position.directions)
    return (watched.holes, watched.turn) if is_near else None


def _if_repeated(position: Hoyito, twice: Iterable[Board | None]) -> int:
    """Return the fewest stones the mover gets if what came up twice does so again; else many."""
    boards = filter(None, twice)
    taken = (own_holes_taken(holes, position.stores)[position.turn] for holes, _ in boards)
    return min(taken, default=MANY)


def _as_begun_by_south(position: Hoyito) -> Hoyito:
    """Return a position without its history, with the side that began as South.

    Both sides have the same holes, so only who began makes a difference.
    """
    chosen = Choices(holes=position.chosen.holes, direction=position.chosen.direction)
    south = replace(position, chosen=chosen, history=History())
    if not position.starter:
        return south
    half = len(position.holes) // 2
    return replace(
        south,
        holes=position.holes[half:] + position.holes[:half],
        stores=position.stores[::-1],
        directions=position.directions[::-1],
        starter=0,
        turn=1 - position.turn,
    )


def _certificates(position: Hoyito) -> Iterator[Path]:
    """Find the certificates for the side to move, the highest goal first."""
    chosen, side = position.chosen, position.sides[position.turn]
    found = FOLDER.glob(f"{chosen.holes}-{chosen.direction}-{side}-*.xz")
    yield from sorted(found, key=_goal, reverse=True)


def _goal(path: Path) -> int:
    return int(path.stem.rpartition("-")[2])


def _answer(path: Path, text: str) -> str | None:
    """Find the answer to a position, as `encode` writes it."""
    lines, line = _unpacked(path), f"\n{text} "
    at = lines.find(line)
    return None if at < 0 else lines[at + len(line) : lines.index("\n", at + 1)].split()[0]


@lru_cache(maxsize=4)
def _watched(path: Path) -> tuple[Hoyito, ...]:
    """Read the positions that a certificate watches, which come first in it."""
    lines = _unpacked(path).split("\n", maxsplit=20)[2:-1]
    return tuple(
        Hoyito.decode(line.removeprefix(WATCHED)) for line in lines if line.startswith(WATCHED)
    )


# Searching the text takes a millisecond, and less memory than a table of its lines.
@lru_cache(maxsize=4)
def _unpacked(path: Path) -> str:
    return lzma.decompress(path.read_bytes()).decode()
