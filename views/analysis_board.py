"""The analysis board: its start, the moves made on it, and the custom ids of its components."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from interactions import CustomId
from interactions.speech import current_rulebook
from rulebook import Picture
from rules import GAMES, Code, IllegalMove, Move, Position, Refusal, Sentence, Value
from rules.move_line import Line

NO_PLY = "0"
"""The ply in the custom ids of a board that started from the rules; former ones have none."""


class BoardAction(StrEnum):
    """The actions of a board's buttons; the values are in messages for ever."""

    BACK = "back"
    AGAIN = "again"
    TURN = "turn"
    OTHER = "other"
    WHOLE = "whole"
    ON = "on"
    NOW = "now"


class Source(StrEnum):
    """The source of a replayed match; the values are in messages for ever."""

    MATCH = "match"
    IMPORT = "import"
    PUZZLE = "puzzle"
    UNSOLVED = "unsolved"
    """A puzzle whose solution is not shown."""


@dataclass(frozen=True)
class Origin:
    """The match, and the ply in it, from which a board started."""

    source: Source
    number: int
    ply: int
    line: Line
    title: Value

    @property
    def is_present(self) -> bool:
        """Whether the ply is the current position of the match."""
        return self.ply == len(self.line)

    def at(self, ply: int) -> Self:
        """Return the origin with another ply, limited to the length of the match."""
        return replace(self, ply=max(0, min(ply, len(self.line))))


@dataclass(frozen=True)
class AnalysisBoard:
    """An analysis board: how it started, the side it is seen from, the moves made on it.

    It starts from a page of the rules, or from a match if `origin` is given.
    """

    key: str
    page: int
    seen: int = 0
    moves: tuple[str, ...] = ()
    origin: Origin | None = None

    @property
    def picture(self) -> Picture | None:
        """The rules page's picture that the board started from, if the page has one.

        Raises `Refusal` if the texts have changed since the board was created.
        """
        if self.origin:
            return None
        pages = current_rulebook(self.key).pages if self.key in GAMES else ()
        if self.page >= len(pages):
            raise _outdated()
        return pages[self.page].picture

    def stands(self) -> tuple[Position, Position | None, Move | None]:
        """Return the position, the one before it and the move between them, if any.

        Raises `Refusal` if the texts or the match have changed since the board was created.
        """
        if self.seen not in (0, 1):
            raise _outdated()
        position, before, move = self._start()
        try:
            for text in self.moves:
                before = position
                move, position = position.play(text)
        except IllegalMove as illegal:
            raise _outdated() from illegal
        return position, before, move

    @property
    def is_from_start(self) -> bool:
        """Whether the board starts from the beginning of the game."""
        if self.origin:
            return self.origin.ply == 0
        return not self.picture or self.picture.before == GAMES[self.key].start({})

    def _start(self) -> tuple[Position, Position | None, Move | None]:
        """Return the position that the board started from, and the match move that led to it."""
        if self.origin:
            _, position, before, move = self.origin.line.at(self.origin.ply)
            return position, before, move
        picture = self.picture
        return picture.before if picture else GAMES[self.key].start({}), None, None

    def after(self, step: BoardAction) -> Self:
        """Return the board after a button press; choosing another piece changes nothing.

        Before the first move made on the board, stepping back goes to the match's previous ply.
        """
        origin = self.origin
        match step:
            case BoardAction.BACK if origin and not self.moves:
                return replace(self, origin=origin.at(origin.ply - 1))
            case BoardAction.BACK:
                return replace(self, moves=self.moves[:-1])
            case BoardAction.ON:
                return replace(self, moves=(), origin=origin and origin.at(origin.ply + 1))
            case BoardAction.NOW:
                return replace(self, moves=(), origin=origin and origin.at(len(origin.line)))
            case BoardAction.AGAIN:
                return replace(self, moves=())
            case BoardAction.TURN:
                return replace(self, seen=1 - self.seen)
            case BoardAction.WHOLE:
                return replace(self, page=0, moves=(), origin=origin and origin.at(0))
            case BoardAction.OTHER:
                return self

    def useful_actions(self, piece: str) -> list[BoardAction]:
        """Return the buttons that have an effect now, given the chosen piece or none.

        Those that come and go are last, so that the others keep their places.
        """
        origin = self.origin
        actions = [BoardAction.OTHER] if piece else []
        actions.append(BoardAction.TURN)
        if not self.is_from_start:
            actions.append(BoardAction.WHOLE)
        if self.moves or (origin and origin.ply):
            actions.append(BoardAction.BACK)
        if origin and not origin.is_present:
            actions += [BoardAction.NOW] if self.moves else [BoardAction.ON, BoardAction.NOW]
        return [*actions, BoardAction.AGAIN] if self.moves else actions

    @property
    def address(self) -> tuple[str, int, int, int]:
        """The source, number, ply and side by which the custom ids of its components name it."""
        if origin := self.origin:
            return origin.source, origin.number, origin.ply, self.seen
        return self.key, self.page, 0, self.seen

    @property
    def heading(self) -> Sentence:
        """The title of the board."""
        origin = self.origin
        if origin and origin.ply:
            return Sentence(
                "Try it: {title}, after move {number}", title=origin.title, number=origin.ply
            )
        if origin:
            return Sentence("Try it: {title}", title=origin.title)
        pages = current_rulebook(self.key).pages
        if self.page:
            title, page = pages[0].title, pages[self.page].title
            return Sentence("Try it: {title} · {page}", title=title, page=page)
        return Sentence("Try it: {title}", title=pages[0].title)

    @property
    def moves_text(self) -> str:
        """The moves, separated by spaces."""
        return " ".join(self.moves)

    @property
    def moves_line(self) -> Sentence:
        """The moves as the message lists them: its only code, from which they are read back."""
        if not self.moves:
            return Sentence("-# No moves yet.")
        return Sentence("-# Moves: {moves}", moves=Code(self.moves_text))


