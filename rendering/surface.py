"""A board painted once, and copies of it on which pictures are made."""

from collections.abc import Iterable
from threading import Lock

from rendering.bitmap import Area, Frame
from rendering.canvas import colours_of, painted
from rendering.scene import Board, Token
from rendering.stamps import Stamps
from rendering.themes import Theme

MOST_BYTES = 3_950_000
"""So much memory may a board take with all that is kept for it."""


class Surface:
    """A board in one theme's palette, ready to be copied and stamped."""

    def __init__(self, board: Board, theme: Theme, *, coordinates: bool) -> None:
        self.width, self.height = board.width, board.height
        self.key = board, theme, coordinates
        self.palette = colours_of(theme)
        self._whole = board.whole
        self._stamps = Stamps(theme, MOST_BYTES - board.width * board.height)
        self._lock = Lock()
        shapes = (*board.ground, *(board.labels if coordinates else ()))
        self._ground = painted(shapes, board.width, board.height, theme)
        self.stamp(self._ground, board.fittings)

    def frame(self, tokens: Iterable[Token]) -> Frame:
        """Stamp tokens on a copy of the board, in order."""
        frame = self.blank()
        self.stamp(frame, tokens)
        return frame

    def blank(self) -> Frame:
        """Copy the board."""
        return self._ground.copy()

    def area(self, token: Token) -> Area:
        """Give the part of a frame that a token covers."""
        return self._stamps.area(token)

    def overlap(self, one: Token, other: Token) -> bool:
        """Tell whether two tokens may have a pixel in common; False is certain."""
        with self._lock:
            return self._stamps.overlap(one, other)

    def stamp(self, frame: Frame, tokens: Iterable[Token]) -> None:
        """Stamp tokens on a copy of the board, in order."""
        picture = Area(0, 0, frame.width, frame.height)
        with self._lock:
            for token in tokens:
                area = self._stamps.area(token)
                if self._whole and not area.lies_in(picture):
                    raise ValueError(f"{token.symbol.name} reaches over the picture's edge")
                if area.meets(picture):
                    frame.put(self._stamps.cut(token.symbol, frame.part(area)), area)

    def wipe(self, frame: Frame, area: Area) -> None:
        """Clear a part of a frame: the bare board is there again."""
        frame.put(self._ground.part(area), area)

    def rehearse(self, layers: Iterable[list[Token]]) -> None:
        """Cut the stamps of pictures to come, each layer on the bare board."""
        frame = self.blank()
        for layer in layers:
            self.stamp(frame, layer)
            for token in layer:
                self.wipe(frame, self.area(token))

    def kept_bytes(self) -> int:
        """Estimate the memory that the board and its stamps take."""
        return self._ground.width * self._ground.height + self._stamps.kept_bytes()
