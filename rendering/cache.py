"""What later pictures reuse: painted boards, and the changes between frames of animations."""

from collections.abc import Hashable
from threading import Lock

from rendering.gif import Block
from rendering.marks import rehearsal
from rendering.scene import Board, Scene
from rendering.surface import Surface
from rendering.themes import Theme

MOST_BOARDS = 24
"""The board that was not used for longest goes first; each takes up to four megabytes."""

_kept: dict[tuple[Board, Theme, bool], Surface] = {}
_looking, _building = Lock(), Lock()


def surface_for(scene: Scene, theme: Theme, *, coordinates: bool) -> Surface:
    """Give the surface of a scene's board, building it where it is not kept (up to 0.5 s).

    Boards are built one at a time; whoever wants one that is there never waits for that.
    """
    key = (scene.board, theme, coordinates)
    if found := _look_up(key):
        return found
    with _building:
        if found := _look_up(key):
            return found
        built = Surface(scene.board, theme, coordinates=coordinates)
        built.rehearse(rehearsal(scene))
        with _looking:
            _kept[key] = built
            while len(_kept) > MOST_BOARDS:
                del _kept[next(iter(_kept))]
        return built


def forget() -> None:
    """Let go of every board."""
    with _looking:
        _kept.clear()


def _look_up(key: tuple[Board, Theme, bool]) -> Surface | None:
    with _looking:
        if found := _kept.pop(key, None):
            _kept[key] = found
        return found


MOST_BYTES = 4_000_000
"""What the changes on all boards take together."""
ENTRY = 800
"""So many bytes does a change take besides its blocks: its key holds all that lies there."""


class Changes:
    """Changes by all that they depend on, those not used for longest the first to be forgotten."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes, self._bytes = most_bytes, 0
        self._kept: dict[Hashable, tuple[Block, ...]] = {}
        self._lock = Lock()

    def find(self, key: Hashable) -> tuple[Block, ...] | None:
        """Give the blocks of a change, if they are kept."""
        with self._lock:
            if (found := self._kept.pop(key, None)) is not None:
                self._kept[key] = found  # now the last to be forgotten
            return found

    def keep(self, key: Hashable, blocks: tuple[Block, ...]) -> None:
        """Keep the blocks of a change."""
        with self._lock:
            self._bytes += _size(blocks) - _size(self._kept.pop(key, ()))
            self._kept[key] = blocks
            while self._bytes > self._most_bytes:
                self._bytes -= _size(self._kept.pop(next(iter(self._kept))))

    def forget(self) -> None:
        """Let go of every change."""
        with self._lock:
            self._kept.clear()
            self._bytes = 0

    def kept_bytes(self) -> int:
        """Estimate the memory that they take."""
        return self._bytes


CHANGES = Changes(MOST_BYTES)


def _size(blocks: tuple[Block, ...]) -> int:
    return ENTRY * bool(blocks) + sum(len(block.packed) for block in blocks)
