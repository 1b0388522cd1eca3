"""How a move is chosen on a board to try: step by step by its buttons, or from its list."""

from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from cogs.acts import OutOfDate
from cogs.learning.trials import Trial
from cogs.matches.choosing import PIECE, PLAY, ways


@dataclass(frozen=True)
class At:
    """How far one has come in choosing a move: which piece, where it goes; a place in a list."""

    piece: str = ""
    end: str = ""
    skip: int = 0


FROM_THE_BEGINNING = At()


class Pick(NamedTuple):
    """What a button of a choice says: a piece, where it goes, or which of its ways, from 1 on."""

    piece: str
    end: str = ""
    way: int = 0

    @property
    def written(self) -> str:
        """The same as it stands in a `custom_id`: `h6`, `c8/c10`, `h6//1`."""
        return "/".join((self.piece, self.end, str(self.way or ""))).rstrip("/")

    @classmethod
    def read(cls, written: str) -> Self:
        """Read it. Raises `OutOfDate` for anything else."""
        piece, end, way = (*written.split("/"), "", "")[:3]
        if way and not way.isdecimal():
            raise OutOfDate
        return cls(piece, end, int(way or 0))


def picked(trial: Trial, written: str) -> tuple[Trial, At]:
    """Give a board after a press on one of its choices. Raises `OutOfDate` for one of before."""
    pick = Pick.read(written)
    own = ways(trial.stands()[0], pick.piece)
    if not own or pick.way > len(own):
        raise OutOfDate
    if not pick.way:
        return trial, At(pick.piece, pick.end)
    return replace(trial, moves=(*trial.moves, own[pick.way - 1].text)), FROM_THE_BEGINNING


def listed(trial: Trial, piece: str, choice: str) -> tuple[Trial, At]:
    """Give a board after a choice in its list, which was of a piece's ways where one is named."""
    kind, _, value = choice.partition(" ")
    if kind == PLAY:
        return replace(trial, moves=(*trial.moves, value)), FROM_THE_BEGINNING
    return trial, At(value) if kind == PIECE else At(piece, skip=int(value))
