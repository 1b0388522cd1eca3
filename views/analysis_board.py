"""An analysis board: where it began, the moves so far, and the custom ids of its controls."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from interactions.custom_ids import CustomId
from interactions.phrases import book
from rulebook import Picture
from rules import GAMES, Code, IllegalMove, Move, Position, Refusal, Sentence, Value
from rules.move_line import Line


class Step(StrEnum):
    """What the buttons of a board do; it stands in messages for ever."""

    BACK = "back"
    AGAIN = "again"
    TURN = "turn"
    OTHER = "other"
    WHOLE = "whole"
    ON = "on"
    NOW = "now"


class Source(StrEnum):
    """Where a match comes from that is looked back on; it stands in messages for ever."""

    MATCH = "match"
    IMPORT = "import"
    PUZZLE = "puzzle"
    UNSOLVED = "unsolved"
    """A puzzle, too, but without its solution."""


@dataclass(frozen=True)
class Origin:
    """A match from which a board went on after so many of its moves."""

    source: Source
    number: int
    ply: int
    line: Line
    title: Value

    @property
    def is_present(self) -> bool:
        """Whether that is how the match stands now."""
        return self.ply == len(self.line)

    def at(self, ply: int) -> Self:
        """Give the same match after more or fewer of its moves."""
        return replace(self, ply=max(0, min(ply, len(self.line))))


@dataclass(frozen=True)
class AnalysisBoard:
    """A board to try: how it began, the side it is seen from, the moves so far.

    It began with a page of the rules, or with a match where there is one.
    """

    key: str
    page: int
    seen: int = 0
    moves: tuple[str, ...] = ()
    begun: Origin | None = None

    @property
    def picture(self) -> Picture | None:
        """The picture that the board began with, if its page has one.

        Raises `Refusal` where the texts have changed since the board was put up.
        """
        if self.begun:
            return None
        pages = book(self.key).pages if self.key in GAMES else ()
        if self.page >= len(pages):
            raise _outgrown()
        return pages[self.page].picture

    def stands(self) -> tuple[Position, Position | None, Move | None]:
        """Give the position, the one before it and the move between, also where a match made that.

        Raises `Refusal` where the texts, or the match, have changed since the board was put up.
        """
        if self.seen not in (0, 1):
            raise _outgrown()
        position, before, move = self._start()
        try:
            for text in self.moves:
                before = position
                move, position = position.play(text)
        except IllegalMove as illegal:
            raise _outgrown() from illegal
        return position, before, move

    @property
    def is_whole(self) -> bool:
        """Whether the board began where the game does."""
        if self.begun:
            return self.begun.ply == 0
        return not self.picture or self.picture.before == GAMES[self.key].start({})

    def _start(self) -> tuple[Position, Position | None, Move | None]:
        """Give the position that the board began with, and what led there in a match."""
        if self.begun:
            _, position, before, move = self.begun.line.at(self.begun.ply)
            return position, before, move
        picture = self.picture
        return picture.before if picture else GAMES[self.key].start({}), None, None

    def after(self, step: Step) -> Self:
        """Take a step; to choose another piece changes nothing.

        Before the first move made on the board a step back leads to the match's move before.
        """
        begun = self.begun
        match step:
            case Step.BACK if begun and not self.moves:
                return replace(self, begun=begun.at(begun.ply - 1))
            case Step.BACK:
                return replace(self, moves=self.moves[:-1])
            case Step.ON:
                return replace(self, moves=(), begun=begun and begun.at(begun.ply + 1))
            case Step.NOW:
                return replace(self, moves=(), begun=begun and begun.at(len(begun.line)))
            case Step.AGAIN:
                return replace(self, moves=())
            case Step.TURN:
                return replace(self, seen=1 - self.seen)
            case Step.WHOLE:
                return replace(self, page=0, moves=(), begun=begun and begun.at(0))
            case Step.OTHER:
                return self

    def useful(self, piece: str) -> list[Step]:
        """List the steps that do something now, while a piece is chosen or none is.

        The last ones come and go without moving the rest.
        """
        begun = self.begun
        steps = [Step.OTHER] if piece else []
        steps.append(Step.TURN)
        if not self.is_whole:
            steps.append(Step.WHOLE)
        if self.moves or (begun and begun.ply):
            steps.append(Step.BACK)
        if begun and not begun.is_present:
            steps += [Step.NOW] if self.moves else [Step.ON, Step.NOW]
        return [*steps, Step.AGAIN] if self.moves else steps

    @property
    def heading(self) -> Sentence:
        """What is tried."""
        begun = self.begun
        if begun and begun.ply:
            return Sentence(
                "Try it: {title}, after move {number}", title=begun.title, number=begun.ply
            )
        if begun:
            return Sentence("Try it: {title}", title=begun.title)
        pages = book(self.key).pages
        if self.page:
            title, page = pages[0].title, pages[self.page].title
            return Sentence("Try it: {title} · {page}", title=title, page=page)
        return Sentence("Try it: {title}", title=pages[0].title)

    @property
    def moved(self) -> str:
        """The moves, one after the other."""
        return " ".join(self.moves)

    @property
    def written(self) -> Sentence:
        """The moves as the message lists them: the only code there, from which they are read."""
        if not self.moves:
            return Sentence("-# No moves yet.")
        return Sentence("-# Moves: {moves}", moves=Code(self.moved))


def _outgrown() -> Refusal:
    return Refusal("This board is of an older version; start a new one where you began it.")


class TryOut(CustomId, name="try"):
    """Put up a board to try a game, set up as a page of its rules shows it."""

    game: str
    page: int


class TakeStep(CustomId, name="tried"):
    """Do something with a board that began with this page and is seen from this side."""

    step: Step
    game: str
    page: int
    seen: int


class PickToTry(CustomId, name="picks"):
    """Choose a piece on such a board, where it goes, or which of its ways, as a `Pick` says."""

    game: str
    page: int
    seen: int
    pick: str


class ChooseToTry(CustomId, name="tries"):
    """Choose a piece on such a board, or where the one on a cell may go, in a list.

    The number of moves makes it a new select at every turn: one that comes back under the same name
    goes on showing what was chosen in it before.
    """

    game: str
    page: int
    seen: int
    piece: str
    moves: int


class TryFrom(CustomId, name="tryfrom"):
    """Put up a board to try, as a match stood after so many moves, seen from a side."""

    source: Source
    number: int
    ply: int
    seen: int


class Explore(CustomId, name="explore"):
    """Put up a board to try, as a match stands now."""

    match: int


class KeepLine(CustomId, name="keepline"):
    """Keep the moves made on such a board as a line, in a match of which so many events were seen.

    The rest says how the board began and is seen.
    """

    match: int
    count: int
    ply: int
    seen: int


class DeleteLine(CustomId, name="dropline"):
    """Delete a line that is listed below such a board."""

    match: int
    line: int
    ply: int
    seen: int


class StepFrom(CustomId, name="triedfrom"):
    """Do something with such a board."""

    step: Step
    source: Source
    number: int
    ply: int
    seen: int


class PickFrom(CustomId, name="picksfrom"):
    """Choose a piece on such a board, where it goes, or which of its ways, as a `Pick` says."""

    source: Source
    number: int
    ply: int
    seen: int
    pick: str


class ChooseFrom(CustomId, name="triesfrom"):
    """Choose a piece on such a board, or where the one on a cell may go, in a list.

    The number of moves makes it a new select at every turn.
    """

    source: Source
    number: int
    ply: int
    seen: int
    piece: str
    moves: int