def _outdated() -> Refusal:
    return Refusal("This board is out of date; open a new one from the same place.")


class TryOut(CustomId, name="try"):
    """Open an analysis board with the position of a page of the rules."""

    game: str
    page: int


class TryFrom(CustomId, name="tryfrom"):
    """Open an analysis board with the position of a match after a ply, seen from a side."""

    source: Source
    number: int
    ply: int
    seen: int


class Explore(CustomId, name="explore"):
    """Open an analysis board with the current position of a match."""

    match: int


class KeepLine(CustomId, name="keepline"):
    """Keep the moves made on such a board as conditional moves; `count` is the event count.

    `ply` and `seen` describe the board.
    """

    match: int
    count: int
    ply: int
    seen: int


class DeleteLine(CustomId, name="dropline"):
    """Delete conditional moves that are listed below such a board."""

    match: int
    line: int
    ply: int
    seen: int


class StepOnBoard(CustomId, name="triedfrom", former=("tried",)):
    """Use a button of a board; `source` is a `Source` or, of a board from the rules, its game.

    `number` is that of the match or of the page; a page has no `ply`.
    """

    step: BoardAction
    source: str
    number: int
    ply: int
    seen: int

    @classmethod
    def read_former(cls, words: list[str]) -> list[str]:
        return [*words[:3], NO_PLY, *words[3:]]


class PickOnBoard(CustomId, name="picksfrom", former=("picks",)):
    """Choose a piece or one of its moves on a board, as `pick_buttons` encodes it."""

    source: str
    number: int
    ply: int
    seen: int
    pick: str

    @classmethod
    def read_former(cls, words: list[str]) -> list[str]:
        return [*words[:2], NO_PLY, *words[2:]]


class ChooseOnBoard(CustomId, name="triesfrom", former=("tries",)):
    """Choose a piece, or the target of the chosen one, in the select of a board.

    The number of moves makes it a new select at every turn: with the same custom id, a client would
    go on showing what was chosen in it before.
    """

    source: str
    number: int
    ply: int
    seen: int
    piece: str
    moves: int

    @classmethod
    def read_former(cls, words: list[str]) -> list[str]:
        return [*words[:2], NO_PLY, *words[2:]]
